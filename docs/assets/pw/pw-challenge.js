// <pw-challenge>: to do, hint seen, done. Only the right thing makes it done; which, stands inside it as data:
//   data-goal    {"Word family": [11, "exactly"]}: a plate's reader gets to that step. "exactly" means to stand at it,
//                having stepped forward or scrubbed to it; "from" means that step or any later one. One corpus is enough.
//   data-answer  {right, hints, otherwise, label}: an answer, compared here.
//   data-ask     {kind, check, label, start}: an answer that a function of the page looks at, in Python.
import { editor } from "./editor.js";
import { Runner } from "./live.js";
import { NAMES, progress } from "./progress.js";
import { python } from "./python.js";
import { check } from "./session.js";
import { h } from "./shared.js";

// ------------------------------------------------------------------ comparing
// A number as people write it: 1,234 or 1 234, 12.50, 3/4, 50 %. A comma that cannot part thousands parts decimals.
// Exact: a pair of BigInts, and whether it was written in per cent. Null for what is no number.
export function number(text) {
  const plain = text.trim().replace(/\s+/g, " ").replaceAll("\u2212", "-");
  const percent = plain.endsWith("%");
  const parts = plain.replace(/ ?%$/, "").split(/ ?\/ ?/).map(decimal);
  if (parts.length > 2 || parts.includes(null)) return null;
  const [[above, below], [over, under]] = [parts[0], parts[1] ?? [1n, 1n]];
  return over ? { top: above * under, bottom: below * over * (percent ? 100n : 1n), percent } : null;
}

function decimal(text) {
  const [, sign, whole, rest] = /^([+-]?)(\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?: \d{3})+|)(?:\.(\d*))?$/.exec(text)
    ?? /^([+-]?)(\d+),(\d+)$/.exec(text) ?? [];
  if (!whole && !rest) return null;
  const value = BigInt(whole.replace(/[, ]/g, "") + (rest ?? ""));
  return [sign === "-" ? -value : value, 10n ** BigInt(rest?.length ?? 0)];
}

// Words are compared without regard to case, to quotes around them, and to how many spaces there are.
const plain = (text) => {
  const bare = text.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();
  return bare.replace(/^["'`\u2018\u2019\u201c\u201d\u00ab\u00bb]+|["'`\u2018\u2019\u201c\u201d\u00ab\u00bb]+$/g, "").trim() || bare;
};

// Is what was typed this answer? Where the answer is in per cent, so may the reader's be, sign or no sign, or a share
// of one; where it is not, per cent is not it.
export function same(typed, right) {
  const a = number(typed), b = number(right);
  if (!a || !b) return plain(typed) === plain(right);
  const equal = (times) => a.top * b.bottom * times === b.top * a.bottom;
  return b.percent ? equal(1n) || (!a.percent && a.top * b.bottom === b.top * a.bottom * 100n) : !a.percent && equal(1n);
}

const NO_NUMBER = "A number is asked for, like 12, 1,234, 0.5 or 3/4.";

// What to say of an answer: {right}, {hint}, or {refuse}, a sentence about something that is no attempt at all.
export function judged(typed, { right, hints, otherwise }) {
  const found = right.find((each) => same(typed, each));
  if (found !== undefined) return { right: found };
  const known = Object.keys(hints).find((each) => same(typed, each));
  if (known !== undefined) return { hint: hints[known] };
  if (right.every(number)) {
    if (!number(typed)) return { refuse: NO_NUMBER };
    if (number(typed).percent && !right.some((each) => number(each).percent)) return { refuse: "Give it without per cent, please." };
  }
  return { hint: otherwise };
}

// `code` in a sentence from Python; all of it enters as text.
const sentence = (text) => String(text).split(/`([^`]+)`/).map((part, i) => (i % 2 ? h("code", {}, part) : part));

// ------------------------------------------------------------------ the element
class Challenge extends HTMLElement {
  connectedCallback() {
    if (!this.badge) this.build();
    document.addEventListener("pw-step", this.onStep);
    progress.addEventListener("change", this.onChange);
    this.onChange();
  }

  disconnectedCallback() {
    document.removeEventListener("pw-step", this.onStep);
    progress.removeEventListener("change", this.onChange);
  }

  build() {
    const data = (name) => {
      const node = this.querySelector(`[data-${name}]`);
      return node && { node, ...JSON.parse(node.dataset[name]) };
    };
    this.goal = JSON.parse(this.getAttribute("goal") ?? this.querySelector("[data-goal]")?.dataset.goal ?? "{}");
    this.answer = data("answer");
    this.asked = this.answer ? null : data("ask");
    this.tries = 0;
    this.badge = h("span", { class: "pw-challenge__state" });
    this.verdict = h("p", { class: "pw-verdict", role: "status", id: this.id + "-verdict" });
    this.output = h("pre", { class: "pw-printed", role: "group", tabindex: "0", "aria-label": "What your code printed", hidden: true });
    this.again = h("button", { type: "button", class: "pw-link", onclick: () => this.restart() }, "Start again");
    this.prepend(this.badge);
    const parts = [(this.answer || this.asked) && this.form(), this.verdict, this.output, this.again].filter(Boolean);
    const fold = this.querySelector(":scope > details");
    if (fold) fold.before(...parts);
    else this.append(...parts);
    for (const each of this.querySelectorAll(":scope > details"))
      each.addEventListener("toggle", () => {
        if (each.open && this.dataset.state !== "done") this.set(each === fold && this.dataset.state !== "answer" ? "hint" : "answer");
      });
    this.onChange = () => this.show(progress.get(this.id));
    // What is asked is asked of the book's plates, not of one that the reader's text or edit has made.
    this.onStep = ({ target, detail }) => target.closest(".is-yours, .pw-output") || this.stepped(target, detail);
  }

  show(state) {
    this.dataset.state = state;
    this.badge.textContent = NAMES[state];
    this.again.hidden = state === "todo" && !this.tries;
  }

  set(state) { progress.set(this.id, state); }

  say(...parts) { this.verdict.replaceChildren(...parts.flat()); }

  // "exactly" is to rest there: by one step on or back, or by a slider that is let be.
  stepped(plate, { corpus, at, by }) {
    clearTimeout(this.resting);
    const [step, how] = (Object.hasOwn(this.goal, corpus) && this.goal[corpus]) || [];
    const there = how === "exactly" ? at === step && ["next", "back", "scrub"].includes(by) : at >= step;
    if (!there || this.dataset.state === "done") return;
    if (how === "exactly" && by === "scrub") this.resting = setTimeout(() => this.arrived(plate, corpus, at), 400);
    else this.arrived(plate, corpus, at);
  }

  arrived(plate, corpus, at) {
    this.set("done");
    this.say(corpus ? `Right: \u201c${corpus}\u201d, at step ${at}.` : `Right: step ${at}.`);
    plate.querySelector(".pw-live .pw-say")?.append(" ", h("a", { href: `#${this.id}` }, "A challenge is done."));
  }

  restart() {
    this.tries = 0;
    if (this.field) {
      this.field = this.plain;
      this.plain.fill(this.start);
      this.host.replaceChildren(this.plain.node);
    }
    this.mark(false);
    this.printed("");
    for (const fold of this.querySelectorAll("details")) fold.open = false;
    this.set("todo");
    this.say("To do again.");
    if (this.field) this.field.focus();
    else this.querySelector("summary")?.focus();
  }

  // ---------------------------------------------------------------- the form
  form() {
    const { label, kind = "line" } = this.answer ?? this.asked;
    this.start = (this.asked?.start ?? "").trimEnd();
    const long = ["text", "code"].includes(kind), id = this.id + "-answer";
    this.field = this.plain = this.plainField(id, long, kind);
    this.button = h("button", { type: "submit", class: "pw-button pw-button--main" }, "Check");
    const keys = long && h("span", { class: "pw-hint" }, h("kbd", { class: "pw-key" }, "Ctrl"), " ", h("kbd", { class: "pw-key" }, "Enter"), " checks");
    this.host = h("div", { class: "pw-answer__field" }, this.field.node);
    const form = h("form", { class: "pw-answer" + (long ? " is-long" : ""), onsubmit: (event) => {
      event.preventDefault();
      this.submitted();
    } }, h("label", { for: id, onclick: () => this.field.focus() }, label), this.host, h("div", { class: "pw-controls" }, this.button, keys));
    form.addEventListener("input", () => this.mark(false));
    form.addEventListener("keydown", (event) => {
      if (!long || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      event.stopPropagation();
      form.requestSubmit();
    }, true);
    if (this.asked) {
      this.runner = new Runner();
      form.append(this.runner.node);
      form.addEventListener("focusin", () => {
        python.warm();
        if (kind === "code") this.dress(label);
      });
    }
    return form;
  }

  plainField(id, long, kind) {
    const props = { id, class: "pw-field", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-describedby": this.id + "-verdict" };
    const node = long ? h("textarea", { ...props, rows: Math.max(4, this.start.split("\n").length + 1) }) : h("input", { ...props, type: "text" });
    node.classList.toggle("is-code", kind === "code");
    node.value = this.start;
    return { node, value: () => node.value, fill: (text) => { node.value = text; }, focus: () => node.focus() };
  }

  // Code gets an editor once its field is entered, unless the reader was quicker and is typing already.
  async dress(label) {
    if (this.field !== this.plain || this.dressing) return;
    this.dressing = true;
    const { plain } = this, code = plain.value(), host = h("div", { class: "pw-editor" });
    const made = await editor(host, code, label, () => plain.node.form.requestSubmit());
    this.dressing = false;
    if (plain.value() !== code) return;
    const held = document.activeElement === plain.node, node = host.querySelector("[contenteditable], textarea");
    node.setAttribute("aria-describedby", this.id + "-verdict");
    this.host.replaceChildren(host);
    this.field = { ...made, node, value: made.code };
    if (held) made.focus();
  }

  mark(wrong) {
    if (wrong) this.field?.node.setAttribute("aria-invalid", "true");
    else this.field?.node.removeAttribute("aria-invalid");
  }

  printed(text) {
    this.output.textContent = text;
    this.output.hidden = !text;
  }

  async submitted() {
    if (this.busy) return;
    const typed = this.field.value();
    if (!typed.trim()) return this.refuse("There is nothing to check yet.");
    if (this.answer) return this.heard(judged(typed, this.answer));
    this.busy = true;
    this.button.setAttribute("aria-disabled", "true");
    this.say("");
    this.printed("");
    try {
      this.heard(await this.look(typed));
    } finally {
      this.busy = false;
      this.button.removeAttribute("aria-disabled");
    }
  }

  // Python looks at it; the runner's line says it where that fails or is stopped.
  async look(typed) {
    const { kind, node } = this.asked, value = kind === "number" && number(typed);
    if (value === null) return { refuse: NO_NUMBER };
    // A number is read here, as it is for an answer that the page compares, and handed on as an exact fraction.
    const given = value ? `${value.top}/${value.bottom}` : typed;
    const found = await check(node, this.asked.check, kind, given, this.runner);
    if (!found) return {};
    this.printed(found.output ?? "");
    if (found.error) return { hint: wrong(found.error) };
    if (found.hint != null) return { hint: found.hint };
    return { right: kind === "number" || kind === "line" ? typed.trim() : "" };
  }

  refuse(words) {
    this.mark(true);
    this.say(words);
    this.field.focus();
  }

  heard({ right, hint, refuse }) {
    if (refuse) return this.refuse(refuse);
    if (hint !== undefined) {
      this.tries += 1;
      this.mark(true);
      // The number makes every verdict another one, so that the same hint is heard again.
      this.say(this.tries > 1 ? `Not yet (attempt ${this.tries}). ` : "Not yet. ", sentence(hint));
      this.again.hidden = false;
    } else if (right !== undefined) {
      this.mark(false);
      this.set("done");
      this.say(right ? ["Right: ", h("strong", {}, right)] : "Right.");
    }
  }
}

const wrong = (error) =>
  typeof error === "string" ? error : `${error.kind}${error.line ? `, line ${error.line}` : ""}: ${error.message}`;

customElements.get("pw-challenge") || customElements.define("pw-challenge", Challenge);

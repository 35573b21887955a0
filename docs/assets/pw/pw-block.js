// <pw-block>: a block of a chapter that the build ran. Here it can be run again, edited, and put back.
import { h } from "./shared.js";
import { editor } from "./editor.js";
import { Runner, nodes } from "./live.js";
import { python } from "./python.js";
import { place, run, session, under } from "./session.js";

const valueOf = (number) => number.querySelector(".pw-number__value") ?? number;

class Block extends HTMLElement {
  connectedCallback() {
    if (this.tools) return;
    const record = session(this);
    if (record) this.build(record.blocks[place(this)]);
  }

  // A reader who has left the page waits for nothing.
  disconnectedCallback() { if (this.runner?.busy) python.stop(); }

  build(block) {
    this.block = block;
    this.source = block.seen ? this.querySelector(":scope > .highlight.language-python") : null;
    // What the build put here, to come back to.
    this.printed = [...this.childNodes].filter((node) => node !== this.source);
    this.runner = new Runner();
    this.claims = h("div", { class: "pw-claims" });
    const tool = (act) => h("button", { type: "button", class: "pw-tool", onclick: act });
    this.buttons = { run: tool(() => this.run()), edit: tool(() => this.edit()), reset: tool(() => this.reset()) };
    this.label("run", "Run");
    this.label("reset", "Reset");
    this.tools = h("div", { class: "pw-tools" }, block.seen && this.buttons.run, this.buttons.edit, !block.seen && this.buttons.run, this.buttons.reset);
    this.untouched();
    if (this.matches(".has-tools")) this.append(this.tools, this.runner.node, this.claims);
  }

  label(button, text) {
    this.buttons[button].textContent = text;
    this.buttons[button].setAttribute("aria-label", `${text}, block ${place(this) + 1}`);
  }

  // The tools of a block as the book made it. Where its code is not shown, nothing runs before it is.
  untouched() {
    const { run, edit, reset } = this.buttons;
    this.label("edit", this.block.seen ? "Edit" : "Code");
    edit.hidden = false;
    reset.hidden = true;
    run.hidden = !this.block.seen;
    if (!this.block.seen) edit.setAttribute("aria-expanded", "false");
  }

  async edit() {
    if (this.editing) return this.unfold(this.host.hidden);
    this.buttons.edit.setAttribute("aria-disabled", "true");
    python.warm();
    const host = h("div", { class: "pw-editor" });
    if (this.source) this.source.replaceWith(host);
    else this.tools.before(host);
    this.editing = await editor(host, this.block.visible, `Code of block ${place(this) + 1}`, () => this.run());
    this.host = host;
    this.buttons.edit.removeAttribute("aria-disabled");
    this.buttons.run.hidden = this.buttons.reset.hidden = false;
    if (this.block.seen) this.buttons.edit.hidden = true;
    this.unfold(true);
  }

  // The code under a figure can be put away again, with what the reader wrote.
  unfold(is) {
    this.host.hidden = !is;
    if (is) this.editing.focus();
    if (this.block.seen) return;
    this.label("edit", is ? "Hide code" : "Code");
    this.buttons.edit.setAttribute("aria-expanded", String(is));
  }

  // `led`: it follows a block above that was run.
  async run(led = false) {
    const code = this.editing?.code();
    this.block.edit = code == null || code === this.block.visible ? undefined : code;
    const begun = performance.now();
    this.classList.add("is-running");
    const result = await run(this, this.runner);
    this.classList.remove("is-running");
    if (!result) return;
    const { error, output } = result;
    if (this.matches(".has-tools")) this.show(output);
    this.retell(result);
    this.buttons.reset.hidden = led && !this.editing;
    if (error) return this.fail(error);
    if (led) return;
    this.runner.say(`${this.verdict(output)} (${Math.round(performance.now() - begun)}\u202fms)`);
    // What hangs on the code of this block alone follows it.
    if (this.block.seen && (this.block.edit != null || this.changed)) for (const each of under(this)) await each.run(true);
    this.changed = this.block.edit != null;
  }

  // The build's own output is on the page as text; what other forms print is compared by eye.
  verdict(output) {
    if (!["text", "json"].includes(this.block.form)) return "Ran here.";
    const was = this.printed.find((node) => node.matches?.(".highlight"))?.textContent ?? "";
    if (output.trim() === was.trim()) return "Ran here: the same output.";
    const moved = this.block.numbers.some(([id]) => document.getElementById(id)?.matches(".is-changed"));
    return "Ran here: not what the book printed." + (moved ? " Numbers in a dotted frame are from your code." : "");
  }

  fail({ kind, message, line, block }) {
    const what = `${kind}${line ? ` in line ${line}` : ""}: ${message}`;
    if (block == null) return this.runner.wrong({ message: what });
    // What a reader edited above is what broke it; the book's own blocks do not fail.
    const edited = [...document.querySelectorAll("pw-block")].findLast((each) => each.block?.edit != null && place(each) <= block);
    this.runner.wrong({ message: `What you edited above breaks this block. ${what}` });
    if (edited) this.runner.words.append(" ", h("button", { type: "button", class: "pw-link", onclick: () => edited.buttons.reset.focus() }, "Go there"));
  }

  show(output) {
    const { form } = this.block, made = h("div", { class: "pw-output" });
    if (["text", "json"].includes(form) || !/^\s*</.test(output)) {
      if (output) made.append(h("div", { class: "language-text highlight" }, h("pre", { tabindex: 0 }, h("code", {}, output))));
    } else made.append(nodes(output));
    this.put(made);
  }

  // New output where the old one is.
  put(...what) {
    const now = this.made ?? this.printed;
    this.made = what;
    if (now.length) now[0].before(...what);
    else this.tools.before(...what);
    for (const node of now) node.remove();
  }

  // What an edit changes beyond its output: claims of the book that no longer hold, and numbers in its prose.
  retell({ claims, numbers, error }) {
    const list = (title, some) => some.length ? [h("p", {}, title), some.map(({ text, why }) => h("code", {}, text + (why && `  (${why})`)))] : [];
    this.claims.replaceChildren(...[
      list("With this code, the page would be wrong to claim:", claims.filter(({ why }) => !why)),
      list("The page can no longer check:", claims.filter(({ why }) => why)),
    ].flat(2));
    this.block.numbers.forEach(([id], at) => { if (!error) this.renumber(document.getElementById(id), numbers[at]); });
  }

  renumber(node, value) {
    if (!node) return;
    const holder = valueOf(node);
    node.was ??= [...holder.childNodes];
    const now = value == null ? ["?"] : [...nodes(value).childNodes];
    holder.replaceChildren(...now);
    const changed = holder.textContent !== h("span", {}, node.was.map((each) => each.cloneNode(true))).textContent;
    if (!changed) holder.replaceChildren(...node.was);
    node.classList.toggle("is-changed", changed);
  }

  reset() {
    this.restore();
    if (this.block.seen) for (const each of under(this)) each.restore();
    this.changed = false;
    this.buttons.edit.focus();
  }

  restore() {
    if (this.editing) {
      if (this.source) this.host.replaceWith(this.source);
      else this.host.remove();
      this.editing = null;
    }
    delete this.block.edit;
    if (this.made) {
      this.put(...this.printed);
      this.made = null;
    }
    this.claims.replaceChildren();
    this.runner.say("");
    for (const [id] of this.block.numbers) {
      const node = document.getElementById(id);
      if (!node?.was) continue;
      valueOf(node).replaceChildren(...node.was);
      node.classList.remove("is-changed");
    }
    this.untouched();
  }
}

customElements.get("pw-block") || customElements.define("pw-block", Block);

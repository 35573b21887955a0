// <pw-workbench>: learners side by side on a reader's text. All that is learned, counted and drawn comes from Python
// (src/piecework/live/workbench.py); here are the form, the places that results go to, the address and the files.
import { h } from "./shared.js";
import { Runner, nodes } from "./live.js";
import { python } from "./python.js";
import { read, write } from "./workbench-link.js";

const TEXTS = { home: "The text", held: "Held-out text" };
const number = (n) => n.toLocaleString("en");
const same = (one, two) => JSON.stringify(one) === JSON.stringify(two);

class Workbench extends HTMLElement {
  connectedCallback() {
    if (!this.form) this.build();
    this.onHash = () => this.open();
    addEventListener("hashchange", this.onHash);
    this.open();
  }

  disconnectedCallback() { removeEventListener("hashchange", this.onHash); }

  build() {
    const source = this.querySelector("script[type='application/json']");
    this.data = JSON.parse(source.textContent);
    source.remove();
    Object.assign(this, { runner: new Runner(), done: null, kept: null, looks: {}, busy: false });
    this.fixed = this.querySelector(".pw-static");
    this.fixed.before(this.making());
    this.fill(this.data.settings);
    this.classList.add("is-live");
  }

  // ---------------------------------------------------------------- the form
  making() {
    const { corpora, spellings, ties } = this.data, options = (pairs) => pairs.map(([value, name]) => h("option", { value }, name));
    const button = (label, act, main) => h("button", { type: main ? "submit" : "button", onclick: act,
      class: "pw-button" + (main ? " pw-button--main" : "") }, label);
    this.fields = {
      corpus: h("select", { onchange: () => this.adapt() }, h("option", { value: "" }, "My own"), options(corpora.map((name) => [name, `Built in: ${name}`]))),
      text: h("textarea", { rows: 7, spellcheck: "false", autocomplete: "off", oninput: () => this.adapt() }),
      held: h("textarea", { rows: 3, spellcheck: "false", autocomplete: "off" }),
      size: h("input", { type: "number", min: 1, step: 1, required: true, inputmode: "numeric" }),
      spelling: h("select", { onchange: () => this.adapt() }, options(Object.entries(spellings).map(([name, [plain]]) => [name, plain]))),
      ties: h("select", {}, options(Object.entries(ties))),
    };
    const field = (name, label, hint, wide) => h("div", { class: "pw-bench__field" + (wide ? " is-wide" : "") },
      h("label", { for: this.fields[name].id = `pw-bench-${name}` }, label), this.fields[name], hint);
    this.bytes = h("p", { class: "pw-hint" });
    this.why = h("p", { class: "pw-hint" });
    this.own = field("text", "My text", this.bytes, true);
    this.buttons = {
      train: button("Train", null, true),
      keep: button("Keep to compare", () => this.keep()),
      link: button("Copy link", () => this.copy()),
    };
    this.voice = h("p", { class: "pw-say", role: "status" });
    this.keeping = h("p", { class: "pw-note" });
    this.results = h("div", { class: "pw-bench__results", hidden: true });
    this.form = h("form", { class: "pw-plate pw-bench", "aria-label": this.getAttribute("label"), onfocusin: () => python.warm(),
      onsubmit: (event) => { event.preventDefault(); this.train(); } },
      h("div", { class: "pw-bench__fields" },
        field("corpus", "Text"), field("size", "Vocabulary size"),
        this.own,
        field("held", "Held-out text, if you like: never learned from, only read", null, true),
        field("spelling", "Spelling, for all learners", this.why), field("ties", "Of equal candidates, take the")),
      h("div", { class: "pw-controls" }, Object.values(this.buttons)),
      this.runner.node, this.voice, this.keeping);
    this.runner.halt.addEventListener("click", () => this.buttons.train.focus()); // Stop goes with what it stopped
    this.ready();
    return h("div", {}, this.form, this.results);
  }

  fill(settings) {
    for (const [name, node] of Object.entries(this.fields)) node.value = settings[name];
    this.adapt();
  }

  // What the fields say. A text that is not used says nothing.
  asked() {
    const { corpus, text, held, size, spelling, ties } = this.fields;
    return { corpus: corpus.value, text: corpus.value ? "" : text.value, held: held.value.trim() ? held.value : "",
      size: Number(size.value), spelling: spelling.value, ties: ties.value };
  }

  adapt() {
    this.own.hidden = this.fields.corpus.value !== "";
    const used = new TextEncoder().encode(this.fields.text.value).length, { limit } = this.data;
    this.bytes.textContent = `${number(used)} of at most ${number(limit)} bytes. It stays in this browser.`;
    this.bytes.classList.toggle("is-over", used > limit);
    this.why.textContent = this.data.spellings[this.fields.spelling.value]?.[1] ?? "";
  }

  ready() {
    this.buttons.train.setAttribute("aria-disabled", String(this.busy));
    this.buttons.keep.setAttribute("aria-disabled", String(this.busy || !this.done));
  }

  // ---------------------------------------------------------------- training
  async train() {
    if (this.busy || this.runner.busy) return;
    this.busy = true;
    this.ready();
    try {
      await this.run(this.asked());
    } finally {
      this.busy = false;
      this.ready();
    }
  }

  async run(settings) {
    this.voice.textContent = "";
    const started = await this.runner.run("workbench.start", { settings });
    if (!started) return;
    if (!this.kept) this.looks = {};
    this.done = null;
    this.shown = settings; // files are made of these, even if a learner is stopped
    this.lay(started);
    await this.address(settings);
    const got = new Map();
    for (const learner of Object.keys(this.data.learners)) {
      const made = await this.call("train", { learner, settings, looks: this.looks });
      if (made) got.set(learner, made);
      else if (this.ended()) return this.voice.replaceChildren(this.told(got));
      this.draw(learner, made);
    }
    this.done = settings;
    this.voice.textContent = `${started.said} ${this.told(got)}`;
    await this.curves(settings, [...got.keys()]);
    if (this.kept && !this.ended()) await this.compare();
  }

  call(name, args) { return this.runner.run(`workbench.${name}`, args); }
  ended() { return ["stopped", "failed"].includes(python.state); }

  told(got) {
    const order = [...got].sort(([, a], [, b]) => a.home.tokens - b.home.tokens).map(([name, { home }]) => `${name} ${number(home.tokens)}`);
    return order.length ? `Tokens for the text: ${order.join(", ")}.` : "";
  }

  // All places are there from the start, so that nothing moves while results come.
  lay({ sample, held }) {
    this.fixed.classList.add("is-folded");
    this.results.hidden = false;
    this.cells = new Map();
    this.cards = new Map();
    const { learners, heads } = this.data, names = Object.entries(learners);
    const figures = (key) => h("div", { class: "pw-scroll", tabindex: 0, role: "region", "aria-label": `Figures: ${TEXTS[key]}` },
      h("table", { class: "pw-table" }, h("caption", {}, TEXTS[key]),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Learner"), heads.map((head) => h("th", { scope: "col", class: "num" }, head)))),
        h("tbody", {}, names.map(([name, title]) => h("tr", {}, h("td", {}, title), heads.map((_, i) => {
          const cell = h("td", { class: "num" }, "\u2026");
          this.cells.set(`${key} ${name} ${i}`, cell);
          return cell;
        }))))));
    const part = (title, ...inside) => h("section", {}, h("h2", {}, title), inside);
    this.chart = h("div", { class: "pw-bench__chart" }, h("p", { class: "pw-note" }, "The curves come when all learners are trained."));
    this.changes = h("section", { hidden: true });
    this.results.replaceChildren(
      part("Figures", h("div", { class: "pw-bench__pair" }, figures("home"), held && figures("held"))),
      part(sample, h("div", { class: "pw-bench__pair" }, names.map(([name, title]) => this.card(name, title)))),
      part("Tokens at other sizes", this.chart),
      this.changes);
  }

  card(name, title) {
    const file = (kind, label) => h("button", { type: "button", class: "pw-link", "aria-disabled": "true", onclick: (event) =>
      event.currentTarget.getAttribute("aria-disabled") === "false" && this.take(name, kind) }, label);
    const card = { note: h("span", {}, "\u2026"), list: h("div", { class: "pw-bench__list" }),
      stage: h("div", { class: "pw-bench__stage", tabindex: 0, role: "region", "aria-label": `${title}: sample in pieces, with ids` }),
      files: [file("json", "Trace and model (JSON)"), file("csv", "Steps (CSV)")] };
    this.cards.set(name, card);
    return h("section", { class: "pw-bench__card", "aria-label": title },
      h("p", { class: "pw-heading" }, title, " ", card.note), card.stage, card.list, h("div", { class: "pw-bench__files" }, card.files));
  }

  draw(learner, made) {
    const { note, stage, list, files } = this.cards.get(learner);
    for (const text of Object.keys(TEXTS))
      for (const i of this.data.heads.keys()) {
        const cell = this.cells.get(`${text} ${learner} ${i}`);
        if (cell) cell.textContent = made?.[text]?.cells[i] ?? "\u2013";
      }
    if (!made) {
      note.textContent = "";
      stage.replaceChildren(h("p", { class: "pw-wrong" }, this.runner.words.textContent));
      return;
    }
    this.looks = made.looks;
    note.textContent = `${made.sampled}. ${made.stopped}`;
    stage.replaceChildren(nodes(made.sample));
    list.replaceChildren(nodes(made.pieces));
    for (const file of files) file.setAttribute("aria-disabled", "false");
  }

  async curves(settings, learners) {
    const curves = {};
    for (const learner of learners) {
      const got = await this.call("curve", { learner, settings });
      if (got) curves[learner] = got;
      else if (this.ended()) return;
    }
    const drawn = learners.length && await this.call("chart", { curves });
    if (drawn) this.chart.replaceChildren(nodes(drawn.chart), nodes(drawn.crossings));
  }

  // ---------------------------------------------------------------- two settings
  keep() {
    if (this.busy || !this.done) return;
    this.kept = this.done;
    const what = this.name(this.kept);
    this.keeping.replaceChildren(`Kept: ${what}. `,
      h("button", { type: "button", class: "pw-link", onclick: () => this.forget() }, "Forget it"));
    this.voice.textContent = `Kept: ${what}. Change something and train again: what changed is shown below the curves.`;
    this.address(this.asked());
  }

  forget() {
    this.kept = null;
    this.keeping.replaceChildren();
    this.changes?.toggleAttribute("hidden", true);
    this.buttons.keep.focus();
    this.address(this.asked());
  }

  name({ corpus, size, spelling, ties }) {
    return `${corpus || "own text"}, ${number(size)} pieces, ${this.data.spellings[spelling][0].toLowerCase()}, ${this.data.ties[ties]}`;
  }

  async compare() {
    const { done: after, kept: before } = this, grid = h("div", { class: "pw-bench__pair" });
    if (same(before, after)) return;
    this.changes.replaceChildren(h("h2", {}, "What changed"), h("p", { class: "pw-note" }, `Kept: ${this.name(before)}. Now: ${this.name(after)}.`), grid);
    this.changes.hidden = false;
    for (const [learner, title] of Object.entries(this.data.learners)) {
      const got = await this.call("compare", { learner, before, after, looks: this.looks });
      if (!got && this.ended()) return;
      const pieces = (label, { count, html }) => [h("p", { class: "pw-heading" }, `${label}: ${number(count)}`), h("p", { class: "pw-bench__pieces" }, nodes(html))];
      grid.append(h("section", { class: "pw-bench__change", "aria-label": `${title}: what changed` },
        got ? [nodes(got.figures), pieces("Pieces only before", got.gone), pieces("Pieces only now", got.come), nodes(got.words)]
          : [h("p", { class: "pw-heading" }, title), h("p", { class: "pw-wrong" }, this.runner.words.textContent)]));
      if (got) this.looks = got.looks;
    }
  }

  // ---------------------------------------------------------------- the address, and files
  async address(settings) {
    const { fragment, left } = await write(settings, this.kept);
    this.written = `#${fragment}`;
    history.replaceState(history.state, "", this.written);
    return left;
  }

  async copy() {
    const left = await this.address(this.asked());
    const but = left.length ? " Your text is too long for a link, so it is left out; all other settings are in it." : "";
    try {
      await navigator.clipboard.writeText(location.href);
      this.voice.textContent = `The link is copied.${but}`;
    } catch {
      this.voice.replaceChildren(`The link is this page\u2019s address; it could not be copied by itself.${but}`);
    }
  }

  // A link that holds settings is answered with what they give.
  async open() {
    if (!location.hash || location.hash === this.written) return;
    let said;
    try {
      said = await read(location.hash.slice(1), 4 * this.data.limit);
    } catch {
      this.voice.textContent = "The text in this link cannot be read: part of the link is missing.";
      return;
    }
    if (!said) return;
    this.written = location.hash;
    const odd = Object.entries({ corpus: [...this.data.corpora, ""], spelling: Object.keys(this.data.spellings), ties: Object.keys(this.data.ties) })
      .filter(([name, known]) => [said.now, said.kept ?? said.now].some((settings) => !known.includes(settings[name]))).map(([name]) => name);
    if (!(Number.isInteger(said.now.size) && said.now.size > 0)) odd.push("size");
    if (odd.length) {
      this.voice.textContent = `This link holds a ${odd.join(" and a ")} that this page does not know, so the settings are the usual ones.`;
      return;
    }
    this.fill(said.now);
    if (said.left.length) {
      this.voice.textContent = "This link was made with a text that is too long for a link. The other settings are set: paste the text, then train.";
      return;
    }
    if (said.kept) {
      this.done = said.kept;
      this.keep();
      this.done = null;
    }
    this.train();
  }

  async take(learner, kind) {
    if (this.busy || this.runner.busy) return;
    const got = await this.call("take", { learner, settings: this.shown, kind });
    if (!got) return;
    const url = URL.createObjectURL(new Blob([got.text], { type: kind === "json" ? "application/json" : "text/csv" }));
    h("a", { href: url, download: got.name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    this.voice.textContent = `${got.name} is made.`;
  }
}

customElements.get("pw-workbench") || customElements.define("pw-workbench", Workbench);

// <fit-playground>: coverage under every setting, at every size. All of it was trained when
// the page was built; here the recorded pieces, counts and readings are looked up.
import { announcer, chip, h, row } from "./shared.js";
import { Plate, figure, plural } from "./plate.js";

class FitPlayground extends Plate {
  build(data) {
    this.data = data;
    const { corpora, units, ceilings, words, setting: [unit, ceiling], chosen } = data;
    Object.assign(this, { corpus: 0, unit, ceiling, word: 0 });
    // The number of pieces that was asked for, kept for each corpus: a setting with fewer only borrows it.
    this.wanted = corpora.map((_, i) => (i ? Infinity : chosen));
    this.voice = announcer();
    this.figures = h("dl", { class: "pw-figures" });
    this.scrub = h("input", { type: "range", class: "pw-scrub", min: 0, step: 1, oninput: () => {
      this.wanted[this.corpus] = Number(this.scrub.value);
      this.show();
    } });
    this.reading = h("div", { class: "pw-words" });
    this.heading = h("p", { class: "pw-heading" });
    this.list = h("div", { role: "list", class: "pw-learned", "aria-label": "Pieces, in the order of choice" });
    return [this.title(),
      h("div", { class: "pw-settings" },
        this.select("Corpus", "corpus", corpora.map(({ title }) => title)),
        this.select("Unit", "unit", units),
        this.select("Longest piece", "ceiling", ceilings.map((most) => (most === null ? "any" : `${most} symbols`))),
        this.select("Word to read", "word", words)),
      this.reading, h("label", { class: "pw-slide" }, "Pieces chosen", this.scrub), this.voice.node, this.figures, this.heading, this.list];
  }

  begin() { this.show(); }

  select(label, key, options) {
    return h("label", { class: "pw-select" }, label, h("select", { onchange: (event) => {
      this[key] = event.target.selectedIndex;
      this.show();
    } }, options.map((option, i) => h("option", { selected: i === this[key] }, option))));
  }

  show() {
    const { data, word } = this, corpus = data.corpora[this.corpus];
    const run = corpus.runs[corpus.which[this.unit * data.ceilings.length + this.ceiling]];
    const last = run.pieces.length, at = Math.min(this.wanted[this.corpus], last), size = corpus.size + at;
    const one = (i, props) => chip(corpus.pieces[run.pieces[i]], this.hues(corpus), props);
    this.scrub.max = last;
    this.scrub.value = at;
    this.scrub.setAttribute("aria-valuetext", `${at} of ${last}, ${size} in the vocabulary`);

    const tokens = this.read(corpus.symbols[word], run.readings[word], at);
    this.reading.replaceChildren(row(tokens.map((token) => chip(token, this.hues(corpus)))));
    this.voice.say(
      at ? ["Piece ", `${at} of ${last} is `, one(at - 1), ". "] : `Nothing is chosen yet; ${last} can be. `,
      h("q", {}, data.words[word]), ` is read as ${plural(tokens.length, "token")}. `,
      at < last ? "" : run.more ? "Learning goes on, and the plate ends here." : "Nothing is left to choose.");

    const entry = (name, value, of) => h("div", {}, h("dt", {}, name), h("dd", {}, figure(value), of != null && h("small", {}, ` of ${figure(of)}`)));
    this.figures.replaceChildren(entry("vocabulary", size), entry("tokens", run.tokens[at]),
      entry("positions covered", run.covered[at], corpus.positions), entry("bare", run.bare[at]));
    this.heading.textContent = at ? "Pieces so far" : "Pieces so far: none";
    this.list.replaceChildren(...run.pieces.map((_, i) =>
      h("div", { role: "listitem", class: i < at ? "" : "is-ahead" }, String(i + 1), one(i, { class: i === at - 1 ? "is-newest" : "" }))));
  }

  hues(corpus) {
    return corpus.look ??= Object.fromEntries(corpus.pieces.map((piece, i) => [piece, corpus.hues[i]]));
  }

  // The last reading that was recorded by then: how many symbols each token has.
  read(symbols, readings, at) {
    const [, widths] = readings.filter(([since]) => since <= at).at(-1);
    let i = 0;
    return widths.map((width) => symbols.slice(i, i += width).join(""));
  }
}

customElements.get("fit-playground") || customElements.define("fit-playground", FitPlayground);

// <two-vocabularies>: what two learners learned, in order, what both have, and how each reads a word.
// Both lists and every reading stand inside it as JSON. Here a hue says that both have the piece.
import { announcer, chip, h, pointer, row } from "./shared.js";
import { Plate, plural } from "./plate.js";

const SAID = { once: "word, once", word: "word" };
const learned = (n, all) => all === 1 ? (n ? "a learned one" : "not a learned one")
  : `${n === 0 ? "none" : n === all ? "all" : n} of them learned`;

class TwoVocabularies extends Plate {
  build(data) {
    this.data = data;
    this.at = 0;
    const { sides, words, shared } = data, only = sides.map(({ rows }) => rows.length - shared);
    this.voice = announcer();
    this.filters = [["all", "All"], ["shared", `Shared: ${shared}`], ["only", `Only in one: ${only[0]} and ${only[1]}`]].map(([key, name]) =>
      h("button", { type: "button", class: "pw-button", "aria-pressed": String(key === "all"), "data-filter": key, onclick: () => this.filter(key) }, name));
    this.words = words.map((word, i) => h("button", { type: "button", class: "pw-button pw-word", "aria-pressed": "false", onclick: () => this.go(i, "jump") }, word));
    this.reads = sides.map(({ name }) => [h("span", { class: "pw-read__name" }, name), h("span", { class: "pw-read__pieces" }), h("span", { class: "pw-read__count" })]);
    this.lists = sides.map((side, i) => h("div", { role: "list", class: "pw-vocabulary", "aria-label": `Pieces of ${side.name}, in order of learning` },
      side.rows.map((entry) => this.entry(entry, sides[1 - i].name))));
    if (words.length > 1) this.keys(words.length - 1, () => this.at, (to) => this.go(to, "step"));
    return [this.title(),
      words.length > 0 && h("div", { class: "pw-stage" },
        h("div", { class: "pw-controls", role: "group", "aria-label": "Word to read" }, this.words),
        h("div", { class: "pw-reads" }, this.reads.map((parts) => h("div", { class: "pw-read" }, parts)))),
      this.voice.node,
      h("div", { class: "pw-controls", role: "group", "aria-label": "Rows to show" }, this.filters),
      h("p", { class: "pw-note" }, "A hue and an equals sign: both learned it, the other at that number. Once: the corpus says the word once.",
        words.length > 0 && " A rule at the left: it reads the word above."),
      h("div", { class: "pw-two pw-lists" }, sides.map(({ name, rows }, i) =>
        h("section", {}, h("p", { class: "pw-heading" }, name, h("small", {}, ` ${plural(rows.length, "piece")} learned`)), this.lists[i])))];
  }

  begin() {
    if (this.data.words.length) this.show();
    else this.count("all");
  }

  entry({ piece, number, other, said }, rival) {
    const parts = [h("span", { class: "pw-entry__number" }, String(number)), chip(piece, this.data.hues, { class: other ? "" : "is-own" }),
      other && h("span", { class: "pw-entry__other" }, h("span", { "aria-hidden": "true" }, `= ${other}`), h("span", { class: "pw-vh" }, `, number ${other} of ${rival}`)),
      said && h("small", { class: said === "once" ? "is-once" : "" }, SAID[said])];
    const item = h("div", { role: "listitem", class: "pw-entry", "data-entry": piece });
    const mark = (on) => this.lists.forEach((list) => {
      for (const each of list.children) if (each.dataset.entry === piece) each.classList.toggle("is-wanted", on);
    });
    item.append(...(other ? [pointer({}, mark, parts)] : parts).filter(Boolean));
    return item;
  }

  filter(key) {
    for (const button of this.filters) button.setAttribute("aria-pressed", String(button.dataset.filter === key));
    this.lists.forEach((list, side) => [...list.children].forEach((item, i) => {
      const both = this.data.sides[side].rows[i].other !== null;
      item.hidden = key === "shared" ? !both : key === "only" && both;
    }));
    this.count(key);
  }

  count(key) {
    const { sides: [a, b], shared } = this.data;
    this.voice.say({
      all: `${a.name} learned ${plural(a.rows.length, "piece")}, ${b.name} ${b.rows.length}; ${shared} of them are the same.`,
      shared: `Both learned ${plural(shared, "piece")}.`,
      only: `${plural(a.rows.length - shared, "piece")} only ${a.name} has, ${b.rows.length - shared} only ${b.name}.`,
    }[key]);
  }

  go(to, by) {
    const moved = this.at !== to;
    this.at = to;
    this.show();
    if (this.words.includes(document.activeElement)) this.words[to].focus();
    if (moved) this.tell(this.data.words[to], to, this.words.length - 1, by);
  }

  show() {
    const { sides, words, hues } = this.data, { at } = this;
    this.words.forEach((button, i) => button.setAttribute("aria-pressed", String(i === at)));
    const said = sides.map(({ name, rows, readings }, side) => {
      const pieces = readings[at], own = new Map(rows.map(({ piece, other }) => [piece, other])), [, cells, count] = this.reads[side];
      cells.replaceChildren(row(pieces.map((piece) => chip(piece, hues, { class: own.has(piece) && !own.get(piece) ? "is-own" : "" }))));
      count.textContent = plural(pieces.length, "token");
      for (const item of this.lists[side].children) item.classList.toggle("is-used", pieces.includes(item.dataset.entry));
      return `${name} reads it in ${plural(pieces.length, "piece")}, ${learned(pieces.filter((piece) => own.has(piece)).length, pieces.length)}`;
    });
    this.voice.say(h("b", {}, words[at]), `: ${said.join("; ")}.`);
  }
}

customElements.get("two-vocabularies") || customElements.define("two-vocabularies", TwoVocabularies);

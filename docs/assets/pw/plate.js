// What the plates on coverage share: taking the data, folding the static plate away, and the parts they have in common.
import { chip, h } from "./shared.js";

export const figure = (n) => n.toLocaleString("en");
export const plural = (n, one, many = one + "s") => `${figure(n)} ${n === 1 ? one : many}`;
export const TIES = {
  "lexicographic": "the first in alphabetical order wins",
  "reverse-lexicographic": "the last in alphabetical order wins",
  "first-seen": "the one met first in the words wins",
};

// A bid as the data hold it: what, how often, how long in the unit, what that makes, how many symbols, and where.
export const asBid = ([symbol, times, length, score, width, flat = []]) => ({
  symbol, times, length, score, width,
  places: flat.filter((_, i) => i % 2 === 0).map((word, i) => [word, flat[2 * i + 1]]),
});
export const sum = ({ times, length, score }) => `${figure(times)} \u00d7 ${length} = ${figure(score)}`;

// One row of bids: the piece, its arithmetic, a bar, and a word on how it stands.
export const bidRow = (bid, hues, scale, tag) => [
  h("span", { class: "pw-pair" }, chip(bid.symbol, hues)),
  h("span", { class: "pw-sum" }, `${figure(bid.times)} \u00d7 ${bid.length} = `, h("b", {}, figure(bid.score)), tag && h("small", {}, tag)),
  h("span", { class: "pw-bar", style: `width:${(bid.score / scale) * 100}%` }),
];

export class Plate extends HTMLElement {
  connectedCallback() { if (!this.live) this.start(); }
  disconnectedCallback() { this.stepper?.stop(); }

  start() {
    const source = this.querySelector("script[type='application/json']");
    if (!source) return;
    const data = JSON.parse(source.textContent);
    // Material runs every script of a page that it loads without a reload, and forgets its type.
    source.remove();
    this.live = h("div", { class: "pw-plate pw-live", role: "group", "aria-label": this.getAttribute("label") });
    this.live.append(...this.build(data).filter(Boolean));
    this.fold();
    this.classList.add("is-live");
    this.begin();
  }

  title(...choices) {
    return h("div", { class: "pw-title" }, h("span", { class: "pw-name" }, this.getAttribute("label")), choices);
  }

  // What the plate does not draw, where that is so.
  leftOut({ left_out }) { return left_out && h("p", { class: "pw-note" }, left_out); }

  // The static plate stays within reach as the text alternative, and prints.
  fold() {
    const fixed = this.querySelector(".pw-static"), name = "Show all of it as a table";
    const link = h("button", { type: "button", class: "pw-link", "aria-expanded": "false", onclick: () => {
      const folded = fixed.classList.toggle("is-folded");
      link.setAttribute("aria-expanded", String(!folded));
      link.textContent = folded ? name : "Hide the table";
    } }, name);
    fixed.classList.add("is-folded");
    fixed.before(this.live, link);
  }

  // Left, right, Home and End anywhere inside a plate that has places but no steps.
  keys(last, at, go) {
    this.addEventListener("keydown", (event) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.target.closest("select, textarea, input, .pw-scroll")) return;
      const to = { ArrowRight: at() + 1, ArrowLeft: at() - 1, Home: 0, End: last }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      go(Math.max(0, Math.min(last, to)));
    });
  }

  // For whoever follows along: a challenge, for one.
  tell(corpus, at, last, by) {
    this.dispatchEvent(new CustomEvent("pw-step", { bubbles: true, detail: { corpus, at, last, by } }));
  }
}

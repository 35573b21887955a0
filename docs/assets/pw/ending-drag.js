// <ending-drag>: drag the place where the ending of a word begins, and see what that ending would bid.
// Every ending stands inside it as JSON, with the places where it occurs.
import { announcer, chip, h } from "./shared.js";
import { Plate, asBid, figure, sum } from "./plate.js";

// Words in a sentence: a, b and c; after some of them, how many more there are.
const listed = (words, of, most = 4) => {
  const shown = words.slice(0, most).map((word) => h("i", {}, word));
  if (of > shown.length) shown.push(`${figure(of - shown.length)} more`);
  return shown.flatMap((each, i) => [i === 0 ? "" : i === shown.length - 1 ? " and " : ", ", each]);
};

const MANY = 10; // letters whose numbers a phone has room for

class EndingDrag extends Plate {
  build(data) {
    this.data = { ...data, endings: data.endings.map(asBid) };
    const { symbols, number, endings, unit, word } = this.data, n = symbols.length;
    this.at = 0;
    this.last = endings.length - 1;
    this.map = this.querySelector(".pw-static .pw-blocks").cloneNode(true);
    const drawn = [...this.map.children[number].querySelectorAll(".pw-cell")].slice(0, n);
    this.letters = drawn.map((cell) => h("span", { class: "pw-cell" }, [...cell.cloneNode(true).childNodes]));
    const most = Math.max(...endings.map(({ score }) => score));
    this.bars = endings.map(({ score }) => h("span", { class: "pw-drag__bar", style: `height:${(score / most) * 100}%` }, h("b", {}, figure(score))));
    this.handle = h("span", { class: "pw-drag__handle", role: "slider", tabindex: 0, "aria-label": `Where the ending of ${word} begins`,
      "aria-valuemin": 0, "aria-valuemax": this.last });
    this.strip = h("div", { class: "pw-drag" + (n > MANY ? " is-long" : ""), style: `--n:${n}` },
      h("div", { class: "pw-drag__bars", "aria-hidden": "true" }, this.bars,
        h("span", { class: "pw-drag__whole", style: `bottom:${(endings[0].score / most) * 100}%` })),
      h("div", { class: "pw-drag__word", "aria-hidden": "true" }, this.letters),
      this.handle);
    this.voice = announcer();
    this.drags();
    this.keys(this.last, () => this.at, (to) => this.go(to, "step"));
    return [this.title(),
      h("div", { class: "pw-stage" },
        h("p", { class: "pw-heading" }, "Bid of the ending that begins here", h("small", {}, ` occurrences \u00d7 ${unit}`)),
        this.strip,
        h("p", { class: "pw-hint" }, "Drag the handle, or press ", h("kbd", { class: "pw-key" }, "\u2190"), " ", h("kbd", { class: "pw-key" }, "\u2192"),
          ". The dotted line is the whole word\u2019s bid.")),
      this.voice.node, this.map, this.leftOut(data)];
  }

  begin() { this.show(); }

  // The pointer may grip anywhere on the strip: the nearest place where an ending can begin is taken.
  drags() {
    const to = (event) => {
      const { left, width } = this.strip.getBoundingClientRect();
      this.go(Math.max(0, Math.min(this.last, Math.round(((event.clientX - left) / width) * this.letters.length))), "drag");
    };
    this.strip.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      event.preventDefault();
      this.strip.setPointerCapture(event.pointerId);
      this.handle.focus({ preventScroll: true });
      // On a letter or a bar the ending begins with it; the handle is where it is.
      const { left, width } = this.strip.getBoundingClientRect();
      if (!this.handle.contains(event.target)) this.go(Math.max(0, Math.min(this.last, Math.floor(((event.clientX - left) / width) * this.letters.length))), "drag");
    });
    this.strip.addEventListener("pointermove", (event) => {
      if (this.strip.hasPointerCapture(event.pointerId)) to(event);
    });
    this.handle.addEventListener("keydown", (event) => {
      const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      this.go(Math.max(0, Math.min(this.last, this.at + by)), "step");
    });
  }

  go(to, by) {
    if (to === this.at) return;
    this.at = to;
    this.show();
    this.tell(this.data.word, to, this.last, by);
  }

  show() {
    const { endings, words, names, holds, unit, hue } = this.data, { at } = this, now = endings[at], [whole] = endings;
    this.strip.style.setProperty("--at", at);
    this.letters.forEach((cell, i) => { i >= at ? (cell.dataset.hue = hue) : delete cell.dataset.hue; });
    this.bars.forEach((bar, i) => bar.classList.toggle("is-now", i === at));
    const lit = words.map(() => new Set());
    for (const [word, start] of now.places) for (let k = start; k < start + now.width; k++) lit[word].add(k);
    [...this.map.children].forEach((block, word) => {
      for (const cell of block.querySelectorAll(".pw-cell")) lit[word].has(Number(cell.dataset.cell)) ? (cell.dataset.hue = hue) : delete cell.dataset.hue;
    });
    const hues = { [now.symbol]: hue, [whole.symbol]: hue };
    const where = listed([...new Set(now.places.map(([word]) => names[word]))], holds[at]);
    const less = whole.score - now.score;
    this.handle.setAttribute("aria-valuenow", at);
    this.handle.setAttribute("aria-valuetext", `${now.symbol.replace(/\u23b5|<\/w>/, " end of word")}: ${sum(now)}`);
    this.voice.say(at ? "" : "The whole word, ", chip(now.symbol, hues), at ? " occurs " : ", occurs ", `${now.times === 1 ? "once" : `${figure(now.times)} times`}, in `, where, `: ${sum(now)} ${unit}`,
      at ? [less > 0 ? `. That is ${figure(less)} less than ` : less < 0 ? `. That is ${figure(-less)} more than ` : ". That is as much as ", chip(whole.symbol, hues), ` bids, ${sum(whole)}.`] : ".");
  }
}

customElements.get("ending-drag") || customElements.define("ending-drag", EndingDrag);

// <sampled-spellings>: cuts of one word drawn again and again, beside the exact share of each.
// Shares, draws and gaps stand inside it as JSON, in the order drawn; the page only counts what it has shown.
import { Stepper, announcer, calm, chip, h, row, svg } from "./shared.js";
import { Plate, plural } from "./plate.js";

const percent = (count, n) => (!n ? "" : count === n ? "100%" : `${((100 * count) / n).toFixed(1)}%`);
const points = (tenths) => (tenths / 10).toFixed(1);

// Draws come one by one, ten by ten, or all, faster and faster.
class Draws extends Stepper {
  constructor(host, last, show) {
    super(host, last, show);
    this.buttons.next.textContent = "Draw one";
    this.ten = h("button", { type: "button", class: "pw-button", onclick: () => this.go(this.at + 10, "next") }, "Draw ten");
    this.buttons.next.after(this.ten);
  }

  sync() {
    super.sync();
    this.ten.setAttribute("aria-disabled", String(this.at === this.last));
    this.buttons.run.textContent = this.timer ? "Pause" : "Draw all";
  }

  run() {
    if (this.at === this.last) return;
    if (calm()) return this.go(this.last);
    const tick = () => {
      const to = Math.min(this.last, this.at + Math.max(1, Math.round(this.at / 15))), more = to < this.last;
      this.timer = more ? setTimeout(tick, 130) : null;
      this.move(to, more ? "run" : "jump", more);
    };
    this.timer = setTimeout(tick, 0);
    this.sync();
  }
}

class SampledSpellings extends Plate {
  build({ word, hues, samples }) {
    Object.assign(this, { word, hues, samples });
    this.voice = announcer();
    this.chooser = samples.length > 1 && h("label", { class: "pw-select" }, "Draws from",
      h("select", { onchange: (event) => this.open(samples[event.target.selectedIndex], this.stepper.at) }, samples.map(({ title }) => h("option", {}, title))));
    this.stage = h("div", { class: "pw-stage pw-drawn", "aria-hidden": "true" });
    this.figures = h("dl", { class: "pw-figures" });
    return [this.title(this.chooser), this.stage, this.bar = h("div"), this.voice.node, this.body = h("div")];
  }

  begin() { this.open(this.samples[0], 0); }

  // ---------------------------------------------------------------- a title
  open(sample, at) {
    this.sample = sample;
    const { cuts, rare, shares, exact, scale, draws } = sample, own = shares.length - (rare > 0);
    const place = (share) => `${Math.min(100, (100 * share) / scale)}%`;
    this.bars = exact.map(() => h("span", { class: "pw-bar", style: "width:0" }));
    this.parts = exact.map(() => h("span", { role: "cell", class: "pw-spelling__part" }));
    this.rows = exact.map((share, i) => h("div", { role: "row", class: "pw-spelling" },
      h("span", { role: "rowheader", class: "pw-spelling__cut" }, i < own ? row(cuts[i].map((piece) => chip(piece, this.hues))) : plural(rare, "rarer cut")),
      h("span", { class: "pw-track", "aria-hidden": "true" }, this.bars[i], h("span", { class: "pw-track__mark", style: `left:${place(share)}` })),
      this.parts[i], h("span", { role: "cell", class: "pw-spelling__part" }, shares[i])));
    this.list = h("div", { role: "table", class: "pw-spellings", "aria-label": "Cuts, the likeliest first" },
      h("div", { role: "row", class: "pw-spelling pw-spelling--head" }, h("span", { role: "columnheader" }, "Cut"),
        h("span", { "aria-hidden": "true", class: "pw-spelling__scale" }, h("span", {}, "0"), h("span", {}, `${100 * scale}%`)),
        h("span", { role: "columnheader" }, "drawn"), h("span", { role: "columnheader" }, "exact")),
      this.rows);
    this.stepper?.drop();
    this.stepper = new Draws(this, draws.length, (to, from, how) => this.show(to, from, how));
    this.bar.replaceChildren(this.stepper.bar);
    this.body.replaceChildren(this.list, h("div", { class: "pw-two" }, h("section", {}, this.figures),
      h("section", {}, h("p", { class: "pw-heading" }, "Largest gap", h("small", {}, " in points, draw by draw")), this.curve())));
    this.stepper.at = Math.min(at, draws.length);
    this.stepper.move(this.stepper.at);
  }

  show(at, from, { by, playing }) {
    const { draws, cuts, rare, shares, gaps, scale, title } = this.sample, own = shares.length - (rare > 0), last = draws.length;
    const counts = shares.map(() => 0), met = new Set(draws.slice(0, at)), now = draws[at - 1], here = Math.min(now, own);
    for (const draw of draws.slice(0, at)) counts[Math.min(draw, own)] += 1;
    this.rows.forEach((each, i) => {
      const part = at ? counts[i] / at : 0;
      each.classList.toggle("is-now", at > 0 && i === here);
      this.bars[i].style.width = `${Math.min(100, (100 * part) / scale)}%`;
      this.bars[i].parentNode.classList.toggle("is-over", part > scale);
      this.parts[i].textContent = percent(counts[i], at);
    });
    this.stage.replaceChildren(h("span", { class: "pw-drawn__number" }, at ? `Draw ${at}` : "The word"), at ? row(cuts[now].map((piece) => chip(piece, this.hues))) : chip(this.word));
    if (at === from + 1 && !calm()) this.stage.lastChild.animate({ opacity: [0, 1], transform: ["translateY(-.4rem)", "none"] }, { duration: 160, easing: "ease-out" });
    const figure = (name, value, of) => h("div", {}, h("dt", {}, name), h("dd", {}, String(value), of != null && h("small", {}, ` ${of}`)));
    this.figures.replaceChildren(figure("draws", at, `of ${last}`), figure("different cuts so far", met.size, `of ${own + rare}`),
      figure("largest gap", at ? points(gaps[at - 1]) : "\u2013", at ? "points" : null));
    this.mark(at);
    this.voice.quiet(playing);
    this.voice.say(this.sentence(at, now, own, counts[here]));
    if (at !== from) this.tell(title, at, last, by);
  }

  sentence(at, now, own, count) {
    const { cuts, rare, shares, gaps, draws } = this.sample;
    if (!at) return ["Nothing is drawn yet. The mark in each row is the share that this cut of ", h("bdi", {}, this.word), " comes to in the long run."];
    if (at === draws.length) return `All draws are made, ${at} of them. No row is further from its mark than ${points(gaps[at - 1])} points.`;
    const rarer = now >= own, came = `come ${count === 1 ? "once" : `${count} times`}, ${percent(count, at)} of the draws`, share = shares[Math.min(now, own)];
    return [`Draw ${at}: `, row(cuts[now].map((piece) => chip(piece, this.hues))),
      rarer ? `, one of ${plural(rare, "rarer cut")}. Together they have ${came}; their exact share is ${share}.` : `. It has ${came}; its exact share is ${share}.`];
  }

  // ---------------------------------------------------------------- the gap
  // Draws are on a logarithmic axis: what the next ten change, the next hundred change more slowly.
  curve() {
    const { gaps } = this.sample, last = gaps.length, top = Math.max(...gaps, 1);
    this.point = (n) => [last > 1 ? (Math.log(n) / Math.log(last)) * 100 : 0, 3 + (1 - gaps[n - 1] / top) * 97];
    this.path = (to) => "M" + Array.from({ length: to }, (_, i) => this.point(i + 1).map((v) => v.toFixed(2)).join(" ")).join("L");
    // The top is named to the right of where the curve leaves it for good.
    const high = Math.max(0, gaps.findLastIndex((gap) => gap > 0.8 * top));
    this.done = svg("path", { class: "done" });
    this.area = svg("path", { class: "area" });
    this.dot = h("span", { class: "now" });
    const ticks = [1, 10, 100, 1000, 10000].filter((n) => n < last / 1.7).concat(last);
    return h("div", { "aria-hidden": "true" },
      h("div", { class: "pw-curvebox" }, svg("svg", { class: "pw-curve", viewBox: "0 0 100 100", preserveAspectRatio: "none" },
        svg("path", { class: "ahead", d: this.path(last) }), this.area, this.done),
        h("span", { class: "end", style: `left:calc(${this.point(high + 1)[0]}% + .9rem);top:0` }, points(Math.max(...gaps))),
        last > 1 && h("span", { class: "end", style: `right:.2rem;top:calc(${this.point(last)[1]}% - 1.8em)` }, points(gaps[last - 1])), this.dot),
      h("div", { class: "pw-ticks" }, ticks.map((n) => h("span", { style: `left:${last > 1 ? (Math.log(n) / Math.log(last)) * 100 : 0}%` }, String(n)))));
  }

  mark(at) {
    this.dot.toggleAttribute("hidden", !at);
    this.done.setAttribute("d", at ? this.path(at) : "");
    this.area.setAttribute("d", at ? `${this.path(at)}V100H0Z` : "");
    if (!at) return;
    const [x, y] = this.point(at);
    this.dot.style.left = `calc(.4rem + (100% - .8rem) * ${x / 100})`;
    this.dot.style.top = `${y}%`;
  }
}

customElements.get("sampled-spellings") || customElements.define("sampled-spellings", SampledSpellings);

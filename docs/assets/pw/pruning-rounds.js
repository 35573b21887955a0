// <pruning-rounds>: a vocabulary that starts too large. EM moves the shares of its pieces, the cheapest go, and so on.
// It replays the moments that stand inside it as JSON; what is cheap, and for whom, was found when the page was made.
import { Stepper, announcer, calm, chip, h, pointer, row, svg } from "./shared.js";
import { Plate, TIES, plural } from "./plate.js";
import { Words } from "./words.js";

const signed = (n) => n.toFixed(1).replace("-", "\u2212");
const percent = (share) => `${(share * 100).toFixed(1)}%`;

const longest = (pieces) => Math.max(2, ...pieces.map((piece) => piece.length));

class PruningRounds extends Plate {
  build(data) {
    this.data = data;
    const { moments, pieces, hues } = data, last = moments.length - 1;
    this.states = moments.reduce((all, { changed }) => [...all, (all.at(-1) ?? data.words).map((cut, i) => changed[i] ?? cut)], []);
    this.em = moments.some(({ kind }) => kind === "em");
    this.voice = announcer();
    this.stepper = new Stepper(this, last, (at, from, how) => this.show(at, from, how));
    this.stepper.pace = Math.max(400, this.stepper.pace);
    this.words = new Words("Words, as they are cut", data.counts, hues, data.beyond);
    this.scrub = h("input", { type: "range", class: "pw-scrub", min: 0, max: last, step: 1, value: 0, "aria-label": "Estimates and removals",
      oninput: () => this.stepper.go(Number(this.scrub.value), "scrub") });
    this.heading = h("p", { class: "pw-heading" });
    this.offers = h("div", { role: "list", class: "pw-bars", style: `--longest:${longest(moments.flatMap(({ next }) => next.map(([piece]) => piece)))}` });
    this.note = h("p", { class: "pw-note" });
    this.figures = h("dl", { class: "pw-figures" });
    this.most = Math.max(...moments.flatMap(({ shares }) => shares));
    this.rows = pieces.map((piece) => {
      const parts = { was: h("span", { class: "pw-share__was" }), bar: h("span", { class: "pw-share__bar", "data-hue": hues[piece] }), value: h("span", { class: "pw-share__value" }) };
      return { piece, ...parts, node: h("div", { role: "listitem", class: "pw-share" }, chip(piece, hues), h("span", { class: "pw-share__track" }, parts.was, parts.bar), parts.value) };
    });
    this.others = h("p", { class: "pw-note" });
    const many = moments[0].others[0] > 0, kinds = ["Longer pieces", "Single symbols, which stay"];
    const shared = h("div", { class: "pw-shares" + (longest(pieces) > 5 ? " is-long" : "") }, kinds.map((kind, n) => h("section", {}, h("p", { class: "pw-note" }, kind),
      h("div", { role: "list", "aria-label": `${kind}: their shares`, style: `--longest:${longest(pieces.filter((_, i) => data.stays[i] === Boolean(n)))}` },
        this.rows.filter((_, i) => data.stays[i] === Boolean(n)).map(({ node }) => node)))));
    this.gone = h("div", { role: "list", class: "pw-gone", "aria-label": "Pieces just removed" });
    return [this.title(), this.words.node,
      data.words.length < data.all && h("p", { class: "pw-note pw-stagenote" }, `${data.words.length} of ${data.all.toLocaleString("en")} words: those that are cut anew most often${data.drawn ? ` of the ${data.drawn} commonest` : ""}. All are counted.`),
      this.stepper.bar, this.voice.node,
      h("div", { class: "pw-two" },
        h("section", { class: "pw-cheapest" }, this.heading, this.offers, this.gone, this.note),
        h("section", {}, this.figures, this.curve(), this.scrub, h("p", { class: "pw-note pw-stagenote" }, (this.em ? "Shaded steps are EM, the others removals. " : "Each step is a removal. ") + "The line is over all cuts, with a removed piece\u2019s share given to the rest."))),
      h("p", { class: "pw-heading" }, many ? "The largest shares" : "Every piece and its share", h("small", {}, " | marks where it stood before")),
      shared, many && this.others];
  }

  begin() {
    this.words.reserve(this.states);
    this.stepper.move(0);
    let width = this.offsetWidth;
    const settle = () => {
      this.words.reserve(this.states);
      this.words.draw(this.states[this.stepper.at]);
    };
    new ResizeObserver(() => {
      if (this.offsetWidth === width) return;
      width = this.offsetWidth;
      settle();
    }).observe(this);
    document.fonts.ready.then(settle);
  }

  show(at, from, { by, playing }) {
    const { moments } = this.data, step = Math.abs(at - from) === 1, now = moments[at];
    const changed = step && at > from ? now.changed : {}, old = this.states[from];
    this.words.draw(this.states[at], { move: step, fresh: (piece, w) => w in changed && !old[w].includes(piece) });
    this.scrub.value = at;
    this.scrub.setAttribute("aria-valuetext", `${at} of ${moments.length - 1}: ${this.place(at)}`);
    this.showOffers(now);
    this.showShares(at);
    this.showFigures(at);
    this.voice.quiet(playing);
    this.describe(at, from);
    if (at !== from) this.tell("", at, this.stepper.last, by);
  }

  place(at) {
    const { kind, round } = this.data.moments[at];
    return kind === "seed" ? "the seed" : kind === "em" ? `round ${round}, EM` : `round ${round}, removal`;
  }

  // ---------------------------------------------------------------- what goes
  // The ranking, where there is one; after the last removals of a round, what they were.
  showOffers({ next, tied, going, gone, kind }) {
    const { by, ties, singly, hues } = this.data, over = this.stepper.at === this.stepper.last;
    const [first] = next, scale = Math.max(1e-9, ...next.map(([, , score]) => score));
    this.heading.replaceChildren(first ? "The cheapest pieces" : over ? "No more are removed" : gone.length ? "Just removed" : "Not ranked yet",
      first || gone.length ? h("small", {}, by === "loss" ? " what the best cuts lose, in nats" : " how often the best cuts use them") : "");
    this.offers.toggleAttribute("hidden", !first);
    this.offers.replaceChildren(...next.map(([piece, parts, score], i) => {
      const top = score === first[2], tag = i >= going ? "stays" : !singly ? "goes" : i ? "then" : "next";
      const mark = (on) => {
        this.words.ring(on, [piece]);
        for (const each of this.rows) if (each.piece === piece || parts.includes(each.piece)) each.node.classList.toggle("is-wanted", on);
      };
      return h("div", { role: "listitem", class: [top && "is-top", i === 0 && "is-next", top && tied > 1 && "is-tied", i >= going && "is-staying"].filter(Boolean).join(" ") },
        pointer({ class: "pw-row" }, mark, h("span", { class: "pw-pair" }, chip(piece, hues)),
          h("span", { class: "pw-instead" }, h("span", { class: "pw-vh" }, " read as "), row(parts.map((part) => chip(part, hues)))),
          h("span", { class: "pw-bar", style: `width:${(score / scale) * 100}%` }),
          h("span", { class: "pw-count" }, this.cost(score), h("small", {}, tag))));
    }));
    this.showGone(this.data.moments[this.stepper.at], !first && gone.length > 0);
    const all = tied > 1 ? `${tied} pieces tie at ${this.cost(first[2])}; ${TIES[ties].replace("wins", "goes")}. ` : "";
    this.note.textContent = first ? `${all}${plural(going, "piece goes", "pieces go")} before ${this.em ? "EM comes again" : "the next ranking"}.`
      : over ? this.ending() : kind === "seed" ? "EM comes first: pieces are ranked by what it finds." : "The round is over. EM comes first, then a new ranking.";
  }

  showGone({ gone, went, free }, shown) {
    const rest = went - gone.length;
    this.gone.toggleAttribute("hidden", !shown);
    this.gone.replaceChildren(...gone.map(([piece, , score]) => h("div", { role: "listitem" }, chip(piece, this.data.hues, { class: "is-struck" }), this.cost(score))),
      rest > 0 ? h("div", { role: "listitem" }, `and ${rest} ${rest <= free ? "more, for nothing" : "cheaper ones"}`) : "");
  }

  ending() {
    const { stopped, moments } = this.data, { size } = moments.at(-1);
    return stopped === "nothing left" ? "The seed holds no more pieces than were asked for." : `The ${plural(size, "piece")} that were asked for are left.`;
  }

  // ---------------------------------------------------------------- shares
  showShares(at) {
    const { moments, stays } = this.data, now = moments[at].shares, before = moments[at - 1]?.shares ?? now;
    this.rows.forEach(({ node, bar, was, value }, i) => {
      const share = now[i], old = before[i], there = share != null;
      const by = there && old != null ? share - old : 0, moved = Math.abs(by) >= 0.0005;
      node.className = ["pw-share", !there && "is-gone", !there && old != null && "is-going", stays[i] && "is-single"].filter(Boolean).join(" ");
      bar.style.width = `${((share ?? 0) / this.most) * 100}%`;
      was.style.left = `${((old ?? 0) / this.most) * 100}%`;
      was.toggleAttribute("hidden", old == null || (there && !moved) || (!there && old < 0.0005));
      value.replaceChildren(there ? percent(share) : "gone",
        moved ? h("span", { class: "pw-share__way", "aria-hidden": "true" }, by > 0 ? "\u2191" : "\u2193") : "",
        moved ? h("span", { class: "pw-vh" }, `, ${by > 0 ? "up" : "down"} from ${percent(old)}`) : "");
    });
    const [count, share] = moments[at].others;
    this.others.textContent = `${plural(count, "more piece shares", "more pieces share")} the other ${percent(share)}.`;
  }

  // ---------------------------------------------------------------- figures
  showFigures(at) {
    const { moments, rounds } = this.data, now = moments[at];
    const figure = (name, value, of) => h("div", {}, h("dt", {}, name), h("dd", {}, String(value), of != null && h("small", {}, ` of ${of}`)));
    this.figures.replaceChildren(figure("round", now.round, rounds), figure("pieces", now.size), figure("tokens", now.tokens),
      figure("log-likelihood", signed(now.likelihoods.at(-1))));
    this.done.setAttribute("d", this.path(at));
    const [x, y] = this.point(at);
    this.dot.style.left = `calc(.4rem + (100% - .8rem) * ${x / 100})`;
    this.dot.style.top = `${y}%`;
  }

  // The slider runs right under the line. A pass of EM is a part of a step; shaded steps are EM's.
  curve() {
    const { moments } = this.data, last = moments.length - 1, all = moments.flatMap(({ likelihoods }) => likelihoods);
    const top = Math.max(...all), low = Math.min(...all), height = (value) => 18 + ((top - value) / (top - low || 1)) * 76;
    const points = moments.map(({ likelihoods }, i) => likelihoods.map((value, k) =>
      [((i ? i - 1 + (k + 1) / likelihoods.length : 0) / (last || 1)) * 100, height(value)]));
    this.point = (i) => points[i].at(-1);
    this.path = (to) => "M" + points.slice(0, to + 1).flat().map((point) => point.join(" ")).join("L");
    this.done = svg("path", { class: "done" });
    this.dot = h("span", { class: "now" });
    const wide = 100 / (last || 1);
    const bands = moments.flatMap(({ kind }, i) => (kind === "em" ? [svg("rect", { class: "em", x: (i - 1) * wide, width: wide, y: 0, height: 100 })] : []));
    const chart = svg("svg", { class: "pw-curve", viewBox: "0 0 100 100", preserveAspectRatio: "none" }, ...bands, svg("path", { class: "ahead", d: this.path(last) }), this.done);
    const tag = (value) => {
      const [x, y] = points.flat()[all.indexOf(value)];
      return h("span", { class: "end", style: `${x > 50 ? "right" : "left"}:calc(${x > 50 ? 100 - x : x}% + .7rem);top:calc(${y}% - ${value === top ? 1.25 : 0.9}em)` }, signed(value));
    };
    return h("div", { class: "pw-curvebox pw-zigzag", "aria-hidden": "true" }, chart, tag(top), low < top && tag(low), this.dot);
  }

  // ---------------------------------------------------------------- the sentence
  describe(at, from) {
    const { moments, hues, by, singly, stopped } = this.data, now = moments[at], c = (piece) => chip(piece, hues);
    const likelihood = signed(now.likelihoods.at(-1)), end = at === this.stepper.last ? " " + this.ending() : "";
    const back = at < from ? "Back at " : "", place = (text) => (back ? back + text : text[0].toUpperCase() + text.slice(1));
    if (now.kind === "seed")
      return this.voice.say(`The seed: ${plural(now.size, "piece")}, each with its share of all that were counted. The log-likelihood of the words is ${likelihood}.${end}`);
    if (now.kind === "em") {
      const before = signed(moments[at - 1].likelihoods.at(-1)), [most, least] = now.moved;
      return this.voice.say(place(`round ${now.round}: `), before === likelihood ? `EM leaves the log-likelihood at ${likelihood}.` : `EM takes the log-likelihood from ${before} to ${likelihood}.`,
        most ? [" ", c(most), " gains most, ", c(least), " loses most."] : " Hardly a share moves.", end);
    }
    const tokens = ` ${plural(now.tokens, "token")}.`;
    if (!singly) {
      const [first] = now.gone, dear = now.went - now.free;
      return this.voice.say(place(`round ${now.round}: ${plural(now.went, "piece goes", "pieces go")}, ${dear ? (now.free ? `${now.free} of them for nothing` : "none for nothing") : "all for nothing"}.`),
        dear ? [" The dearest is ", c(first[0]), `, ${this.price(first[2])}, read `, row(first[1].map(c)), " instead."] : "", tokens, end);
    }
    const [piece, parts, score, places] = now.gone[0], number = moments.slice(0, at + 1).filter(({ kind }) => kind === "prune").length;
    this.voice.say(place(`removal ${number}: `), c(piece),
      score === 0 && !places ? [" goes for nothing: no best cut uses it."]
      : [score === 0 ? " goes for nothing" : ` goes, ${this.price(score)}`, `. Its ${plural(places, "place is", "places are")} read `, row(parts.map(c)), score === 0 ? " as well." : " instead."],
      tokens, end);
  }

  cost(score) { return score === 0 || this.data.by !== "loss" ? String(score) : score < 0.05 ? "<0.1" : score.toFixed(1); }
  price(score) { return this.data.by === "loss" ? `a loss of ${this.cost(score)} nats` : `used ${plural(score, "time")}`; }
}

customElements.get("pruning-rounds") || customElements.define("pruning-rounds", PruningRounds);

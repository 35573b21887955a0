// <count-and-score>: the pairs of one corpus in two orders, by count and by score, and what follows from each.
// It replays the turns of both learners that stand inside it as JSON; every count and rank was found when the page was made.
import { Stepper, announcer, chip, h, pointer, row, svg } from "./shared.js";
import { Plate, TIES, plural } from "./plate.js";
import { Words } from "./words.js";

const NAMES = ["By count", "By score"], OTHERS = ["What the score takes", "What the count takes"], TAGS = ["score\u2019s", "count\u2019s"];
const key = ([left, right]) => `${left}\0${right}`;
const nth = (n) => n + ((n % 100) - (n % 10) === 10 ? "th" : ({ 1: "st", 2: "nd", 3: "rd" }[n % 10] ?? "th"));

// A pair as the data hold it.
const asOffer = ([left, right, count, first, second, score, rank, there]) => ({ pair: [left, right], count, first, second, score, rank, there });
const sum = ({ count, first, second }) => `${count} / (${first} \u00d7 ${second}) = `;

class CountAndScore extends Plate {
  build(data) {
    this.corpora = data.map((corpus) => ({ ...corpus, sides: corpus.sides.map((side) => ({ ...side,
      turns: side.turns.map((turn) => ({ ...turn, rows: turn.rows.map(asOffer) })) })) }));
    this.voice = announcer();
    this.body = h("div");
    const chooser = data.length > 1 && h("label", { class: "pw-select" }, "Corpus",
      h("select", { onchange: (event) => {
        this.open(this.corpora[event.target.selectedIndex]);
        this.stepper.move(0);
        this.tell(this.corpus.title, 0, this.stepper.last, "jump");
      } }, data.map(({ title }) => h("option", {}, title))));
    return [this.title(chooser), this.body];
  }

  begin() {
    this.open(this.corpora[0]);
    this.stepper.move(0);
    let width = this.offsetWidth;
    const settle = () => {
      this.reserve();
      this.stages.forEach((stage, side) => stage.draw(this.states[side][this.stepper.at]));
      this.join();
    };
    new ResizeObserver(() => {
      if (this.offsetWidth === width) return;
      width = this.offsetWidth;
      settle();
    }).observe(this);
    document.fonts.ready.then(settle);
  }

  open(corpus) {
    this.corpus = corpus;
    this.stepper?.drop();
    this.stepper = new Stepper(this, corpus.sides[0].turns.length - 1, (at, from, how) => this.show(at, from, how));
    this.stepper.pace = Math.max(500, this.stepper.pace);
    this.states = corpus.sides.map(({ turns }) => turns.reduce((all, { changed }) =>
      [...all, (all.at(-1) ?? corpus.words).map((cut, i) => changed[i] ?? cut)], []));
    this.stages = NAMES.map((name) => new Words(`Words, in pieces, ${name.toLowerCase()}`, corpus.counts, corpus.hues, corpus.beyond));
    this.figures = NAMES.map(() => h("small"));
    this.lists = NAMES.map((name) => h("div", { role: "list", "aria-label": `Pairs, ${name.toLowerCase()}`, class: "pw-offers" }));
    this.notes = NAMES.map(() => h("p", { class: "pw-note" }));
    this.lines = svg("svg", { class: "pw-lines", "aria-hidden": "true" });
    const parts = [
      h("div", { class: "pw-versus is-stages" }, this.stages.map(({ node }, side) => h("section", { "aria-label": NAMES[side] }, h("p", { class: "pw-heading" }, NAMES[side], " ", this.figures[side]), node))),
      corpus.words.length < corpus.all && h("p", { class: "pw-note pw-stagenote" }, `${corpus.words.length} of ${corpus.all.toLocaleString("en")} words: those that are cut anew most often. All are counted.`),
      this.stepper.bar, this.voice.node,
      this.tables = h("div", { class: "pw-versus" }, this.lists.map((list, side) => h("section", { "aria-label": `Pairs, ${NAMES[side].toLowerCase()}` },
        h("p", { class: "pw-heading" }, side ? ["Pairs by score ", h("small", {}, "count / (first \u00d7 second)")] : ["Pairs by count"]), list, this.notes[side])), this.lines),
    ].filter(Boolean);
    // The live region stays where it is, or it would fall silent.
    if (!this.voice.node.isConnected) this.body.replaceChildren(...parts);
    else {
      const cut = parts.indexOf(this.voice.node);
      for (const node of [...this.body.children]) if (node !== this.voice.node) node.remove();
      this.voice.node.before(...parts.slice(0, cut));
      this.voice.node.after(...parts.slice(cut + 1));
    }
    this.reserve();
  }

  // Both stages are as tall as the taller one at its fullest.
  reserve() {
    this.stages.forEach((stage, side) => stage.reserve(this.states[side]));
  }

  show(at, from, { by, playing }) {
    const { sides, title } = this.corpus, step = Math.abs(at - from) === 1;
    this.pointed = null;
    sides.forEach(({ turns }, side) => {
      const { did: [, , made], tokens } = turns[at];
      this.stages[side].draw(this.states[side][at], { move: step, fresh: (piece) => at > from && piece === made });
      this.figures[side].textContent = plural(tokens, "token");
      this.showOffers(side);
      this.showNote(side);
    });
    this.join();
    this.voice.quiet(playing);
    this.describe(at, from);
    if (at !== from) this.tell(title, at, this.stepper.last, by);
  }

  // The pair that a side takes next, if it does.
  takes(side) {
    const { steps, turns } = this.corpus.sides[side], { at } = this.stepper;
    return at < steps ? turns[at].rows[0] : undefined;
  }

  chips(pair) { return pair.flatMap((part, i) => [i ? h("span", { class: "pw-vh" }, " and ") : "", chip(part, this.corpus.hues)]); }

  // ---------------------------------------------------------------- the tables
  showOffers(side) {
    const { sides } = this.corpus, { rows, tied } = sides[side].turns[this.stepper.at];
    const mine = this.takes(side), other = this.takes(1 - side);
    const value = (offer) => (side ? offer.count / (offer.first * offer.second) : offer.count);
    const scale = side ? value(rows[0] ?? {}) : sides[0].turns[0].rows[0]?.count ?? 1;
    this.lists[side].replaceChildren(...rows.map((offer, i) => {
      const top = mine && value(offer) === value(mine), wanted = other && key(other.pair) === key(offer.pair);
      const tag = [mine && i === 0 ? "next" : top ? "tie" : "", wanted && !(mine && i === 0) && TAGS[side]].filter(Boolean).join(", ");
      const small = tag && h("small", {}, tag), elsewhere = offer.there ? `, ${nth(offer.there)} ${NAMES[1 - side].toLowerCase()}` : "";
      const css = [top && "is-top", mine && i === 0 && "is-next", top && tied > 1 && "is-tied", wanted && "is-others", i && offer.rank > rows[i - 1].rank + 1 && "is-far"];
      return h("div", { role: "listitem", class: css.filter(Boolean).join(" "), "data-pair": key(offer.pair) },
        pointer({ class: "pw-offer" + (side ? " pw-offer--score" : "") }, (on) => this.point(offer, on),
          h("span", { class: "pw-rank" }, `${offer.rank}`), h("span", { class: "pw-pair" }, this.chips(offer.pair)),
          side ? h("span", { class: "pw-sum" }, small, sum(offer), h("b", {}, offer.score)) : h("span", { class: "pw-count" }, small, String(offer.count)),
          h("span", { class: "pw-bar", style: `width:${Math.min(100, (value(offer) / scale) * 100)}%` }),
          elsewhere && h("span", { class: "pw-vh" }, elsewhere)));
    }));
  }

  showNote(side) {
    const { sides } = this.corpus, { ties, floor, stopped, steps, turns } = sides[side], { of, tied, rows } = turns[this.stepper.at];
    const there = this.pointed && !rows.some(({ pair }) => key(pair) === key(this.pointed.pair));
    const stands = (offer, what) => [what, " ", this.chips(offer.pair), offer.there ? `, stands ${nth(offer.there)} of ${of} here.` : ", is not on offer here."];
    if (there) return this.notes[side].replaceChildren(...this.chips(this.pointed.pair), this.pointed.there ? ` stands ${nth(this.pointed.there)} of ${of} here.` : " is not on offer here.");
    if (this.stepper.at >= steps) {
      const why = stopped !== "nothing left" ? "It stops here because no more was asked for." : floor > 1 ? `No pair occurs ${floor === 2 ? "twice" : `${floor} times`} any more.` : "No two symbols stand side by side any more.";
      return this.notes[side].replaceChildren(why);
    }
    const mine = this.takes(side), other = this.takes(1 - side);
    const best = side ? mine.score : mine.count;
    this.notes[side].replaceChildren(tied > 1 ? `${tied} pairs tie at ${best}; ${TIES[ties]}. ` : "No tie. ",
      ...(other ? stands(other, OTHERS[side] + ",").flat() : []));
  }

  // A pair that is pointed at is lit in both tables, in both cuts, and on the line between.
  point(offer, on) {
    const lit = key(offer.pair);
    this.pointed = on ? offer : null;
    this.lists.forEach((list) => [...list.children].forEach((item) => item.classList.toggle("is-twin", on && item.dataset.pair === lit)));
    this.stages.forEach((stage) => stage.ring(on, offer.pair));
    this.lines.classList.toggle("is-pointed", on);
    for (const line of this.lines.children) line.classList.toggle("is-twin", on && line.dataset.pair === lit);
    NAMES.forEach((_, side) => this.showNote(side));
  }

  // A line from where a pair stands by count to where it stands by score.
  join() {
    const box = this.tables.getBoundingClientRect(), next = [0, 1].map((side) => this.takes(side)).map((offer) => offer && key(offer.pair));
    this.lines.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
    const rights = new Map([...this.lists[1].children].map((item) => [item.dataset.pair, item.getBoundingClientRect()]));
    this.lines.replaceChildren(...[...this.lists[0].children].flatMap((item) => {
      const { pair } = item.dataset, right = rights.get(pair), left = item.getBoundingClientRect();
      if (!right) return [];
      const [x1, x2, y1, y2] = [left.right - box.left + 3, right.left - box.left - 3, left.top + left.height / 2 - box.top, right.top + right.height / 2 - box.top];
      const bend = (x2 - x1) * 0.5, line = svg("path", { d: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`, "data-pair": pair });
      line.setAttribute("class", [pair === next[0] && "is-count", pair === next[1] && "is-score"].filter(Boolean).join(" "));
      return [line];
    }));
  }

  // ---------------------------------------------------------------- the sentence
  describe(at, from) {
    const { sides, learned: [count, score, shared], hues } = this.corpus, pair = (offer) => row(offer.pair.map((part) => chip(part, hues)));
    const end = at === this.stepper.last ? ` By count ${plural(count, "piece is", "pieces are")} learned, by score ${score}; ${shared} ${shared === 1 ? "is" : "are"} the same.` : "";
    if (!at) {
      const [first, second] = [0, 1].map((side) => this.takes(side));
      if (!first && !second) return this.voice.say(`Nothing is joined yet, and no pair is on offer.${end}`);
      const same = first && second && key(first.pair) === key(second.pair);
      return this.voice.say("Nothing is joined yet. ", same ? ["Count and score both take ", pair(first), " first."]
        : [first ? ["The count takes ", pair(first)] : "The count takes nothing", second ? [" first, the score ", pair(second), "."] : " first, the score nothing."], end);
    }
    const parts = sides.map(({ turns, steps }, side) => {
      const name = side ? "by score" : "by count", offer = turns[at - 1].rows[0], [left, right, made] = turns[at].did;
      if (at > steps) return [`${name}, learning has ended`];
      const c = (piece) => chip(piece, hues);
      return [`${name} `, c(left), " and ", c(right), " join into ", c(made), side ? [", ", sum(offer), offer.score] : `, ${plural(offer.count, "time")}`];
    });
    this.voice.say(at < from ? `Back at step ${at}: ` : `Step ${at}: `, parts[0], "; ", parts[1], `.${end}`);
  }
}

customElements.get("count-and-score") || customElements.define("count-and-score", CountAndScore);

// <word-lattice>: the pieces of a word over the letters they span, its best cuts, and how the best is found.
// Chances, cuts and every way to every place stand inside it as JSON; nothing is computed here.
import { Stepper, announcer, chip, h, pointer, row, spelled } from "./shared.js";
import { Plate, plural } from "./plate.js";

const LONG = 11; // symbols whose places a phone numbers in one line
const MODES = ["The best cuts, in order", "How the best is found"];

// A number as the data write it, the power of ten raised.
export const powers = (text) => {
  const [digits, power] = text.split("e");
  return power === undefined ? [text] : [`${digits}\u00b710`, h("sup", {}, power.replace("-", "\u2212"))];
};

class WordLattice extends Plate {
  build({ hues, words }) {
    Object.assign(this, { hues, words, mode: 0 });
    this.voice = announcer();
    this.stage = h("div", { class: "pw-stage" });
    this.about = h("p", { class: "pw-note" });
    this.body = h("div");
    this.chooser = words.length > 1 && h("label", { class: "pw-select" }, "Word",
      h("select", { onchange: (event) => this.open(words[event.target.selectedIndex]) }, words.map(({ word }) => h("option", {}, word))));
    return [this.title(this.chooser), this.switch(), this.stage, this.about, this.bar = h("div"), this.voice.node, this.body];
  }

  begin() {
    this.open(this.words[0]);
    document.fonts.ready.then(() => this.reserve());
    let width = this.offsetWidth;
    new ResizeObserver(() => {
      if (this.offsetWidth === width) return;
      width = this.offsetWidth;
      this.reserve();
    }).observe(this);
  }

  switch() {
    const name = `pw-lattice-${Math.random().toString(36).slice(2)}`;
    return h("div", { class: "pw-switch", role: "radiogroup", "aria-label": "What to step through" }, MODES.map((title, i) =>
      h("label", { class: "pw-check" }, h("input", { type: "radio", name, checked: i === 0, onchange: () => {
        this.mode = i;
        this.open(this.word);
      } }), title)));
  }

  // ---------------------------------------------------------------- a word
  open(word) {
    this.word = word;
    this.wanted = [];
    this.mode ? this.openWalk() : this.openCuts();
    this.draw();
    this.reserve();
    this.stepper.move(0);
    this.explain();
  }

  openStepper(last, show) {
    this.stepper?.drop();
    this.stepper = new Stepper(this, last, (at, from, { by, playing }) => {
      this.voice.quiet(playing);
      show(at, from);
      if (at !== from) this.tell(this.word.word, at, last, by);
    });
    this.stepper.pace = 900;
    this.bar.replaceChildren(this.stepper.bar);
  }

  draw() {
    const { symbols, edges } = this.word, n = symbols.length;
    this.nodes = Array.from({ length: n + 1 }, (_, i) => h("span", { class: "pw-node", style: `--i:${i}` }, h("b")));
    this.bars = edges.map(({ start, end, piece, lane, chance, share, part }, i) => {
      const letters = symbols.slice(start, end).map((symbol) => h("span", { "aria-hidden": "true" }, spelled(symbol)));
      for (const hidden of letters.flatMap((letter) => [...letter.querySelectorAll(".pw-vh")])) hidden.remove();
      return pointer({ class: "pw-edge", "data-edge": i, "data-hue": end - start > 1 ? this.hues[piece] : null,
        style: `grid-column:${start + 1}/span ${end - start};grid-row:${lane + 1};--n:${end - start};--share:${part}` },
        (on) => this.point(i, on), letters,
        h("span", { class: "pw-vh" }, spelled(piece), `, ${start} to ${end}, `, chance ? ["probability ", powers(chance)] : "no piece", `, used by ${share}`));
    });
    this.tracks = h("div", { class: "pw-edges", role: "group", "aria-label": "Pieces, where they fit" }, this.bars);
    this.stage.classList.toggle("is-walk", this.mode === 1);
    this.stage.replaceChildren(h("div", { class: n > LONG ? "pw-lattice is-long" : "pw-lattice", style: `--n:${n}` },
      h("div", { class: "pw-nodes", "aria-hidden": "true" }, this.nodes), this.tracks));
  }

  piece(i) { return chip(this.word.edges[i].piece, this.hues); }

  // A path is drawn along its pieces, and from lane to lane along the places between letters.
  path(own) {
    const { edges } = this.word, lanes = [-1, ...own.map((i) => edges[i].lane), -1], places = [0, ...own.map((i) => edges[i].end)];
    this.bars.forEach((bar, i) => bar.classList.toggle("is-on", own.includes(i)));
    this.nodes.forEach((node, i) => node.classList.toggle("is-on", own.length > 0 && places.includes(i)));
    this.tracks.querySelectorAll(".pw-link-up").forEach((link) => link.remove());
    if (own.length) this.tracks.append(...places.flatMap((place, k) => {
      const [a, b] = [lanes[k], lanes[k + 1]].sort((x, y) => x - y);
      return a === b ? [] : [h("span", { class: "pw-link-up", style: `--i:${place};--a:${a};--b:${b}` })];
    }));
  }

  // What is pointed at last is explained, and the cuts that use it are marked.
  point(i, on) {
    this.wanted = this.wanted.filter((other) => other !== i);
    if (on) this.wanted.push(i);
    this.explain();
  }

  explain() {
    const { edges, paths } = this.word, i = this.wanted.at(-1);
    this.bars.forEach((bar, k) => bar.classList.toggle("is-wanted", k === i));
    this.rows.forEach((each, k) => each.classList.toggle("is-using", paths[k].edges.includes(i)));
    if (i === undefined) return this.about.replaceChildren(this.mode
      ? "Above each place: the logarithm of the best way there. Filled: the piece that this way arrives by."
      : "Each piece is filled as high as the share of cuts that use it. Point at one, or tap it.");
    const { start, end, chance, share } = edges[i];
    this.about.replaceChildren(this.piece(i), ` from ${start} to ${end}: `, chance ? h("span", {}, "probability ", powers(chance)) : "no piece, so no probability",
      `. A cut drawn for this word uses it with a chance of ${share}.`);
  }

  // ---------------------------------------------------------------- the best cuts
  openCuts() {
    const { paths, cuts, rest } = this.word, left = cuts - paths.length;
    this.openStepper(paths.length - 1, (at) => this.showCut(at));
    this.rows = paths.map(({ edges, share, part }, i) => h("button", { type: "button", class: "pw-cut", onclick: () => this.stepper.go(i) },
      h("span", { class: "pw-cut__rank" }, String(i + 1)),
      row(edges.map((edge) => this.piece(edge))),
      h("span", { class: "pw-bar", style: `width:${(part / paths[0].part) * 100}%` }),
      h("span", { class: "pw-count" }, share)));
    this.body.replaceChildren(
      h("p", { class: "pw-heading" }, cuts === 1 ? "The only cut" : left > 0 ? `The best ${paths.length} of ${cuts} cuts` : `All ${cuts} cuts`,
        h("small", {}, " and their share of all probability")),
      h("div", { role: "list", class: "pw-cuts" }, this.rows.map((each) => h("div", { role: "listitem" }, each))),
      left > 0 ? h("p", { class: "pw-note" }, `${plural(left, "other cut has", "other cuts have")} ${rest} together.`) : "");
  }

  // Every piece over its probability; a symbol that no piece holds takes no part.
  product({ edges, product }) {
    const factor = (i) => h("span", {}, this.piece(i), " ", h("span", {}, powers(this.word.edges[i].chance || "?")));
    return h("span", { class: "pw-product" },
      edges.map((i, k) => h("span", {}, factor(i), k + 1 < edges.length && h("i", {}, " \u00d7 "))), " ", h("span", {}, h("i", {}, "= "), h("b", {}, powers(product))), " ");
  }

  showCut(at) {
    const { paths, cuts, edges } = this.word, path = paths[at], { share, times } = path;
    this.path(path.edges);
    this.nodes.forEach((node, i) => node.firstChild.replaceChildren(String(i)));
    this.rows.forEach((each, i) => {
      each.classList.toggle("is-now", i === at);
      each.setAttribute("aria-current", String(i === at));
    });
    const rank = cuts === 1 ? ["There is no other way to cut it."]
      : at === 0 ? [`The best of ${cuts} cuts: it has ${share} of the probability of all of them.`]
      : [`Cut ${at + 1} of ${cuts}: it has ${share} of the probability of all. `, times ? ["The best is ", powers(times), " times as probable."] : "It is as probable as the best."];
    if (edges.some(({ chance }) => !chance)) rank.push(" A symbol that no piece holds has no probability; the others are multiplied.");
    this.voice.say(this.product(path), h("span", {}, rank));
  }

  // ---------------------------------------------------------------- the walk
  openWalk() {
    this.rows = [];
    this.openStepper(this.word.symbols.length + 1, (at) => this.showWalk(at));
    this.heading = h("p", { class: "pw-heading" });
    this.list = h("div", { role: "list", class: "pw-ways" });
    this.body.replaceChildren(this.heading, this.list);
  }

  // At 0 nothing is known, at each place one more way is kept, and after the last they are read from the end.
  showWalk(at) {
    const { edges, ways, tops, paths } = this.word, n = ways.length, done = at > n;
    const kept = ways.slice(0, at).map(([{ edge }]) => edge), here = (ways[at - 1] ?? []).map(({ edge }) => edge), back = [...paths[0].edges].reverse();
    this.path(done ? paths[0].edges : []);
    this.bars.forEach((bar, i) => {
      bar.classList.toggle("is-kept", kept.includes(i));
      bar.classList.toggle("is-here", here.includes(i));
      bar.classList.toggle("is-lost", edges[i].end <= at && !kept.includes(i));
    });
    this.nodes.forEach((node, i) => {
      node.classList.toggle("is-here", i === at);
      node.firstChild.replaceChildren(i <= at ? tops[i] : "");
    });
    this.voice.say(at === 0 ? "At 0 nothing is read yet, and that is certain: its logarithm is 0. Go right, and keep for each place only the best way there."
      : done ? ["Read it from the end: ", back.map((i, k) => [k ? ", " : "", this.piece(i), ` from ${edges[i].start}`]),
        `. That is the best of ${plural(this.word.cuts, "cut")}, found with ${plural(edges.length, "sum")}.`]
      : this.arrival(at));
    this.heading.replaceChildren(at === 0 ? "Ways to arrive" : done ? "Kept, from the end" : `Ways to arrive at ${at}`,
      h("small", {}, " logarithms, rounded: the best way to where the piece starts, plus its own"));
    const shown = done ? back.map((i) => ways[edges[i].end - 1][0]) : ways[at - 1] ?? [];
    this.list.replaceChildren(...shown.map(({ edge, before, own, sum }, i) =>
      h("div", { role: "listitem", class: "pw-way" + (done || i === 0 ? " is-kept" : "") },
        h("span", { class: "pw-way__from" }, `to ${edges[edge].start} `, h("span", {}, before)), h("span", {}, " + ", this.piece(edge), " ", own),
        h("span", { class: "pw-way__sum" }, ` = ${sum} `), h("small", {}, done || shown.length === 1 ? "" : i === 0 ? "kept" : i < this.word.ties[at - 1] ? "tie" : ""))));
  }

  arrival(at) {
    const { edges, ways, ties, read } = this.word, { length } = ways[at - 1], [{ edge, sum }] = ways[at - 1], tied = ties[at - 1];
    return [`At ${at}, after `, h("i", {}, h("bdi", {}, spelled(read[at - 1]))), length === 1 ? ", one piece arrives: " : `, ${length} pieces arrive. `,
      length === 1 ? "" : tied > 1 ? `${tied} sums tie, and the longest of these pieces is kept: ` : "The best sum is kept: ", this.piece(edge), ` from ${edges[edge].start}, ${sum}.`];
  }

  // The sentence and the ways have room for the longest of them, so that the page below stays put.
  reserve() {
    const rooms = this.mode ? [this.voice.node, this.list] : [this.voice.node], most = rooms.map(() => 0), { at, last } = this.stepper;
    const show = (i) => (this.mode ? this.showWalk(i) : this.showCut(i));
    for (const node of rooms) node.style.minHeight = "";
    for (let i = 0; i <= last; i++) {
      show(i);
      rooms.forEach((node, k) => { most[k] = Math.max(most[k], node.offsetHeight); });
    }
    rooms.forEach((node, k) => { node.style.minHeight = `${most[k]}px`; });
    show(at);
  }
}

customElements.get("word-lattice") || customElements.define("word-lattice", WordLattice);

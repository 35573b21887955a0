// <merge-stepper>: watch pieces join, see what is commonest now, guess what is next.
// It replays the trace that stands inside it as JSON; nothing is fetched and nothing is computed again.
import { Stepper, announcer, calm, chip, h, pointer, row, svg } from "./shared.js";

const RULES = {
  "lexicographic": ["first in alphabetical order", "the first in alphabetical order wins"],
  "reverse-lexicographic": ["last in alphabetical order", "the last in alphabetical order wins"],
  "first-seen": ["met first in the words", "the one met first in the words wins"],
};
const FEW = 20; // words that all move at once
const plural = (n, one, many = one + "s") => `${n} ${n === 1 ? one : many}`;

class MergeStepper extends HTMLElement {
  connectedCallback() {
    if (!this.live) this.start();
    this.resized?.observe(this);
  }

  disconnectedCallback() {
    this.stepper?.stop();
    this.resized?.disconnect();
  }

  start() {
    const source = this.querySelector("script[type='application/json']");
    if (!source) return;
    this.traces = JSON.parse(source.textContent);
    // Material runs every script of a page that it loads without a reload, and forgets its type.
    source.remove();
    this.voice = announcer();
    this.guessing = h("input", { type: "checkbox", onchange: () => this.showPairs() });
    this.open(this.traces[0]);
    this.foldStatic();
    this.classList.add("is-live");
    this.reserve();
    this.stepper.move(0);
    let width = this.offsetWidth;
    this.resized = new ResizeObserver(() => {
      if (this.offsetWidth === width) return;
      width = this.offsetWidth;
      this.reserve();
      this.draw(this.states[this.stepper.at]);
    });
  }

  // The static plate stays within reach as the text alternative, and prints.
  foldStatic() {
    const fixed = this.querySelector(".pw-static"), [{ title }] = this.traces;
    const name = this.traces.length > 1 ? `Show every merge of \u201c${title}\u201d as a table` : "Show every merge as a table";
    const link = h("button", { type: "button", class: "pw-link", "aria-expanded": "false", onclick: () => {
      const folded = fixed.classList.toggle("is-folded");
      link.setAttribute("aria-expanded", String(!folded));
      link.textContent = folded ? name : "Hide the table";
    } }, name);
    fixed.classList.add("is-folded");
    fixed.before(this.live, link);
  }

  // ---------------------------------------------------------------- a trace
  open(trace) {
    this.trace = trace;
    this.tries = this.hits = 0;
    this.guesses = new Map();
    this.states = [trace.words];
    for (const { changed } of trace.steps)
      this.states.push(this.states.at(-1).map((pieces, i) => changed[i] ?? pieces));

    const last = trace.steps.length;
    this.stepper?.drop();
    this.stepper = new Stepper(this, last, (at, from, how) => this.show(at, from, how));
    this.words = h("div", { role: "list", "aria-label": "Words, in pieces",
      class: "pw-words" + (trace.stage.columns ? " is-grid" : ""),
      style: Object.entries(trace.stage).map(([name, value]) => `--${name}:${value}`).join(";") });
    this.pairsTitle = h("p", { class: "pw-heading" });
    this.pairs = h("div", { role: "list", class: "pw-bars" });
    this.note = h("p", { class: "pw-note" });
    this.figures = h("dl", { class: "pw-figures" });
    this.scrub = h("input", { type: "range", class: "pw-scrub", min: 0, max: last, step: 1, value: 0, "aria-label": "Merges learned",
      oninput: () => this.stepper.go(Number(this.scrub.value), "scrub") });
    this.learned = h("div", { role: "list", class: "pw-learned", "aria-label": "Merges learned, in order" },
      trace.steps.map(({ symbol }, i) => h("div", { role: "listitem" }, String(i + 1), chip(symbol, trace.hues))));

    this.learnedTitle = h("p", { class: "pw-heading" });
    const live = h("div", { class: "pw-plate pw-live", role: "group", "aria-label": this.getAttribute("label") },
      h("div", { class: "pw-title" },
        h("span", { class: "pw-name" }, this.getAttribute("label")),
        this.chooser(),
        h("label", { class: "pw-check" }, this.guessing, "Guess before each merge")),
      this.words,
      trace.left_out && h("p", { class: "pw-note pw-stagenote" }, trace.left_out),
      this.stepper.bar,
      this.voice.node,
      h("div", { class: "pw-two" },
        h("section", {}, this.pairsTitle, this.pairs, this.note),
        h("section", {}, this.figures, this.curve(), this.scrub)),
      this.learnedTitle,
      this.learned);
    this.live?.replaceWith(live);
    this.live = live;
  }

  chooser() {
    if (this.traces.length < 2) return null;
    return h("label", { class: "pw-select" }, "Corpus",
      h("select", { onchange: (event) => {
        this.open(this.traces[event.target.selectedIndex]);
        this.reserve();
        this.stepper.move(0);
        this.tell("jump");
        this.querySelector("select").focus();
      } }, this.traces.map((trace) => h("option", { selected: trace === this.trace }, trace.title))));
  }

  show(at, from, { by, playing }) {
    const now = this.states[at], was = this.states[from], moves = Math.abs(at - from) === 1 && !calm();
    // Where words are many, only those that change are seen to move.
    const which = now.map((_, w) => w).filter((w) => now.length <= FEW || now[w] !== was[w]);
    const before = moves && this.measure(which);
    this.draw(now, at > from ? this.trace.steps[at - 1].symbol : null);
    if (moves) this.flip(before, which);
    this.scrub.value = at;
    this.scrub.setAttribute("aria-valuetext", `${at} of ${this.stepper.last}`);
    this.showPairs();
    this.showFigures(at);
    this.voice.quiet(playing);
    this.describe(at, from);
    if (at !== from) this.tell(by);
  }

  // For whoever follows along: a challenge, for one.
  tell(by) {
    const detail = { corpus: this.trace.title, at: this.stepper.at, last: this.stepper.last, by };
    this.dispatchEvent(new CustomEvent("pw-step", { bubbles: true, detail }));
  }

  describe(at, from) {
    const { trace } = this, c = (piece) => chip(piece, trace.hues);
    const tokens = at ? trace.steps[at - 1].tokens : trace.tokens;
    const end = at === this.stepper.last ? " " + this.ending() : "";
    if (!at) return this.voice.say(`Nothing is merged yet: ${trace.tokens} tokens, each a single symbol.${end}`);
    const { parts: [left, right], symbol, score, replaced } = trace.steps[at - 1];
    const times = score === replaced ? plural(score, "time") : `at ${plural(replaced, "place")} of the ${score} counted`;
    this.voice.say(at < from ? `Back at merge ${at}: ` : `Merge ${at}: `, c(left), " and ", c(right), " join into ", c(symbol),
      `, ${times}. ${plural(tokens, "token remains", "tokens remain")}.${end}`);
  }

  ending() {
    const { stopped, min_count: least, left } = this.trace;
    if (stopped !== "nothing left") return "Learning stops here because no more was asked for.";
    if (!left.length) return "No two symbols are left side by side, so learning stops.";
    return `No pair occurs ${{ 2: "twice", 3: "three times" }[least] ?? `${least} times`}${this.stepper.last ? " any more, so learning stops" : ", so nothing is learned"}.`;
  }

  // ---------------------------------------------------------------- the words
  // Words that have not changed keep their nodes: a plate of many words is quick to step.
  draw(words, fresh) {
    const was = this.words.was ?? [];
    for (const ghost of this.words.querySelectorAll(".pw-ghost")) ghost.remove();
    for (const moving of this.words.getAnimations({ subtree: true })) moving.cancel();
    for (const node of this.words.querySelectorAll(".is-fresh, .is-wanted")) node.classList.remove("is-fresh", "is-wanted");
    if (!was.length) this.words.replaceChildren(...words.map((pieces, w) => this.drawWord(pieces, w)));
    else words.forEach((pieces, w) => { if (pieces !== was[w]) this.words.children[w].replaceWith(this.drawWord(pieces, w)); });
    this.words.was = words;
    if (fresh) words.forEach((pieces, w) => {
      if (!pieces.includes(fresh)) return;
      for (const node of this.words.children[w].querySelectorAll("[data-at]")) node.classList.toggle("is-fresh", node.dataset.piece === fresh);
    });
  }

  drawWord(pieces, w) {
    let offset = 0;
    const count = this.trace.counts[w], beyond = this.trace.beyond?.[w];
    return h("div", { role: "listitem" }, row(pieces.map((piece) => {
      const node = chip(piece, this.trace.hues, { "data-at": `${w}:${offset}`, "data-length": piece.length });
      offset += piece.length;
      return node;
    })), beyond && h("span", { class: "pw-times" }, `\u2026 ${beyond.toLocaleString("en")} characters`), count > 1 && h("span", { class: "pw-times" }, `\u00d7${count}`));
  }

  // The stage stays as tall as it is at its fullest, or the controls would creep up while the words shrink.
  reserve() {
    this.words.style.minHeight = "";
    this.draw(this.states[0]);
    this.words.style.minHeight = this.words.offsetHeight + "px";
  }

  measure(which) {
    const stage = this.words.getBoundingClientRect(), { children } = this.words;
    return which.flatMap((w) => [...(children[w]?.querySelectorAll(".pw-chip[data-at]") ?? [])]).map((node) => {
      const box = node.getBoundingClientRect();
      const [word, offset] = node.dataset.at.split(":").map(Number);
      return { node, word, offset, length: Number(node.dataset.length), x: box.left - stage.left, y: box.top - stage.top, width: box.width, rtl: node.parentNode.dir === "rtl" };
    });
  }

  // First-last-invert-play. A character belongs to one chip before and one after;
  // where that chip is the same it slides; where two became one, ghosts of the two
  // close the gap and hand over; where one became two, they part from inside it.
  flip(before, which) {
    const styles = getComputedStyle(this);
    const timing = { duration: parseFloat(styles.getPropertyValue("--move")), easing: styles.getPropertyValue("--ease").trim() };
    for (const now of this.measure(which)) {
      const old = before.filter((o) => o.word === now.word && o.offset < now.offset + now.length && now.offset < o.offset + o.length);
      if (old.length === 1) {
        const inside = (now.offset - old[0].offset) * (old[0].width / old[0].length);
        const dx = old[0].x + (now.rtl ? old[0].width - inside - now.width : inside) - now.x, dy = old[0].y - now.y;
        if (dx || dy) now.node.animate({ transform: [`translate(${dx}px, ${dy}px)`, "none"] }, timing);
        continue;
      }
      now.node.animate({ opacity: [0, 0, 1], offset: [0, 0.7, 1] }, timing);
      for (const o of old) {
        const ghost = o.node.cloneNode(true);
        ghost.classList.remove("is-fresh");
        ghost.classList.add("pw-ghost");
        ghost.removeAttribute("data-at");
        ghost.setAttribute("aria-hidden", "true");
        const first = o.offset === now.offset;
        const x = first !== now.rtl ? now.x : now.x + now.width - o.width;
        ghost.style.cssText = `left:${x}px;top:${now.y}px`;
        this.words.append(ghost);
        ghost.animate([
          { transform: `translate(${o.x - x}px, ${o.y - now.y}px)`, opacity: 1 },
          { transform: "none", opacity: 1, offset: 0.75 },
          { transform: "none", opacity: 0 },
        ], timing).finished.finally(() => ghost.remove()).catch(() => {});
      }
    }
  }

  // ---------------------------------------------------------------- pairs now
  // Best first: what the next step takes and what it beats, or what is left at the end.
  ranked(at) {
    const step = this.trace.steps[at];
    return step ? [[...step.parts, step.score], ...step.rivals] : this.trace.left;
  }

  showPairs() {
    const { trace, stepper: { at, last } } = this, pairs = this.ranked(at);
    const over = at === last, guess = this.guesses.get(at), tied = over ? 0 : trace.steps[at].tied;
    const asking = this.guessing.checked && !guess && !over;
    const name = ([a, b]) => h("span", { class: "pw-pair" }, chip(a, trace.hues), h("span", { class: "pw-vh" }, " and "), chip(b, trace.hues));
    this.pairsTitle.textContent = asking ? "Which pair occurs most often now?"
      : over ? (pairs.length ? "Commonest pairs at the end" : "No pairs are left") : "Commonest pairs right now";
    this.pairs.toggleAttribute("hidden", !pairs.length);

    if (asking) {
      this.pairs.replaceChildren(...this.shuffled(pairs, at).map((pair) => h("div", { role: "listitem" },
        h("button", { type: "button", class: "pw-guess", onclick: () => this.guess(pair) }, name(pair)))));
      this.note.textContent = this.tries ? this.score() : "Pick one: the counts appear. Where several tie, each of them is right.";
      return;
    }
    const scale = this.ranked(0)[0]?.[2] ?? 1;
    this.pairs.replaceChildren(...pairs.map((pair, i) => {
      const [a, b, n] = pair, top = !over && n === pairs[0][2];
      const mine = guess && guess[0] === a && guess[1] === b;
      const tag = [top && i === 0 ? "next" : top ? "tie" : "", mine && !(top && i === 0) && "yours"].filter(Boolean).join(", ");
      const bar = h("span", { class: "pw-bar", style: `width:${Math.min(100, (n / scale) * 100)}%` });
      return h("div", { role: "listitem", class: [top && "is-top", top && i === 0 && "is-next", top && tied > 1 && "is-tied"].filter(Boolean).join(" ") },
        pointer({ class: "pw-row" }, (on) => this.spot(a, b, on),
          name(pair), bar, h("span", { class: "pw-count" }, String(n), tag && h("small", {}, tag))));
    }));
    const hidden = tied - pairs.filter((p) => p[2] === pairs[0][2]).length;
    this.note.textContent = over ? (pairs.length && trace.stopped === "nothing left" ? `To be joined, a pair must occur ${plural(trace.min_count, "time")}.` : "")
      : tied > 1 ? `${tied} pairs tie at ${pairs[0][2]}${hidden > 0 ? ` (${hidden} not shown)` : ""}; ${RULES[trace.ties][1]}.`
      : "No tie.";
  }

  // Neither by count nor by the tie rule, or the order would give the answer away; the same whenever it is asked again.
  shuffled(pairs, at) {
    const key = ([a, b]) => [...`${at}\0${a}\0${b}`].reduce((sum, c) => Math.imul(sum ^ c.codePointAt(0), 16777619), 2166136261) >>> 0;
    return [...pairs].sort((p, q) => key(p) - key(q));
  }

  score() { return `${this.hits} of ${this.tries} right so far.`; }

  // Ring every occurrence of a pair in the words.
  spot(a, b, on) {
    for (const word of this.words.children) {
      const nodes = [...word.querySelectorAll("[data-at]")];
      nodes.forEach((left, i) => {
        const right = nodes[i + 1];
        if (left.dataset.piece === a && right?.dataset.piece === b)
          for (const node of [left, right]) node.classList.toggle("is-wanted", on);
      });
    }
  }

  guess(pick) {
    const { at } = this.stepper, { tied } = this.trace.steps[at], [best] = this.ranked(at);
    const same = pick[0] === best[0] && pick[1] === best[1], right = pick[2] === best[2];
    this.tries += 1;
    this.hits += right;
    this.guesses.set(at, pick);
    this.showPairs();
    if (!calm()) for (const bar of this.pairs.querySelectorAll(".pw-bar")) bar.animate({ transform: ["scaleX(0)", "none"] }, { duration: 300, easing: "ease-out" });
    const c = ([a, b]) => [chip(a, this.trace.hues), " + ", chip(b, this.trace.hues)];
    const rule = RULES[this.trace.ties][0];
    this.voice.quiet(false);
    this.voice.say(
      !right ? ["Not this time: ", c(pick), ` occurs ${plural(pick[2], "time")}, `, c(best), ` ${best[2]}. `]
      : tied === 1 ? ["Right: ", c(best), ` occurs ${plural(best[2], "time")}. `]
      : same ? [`Right: ${tied} pairs tie at ${best[2]}, and `, c(best), ` is the one taken, ${rule}. `]
      : [`Right: ${tied} pairs tie at ${best[2]}. The one taken is `, c(best), `, ${rule}. `],
      this.score());
    this.stepper.buttons.next.focus(); // the picked button is gone
  }

  // ---------------------------------------------------------------- figures
  showFigures(at) {
    const { trace, stepper: { last } } = this, now = at ? trace.steps[at - 1] : trace;
    const figure = (name, value, of) => h("div", {}, h("dt", {}, name), h("dd", {}, String(value), of != null && h("small", {}, ` of ${of}`)));
    this.figures.replaceChildren(
      figure("merges", at, last), figure("vocabulary", now.size),
      figure("tokens", now.tokens), figure("chars per token", (trace.characters / (now.tokens || 1)).toFixed(2)));
    const [x, y] = this.point(at);
    this.done.setAttribute("d", this.path(at));
    this.area.setAttribute("d", `${this.path(at)}V100H0Z`); // down to zero: the height is the count
    this.dot.style.left = `calc(.4rem + (100% - .8rem) * ${x / 100})`;
    this.dot.style.top = `${y}%`;
    this.learnedTitle.textContent = at ? "Merges learned" : "Merges learned: none yet";
    [...this.learned.children].forEach((item, i) => item.classList.toggle("is-ahead", i >= at));
  }

  // The slider runs right under the curve: merge 0 to the last, at the same x.
  curve() {
    const { steps, tokens: top } = this.trace, last = steps.length;
    const tokens = (i) => (i ? steps[i - 1].tokens : top);
    this.point = (i) => [(i / (last || 1)) * 100, 5 + (1 - tokens(i) / (top || 1)) * 95];
    this.path = (to) => "M" + Array.from({ length: to + 1 }, (_, i) => this.point(i).join(" ")).join("L");
    this.done = svg("path", { class: "done" });
    this.dot = h("span", { class: "now" });
    this.area = svg("path", { class: "area" });
    const chart = svg("svg", { class: "pw-curve", viewBox: "0 0 100 100", preserveAspectRatio: "none" },
      svg("path", { class: "ahead", d: this.path(last) }), this.area, this.done);
    const tag = (i, where) => h("span", { class: "end", style: `${where};top:calc(${this.point(i)[1]}% - 1.1em)` }, i ? `${tokens(i)} at the end` : `${tokens(i)} at the start`);
    return h("div", { class: "pw-curvebox", "aria-hidden": "true" }, chart, tag(0, "left:1.2rem;margin-top:.35em"), last > 0 && tag(last, "right:.2rem"), this.dot);
  }
}

customElements.get("merge-stepper") || customElements.define("merge-stepper", MergeStepper);

// <coverage-claims>: pieces bid for bare positions, and the largest bid claims them for good.
// It replays the turns that stand inside it as JSON; which places a piece would claim was found when the page was made.
import { Stepper, announcer, calm, chip, h, pointer } from "./shared.js";
import { Plate, TIES, asBid, bidRow, figure, plural, sum } from "./plate.js";

class CoverageClaims extends Plate {
  build(data) {
    this.data = { ...data, left: data.left.map(asBid), turns: data.turns.map((turn) => ({ ...turn, bids: turn.bids.map(asBid) })) };
    const { turns, hues, total } = this.data, last = turns.length;
    // One drawing, two uses: the map is the static one, cleared.
    this.map = this.querySelector(".pw-static .pw-blocks").cloneNode(true);
    this.cells = [...this.map.children].map((block) => {
      const columns = [];
      for (const cell of block.querySelectorAll(".pw-cell")) (columns[cell.dataset.cell] ??= []).push(cell);
      return columns;
    });
    this.voice = announcer();
    this.guesses = new Map();
    this.hits = 0;
    this.guessing = h("input", { type: "checkbox", onchange: () => this.showBids(this.stepper.at) });
    this.stepper = new Stepper(this, last, (at, from, how) => this.show(at, from, how));
    this.stepper.pace = Math.max(250, this.stepper.pace);
    this.scrub = h("input", { type: "range", class: "pw-scrub", min: 0, max: last, step: 1, value: 0, "aria-label": "Turns taken",
      oninput: () => this.stepper.go(Number(this.scrub.value), "scrub") });
    this.segments = turns.map(({ covered, bids: [win] }) => h("span", { "data-hue": hues[win.symbol], style: "width:0" },
      covered / total > 0.06 ? figure(covered) : ""));
    this.heading = h("p", { class: "pw-heading" });
    this.bids = h("div", { role: "list", class: "pw-bids" });
    this.note = h("p", { class: "pw-note" });
    const box = h("label", { class: "pw-check" }, this.guessing, "Guess before each turn");
    return [this.title(box), this.map, this.stepper.bar, last > 6 && this.scrub, this.voice.node,
      h("p", { class: "pw-heading", "aria-hidden": "true" }, "Positions claimed, turn by turn"),
      h("div", { class: "pw-tally", "aria-hidden": "true" }, this.segments), this.heading, this.bids, this.note, this.leftOut(data)];
  }

  begin() { this.stepper.move(0); }

  // The cells that a bid claims, in every row of each of its words.
  under({ places, width }) {
    return places.flatMap(([word, start]) => this.cells[word].slice(start, start + width).flat());
  }

  show(at, from, { by, playing }) {
    const { turns, hues, total } = this.data;
    for (const cell of this.cells.flat(2)) {
      delete cell.dataset.hue;
      cell.classList.remove("is-wanted", "is-fresh");
    }
    const pieces = this.data.words.map((symbols) => symbols.map((symbol) => [symbol]));
    turns.slice(0, at).forEach(({ bids: [win] }, turn) => {
      const claimed = this.under(win), fresh = turn === at - 1 && at > from;
      claimed.forEach((cell, i) => {
        cell.dataset.hue = hues[win.symbol];
        cell.classList.toggle("is-fresh", fresh);
        if (fresh && at === from + 1 && !calm())
          cell.animate({ opacity: [0, 1], transform: ["scale(.4)", "none"] }, { duration: 240, delay: Math.min(400, i * 12), fill: "backwards", easing: "ease-out" });
      });
      for (const [word, start] of win.places) pieces[word].splice(start, win.width, [win.symbol], ...Array(win.width - 1).fill([]));
    });
    pieces.forEach((parts, word) => {
      this.map.children[word].querySelector(":scope > .pw-vh").textContent = `In pieces: ${parts.flat().join(", ")}.`;
    });
    this.segments.forEach((segment, i) => { segment.style.width = i < at ? `${(turns[i].covered / total) * 100}%` : "0"; });
    this.scrub.value = at;
    this.scrub.setAttribute("aria-valuetext", `${at} of ${turns.length}`);
    this.showBids(at, from);
    this.voice.quiet(playing);
    this.describe(at, from);
    if (at !== from) this.tell("", at, turns.length, by);
  }

  describe(at, from) {
    const { turns, hues, total, unit } = this.data, end = at === turns.length ? " " + this.ending() : "";
    if (!at) {
      const rows = this.map.matches(".is-compact") ? "Each word has one row, and beside it how often it is said." : "Each row of a block is one time that its word is said; below it, rows \u00d7 columns.";
      return this.voice.say(`All ${figure(total)} positions are bare. ${rows}${end}`);
    }
    const { covered, bare, tokens, bids: [win] } = turns[at - 1];
    this.voice.say(at < from ? `Back at turn ${at}: ` : `Turn ${at}: `, chip(win.symbol, hues),
      unit === "positions" ? ` claims ${sum(win)} positions.` : ` bids ${sum(win)} ${unit} and claims ${figure(covered)} positions.`,
      ` ${figure(bare)} of ${figure(total)} stay bare; ${plural(tokens, "token")}.${end}`);
  }

  ending() {
    const { turns, total, stopped } = this.data, bare = turns.at(-1)?.bare ?? total;
    if (stopped === "drawn") return "Learning goes on, and the plate ends here.";
    if (stopped !== "nothing left") return "Learning stops here because no more turns were asked for.";
    return bare ? "No two bare positions are left side by side, so learning stops." : "Nothing is left to cover, so learning stops.";
  }

  showBids(at, from = at) {
    const { turns, hues, unit, ties, left, stopped } = this.data, turn = turns[at], guess = this.guesses.get(at);
    const bids = turn?.bids ?? left, best = turn ? bids[0].score : null, scale = (turns[0]?.bids ?? left)[0]?.score ?? 1;
    const asking = this.guessing.checked && turn && !guess, inside = this.bids.contains(document.activeElement);
    if (asking) {
      this.heading.replaceChildren(`Which run bids most for turn ${at + 1}?`);
      const picks = [...bids].sort((a, b) => (a.symbol < b.symbol ? -1 : 1)).map((bid) =>
        h("button", { type: "button", class: "pw-guess", onclick: () => this.guess(bid) }, h("span", { class: "pw-pair" }, chip(bid.symbol))));
      this.bids.replaceChildren(...picks.map((pick) => h("div", { role: "listitem" }, pick)));
      this.note.textContent = this.guesses.size ? this.score() : "Pick one: the bids appear. Where several tie, each of them is right.";
      // Whoever guesses turn after turn by keys need not look for the list again.
      const onward = from === at - 1 && this.guesses.has(from) && document.activeElement === this.stepper.buttons.next;
      if (inside || onward) picks[0].focus({ preventScroll: true });
      return;
    }
    this.heading.replaceChildren(turn || stopped === "drawn" ? `Bids for turn ${at + 1}` : bids.length ? "Bids that come too late" : "No bids are left",
      bids.length > 0 && h("small", {}, ` places \u00d7 length${unit === "positions" ? "" : ` in ${unit}`}; point or tap to see where`) || "");
    this.bids.replaceChildren(...bids.map((bid, i) => {
      const top = bid.score === best, first = top && i === 0, tied = top && turn.tied > 1;
      const tag = [first ? "next" : top ? "tie" : "", bid === guess && !first && "yours"].filter(Boolean).join(", ");
      const mark = (on) => this.under(bid).forEach((cell) => cell.classList.toggle("is-wanted", on));
      return h("div", { role: "listitem", class: [top && "is-top", first && "is-next", tied && "is-tied"].filter(Boolean).join(" ") },
        pointer({ class: "pw-bid" }, mark, bidRow(bid, first ? hues : {}, scale, tag)));
    }));
    if (inside) this.stepper.buttons.next.focus({ preventScroll: true }); // what had the focus is gone
    const hidden = turn ? turn.tied - bids.filter((bid) => bid.score === best).length : 0;
    this.note.textContent = !turn ? ""
      : turn.tied > 1 ? `${figure(turn.tied)} pieces tie at ${figure(best)}${hidden > 0 ? ` (${hidden} not shown)` : ""}; ${TIES[ties]}.` : "No tie.";
  }

  // ---------------------------------------------------------------- guessing
  score() { return `${this.hits} of ${this.guesses.size} right so far.`; }

  // Its button goes, and the focus with it, to Next.
  guess(pick) {
    const { at } = this.stepper, { hues, ties, turns } = this.data, { tied, bids: [best] } = turns[at];
    const right = pick.score === best.score, it = chip(best.symbol, hues);
    this.hits += right;
    this.guesses.set(at, pick);
    this.showBids(at);
    this.stepper.buttons.next.focus({ preventScroll: true });
    this.voice.quiet(false);
    this.voice.say(
      !right ? ["Not this time: ", chip(pick.symbol), ` bids ${sum(pick)}, `, it, ` ${sum(best)}. `]
      : tied === 1 ? ["Right: ", it, ` bids ${sum(best)}. `]
      : [`Right: ${figure(tied)} pieces tie at ${figure(best.score)}, and `, it, ` is the one taken: ${TIES[ties]}. `],
      this.score());
  }
}

customElements.get("coverage-claims") || customElements.define("coverage-claims", CoverageClaims);

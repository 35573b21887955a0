// <unit-compare>: one rule counting positions and counting characters, side by side, turn by turn.
// Both runs of every corpus stand inside it as JSON.
import { Stepper, announcer, chip, h } from "./shared.js";
import { Plate, asBid, bidRow, figure, plural, sum } from "./plate.js";

const UNITS = ["positions", "characters"];

class UnitCompare extends Plate {
  build(data) {
    this.corpora = data.map((corpus) => ({ ...corpus, turns: corpus.turns.map((both) => both.map((bids) => bids && bids.map(asBid))) }));
    this.voice = announcer();
    this.body = h("div");
    this.chooser = data.length > 1 && h("label", { class: "pw-select" }, "Corpus",
      h("select", { onchange: (event) => {
        this.open(this.corpora[event.target.selectedIndex]);
        this.stepper.move(0);
        this.tell(this.corpus.title, 0, this.stepper.last, "jump");
      } }, data.map(({ title }) => h("option", {}, title))));
    return [this.title(this.chooser), this.body];
  }

  begin() {
    this.open(this.corpora[0]);
    this.stepper.move(0);
  }

  open(corpus) {
    this.corpus = corpus;
    this.stepper?.drop();
    this.stepper = new Stepper(this, corpus.turns.length, (at, from, how) => this.show(at, from, how));
    this.stepper.pace = Math.max(250, this.stepper.pace);
    this.heading = h("p", { class: "pw-heading" });
    this.bids = UNITS.map(() => h("div", { role: "list", class: "pw-bids" }));
    this.rows = corpus.turns.map((both, i) => {
      const same = this.same(both);
      const side = (bids, unit) => h("span", { class: "pw-turn__side", role: "cell" }, bids ? [chip(bids[0].symbol, corpus.hues), h("span", { class: "pw-sum" }, sum(bids[0]))] : "has ended");
      return h("div", { role: "row", class: "pw-turn" + (same ? "" : " is-other") },
        h("span", { class: "pw-turn__number", role: "rowheader" }, String(i + 1)), side(both[0]), side(both[1]),
        h("span", { class: "pw-turn__mark", role: "cell" }, same ? h("span", { class: "pw-vh" }, "the same") : "differs"));
    });
    const long = corpus.turns.length > 12;
    this.list = h("div", { class: "pw-turns" + (long ? " pw-scroll is-long" : ""), role: "table", "aria-label": "Pieces chosen, in order", tabindex: long ? 0 : null },
      h("div", { role: "row", class: "pw-turn pw-turn--head" }, ["Turn", "In positions", "In characters"].map((name) => h("span", { role: "columnheader" }, name)),
        h("span", { role: "columnheader" }, h("span", { class: "pw-vh" }, "Compared"))),
      this.rows);
    const parts = [this.stepper.bar, this.voice.node, this.list, this.heading,
      h("div", { class: "pw-two" }, UNITS.map((unit, i) => h("section", { "aria-label": `Bids in ${unit}` }, h("p", { class: "pw-note" }, `In ${unit}`), this.bids[i])))];
    // The live region stays where it is, or it would fall silent.
    if (!this.voice.node.isConnected) this.body.replaceChildren(...parts);
    else {
      for (const node of [...this.body.children]) if (node !== this.voice.node) node.remove();
      this.voice.node.before(parts[0]);
      this.voice.node.after(...parts.slice(2));
    }
  }

  same([first, second]) { return Boolean(first && second && first[0].symbol === second[0].symbol); }

  show(at, from, { by, playing }) {
    const { turns, title, hues } = this.corpus, last = turns.length;
    this.rows.forEach((row, i) => {
      row.classList.toggle("is-ahead", i >= at);
      row.classList.toggle("is-now", i === at - 1);
    });
    const now = this.rows[at - 1] ?? this.rows[0];
    if (this.list.matches(".is-long") && now) this.list.scrollTop = now.offsetTop - this.list.clientHeight / 2;
    this.heading.replaceChildren(at < last ? `Bids for turn ${at + 1}` : this.corpus.more ? "No more bids are drawn" : "No bids are left", h("small", {}, at < last ? " occurrences \u00d7 length in the unit" : ""));
    const scale = Math.max(1, ...(turns[0] ?? []).map((bids) => bids?.[0].score ?? 0));
    this.bids.forEach((list, side) => {
      const bids = turns[at]?.[side] ?? [], tied = this.corpus.tied[side][at] > 1;
      list.replaceChildren(...bids.map((bid, i) => {
        const top = bid.score === bids[0].score;
        return h("div", { role: "listitem", class: ["pw-bid", top && "is-top", i === 0 && "is-next", top && tied && "is-tied"].filter(Boolean).join(" ") },
          bidRow(bid, hues, scale, i === 0 ? "next" : top ? "tie" : ""));
      }));
    });
    this.voice.quiet(playing);
    this.describe(at, from);
    if (at !== from) this.tell(title, at, last, by);
  }

  describe(at, from) {
    const { turns, hues, totals } = this.corpus, end = at === turns.length ? " " + this.ending() : "";
    if (!at) return this.voice.say(`Nothing is chosen yet. The words have ${figure(totals[0])} positions, and ${figure(totals[1])} characters when each end of a word counts as one more.${end}`);
    const both = turns[at - 1], [first, second] = both.map((bids) => bids?.[0]), c = (bid) => chip(bid.symbol, hues);
    const start = at < from ? `Back at turn ${at}: ` : `Turn ${at}: `;
    if (this.same(both)) return this.voice.say(start, c(first), ` in both, with ${sum(first)} positions and ${sum(second)} characters. The unit does not change the winner.${end}`);
    const part = (bid, unit) => (bid ? [c(bid), ` with ${sum(bid)} ${unit}`] : [`counting ${unit}, nothing is left`]);
    this.voice.say(start, part(first, UNITS[0]), "; ", part(second, UNITS[1]), `. The unit changes the ${first && second ? "winner" : "outcome"}.${end}`);
  }

  ending() {
    const { turns, more } = this.corpus, differ = turns.filter((both) => !this.same(both)).length;
    if (more) return `Learning goes on, and the plate ends here. Up to here the unit changes ${differ} of ${plural(turns.length, "choice")}.`;
    if (!differ) return "The unit changes none of the choices.";
    const chosen = (side) => turns.map((both) => both[side]?.[0].symbol).filter((s) => s !== undefined).sort().join("\0");
    return `In all it changes ${differ} of ${plural(turns.length, "choice")}${chosen(0) === chosen(1) ? "; the pieces are the same, their order is not." : "."}`;
  }
}

customElements.get("unit-compare") || customElements.define("unit-compare", UnitCompare);

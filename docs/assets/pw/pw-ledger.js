// <pw-ledger>: tables of numbers, and above them a field to search them by value, expression or page. What was asked
// stands in the address (?find=), so that it can be sent. Without scripts the tables stand as they are.
import { h } from "./shared.js";

const PAUSE = 120; // milliseconds without a key
const AT_ONCE = 4; // milliseconds of work before the browser has a turn again

class Ledger extends HTMLElement {
  connectedCallback() { if (!this.field) this.build(); }
  disconnectedCallback() { clearTimeout(this.timer); }

  build() {
    // Each table with its rows, and what can be found of each row, in small letters.
    this.tables = [...this.querySelectorAll("table")].map((table) => {
      const page = table.caption.textContent;
      return { box: table.closest(".pw-scroll"), rows: [...table.tBodies[0].rows].map((row) => [row, `${row.textContent} ${page}`.toLowerCase()]) };
    });
    // What is out of view is not laid out again at every key; it keeps the height that it had.
    const heights = this.tables.map(({ box }) => box.offsetHeight);
    this.tables.forEach(({ box }, i) => Object.assign(box.style, { contentVisibility: "auto", containIntrinsicHeight: `auto ${heights[i]}px` }));
    this.all = this.tables.reduce((sum, { rows }) => sum + rows.length, 0);
    this.field = h("input", { type: "search", class: "pw-field", id: "pw-ledger-field", autocomplete: "off", spellcheck: "false" });
    this.says = h("p", { class: "pw-note", role: "status" });
    const form = h("form", { class: "pw-search", role: "search", "aria-label": "Numbers" },
      h("label", { for: this.field.id }, "Search by value, expression or page"), this.field, this.says);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.find();
    });
    this.field.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.find(), PAUSE);
    });
    this.prepend(form);
    this.field.value = new URLSearchParams(location.search).get("find") ?? "";
    this.find();
    // In the address, a line of its own goes first; else what was asked is what the reader came for.
    if (this.field.value && !location.hash) this.scrollIntoView();
  }

  async find() {
    clearTimeout(this.timer);
    const asked = this.field.value.trim(), turn = this.turn = {};
    const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0, began = performance.now();
    for (const { box, rows } of this.tables) {
      let here = 0;
      for (const [row, text] of rows) {
        const fits = words.every((word) => text.includes(word));
        if (row.hidden === fits) row.hidden = !fits;
        here += fits;
      }
      box.hidden = !here;
      found += here;
      if (performance.now() - began < AT_ONCE) continue;
      await new Promise((go) => setTimeout(go));
      if (this.turn !== turn) return; // another search has begun
      began = performance.now();
    }
    const all = this.all.toLocaleString("en");
    this.says.textContent = !words.length ? `${all} numbers.` : found ? `${found.toLocaleString("en")} of ${all} numbers.` : `None of ${all} numbers. A part of a word will do.`;
    const address = new URL(location.href);
    if (asked) address.searchParams.set("find", asked);
    else address.searchParams.delete("find");
    if (address.href !== location.href) history.replaceState(history.state, "", address);
  }
}

customElements.get("pw-ledger") || customElements.define("pw-ledger", Ledger);

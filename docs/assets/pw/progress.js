// What the reader has done, kept on their machine: one entry for each challenge that is begun, by its id.
// <pw-progress> shows it beside the list of all challenges, takes it to a file, and brings it back from one.
import { h } from "./shared.js";

export const NAMES = { todo: "To do", hint: "Hint seen", answer: "Answer seen", done: "Done" };
const ORDER = Object.keys(NAMES), PREFIX = "piecework:", MOST = 1_000_000; // bytes of a file that is read

class Progress extends EventTarget {
  // Where storage is refused, as in some private windows, states last as long as the pages that share this module.
  kept = new Map();

  get(id) {
    let state = this.kept.get(id);
    try { state ??= localStorage.getItem(PREFIX + id); } catch { /* refused */ }
    return Object.hasOwn(NAMES, state ?? "") ? state : "todo";
  }

  set(id, state) {
    this.put(id, state);
    this.dispatchEvent(new Event("change"));
  }

  put(id, state) {
    try {
      if (state === "todo") localStorage.removeItem(PREFIX + id);
      else localStorage.setItem(PREFIX + id, state);
      this.kept.delete(id);
    } catch {
      this.kept.set(id, state);
    }
  }

  // All that is begun: {id: "hint", "answer" or "done"}. Other things of the book's may be kept beside it.
  all() {
    const ids = new Set(this.kept.keys());
    try {
      for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) ids.add(key.slice(PREFIX.length));
    } catch { /* refused */ }
    return Object.fromEntries([...ids].sort().map((id) => [id, this.get(id)]).filter(([, state]) => state !== "todo"));
  }

  clear() {
    for (const id of Object.keys(this.all())) this.put(id, "todo");
    this.dispatchEvent(new Event("change"));
  }

  // What a file holds, if it is one of ours; throws an Error with a sentence if not.
  static read(text) {
    const wrong = new Error("This file is not one that was exported here, so nothing has changed.");
    let data;
    try { data = JSON.parse(text); } catch { throw wrong; }
    const states = data?.piecework === "progress" && data.version === 1 ? data.challenges : null;
    if (!states || typeof states !== "object" || Array.isArray(states)) throw wrong;
    const sound = ([id, state]) => /^[\w-]{1,100}$/.test(id) && typeof state === "string" && Object.hasOwn(NAMES, state);
    if (!Object.entries(states).every(sound)) throw wrong;
    return states;
  }

  write() {
    return JSON.stringify({ piecework: "progress", version: 1, challenges: this.all() }, null, 1) + "\n";
  }

  // Nothing that is done here is undone by what was done elsewhere.
  merge(states) {
    for (const [id, state] of Object.entries(states))
      if (ORDER.indexOf(state) > ORDER.indexOf(this.get(id))) this.put(id, state);
    this.dispatchEvent(new Event("change"));
  }
}

export const progress = new Progress();
addEventListener("storage", () => progress.dispatchEvent(new Event("change"))); // another tab

// ------------------------------------------------------------------ the contents page
class List extends HTMLElement {
  connectedCallback() {
    if (!this.tally) this.build();
    this.changed = () => this.show();
    progress.addEventListener("change", this.changed);
    this.show();
  }

  disconnectedCallback() { progress.removeEventListener("change", this.changed); }

  build() {
    const button = (name, act, props = {}) => h("button", { type: "button", class: "pw-button", onclick: act, ...props }, name);
    this.tally = h("p", { class: "pw-standing" });
    this.said = h("p", { class: "pw-verdict", role: "status" });
    this.file = h("input", { type: "file", accept: ".json,application/json", hidden: true, "aria-label": "A file that was exported",
      onchange: () => this.bring(this.file.files[0]) });
    this.wipe = button("Clear all", () => this.ask());
    this.buttons = h("div", { class: "pw-controls", role: "group", "aria-label": "Progress" },
      button("Export", () => this.take()), button("Import", () => this.file.click()), this.wipe, this.file);
    this.keep = button("Keep", () => this.answered("Nothing has changed."), { "aria-describedby": "pw-sure" });
    this.sure = h("div", { role: "group", "aria-label": "Clear all", hidden: true,
      onkeydown: (event) => { if (event.key === "Escape") this.answered("Nothing has changed."); } },
      h("p", { class: "pw-verdict", id: "pw-sure" }, "This forgets every challenge that you have begun. Export first, if you may want them back."),
      h("div", { class: "pw-controls" }, button("Clear", () => {
        progress.clear();
        this.answered("All challenges are to do again.");
      }, { "aria-describedby": "pw-sure" }), this.keep));
    this.replaceChildren(this.tally, this.buttons, this.sure, this.said);
  }

  say(words) { this.said.replaceChildren(words); }

  // The list is made with the page; here each entry gets its state, and each part its count.
  show() {
    const items = [...document.querySelectorAll("[data-challenge]")];
    for (const item of items) {
      const state = progress.get(item.dataset.challenge);
      item.dataset.state = state;
      let badge = item.querySelector(".pw-challenge__state");
      if (!badge) item.append(badge = h("span", { class: "pw-challenge__state" }));
      badge.textContent = NAMES[state];
    }
    const count = (some) => `${some.filter((item) => item.dataset.state === "done").length} of ${some.length} done`;
    for (const part of document.querySelectorAll(".pw-contents"))
      part.querySelector(".pw-standing").textContent = count([...part.querySelectorAll("[data-challenge]")]);
    this.tally.textContent = `${count(items)} in all`;
  }

  // ---------------------------------------------------------------- out and in
  take() {
    const link = h("a", { href: URL.createObjectURL(new Blob([progress.write()], { type: "application/json" })),
      download: "piecework-progress.json" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    this.say("Exported: piecework-progress.json.");
  }

  async bring(file) {
    if (!file) return;
    try {
      if (file.size > MOST) throw new Error("This file is too large to be one that was exported here, so nothing has changed.");
      const states = Progress.read(await file.text());
      const here = new Set([...document.querySelectorAll("[data-challenge]")].map((item) => item.dataset.challenge));
      const known = Object.fromEntries(Object.entries(states).filter(([id]) => here.has(id)));
      const strange = Object.keys(states).length - Object.keys(known).length;
      progress.merge(known);
      this.say(`Imported: ${Object.keys(known).length}.` + (strange ? ` Not in this book, and left out: ${strange}.` : ""));
    } catch (error) {
      this.say(error.message);
    }
    this.file.value = ""; // the same file may be chosen again
  }

  ask() {
    if (!Object.keys(progress.all()).length) return this.say("No challenge is begun, so there is nothing to clear.");
    this.say("");
    this.buttons.hidden = true;
    this.sure.hidden = false;
    this.keep.focus();
  }

  answered(words) {
    this.sure.hidden = true;
    this.buttons.hidden = false;
    this.wipe.focus();
    this.say(words);
  }
}

customElements.get("pw-progress") || customElements.define("pw-progress", List);

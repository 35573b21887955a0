// <pw-challenge>: to do, hint seen, done. The state is the reader's, kept on their machine.
// A goal, {"Word family": [11, "exactly"]}, marks it done when a plate's reader gets there: "exactly" means to stand
// at that step, having stepped forward or scrubbed to it; "from" means that step or any later one. Of several
// corpora, one is enough. It is the attribute `goal`, or `data-goal` of something inside.
import { h } from "./shared.js";

const NAMES = { todo: "To do", hint: "Hint seen", done: "Done" };

class Challenge extends HTMLElement {
  connectedCallback() {
    if (!this.badge) this.build();
    document.addEventListener("pw-step", this.onStep);
  }

  disconnectedCallback() {
    document.removeEventListener("pw-step", this.onStep);
  }

  build() {
    this.key = "piecework:" + this.id;
    this.goal = JSON.parse(this.getAttribute("goal") ?? this.querySelector("[data-goal]")?.dataset.goal ?? "{}");
    this.badge = h("span", { class: "pw-challenge__state", role: "status" });
    this.why = h("span", { class: "pw-hint" });
    this.toggle = h("button", { type: "button", class: "pw-button", onclick: () => this.set(this.dataset.state === "done" ? "todo" : "done") });
    this.prepend(this.badge);
    this.append(h("div", { class: "pw-controls" }, this.toggle, this.why));
    this.querySelector("details")?.addEventListener("toggle", (event) => {
      if (event.target.open && this.dataset.state === "todo") this.set("hint");
    });
    this.onStep = ({ detail: { corpus, at, by } }) => {
      const [step, how] = (Object.hasOwn(this.goal, corpus) && this.goal[corpus]) || [];
      const there = how === "exactly" ? at === step && ["next", "scrub"].includes(by) : at >= step;
      if (!there || this.dataset.state === "done") return;
      this.set("done", `You are at merge ${at} of \u201c${corpus}\u201d.`);
    };
    this.set(this.stored());
  }

  // Private windows and embedded pages may refuse storage; the box still works.
  stored() { try { return localStorage.getItem(this.key) ?? "todo"; } catch { return "todo"; } }

  set(state, why = "") {
    if (!Object.hasOwn(NAMES, state)) state = "todo";
    this.dataset.state = state;
    this.badge.replaceChildren(NAMES[state], h("span", { class: "pw-vh" }, why && ". " + why));
    this.why.textContent = why;
    this.toggle.textContent = state === "done" ? "Not done after all" : "Mark as done";
    try { localStorage.setItem(this.key, state); } catch { /* see stored() */ }
  }
}

customElements.get("pw-challenge") || customElements.define("pw-challenge", Challenge);

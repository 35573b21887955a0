// <pw-number data-expr="…">18</pw-number>: a number that says which expression computed it, when pointed at, reached
// by key or tapped. The page's own markup is the number alone, so without scripts no button leads nowhere.
import { h } from "./shared.js";

class ComputedNumber extends HTMLElement {
  connectedCallback() {
    if (!this.elsewhere) this.build();
    // On the document: a tip opened by pointer alone must still answer to Escape.
    for (const type of ["keydown", "pointerdown"]) document.addEventListener(type, this.elsewhere);
  }

  disconnectedCallback() {
    for (const type of ["keydown", "pointerdown"]) document.removeEventListener(type, this.elsewhere);
  }

  build() {
    this.removeAttribute("title"); // the tip says it
    const tip = h("span", { class: "pw-number__tip", role: "tooltip", id: this.id + "-tip" }, "computed here: ", h("code", {}, this.dataset.expr));
    this.replaceChildren(h("button", { type: "button", class: "pw-number__value", "aria-describedby": tip.id }, ...this.childNodes), tip);
    this.elsewhere = (event) => {
      if (event.type === "keydown" ? event.key === "Escape" : !this.contains(event.target)) this.shut();
    };
    // Safari does not focus a clicked button, so a tap needs a state of its own.
    this.querySelector("button").addEventListener("click", () => {
      this.classList.remove("is-shut");
      this.classList.toggle("is-open");
    });
    this.addEventListener("focusout", () => this.classList.remove("is-open"));
    for (const type of ["mouseenter", "mouseleave", "focusin"]) this.addEventListener(type, () => this.classList.remove("is-shut"));
    for (const type of ["mouseenter", "focusin", "click"]) this.addEventListener(type, () => this.fit());
  }

  shut() {
    this.classList.remove("is-open");
    if (this.matches(":hover, :focus-within")) this.classList.add("is-shut");
  }

  // Over the number's middle, but inside the window. Set as `left`: what a transform moves back still widens the page.
  fit() {
    const host = this.getBoundingClientRect(), tip = this.querySelector("[role=tooltip]").getBoundingClientRect();
    const middle = host.left + (host.width - tip.width) / 2, room = document.documentElement.clientWidth - 8;
    this.style.setProperty("--left", `${Math.max(8, Math.min(middle, room - tip.width)) - host.left}px`);
  }
}

customElements.get("pw-number") || customElements.define("pw-number", ComputedNumber);

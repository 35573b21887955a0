// <pw-number data-expr="…" id="n-7">18</pw-number>: a number that says which expression computed it, when pointed at,
// reached by key or tapped, and leads to its line on the ledger. The page's own markup is the number alone, so without
// scripts no button leads nowhere.
import { h } from "./shared.js";

const root = new URL("../../", import.meta.url); // of the book

class ComputedNumber extends HTMLElement {
  connectedCallback() {
    if (!this.elsewhere) this.build();
    // On the document: a tip opened by pointer alone must still answer to Escape.
    for (const type of ["keydown", "pointerdown"]) document.addEventListener(type, this.elsewhere);
  }

  disconnectedCallback() {
    for (const type of ["keydown", "pointerdown"]) document.removeEventListener(type, this.elsewhere);
    removeEventListener("scroll", this.follow, true);
  }

  build() {
    this.removeAttribute("title"); // the tip says it
    const tip = h("span", { role: "tooltip", id: this.id + "-tip" }, "computed here: ", h("code", {}, this.dataset.expr));
    this.link = h("a", { class: "pw-number__link", tabindex: -1 }, "its line in the ledger");
    this.box = h("span", { class: "pw-number__tip" }, tip, this.link);
    this.button = h("button", { type: "button", class: "pw-number__value", "aria-describedby": tip.id, "aria-expanded": "false",
      onclick: () => this.open(!this.classList.contains("is-open")) }, ...this.childNodes);
    this.replaceChildren(this.button, this.box);
    this.elsewhere = (event) => {
      if (event.type === "keydown" ? event.key === "Escape" : !this.contains(event.target)) this.open(false);
    };
    this.follow = () => (this.box.getClientRects().length ? this.fit() : removeEventListener("scroll", this.follow, true));
    this.addEventListener("focusout", (event) => { if (!this.contains(event.relatedTarget)) this.pin(false); });
    for (const type of ["mouseenter", "mouseleave", "focusin"]) this.addEventListener(type, () => this.classList.remove("is-shut"));
    for (const type of ["mouseenter", "focusin"]) this.addEventListener(type, () => this.fit());
  }

  // Focus and pointer show the tip as it is. Enter, Space and a tap pin it, and then its link can be reached by key.
  open(open) {
    if (!open && this.box.contains(document.activeElement)) this.button.focus();
    this.pin(open);
    // What the pointer or the focus would go on showing is shut all the same.
    this.classList.toggle("is-shut", !open && this.matches(":hover, :focus-within"));
    if (open) this.fit();
  }

  // Safari does not focus a clicked button, so a tap needs a state of its own.
  pin(open) {
    this.classList.toggle("is-open", open);
    this.button.setAttribute("aria-expanded", String(open));
    this.link.tabIndex = open ? 0 : -1;
  }

  // Over the number's middle, or under it where there is no room above, and always inside the window.
  fit() {
    const page = location.pathname.slice(root.pathname.length).replace(/index\.html$/, "");
    this.link.href = new URL(`ledger/#${page}${this.id}`, root).href;
    const host = this.button.getClientRects()[0], tip = this.box.getBoundingClientRect();
    if (!host) return;
    const middle = host.left + (host.width - tip.width) / 2, room = document.documentElement.clientWidth - 8;
    const header = document.querySelector(".md-header")?.getBoundingClientRect().bottom ?? 0;
    const below = host.top - tip.height - 8 < Math.max(0, header);
    this.classList.toggle("is-below", below);
    this.style.setProperty("--left", `${Math.max(8, Math.min(middle, room - tip.width))}px`);
    this.style.setProperty("--top", `${below ? host.bottom + 6 : host.top - tip.height - 6}px`);
    addEventListener("scroll", this.follow, { capture: true, passive: true });
  }
}

// A link to a number inside something folded opens it.
function land() {
  const number = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!number?.matches("[data-expr]")) return;
  let folded = false;
  for (let box = number.closest("details:not([open])"); box; box = number.closest("details:not([open])")) folded = box.open = true;
  if (folded) number.scrollIntoView({ block: "center" });
}

if (!customElements.get("pw-number")) {
  customElements.define("pw-number", ComputedNumber);
  addEventListener("hashchange", land);
  land();
}

// <your-text>: stands under a plate and draws it anew for a text of the reader's own.
// Python learns from the text just as it learned for the book's plate, and the same element shows what it gives.
import { h } from "./shared.js";
import { Runner, nodes } from "./live.js";
import { python } from "./python.js";

class YourText extends HTMLElement {
  connectedCallback() { if (!this.opener) this.build(); }

  // A reader who has left the page waits for nothing.
  disconnectedCallback() { if (this.runner?.busy) python.stop(); }

  build() {
    const asks = this.getAttribute("asks");
    this.book = this.shown = this.previousElementSibling;
    this.opener = h("button", { type: "button", class: "pw-link", "aria-expanded": "false", onclick: () => this.open(!this.isOpen) }, asks);
    this.append(this.opener);
  }

  get isOpen() { return this.opener.getAttribute("aria-expanded") === "true"; }

  open(is) {
    if (is) python.warm();
    if (!this.form) this.append(this.compose());
    this.form.hidden = !is;
    this.opener.setAttribute("aria-expanded", String(is));
    if (is) this.text.focus();
  }

  fields() {
    const number = JSON.parse(this.getAttribute("number") ?? "null"), word = JSON.parse(this.getAttribute("word") ?? "null");
    this.word = word && h("input", { type: "text", name: word.name, size: 12, dir: "auto", spellcheck: "false", autocomplete: "off" });
    this.number = number && h("input", { type: "number", name: number.name, min: 1, max: number.most, step: 1, value: number.value, required: true });
    this.text = h("textarea", { rows: 5, dir: "auto", spellcheck: "false", autocomplete: "off",
      onkeydown: (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.form.requestSubmit(); } },
      this.getAttribute("text") ?? "");
    this.main = h("button", { type: "submit", class: "pw-button pw-button--main", "aria-disabled": "false" }, "Draw it");
    this.back = h("button", { type: "button", class: "pw-button", hidden: true, onclick: () => this.restore() }, "Back to the book\u2019s");
    return [number && h("label", { class: "pw-select" }, number.label, this.number),
      word && h("label", { class: "pw-select" }, word.label, this.word)];
  }

  compose() {
    const number = this.fields();
    this.runner = new Runner();
    this.said = h("p", { class: "pw-note", role: "status" });
    this.form = h("form", { class: "pw-yours", onsubmit: (event) => {
      event.preventDefault();
      this.draw();
    } }, h("label", { class: "pw-yours__text" }, this.getAttribute("asks"), this.text),
      h("div", { class: "pw-controls" }, this.main, this.back, number), this.runner.node, this.said);
    return this.form;
  }

  async draw() {
    if (this.runner.busy) return;
    if (!this.text.value.trim()) {
      this.runner.wrong({ message: "there are no words in this text: type or paste some" });
      return this.text.focus();
    }
    const settings = JSON.parse(this.getAttribute("settings"));
    if (this.number) settings[this.number.name] = this.number.valueAsNumber;
    if (this.word) settings[this.word.name] = this.word.value;
    this.said.textContent = "";
    this.main.setAttribute("aria-disabled", "true");
    const value = await this.runner.run("plates.redraw", { plate: this.getAttribute("plate"), text: this.text.value, settings });
    this.main.setAttribute("aria-disabled", "false");
    if (!value || !this.isConnected) return;
    const drawn = nodes(value.html).querySelector(".pw-explorable").firstElementChild;
    drawn.classList.add("is-yours");
    drawn.setAttribute("label", `${this.book.getAttribute("label")}: your text`);
    this.show(drawn, value.says);
  }

  restore() { this.show(this.book, "The book\u2019s plate is back."); }

  // The book's plate is put aside and keeps its place in time; a reader's gives way to the next.
  show(plate, says) {
    this.shown.stepper?.stop();
    if (this.shown !== this.book) this.shown.remove();
    this.book.hidden = plate !== this.book;
    if (plate !== this.book) this.before(plate);
    this.shown = plate;
    this.back.hidden = plate === this.book;
    this.main.textContent = plate === this.book ? "Draw it" : "Draw it again";
    plate.querySelector(".pw-live button:not([aria-disabled=true])")?.focus();
    this.said.textContent = says;
  }
}

customElements.get("your-text") || customElements.define("your-text", YourText);

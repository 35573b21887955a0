// <live-sentence>: the figure of a sentence cut four ways, and under it a field for a sentence of the reader's own. The
// same merges cut it, in Python, in the reader's browser. Once Python is there, every pause in typing cuts.
import { Runner, nodes } from "./live.js";
import { python } from "./python.js";
import { h } from "./shared.js";

const PAUSE = 350; // milliseconds without a key

class LiveSentence extends HTMLElement {
  connectedCallback() { if (!this.field) this.build(); }
  disconnectedCallback() { clearTimeout(this.timer); }

  build() {
    const source = this.querySelector("script[type='application/json']");
    if (!source) return;
    this.model = source.textContent;
    // Material runs every script of a page that it loads without a reload, and forgets its type.
    source.remove();
    const limit = this.getAttribute("limit");
    this.figure = this.querySelector("figure");
    this.field = h("input", { type: "text", class: "pw-field", id: "pw-sentence", value: this.getAttribute("value"), maxlength: limit,
      autocomplete: "off", autocapitalize: "off", spellcheck: "false", dir: "auto", "aria-describedby": "pw-sentence-note" });
    this.runner = new Runner();
    this.says = h("p", { class: "pw-say", role: "status" });
    this.form = h("form", { class: "pw-try" },
      h("label", { for: this.field.id }, "Your own sentence"),
      h("div", { class: "pw-try__line" }, this.field, h("button", { type: "submit", class: "pw-button pw-button--main" }, "Cut it")),
      h("p", { class: "pw-note", id: "pw-sentence-note" }, `Up to ${limit} characters. They stay in your browser: the first cut loads Python, some 7 MB.`),
      h("div", { class: "pw-try__told" }, this.says, this.runner.node));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.cut();
    });
    this.field.addEventListener("input", () => {
      clearTimeout(this.timer);
      // Only once Python is there: nobody loads it by typing.
      if (["ready", "running"].includes(python.state)) this.timer = setTimeout(() => this.cut(), PAUSE);
    });
    this.append(this.form);
    this.classList.add("is-live");
  }

  // A sentence typed while another is being cut is cut after it.
  async cut() {
    clearTimeout(this.timer);
    if (this.runner.busy) return;
    let sentence, made;
    this.setAttribute("aria-busy", "true");
    do {
      sentence = this.field.value;
      made = await this.runner.run("sentence.cut", { sentence, model: this.model });
    } while (made && sentence !== this.field.value);
    this.removeAttribute("aria-busy");
    if (!made) return this.says.replaceChildren();
    const figure = nodes(made.html).firstElementChild;
    this.figure.replaceWith(figure);
    this.figure = figure;
    this.says.textContent = made.said;
  }
}

customElements.get("live-sentence") || customElements.define("live-sentence", LiveSentence);

// What every live part shares: a line that says how Python is doing, and markup from Python made safe to show.
import { h } from "./shared.js";
import { PythonError, Stopped, python } from "./python.js";

// One call at a time, with a line under it: what Python does, how far it is, a Stop that works, what went wrong.
export class Runner {
  constructor() {
    this.words = h("span", { role: "status" });
    this.bar = h("progress", { "aria-label": "How far it is", hidden: true });
    this.halt = h("button", { type: "button", class: "pw-button pw-python__stop", hidden: true, onclick: () => python.stop() }, "Stop");
    this.node = h("div", { class: "pw-python", hidden: true }, this.words, this.bar, this.halt);
    this.changed = () => { if (this.busy) this.say(python.says()); };
  }

  // What the call gave; undefined where it failed or was stopped, which the line then says.
  async run(name, args, told = null) {
    if (this.busy) return undefined;
    this.busy = true;
    this.node.classList.remove("is-wrong");
    python.addEventListener("change", this.changed);
    this.halt.hidden = false;
    this.say("Running\u2026");
    try {
      const value = await python.call(name, args, (progress) => {
        this.progress(progress);
        told?.(progress);
      });
      this.say("");
      return value;
    } catch (error) {
      this.wrong(error);
      return undefined;
    } finally {
      this.busy = false;
      python.removeEventListener("change", this.changed);
      this.halt.hidden = this.bar.hidden = true;
    }
  }

  progress({ done, of, what }) {
    this.say(what ?? "Running\u2026");
    this.bar.hidden = done == null;
    if (of) Object.assign(this.bar, { max: of, value: done });
    else this.bar.removeAttribute("value");
  }

  say(words) {
    this.words.textContent = words;
    this.node.hidden = !words;
  }

  wrong(error) {
    this.node.classList.add("is-wrong");
    const plain = error instanceof Stopped || !(error instanceof PythonError) || ["ValueError", "Failed"].includes(error.kind);
    this.say((plain ? "" : `${error.kind}${error.line ? `, line ${error.line}` : ""}: `) + error.message);
    if (error instanceof Stopped) this.node.classList.remove("is-wrong");
  }
}

// Markup that Python rendered, as nodes, without anything in it that could act: readers' code may print anything.
const ACTS = "script:not([type='application/json']), iframe, object, embed, link, meta, base, form, style, animate, set";
export function nodes(markup) {
  const holder = document.createElement("template");
  holder.innerHTML = markup;
  for (const node of holder.content.querySelectorAll(ACTS)) node.remove();
  for (const node of holder.content.querySelectorAll("*"))
    for (const { name, value } of [...node.attributes]) {
      const leads = /^(href|src|srcset|action|formaction|poster|background|ping|xlink:href)$/.test(name);
      if (name.startsWith("on") || (leads && !value.startsWith("#")) || (name === "style" && /url\(/i.test(value)))
        node.removeAttribute(name);
    }
  return holder.content;
}

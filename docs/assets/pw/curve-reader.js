// <curve-reader>: a chart that is read place by place. For each place the data say where
// the rule stands, which markers are lit and what to say; nothing is computed here.
import { announcer, chip, h } from "./shared.js";
import { Plate } from "./plate.js";

const NAME = 0, X = 1, DOTS = 2, SAY = 3, LIT = 4; // of a reading

class CurveReader extends Plate {
  build(data) {
    this.data = data;
    this.voice = announcer();
    this.charts = [...this.querySelectorAll(".pw-static .pw-panel")].map((node) => this.arm(node.cloneNode(true)));
    this.slider = h("input", { type: "range", class: "pw-scrub", step: "any", "aria-label": data.axis,
      oninput: () => this.slide(Number(this.slider.value)), onkeydown: (event) => this.key(event) });
    for (const [type, held] of [["pointerdown", true], ["pointerup", false], ["pointercancel", false]])
      this.slider.addEventListener(type, () => { this.held = held; });
    return [this.title(data.panels.length > 1 ? this.switch() : []),
      h("div", { class: "pw-reader" },
        h("div", { class: "pw-reader__chart" }, this.charts, this.slider),
        h("div", {}, this.voice.node, h("p", { class: "pw-hint" }, "Point at the chart, or move its slider.")))];
  }

  begin() { this.open(0); }

  switch() {
    const name = `pw-panel-${Math.random().toString(36).slice(2)}`;
    return h("div", { class: "pw-switch", role: "radiogroup", "aria-label": "Which chart" }, this.data.panels.map(({ title }, i) =>
      h("label", { class: "pw-check" }, h("input", { type: "radio", name, checked: i === 0, onchange: () => this.open(i) }), title)));
  }

  // A mouse reads by hovering, a finger by touching or by sliding sideways.
  arm(node) {
    const chart = node.querySelector("svg");
    const read = (event) => {
      const box = chart.getBoundingClientRect();
      this.voice.quiet(true);
      this.move(this.nearest(((event.clientX - box.left) / box.width) * chart.viewBox.baseVal.width), "scrub");
    };
    chart.addEventListener("pointermove", read);
    chart.addEventListener("pointerdown", read);
    return node;
  }

  // What moves the thumb without holding it, as screen readers do, may move it less than half a place.
  slide(x) {
    const { at, panel: { readings } } = this, to = this.nearest(x), by = Math.sign(x - readings[at][X]);
    this.voice.quiet(false);
    this.move(to === at && !this.held ? Math.max(0, Math.min(readings.length - 1, at + by)) : to, "scrub");
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { at, panel: { readings } } = this, last = readings.length - 1, page = Math.max(1, Math.round(last / 10));
    const to = { ArrowRight: at + 1, ArrowUp: at + 1, ArrowLeft: at - 1, ArrowDown: at - 1,
      PageUp: at + page, PageDown: at - page, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.voice.quiet(false);
    this.move(Math.max(0, Math.min(last, to)), { 1: "next", [-1]: "back" }[to - at] ?? "jump");
  }

  nearest(x) {
    return this.panel.readings.reduce((best, reading, i, all) =>
      (Math.abs(reading[X] - x) < Math.abs(all[best][X] - x) ? i : best), 0);
  }

  // A reader who has chosen a place finds it again on the other chart, where that has it.
  open(i) {
    const { moved, panel: before } = this, panel = this.data.panels[i];
    const wanted = moved && panel.readings.findIndex((reading) => reading[NAME] === before.readings[this.at][NAME]);
    this.panel = panel;
    this.charts.forEach((node, n) => node.toggleAttribute("hidden", n !== i));
    this.chart = this.charts[i].querySelector("svg");
    this.slider.min = panel.left;
    this.slider.max = panel.right;
    this.slider.style.cssText = `--left:${panel.left / this.chart.viewBox.baseVal.width};--right:${panel.right / this.chart.viewBox.baseVal.width}`;
    this.voice.quiet(false);
    this.show(wanted >= 0 && moved ? wanted : panel.start);
  }

  move(at, by) {
    this.moved = true;
    if (at === this.at) return void (this.slider.value = this.panel.readings[at][X]); // back, from between two places
    this.show(at);
    this.tell(this.panel.title, at, this.panel.readings.length - 1, by);
  }

  show(at) {
    const reading = this.panel.readings[this.at = at], { chart, data: { hues } } = this;
    const rule = chart.querySelector(".rule");
    rule.setAttribute("x1", reading[X]);
    rule.setAttribute("x2", reading[X]);
    rule.setAttribute("visibility", "visible");
    chart.querySelectorAll(".at").forEach((dot, i) => {
      const place = reading[DOTS][i];
      dot.setAttribute("visibility", place ? "visible" : "hidden");
      if (place) dot.setAttribute("transform", `translate(${place.join(" ")})`);
    });
    chart.querySelectorAll(".bar").forEach((bar, i) => bar.classList.toggle("is-at", i === reading[LIT]));
    this.slider.value = reading[X];
    this.slider.setAttribute("aria-valuetext", reading[NAME]);
    this.voice.say(reading[SAY].map((part) => (typeof part === "string" ? part : chip(part[0], hues))));
  }
}

customElements.get("curve-reader") || customElements.define("curve-reader", CurveReader);

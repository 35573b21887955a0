// What the elements of the book share: making nodes, drawing pieces, stepping, speaking.

// ------------------------------------------------------------------ nodes
// Text goes in as text, never as markup: a reader may type any corpus.
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value == null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "style") node.style.cssText = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((c) => c != null && c !== false));
  return node;
}

export function svg(tag, props = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(props)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

// ------------------------------------------------------------------ pieces
// A space and the end of a word are drawn by the style sheet and spoken as words.
const MARKS = { " ": ["pw-space", "space "], "\u2581": ["pw-lowbar", "space "], "\u23b5": ["pw-end", " end of word"], "</w>": ["pw-endtag", " end of word"] };

export function spelled(piece) {
  return piece.split(/( |\u2581|\u23b5|<\/w>)/).filter(Boolean).flatMap((part) => {
    if (!Object.hasOwn(MARKS, part)) return [part];
    const [look, spoken] = MARKS[part];
    return [h("span", { class: look, "aria-hidden": "true" }, part), h("span", { class: "pw-vh" }, spoken)];
  });
}

// What can only be seen on something: an accent by itself, a joiner. The style sheet gives it a circle.
const LEANS = /^[\p{M}\p{Cf}]/u;
export const chip = (piece, hues = {}, props = {}) =>
  h("span", { ...props, class: ["pw-chip", LEANS.test(piece) && "is-mark", props.class].filter(Boolean).join(" "), "data-piece": piece,
    "data-hue": Object.hasOwn(hues, piece) ? hues[piece] : null }, ...spelled(piece));

// Pieces that are already chips, in a row, heard one by one; from the right where their first letter is read so.
const FROM_THE_RIGHT = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
export const row = (chips) =>
  h("span", { class: "pw-chips", dir: FROM_THE_RIGHT.test(chips.map((c) => c.dataset?.piece ?? "").join("")) ? "rtl" : null }, chips.flatMap((c, i) => (i ? [h("span", { class: "pw-vh" }, ", "), c] : [c])));

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// A button that shows where something is: while pointed at or focused, and for as
// long as it is pressed, which is what a finger can do.
export function pointer(props, mark, ...children) {
  let pinned = false;
  const button = h("button", { type: "button", "aria-pressed": "false", ...props }, ...children);
  const show = () => mark(true), hide = () => mark(pinned);
  Object.assign(button, { onmouseenter: show, onfocus: show, onmouseleave: hide, onblur: hide });
  button.onclick = () => {
    pinned = !pinned;
    button.setAttribute("aria-pressed", String(pinned));
    mark(pinned);
  };
  return button;
}

// ------------------------------------------------------------------ speaking
// The sentence under the controls is the live region: what is said is what is shown.
export function announcer() {
  const node = h("p", { class: "pw-say", role: "status" });
  return {
    node,
    say: (...parts) => node.replaceChildren(...parts.flat(Infinity)),
    // While a run plays, the sentence changes for the eye only.
    quiet: (playing) => node.setAttribute("aria-live", playing ? "off" : "polite"),
  };
}

// ------------------------------------------------------------------ stepping
// Position 0..last, four buttons, and the arrow keys anywhere inside `host`. `show(at, from, how)` draws; `how`
// says what moved it (next, back, scrub, run, jump) and whether a run is still playing.
export class Stepper {
  constructor(host, last, show) {
    Object.assign(this, { host, last, show, at: 0, timer: null });
    this.pace = Math.max(90, Math.min(620, 12000 / (last || 1)));
    const button = (label, act, main) =>
      h("button", { type: "button", class: "pw-button" + (main ? " pw-button--main" : ""), onclick: act }, label);
    this.buttons = {
      reset: button("Reset", () => this.go(0)),
      back: button("Back", () => this.go(this.at - 1)),
      next: button("Next", () => this.go(this.at + 1), true),
      run: button("Run all", () => (this.timer ? this.stop() : this.run())),
    };
    const key = (k) => h("kbd", { class: "pw-key" }, k);
    this.bar = h("div", { class: "pw-controls", role: "group", "aria-label": "Steps" }, Object.values(this.buttons),
      h("span", { class: "pw-hint" }, key("\u2190"), " ", key("\u2192"), " step"));
    this.onKey = (event) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      // Fields that use these keys keep them, and so does a table that scrolls.
      if (event.target.closest("select, textarea, input:not([type=checkbox]), .pw-scroll")) return;
      const to = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: last }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      this.go(to);
    };
    // One listener per stepper; a new corpus makes a new stepper on the same host.
    host.addEventListener("keydown", this.onKey);
  }

  go(to, by) {
    this.stop();
    this.move(to, by);
  }

  move(to, by, playing = false) {
    to = Math.max(0, Math.min(this.last, to));
    const from = this.at;
    this.at = to;
    this.show(to, from, { by: by ?? { 1: "next", [-1]: "back" }[to - from] ?? "jump", playing });
    this.sync();
  }

  // aria-disabled, not disabled: the focused button must not vanish under a finger.
  sync() {
    const off = (name, is) => this.buttons[name].setAttribute("aria-disabled", String(is));
    off("reset", this.at === 0);
    off("back", this.at === 0);
    off("next", this.at === this.last);
    off("run", this.at === this.last);
    this.buttons.run.textContent = this.timer ? "Pause" : "Run all";
  }

  run() {
    if (this.at === this.last) return;
    if (calm()) return this.go(this.last);
    const tick = () => {
      const more = this.at + 1 < this.last;
      this.timer = more ? setTimeout(tick, this.pace) : null;
      this.move(this.at + 1, more ? "run" : "jump", more);
    };
    this.timer = setTimeout(tick, 0);
    this.sync();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.sync();
  }

  drop() {
    this.stop();
    this.host.removeEventListener("keydown", this.onKey);
  }
}

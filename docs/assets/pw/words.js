// Words in pieces that part and join before the reader's eyes: the stage of the plates on the families.
import { calm, chip, h, row } from "./shared.js";

const MORE = "##"; // before a piece that goes on with a word; no character of it

export class Words {
  // `beyond` says of a word that is not drawn to its end how many characters it has.
  constructor(label, counts, hues, beyond = {}) {
    Object.assign(this, { counts, hues, beyond });
    this.node = h("div", { role: "list", "aria-label": label, class: "pw-words" });
  }

  // `fresh` says which pieces get a ring; `move`, whether what changed is seen to move.
  draw(words, { fresh = () => false, move = false } = {}) {
    const before = move && !calm() && this.node.isConnected ? this.measure() : null;
    this.node.replaceChildren(...words.map((pieces, w) => {
      let at = 0;
      return h("div", { role: "listitem" }, row(pieces.map((piece, i) => {
        const length = piece.length - (i && piece.startsWith(MORE) ? MORE.length : 0);
        const node = chip(piece, this.hues, { "data-at": `${w}:${at}`, "data-length": length, class: fresh(piece, w) ? "is-fresh" : "" });
        at += length;
        return node;
      })), this.beyond[w] && h("span", { class: "pw-times" }, `\u2026 ${this.beyond[w].toLocaleString("en")} characters`), this.counts[w] > 1 && h("span", { class: "pw-times" }, `\u00d7${this.counts[w]}`));
    }));
    if (before) this.flip(before);
  }

  // As tall as it is with the tallest of these states, so that nothing below it jumps.
  reserve(states) {
    this.node.style.minHeight = "";
    let most = 0;
    for (const words of states) {
      this.draw(words);
      most = Math.max(most, this.node.offsetHeight);
    }
    this.node.style.minHeight = most + "px";
  }

  // Ring every place where these pieces stand side by side: one, or two.
  ring(on, pieces) {
    for (const word of this.node.children) {
      const nodes = [...word.querySelectorAll("[data-at]")];
      nodes.forEach((_, i) => {
        const found = nodes.slice(i, i + pieces.length);
        if (found.length === pieces.length && found.every((node, k) => node.dataset.piece === pieces[k]))
          for (const node of found) node.classList.toggle("is-wanted", on);
      });
    }
  }

  measure() {
    const stage = this.node.getBoundingClientRect();
    return [...this.node.querySelectorAll(".pw-chip[data-at]")].map((node) => {
      const box = node.getBoundingClientRect(), [word, at] = node.dataset.at.split(":").map(Number);
      return { node, word, at, length: Number(node.dataset.length), x: box.left - stage.left, y: box.top - stage.top, width: box.width, rtl: node.parentNode.dir === "rtl" };
    });
  }

  // What stays slides to its new place, what parts comes out of the whole, and what joins closes the gap first.
  flip(before) {
    const styles = getComputedStyle(this.node);
    const timing = { duration: parseFloat(styles.getPropertyValue("--move")), easing: styles.getPropertyValue("--ease").trim() };
    for (const now of this.measure()) {
      const old = before.filter((o) => o.word === now.word && o.at < now.at + now.length && now.at < o.at + o.length);
      if (old.length === 1) {
        const inside = (now.at - old[0].at) * (old[0].width / old[0].length);
        const dx = old[0].x + (now.rtl ? old[0].width - inside - now.width : inside) - now.x, dy = old[0].y - now.y;
        if (dx || dy) now.node.animate({ transform: [`translate(${dx}px, ${dy}px)`, "none"] }, timing);
        continue;
      }
      now.node.animate({ opacity: [0, 0, 1], offset: [0, 0.7, 1] }, timing);
      for (const o of old) {
        const ghost = o.node.cloneNode(true), x = (o.at === now.at) !== now.rtl ? now.x : now.x + now.width - o.width;
        ghost.classList.remove("is-fresh", "is-wanted");
        ghost.classList.add("pw-ghost");
        ghost.removeAttribute("data-at");
        ghost.setAttribute("aria-hidden", "true");
        ghost.style.cssText = `left:${x}px;top:${now.y}px`;
        this.node.append(ghost);
        ghost.animate([
          { transform: `translate(${o.x - x}px, ${o.y - now.y}px)`, opacity: 1 },
          { transform: "none", opacity: 1, offset: 0.75 },
          { transform: "none", opacity: 0 },
        ], timing).finished.finally(() => ghost.remove()).catch(() => {});
      }
    }
  }
}

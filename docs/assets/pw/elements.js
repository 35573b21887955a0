// The one script of every page: each element of the book is loaded where it stands, and nowhere else. New ones get a line.
const FILES = {
  "count-and-score": "count-and-score", "coverage-claims": "coverage-claims", "curve-reader": "curve-reader", "ending-drag": "ending-drag",
  "fit-playground": "fit-playground", "live-sentence": "live-sentence", "merge-stepper": "merge-stepper", "pruning-rounds": "pruning-rounds",
  "pw-block": "pw-block", "pw-challenge": "pw-challenge", "pw-ledger": "pw-ledger", "pw-number": "pw-number", "pw-progress": "progress",
  "pw-workbench": "workbench", "sampled-spellings": "sampled-spellings", "two-vocabularies": "two-vocabularies", "unit-compare": "unit-compare",
  "word-lattice": "word-lattice", "your-text": "your-text",
};

function wake() {
  const names = new Set([...document.querySelectorAll(":not(:defined)")].map((node) => node.localName));
  for (const name of names)
    if (Object.hasOwn(FILES, name)) {
      import(`./${FILES[name]}.js`);
      delete FILES[name];
    }
}

// Pages are swapped without a reload, and what Python drew may bring an element that the page had not.
let soon = null;
new MutationObserver(() => {
  soon ??= setTimeout(() => {
    soon = null;
    wake();
  });
}).observe(document.body, { childList: true, subtree: true });
wake();

// The blocks of the page as they were built, with the reader's edits, and their session in Python.
const records = new WeakMap();

// The record stands at the end of the page as JSON. It is taken out: Material runs every script of a page that it
// loads without a reload, and forgets its type.
export function session(element) {
  const root = element.closest(".md-content") ?? document.body, source = root.querySelector("script.pw-session");
  if (source) {
    records.set(root, { page: location.pathname, blocks: JSON.parse(source.textContent) });
    source.remove();
  }
  return records.get(root);
}

// The number of the block that an element stands in.
export const place = (element) => Number(element.closest("pw-block").dataset.block);

// The blocks under one whose code is not shown, up to the next that is: figures, and the numbers of the prose there.
export function under(element) {
  const { blocks } = session(element), first = place(element) + 1;
  const next = blocks.findIndex(({ seen }, at) => at >= first && seen);
  return [...document.querySelectorAll("pw-block")].filter((each) => place(each) >= first && place(each) < (next < 0 ? blocks.length : next));
}

// Run a block after those above it. Gives { output, error, claims, numbers }, or undefined where Python could not.
export function run(element, runner) {
  const { page, blocks } = session(element), at = place(element);
  return runner.run("session.run", {
    page, blocks: blocks.slice(0, at + 1).map(({ code, seen, edit }) => ({ code, seen, edit })),
    numbers: blocks[at].numbers.map(([, expr, spec]) => [expr, spec]),
  });
}

// Hand what a reader gave to the page's own function, in the session as the book made it: { hint, output, error }.
export function check(element, name, kind, given, runner) {
  const { page, blocks } = session(element);
  return runner.run("session.check", {
    page, blocks: blocks.slice(0, place(element) + 1).map(({ code, seen }) => ({ code, seen })), name, kind, given,
  });
}

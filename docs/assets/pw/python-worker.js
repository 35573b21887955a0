// The worker that Python runs in. Every file is found from where this one is, so any sub-path will do.
const live = new URL("../live/", import.meta.url);

// All files but live.json have names that change with what is in them: the copy that the browser has is good.
const ask = self.fetch.bind(self);
self.fetch = (what, how) => ask(what, { cache: "force-cache", ...how });

// What code may import beside the library, fetched when it does: by its name in live.json.
const MORE = ["wordfreq"];

async function boot() {
  const names = await (await fetch(new URL("live.json", live), { cache: "no-cache" })).json();
  if (names.missing) throw new Error(`Nothing can run on this copy of the book: ${names.missing}.`);
  postMessage({ loading: "Loading Python (once, some 7 MB)\u2026" });
  const wheel = fetch(new URL(names.piecework, live)).then((response) => response.arrayBuffer());
  const { loadPyodide } = await import(new URL(`${names.pyodide}pyodide.mjs`, live).href);
  const py = await loadPyodide({ indexURL: new URL(names.pyodide, live).href });
  postMessage({ loading: "Loading the library\u2026" });
  py.unpackArchive(await wheel, "whl");
  const answer = py.runPython("from piecework.live import answer; answer");
  postMessage({ ready: true });
  const there = new Set();
  return async (id, name, args) => {
    for (const more of MORE.filter((each) => !there.has(each) && new RegExp(`(import|from) ${each}\\b`).test(args))) {
      postMessage({ id, progress: JSON.stringify({ what: `Loading ${more}\u2026` }) });
      py.unpackArchive(await (await fetch(new URL(names[more], live))).arrayBuffer(), "zip");
      there.add(more);
    }
    postMessage({ id, answer: answer(name, args, (progress) => postMessage({ id, progress })) });
  };
}

const ready = boot();
ready.catch((error) => postMessage({ failed: error.message }));

// Messages are answered one after the other, in order.
let turn = ready;
self.onmessage = ({ data: { id, name, args } }) => {
  turn = turn.then(async () => (await ready)(id, name, args)).catch((error) => postMessage({ failed: String(error.message ?? error) }));
};

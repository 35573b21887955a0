// The worker that Python runs in. Every file is found from where this one is, so any sub-path will do.
const live = new URL("../live/", import.meta.url);

// All files but live.json have names that change with what is in them: the copy that the browser has is good.
const ask = self.fetch.bind(self);
self.fetch = (what, how) => ask(what, { cache: "force-cache", ...how });

async function boot() {
  const names = await (await fetch(new URL("live.json", live), { cache: "no-cache" })).json();
  if (names.missing) throw new Error(`Nothing can run on this copy of the book: ${names.missing}.`);
  postMessage({ loading: "Loading Python (once, some 7 MB)\u2026" });
  const wheel = fetch(new URL(names.wheel, live)).then((response) => response.arrayBuffer());
  const { loadPyodide } = await import(new URL(`${names.pyodide}pyodide.mjs`, live).href);
  const py = await loadPyodide({ indexURL: new URL(names.pyodide, live).href });
  postMessage({ loading: "Loading the library\u2026" });
  py.unpackArchive(await wheel, "whl");
  const answer = py.runPython("from piecework.live import answer; answer");
  postMessage({ ready: true });
  return answer;
}

const ready = boot();
ready.catch((error) => postMessage({ failed: error.message }));

// Messages are answered one after the other, in order.
let turn = ready;
self.onmessage = ({ data: { id, name, args } }) => {
  turn = turn.then(async () => {
    const answer = await ready;
    postMessage({ id, answer: answer(name, args, (progress) => postMessage({ id, progress })) });
  }).catch((error) => postMessage({ failed: String(error.message ?? error) }));
};

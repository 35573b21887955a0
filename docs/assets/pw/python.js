// Python for the whole site: one worker, started by the first call and kept while the reader goes from page to page.
//   const { html } = await python.call("plates.merging", { text }, ({ done, of }) => …);
//   python.stop();                                  the call rejects with a Stopped; the next one starts Python anew
//   python.addEventListener("change", () => python.state);
// What can be called is what src/piecework/live offers. Values go through JSON both ways.

// Where things are: the names in live.json change with what is in the files.
let found;
export const names = () => (found ??= fetch(new URL("../live/live.json", import.meta.url), { cache: "no-cache" }).then((response) => response.json()).catch((error) => {
  found = null; // not for ever
  throw error;
}));

export class Stopped extends Error {}
// What went wrong inside Python: `kind` is the name of the exception, `line` the line of the reader's code, if any.
export class PythonError extends Error {
  constructor({ kind, message, line }) {
    super(message);
    Object.assign(this, { kind, line });
  }
}

const SAYS = {
  idle: "", ready: "Python is ready.", running: "Running\u2026", stopped: "Stopped. Nothing of yours is lost.",
};

class Python extends EventTarget {
  state = "idle"; // loading, ready, running, stopped, or failed
  why = ""; // it is loading, or failed
  calls = new Map();
  last = 0;

  says() { return SAYS[this.state] ?? this.why; }

  call(name, args = {}, tell = null) {
    this.worker ??= this.start();
    const id = ++this.last;
    return new Promise((done, failed) => {
      this.calls.set(id, { done, failed, tell });
      this.worker.postMessage({ id, name, args: JSON.stringify(args) });
      if (this.state === "ready") this.become("running");
    });
  }

  // Load Python while the reader is still busy, so that the first call finds it there.
  warm() { this.worker ??= this.start(); }

  start() {
    const worker = new Worker(new URL("python-worker.js", import.meta.url), { type: "module", name: "python" });
    worker.onmessage = ({ data }) => this.heard(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.fail(event.message || "Python could not be started in this browser.");
    };
    this.become("loading", "Loading Python\u2026");
    return worker;
  }

  heard({ id, loading, ready, failed, progress, answer }) {
    if (loading) return this.become("loading", loading);
    if (failed) return this.fail(failed);
    if (ready) return this.become(this.calls.size ? "running" : "ready");
    const call = this.calls.get(id);
    if (!call) return;
    if (progress) return call.tell?.(JSON.parse(progress));
    this.calls.delete(id);
    const { value, error } = JSON.parse(answer);
    if (error) call.failed(new PythonError(error));
    else call.done(value);
    if (!this.calls.size) this.become("ready");
  }

  // A worker cannot be interrupted without headers that few hosts send. Ending it always works.
  stop() {
    if (!this.worker || !this.calls.size) return;
    this.end(new Stopped("Stopped."));
    this.become("stopped");
  }

  fail(why) {
    this.end(new PythonError({ kind: "Failed", message: why }));
    this.become("failed", why);
  }

  end(error) {
    this.worker?.terminate();
    this.worker = null;
    const calls = [...this.calls.values()];
    this.calls.clear();
    for (const call of calls) call.failed(error);
  }

  become(state, why = "") {
    Object.assign(this, { state, why });
    this.dispatchEvent(new Event("change"));
  }
}

export const python = new Python();

// An editor for Python: CodeMirror, loaded when a reader first edits something; a plain field where it is not there.
//   const { code, focus } = await editor(host, "print(1)", "Code", () => run());
import { h } from "./shared.js";
import { names } from "./python.js";

export async function editor(host, code, label, run) {
  try {
    return await codemirror(host, code, label, run);
  } catch {
    return field(host, code, label, run);
  }
}

async function codemirror(host, code, label, run) {
  const { editor: folder } = await names();
  const load = (name) => import(new URL(`../live/${folder}${name}.js`, import.meta.url).href);
  const [{ EditorView, keymap, drawSelection, lineNumbers }, { EditorState }, commands, language, { python }, { classHighlighter }] =
    await Promise.all(["codemirror-view", "codemirror-state", "codemirror-commands", "codemirror-language",
      "codemirror-lang-python", "lezer-highlight"].map(load));
  const view = new EditorView({
    parent: host,
    state: EditorState.create({
      doc: code,
      extensions: [
        // Tab goes on to the next control, as everywhere on the page; Enter indents.
        keymap.of([{ key: "Mod-Enter", run: () => (run(), true) }, ...commands.defaultKeymap, ...commands.historyKeymap]),
        commands.history(), drawSelection(), lineNumbers(), python(), language.indentUnit.of("    "),
        language.bracketMatching(), language.syntaxHighlighting(classHighlighter), EditorState.tabSize.of(4),
        EditorView.contentAttributes.of({ "aria-label": label, autocapitalize: "off", autocorrect: "off", spellcheck: "false" }),
      ],
    }),
  });
  return { code: () => view.state.doc.toString(), focus: () => view.focus() };
}

function field(host, code, label, run) {
  const area = h("textarea", { class: "pw-field", "aria-label": label, spellcheck: "false", rows: Math.max(3, code.split("\n").length),
    onkeydown: (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run(); } });
  area.value = code;
  host.append(area);
  return { code: () => area.value, focus: () => area.focus() };
}

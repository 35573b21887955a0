// The settings of the workbench as the part of an address after "#", which no server is ever sent. Texts are
// compressed; what does not fit is left out and named.

export const ROOM = 8000; // characters: longer links are cut off by some mail programs and chats
const TEXTS = ["text", "held"], PLAIN = ["corpus", "size", "spelling", "ties"];

async function through(stream, bytes, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader(), parts = [];
  let size = 0;
  for (let got = await reader.read(); !got.done; got = await reader.read()) {
    parts.push(got.value);
    if ((size += got.value.length) > most) throw new RangeError("too long");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function pack(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpack(packed, most) {
  if (!packed) return "";
  const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = await through(new DecompressionStream("deflate-raw"), Uint8Array.from(binary, (c) => c.charCodeAt(0)), most);
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

// The fragment, and which texts had no room in it. Of the kept setting only what differs is written.
export async function write(now, kept = null) {
  const said = new URLSearchParams(), left = [];
  const put = async (settings, prefix, base) => {
    const used = settings.corpus ? ["held"] : TEXTS;
    for (const name of PLAIN) if (!base || settings[name] !== base[name]) said.set(prefix + name, settings[name]);
    for (const name of used) {
      if (settings[name] === (base?.[name] ?? "")) continue;
      const packed = settings[name] && await pack(settings[name]);
      if (said.toString().length + packed.length > ROOM) left.push(prefix + name);
      else said.set(prefix + name, packed);
    }
  };
  await put(now, "", null);
  if (kept) {
    said.set("kept", "1");
    await put(kept, "kept.", now);
  }
  if (left.length) said.set("left", left.join(" "));
  return { fragment: said.toString(), left };
}

// What a fragment says: settings, a kept setting if there is one, what was left out; null where it is something else.
// Raises an Error for a text that cannot be read.
export async function read(fragment, most) {
  const said = new URLSearchParams(fragment);
  if (!said.has("size") || !said.has("corpus")) return null;
  const take = async (prefix, base) => {
    const out = { ...base };
    for (const name of PLAIN) if (said.has(prefix + name)) out[name] = said.get(prefix + name);
    for (const name of TEXTS) if (said.has(prefix + name)) out[name] = await unpack(said.get(prefix + name), most);
    return { ...out, text: out.corpus ? "" : out.text, size: Number(out.size) };
  };
  const now = await take("", { text: "", held: "" });
  return { now, kept: said.has("kept") ? await take("kept.", now) : null, left: said.get("left")?.split(" ") ?? [] };
}

// Traces in and out: a file is opened by the Lab, which reads it; a link leads to this run at this moment.

/** What the Lab takes at once, in characters: not more bytes than its limit even where every letter has three. */
export const partSize = 300_000;

/**
 * The text in parts that end at line ends.
 * @param {string} text @param {number} [size]
 * @returns {string[]}
 */
export function partsOf(text, size = partSize) {
  const parts = [];
  for (let from = 0; from < text.length;) {
    const end = from + size >= text.length ? text.length : text.lastIndexOf("\n", from + size - 1) + 1;
    // A line that is longer than a part is given as it is: the Lab says what is wrong with it.
    const to = end > from ? end : Math.min(text.length, from + size);
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts.length > 0 ? parts : [""];
}

/**
 * @param {File} file
 * @param {(name: string, more: Record<string, unknown>) => Promise<any>} command rejects where the Lab refuses
 * @returns {Promise<import("./run.js").Recording>}
 */
export async function openTrace(file, command) {
  const parts = partsOf(await file.text());
  const { name } = file;
  if (parts.length === 1) return command("open", { name, text: parts[0] });
  let answer;
  for (const [part, text] of parts.entries()) answer = await command("open", { name, text, part, parts: parts.length });
  return answer;
}

/**
 * @typedef {{ time: number | null, phone: string | null, file: string | null, on: "ours" | "naive" | null }} Place
 */

/** @param {string} hash @returns {Place} */
export function placeOf(hash) {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  const time = Number(values.get("t") ?? NaN);
  const on = values.get("on");
  return {
    time: Number.isFinite(time) && time >= 0 ? time : null, phone: values.get("phone"), file: values.get("file"),
    on: on === "ours" || on === "naive" ? on : null,
  };
}

/** @param {Place} place */
export function hashOf({ time, phone, file, on }) {
  const values = new URLSearchParams();
  if (file !== null && on !== null) {
    values.set("file", file);
    values.set("on", on);
  }
  if (time !== null) values.set("t", time.toFixed(3));
  if (phone !== null) values.set("phone", phone);
  return `#${values}`;
}

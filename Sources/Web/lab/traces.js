// Traces in and out: a file is opened by the Lab, which reads it; a link leads to this run at this moment.

/** The most bytes of a trace in one part, if the Lab's greeting gives no limit. */
export const partBytes = 204_800;

const encoder = new TextEncoder();
/** In a message the quotation marks of a trace are escaped: so a frame, too, has no more bytes than a part may have. */
const bytesOf = (/** @type {string} */ text) => encoder.encode(JSON.stringify(text)).length;

/**
 * The text in parts that end at line ends.
 * @param {string} text @param {number} [most] bytes of a part
 * @returns {string[]}
 */
export function partsOf(text, most = partBytes) {
  /** @type {string[]} */
  const parts = [];
  let [part, size] = ["", 0];
  for (const piece of text.split(/(?<=\n)/).flatMap((line) => piecesOf(line, most))) {
    const bytes = bytesOf(piece);
    if (part !== "" && size + bytes > most) {
      parts.push(part);
      [part, size] = ["", 0];
    }
    part += piece;
    size += bytes;
  }
  return [...parts, part];
}

/**
 * Splits a line that is longer than a part; the Lab then reports the fault of the line.
 * @param {string} line @param {number} most
 */
function piecesOf(line, most) {
  if (bytesOf(line) <= most) return [line];
  // The most bytes that a character takes in a message.
  const length = Math.max(1, Math.floor(most / 6));
  return Array.from({ length: Math.ceil(line.length / length) }, (_, index) =>
    line.slice(index * length, (index + 1) * length));
}

/**
 * @param {File} file
 * @param {(name: string, more: Record<string, unknown>) => Promise<any>} command rejects where the Lab refuses
 * @param {number} [most] bytes that the Lab takes at once
 * @returns {Promise<import("./run.js").Recording>}
 */
export async function openTrace(file, command, most) {
  const parts = partsOf(await file.text(), most);
  const { name } = file;
  if (parts.length === 1) return command("open", { name, text: parts[0] });
  let answer;
  for (const [part, text] of parts.entries()) answer = await command("open", { name, text, part, parts: parts.length });
  return answer;
}

/**
 * @typedef {{ time: number | null, phone: string | null, file: string | null, on: "ours" | "naive" | null,
 *   lab?: string | null }} Place a moment; `lab` is the Lab's run that had it, null for a scenario
 */

/** @param {string} hash @returns {Place} */
export function placeOf(hash) {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  const time = Number(values.get("t") ?? NaN);
  const on = values.get("on");
  return {
    time: Number.isFinite(time) && time >= 0 ? time : null, phone: values.get("phone"), file: values.get("file"),
    on: on === "ours" || on === "naive" ? on : null, lab: values.get("lab"),
  };
}

/** @param {Place} place */
export function hashOf({ time, phone, file, on, lab = null }) {
  const values = new URLSearchParams();
  if (file !== null && on !== null) {
    values.set("file", file);
    values.set("on", on);
  }
  if (lab !== null) values.set("lab", lab);
  if (time !== null) values.set("t", time.toFixed(3));
  if (phone !== null) values.set("phone", phone);
  return `#${values}`;
}

// The command of each key. Pure. Single keys have no effect in a field, and single letters can be switched off.

/**
 * @typedef {object} Press
 * @property {string} key
 * @property {boolean} [ctrl] or the command key
 * @property {boolean} [alt]
 * @property {"field" | "button" | "range" | "other"} on what has the focus
 */

/** @typedef {{ action: string, argument?: string | number }} Action */

/**
 * The rows of the list of keys, in order.
 * @type {readonly [string, string, string][]}
 */
export const shown = [
  ["Space", "Play or pause", "time"], ["← →", "Event before, event after", "time"],
    ["Home", "To the beginning", "time"],
  ["End", "Live, or to the end", "time"], ["V", "Next broken rule", "time"],
  ["1–9", "Choose a phone", "phone"], ["A", "Answer", "phone"], ["D", "Decline", "phone"],
    ["E", "End the call", "phone"],
  ["L", "Lock or unlock", "phone"], ["N", "Network off or on", "phone"], ["Q", "Quit the app", "phone"],
  ["/", "Filter the sequence", "page"], ["Ctrl+K, ⌘K", "Scenarios", "page"], ["O", "Open a trace", "page"],
  ["S", "Save the trace", "page"], ["?", "These keys", "page"], ["Esc", "Close the open panel", "page"],
];

/** @type {Record<string, string>} */
const named = { Home: "start", End: "live", ArrowLeft: "previous", ArrowRight: "next", "/": "filter", "?": "help" };
/** @type {Record<string, string>} */
const letters = { V: "violation", O: "open", S: "save" };
const acts = "ADELNQ";

/**
 * @param {Press} press
 * @param {boolean} hasLetters whether single letters act
 * @returns {Action | null}
 */
export function actionOf({ key, ctrl = false, alt = false, on }, hasLetters) {
  if (ctrl && !alt && key.toLowerCase() === "k") return { action: "scenarios" };
  if (ctrl || alt || on === "field") return null;
  // The time line is a range: its arrows step from event to event as well, so that they do the same everywhere.
  if (key === " ") return on === "button" ? null : { action: "play" };
  if (named[key]) return { action: named[key] };
  if (!hasLetters) return null;
  if (/^[1-9]$/.test(key)) return { action: "choose", argument: Number(key) - 1 };
  const letter = key.toUpperCase();
  if (key.length === 1 && acts.includes(letter)) return { action: "act", argument: letter };
  return letters[letter] ? { action: letters[letter] } : null;
}

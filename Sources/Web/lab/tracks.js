// A call over time: spans by its state, and its path through the machine.

import { toneOf } from "./diagram.js";

/** @typedef {import("./history.js").Change} Change */
/** @typedef {{ from: number, to: number, tone: string, call: string | null }} Span */

/** @param {any} call */
export const toneOfCall = (call) => (call ? toneOf(call) : "over");

/**
 * The spans in which the call of a phone had one kind. An ended call has no span.
 * @param {readonly Change[]} changes of the phone's call
 * @param {any} before the call's regions before the first of the changes
 * @param {number} end of the run
 * @returns {Span[]}
 */
export function spansOf(changes, before, end) {
  /** @type {Span[]} */
  const spans = [];
  let tone = toneOfCall(before);
  let from = changes[0]?.at ?? 0;
  let call = before?.call ?? null;
  const close = (/** @type {number} */ to) => {
    if (tone !== "over" && to > from) spans.push({ from, to, tone, call });
  };
  for (const change of changes) {
    const next = toneOfCall(change.value);
    if (next !== tone) {
      close(change.at);
      tone = next;
      from = change.at;
    }
    call = change.value?.call ?? null;
  }
  close(end);
  return spans;
}

/**
 * The states that the call of a phone has passed, up to a row and a time.
 * @param {readonly Change[]} changes of the phone's call
 * @param {{ number: number, time: number }} moment
 * @returns {string[]}
 */
export function pathOf(changes, { number, time }) {
  /** @type {string[]} */
  let path = [];
  for (const { i, at, value } of changes) {
    if (i > number + 1 || (i === number + 1 && at > time)) break;
    if (value === null) path = [];
    else if (value.progress !== path.at(-1)) {
      // A new call, after one that ended or as the first. Every call begins idle.
      if (path.length === 0 || path.at(-1) === "ended") path = value.progress === "idle" ? [] : ["idle"];
      path.push(value.progress);
    }
  }
  return path;
}

// Reads a body up to a length: a server may announce no length, or a wrong one.

import { ExchangeError } from "./error.js";

/**
 * @param {Response} answer @param {number} max bytes @param {string} tooLong the message about a longer one
 * @returns {Promise<Blob>}
 */
export async function bodyOf(answer, max, tooLong) {
  const reader = answer.body?.getReader();
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  while (reader) {
    const { done, value } = await reader.read().catch(() => {
      throw new ExchangeError(0, "The exchange was lost in the middle. Check the network and try again.");
    });
    if (done) break;
    size += value.length;
    if (size > max) {
      void reader.cancel().catch(() => {});
      throw new ExchangeError(413, tooLong);
    }
    parts.push(value);
  }
  return new Blob(parts, { type: answer.headers.get("content-type") ?? "" });
}

const valueBytesMax = 8 * 1024 * 1024;

/** @param {Response} answer @returns {Promise<any>} */
export async function valueOf(answer) {
  const body = await bodyOf(answer, valueBytesMax, "The exchange's answer is too long to be read.");
  try {
    return JSON.parse(await body.text());
  } catch {
    throw new ExchangeError(answer.status, "The exchange's answer cannot be read.");
  }
}

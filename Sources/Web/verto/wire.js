// Frames of JSON-RPC 2.0, read with care: what comes from outside is bounded, and what cannot be read changes nothing.

/** @typedef {Record<string, any>} Params */
/** @typedef {string | number} FrameId */
/**
 * @typedef {{ kind: "request", id: FrameId | null, method: string, params: Params }
 *   | { kind: "result", id: FrameId, result: Params }
 *   | { kind: "failure", id: FrameId | null, code: number, message: string, data: Params }} Frame
 */

/** The most bytes of a frame that is read. The exchange accepts 256 KiB, and FreeSWITCH 1 MB. */
export const frameLengthMax = 1_000_000;
/** The most elements of a batch that are read. */
const batchMax = 64;

/**
 * The frames of a message; none if it cannot be read.
 * @param {unknown} text
 * @returns {Frame[]}
 */
export function read(text) {
  if (typeof text !== "string" || text.length > frameLengthMax) return [];
  let parsed;
  try {
    parsed = JSON.parse(text);
  } catch {
    return [];
  }
  const elements = Array.isArray(parsed) ? parsed.slice(0, batchMax) : [parsed];
  return elements.flatMap((element) => frame(element) ?? []);
}

/**
 * @param {any} element
 * @returns {Frame | null}
 */
function frame(element) {
  if (!isObject(element)) return null;
  const id = typeof element.id === "string" || Number.isSafeInteger(element.id) ? element.id : null;
  if (typeof element.method === "string") {
    return { kind: "request", id, method: element.method, params: isObject(element.params) ? element.params : {} };
  }
  if (isObject(element.error)) {
    const { code, message, ...data } = element.error;
    const words = typeof message === "string" ? message.slice(0, 256) : "";
    return { kind: "failure", id, code: Number.isSafeInteger(code) ? code : 0, message: words, data };
  }
  if (id === null || element.result === undefined) return null;
  return { kind: "result", id, result: isObject(element.result) ? element.result : {} };
}

/**
 * @param {unknown} value
 * @returns {value is Params}
 */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A text of a frame; null if it is no text, or too long.
 * @param {unknown} value
 * @param {number} [max]
 */
export const text = (value, max = 1_024) =>
  typeof value === "string" && value.length > 0 && value.length <= max ? value : null;

/**
 * A session description of a frame.
 * @param {unknown} value
 */
export const description = (value) => text(value, 200_000);

/** @param {unknown} value */
export const integer = (value) => Number.isSafeInteger(value) ? /** @type {number} */ (value) : null;

/** @param {FrameId} id @param {string} method @param {Params} params */
export const request = (id, method, params) => JSON.stringify({ jsonrpc: "2.0", id, method, params });
/** @param {FrameId} id @param {Params} result */
export const result = (id, result) => JSON.stringify({ jsonrpc: "2.0", id, result });
/** @param {FrameId} id @param {number} code @param {string} message */
export const failure = (id, code, message) => JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });

/** The code with which an application refuses a request. */
export const applicationError = -32002;
/** The code with which a server that has forgotten the login refuses every request. */
export const authenticationRequired = -32000;

// The replies to requests of the server that need no knowledge of calls.

import { nameOf } from "./dialect.js";
import * as wire from "./wire.js";

/** The call replies later: to a new offer with its answer, and to an answer with whether the call exists. */
const later = new Set(["modify", "answer"]);

/**
 * The reply that is sent at once; null where there is none.
 * @param {Extract<wire.Frame, { kind: "request" }>} request
 * @param {import("./dialect.js").Dialect} dialect @param {boolean} isReady
 */
export function promptReply({ id, method, params }, dialect, isReady) {
  const name = nameOf(method);
  if (id === null || later.has(name)) return null;
  // Telnyx wants the request itself back, and only once the session is ready: before, its answer is an error.
  if (name === "ping" && dialect.hasGateway) return isReady ? wire.request(id, method, params) : null;
  return acknowledgement(id, method);
}

/** @param {wire.FrameId} id @param {string} method */
export const acknowledgement = (id, method) => wire.result(id, { method });

/**
 * What the refusal of a message to an assistant is for the conversation.
 * @param {import("./wire.js").FrameId | null} id of the message
 */
export const refused = (id) => ({ name: "ai_conversation", method: "", params: { type: "refused", id }, id: null });

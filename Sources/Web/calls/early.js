// Media that connects while the call rings, so that sound begins with the answer. Off unless the app permits it and the
// exchange asks for it: a caller who only rings learns where the called page is.
//
// The called page describes itself without a microphone, and the caller takes that as a provisional answer. Neither
// hears the other before the answer.

import { identityOf, isSameMedia } from "./sdp.js";
import { answerParams, applyAnswer } from "./signaling.js";

/** @typedef {import("./call.js").Call} Call */
/** @typedef {import("./call.js").CallEffect} CallEffect */

/**
 * Answers the peer's offer for the peer connection alone. The person may still decline.
 * @param {Call} call @param {CallEffect[]} effects
 */
export function prepareAnswer(call, effects) {
  if (!call.options.connectsWhileRinging || call.inboundOffer === null || call.isMediaOpen) return;
  call.isEarly = true;
  call.openMedia(effects);
  call.acceptOffer(call.inboundOffer, (id) => ({ kind: "preparing", id }), false, effects);
}

/**
 * Sends the description of a ringing call. It is repeated on another socket, as the first may be lost.
 * @param {Call} call @param {CallEffect[]} effects
 */
export function sendEarlyDescription(call, effects) {
  if (call.localDescription === null) return;
  const params = answerParams(call, call.localDescription, false);
  effects.push({ do: "request", tag: "earlyDescription", name: "media", params });
}

/**
 * Sends the prepared answer as soon as there is a microphone: a page without one does not answer. Returns whether the
 * ANSWER will be sent.
 * @param {Call} call @param {CallEffect[]} effects
 */
export function answerEarly(call, effects) {
  if (!call.isEarly) return false;
  endEarly(call, effects);
  // A description that is still in the making may fail, so it is made again.
  const id = call.localDescription !== null && call.mediaState !== "failed" ? call.nextMediaId() : null;
  effects.push({ do: "media", order: { kind: "microphone", id } });
  if (id === null) return false;
  call.negotiation = { kind: "answering", id, isAttach: false };
  // The call is not active before its ANSWER is sent.
  call.isDescriptionSent = false;
  return true;
}

/**
 * Applies the description of a device that rings.
 * @param {Call} call @param {string} sdp @param {CallEffect[]} effects
 */
export function applyEarly(call, sdp, effects) {
  if (!call.options.connectsWhileRinging) return;
  forgetEarlyPeer(call, sdp, effects);
  call.isEarly = true;
  call.adjustSound(effects);
  applyAnswer(call, sdp, false, effects);
}

/**
 * Another device answers, or rings, than the one that media connects with. Media connects again with that device.
 * @param {Call} call @param {string | null} sdp @param {CallEffect[]} effects
 */
export function forgetEarlyPeer(call, sdp, effects) {
  const answered = sdp === null ? null : identityOf(sdp);
  if (!call.isEarly || answered === null || call.remote === null || isSameMedia(answered, call.remote)) return;
  call.wasConnectedEarly = false;
  // The peer connection reports the same once it has the answer.
  if (call.mediaState !== "new") call.mediaState = "connecting";
  effects.push({ do: "changed" });
}

/**
 * Lets both sides hear each other. The caller does so once its peer connection has the answer, so that no sound
 * reaches a page that only rang.
 * @param {Call} call @param {CallEffect[]} effects
 */
export function endEarly(call, effects) {
  if (!call.isEarly) return;
  call.isEarly = false;
  // The path was lost while the call rang.
  if (call.wasConnectedEarly && call.mediaState === "interrupted") {
    Object.assign(call.restart, { isNeeded: true, isDue: true });
  }
  call.adjustSound(effects);
}

// A call whose socket or media was lost, and its way back: the link, and the ICE restart (RFC 8445 §9).

import { doubled } from "../verto/back-off.js";
import { offerVideoIfDue, videoNotTaken } from "./video.js";

/** @typedef {import("./call.js").Call} Call */
/** @typedef {import("./call.js").CallEffect} CallEffect */

/** The wait before a failed offer is repeated; it doubles each time. The caller repeats first. */
const retry = { inbound: 1_000, outbound: 100, max: 8_000 };
/** The time in which an agreed restart must bring sound before another is made. */
const proof = 4_000;
/** The wait for the peer's answer to the description that this side sent when it continued the call. */
const attachAnswer = 12_000;
/** How long a path is looked for. It exceeds the wait for a lost socket, for which the exchange keeps the call. */
const interruptionMax = 90_000;

/**
 * The socket is lost. Media stays as it is, because it does not need the socket.
 * @param {Call} call @param {number} now @param {CallEffect[]} effects
 */
export function linkImpaired(call, now, effects) {
  switch (call.negotiation.kind) {
    case "offeringUpdate": case "awaitingUpdate": case "offeringAttach":
      // Our own restart is repeated after the return.
      call.restart.isNeeded = true;
      call.restart.isDue = true;
      call.negotiation = { kind: "idle" };
      effects.push({ do: "media", order: { kind: "rollBack" } });
      break;
    case "offeringOnRequest": case "awaitingRequestedAnswer":
      call.negotiation = { kind: "idle" };
      effects.push({ do: "media", order: { kind: "rollBack" } });
      break;
    default: // The peer connection's own work goes on; sent messages may have arrived.
  }
  for (const { operation, event } of [...call.pending]) {
    if (event === "digits" || event === "transfer") call.settle(operation, "the connection was lost", effects);
  }
  call.deadlines.delete("restart");
  call.video.isAsked = false;
  call.advance("linkImpaired", now, effects);
}

/**
 * The exchange still has the call. Without an `attach` its media has not changed.
 * @param {Call} call @param {number} now @param {CallEffect[]} effects
 */
export function reattached(call, now, effects) {
  if (call.negotiation.kind === "answering" && call.negotiation.isAttach) return;
  if (call.isAwaitingRepair && call.mediaState !== "connected") return;
  restoreLink(call, now, effects);
}

/** @param {Call} call @param {number} now @param {CallEffect[]} effects */
export function restoreLink(call, now, effects) {
  if (!call.isDown) return;
  call.isAwaitingRepair = false;
  const wasHeld = call.state.hold === "on";
  call.advance("linkRestored", now, effects);
  // The hold is requested again; an exchange that remembers it replies so.
  if (wasHeld) call.requestModify("hold", "hold", effects);
  if (call.mediaState === "interrupted") Object.assign(call.restart, { isNeeded: true, isDue: true });
}

/**
 * Media stays as it is. If it was not connected, it may still recover by itself.
 * @param {Call} call @param {number} now @param {CallEffect[]} effects
 */
export function renegotiationFailed(call, now, effects) {
  call.negotiation = { kind: "idle" };
  call.deadlines.delete("attachAnswer");
  videoNotTaken(call, now);
  if (call.advance("renegotiationFailed", now, effects)) {
    call.isAwaitingRepair = true;
    if (call.mediaState === "connected") restoreLink(call, now, effects);
  }
  if (call.restart.isNeeded || call.mediaState !== "connected") awaitRestart(call, now);
}

/**
 * The path in use brings no sound. The call ends if no other does.
 * @param {Call} call @param {number} now
 */
export function interrupted(call, now) {
  if (!call.deadlines.has("interruption")) call.deadlines.set("interruption", now + interruptionMax);
  call.restart.isNeeded = true;
  // The end of the present negotiation decides whether another restart is needed.
  if (call.negotiation.kind !== "idle") return;
  if (now - call.restart.lastAgreed < proof) call.deadlines.set("restart", call.restart.lastAgreed + proof);
  else call.restart.isDue = true;
}

/** A restart waits for the socket, and for the negotiation under way. It tells of a switched camera as well.
 * @param {Call} call @param {number} now @param {CallEffect[]} effects */
export function restartIfDue(call, now, effects) {
  const { restart, state } = call;
  if (call.negotiation.kind !== "idle" || state.progress !== "active" || state.link !== "up") return;
  if (!restart.isDue) return offerVideoIfDue(call, now, effects);
  restart.isDue = false;
  if (call.advance("renegotiationStarted", now, effects)) offerUpdate(call, true, effects);
}

/** @param {Call} call @param {boolean} restarts @param {CallEffect[]} effects */
export function offerUpdate(call, restarts, effects) {
  call.negotiation = { kind: "offeringUpdate", id: call.makeOffer(restarts, false, effects) };
}

/**
 * The peer may have been busy, or on its way back.
 * @param {Call} call @param {number} now
 */
function awaitRestart(call, now) {
  const { restart } = call;
  restart.isNeeded = true;
  restart.failures += 1;
  call.deadlines.set("restart", now + waitAfter(call, restart.failures));
}

/**
 * The wait after so many failures.
 * @param {Call} call @param {number} failures
 */
export const waitAfter = ({ state }, failures) => doubled(failures, retry[state.direction], retry.max);

/**
 * Both sides have new candidates. It is soon clear whether one of them brings sound.
 * @param {Call} call @param {number} now
 */
export function restartAgreed(call, now) {
  call.video.isAsked = false;
  const isNeeded = call.mediaState !== "connected";
  Object.assign(call.restart, { lastAgreed: now, failures: 0, isDue: false, isNeeded });
  if (call.restart.isNeeded) call.deadlines.set("restart", now + proof);
  else call.deadlines.delete("restart");
}

/**
 * There is sound again.
 * @param {Call} call
 */
export function forgetRestart(call) {
  Object.assign(call.restart, { isNeeded: false, isDue: false, failures: 0 });
  call.deadlines.delete("restart");
  call.deadlines.delete("interruption");
}

/**
 * The peer has to answer the description that this side sent when it continued the call.
 * @param {Call} call @param {number} now
 */
export function awaitAttachAnswer(call, now) {
  call.deadlines.set("attachAnswer", now + attachAnswer);
}

/** A deadline of this module's is reached.
 * @param {Call} call @param {string} name @param {number} now @param {CallEffect[]} effects */
export function due(call, name, now, effects) {
  if (name === "interruption") {
    call.lacksPath = true;
    return void call.advance("failed", now, effects);
  }
  if (name === "attachAnswer" && call.negotiation.kind === "awaitingUpdate") {
    call.negotiation = { kind: "idle" };
    return awaitRestart(call, now);
  }
  if (name !== "restart" || !call.restart.isNeeded || call.negotiation.kind !== "idle") return;
  call.restart.isDue = true;
  if (call.isAwaitingRepair || call.isDown) restoreLink(call, now, effects);
}

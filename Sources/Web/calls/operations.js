// The operations on a call that a person requests.

import { offerUpdate } from "./repair.js";
import { setVideo } from "./video.js";

/** @typedef {import("./call.js").Call} Call */
/** @typedef {import("./call.js").CallEffect} CallEffect */
/**
 * @typedef {{ kind: "decline" | "declineAsBusy" | "hangUp" | "hold" | "resume" | "restart" }
 *   | { kind: "answer", video: boolean } | { kind: "video", isOn: boolean }
 *   | { kind: "mute", isMuted: boolean } | { kind: "digits", digits: string }
 *   | { kind: "transfer", destination: string }} Operation
 */

/** The most digits at once that peer connections accept. */
const digitsMax = 64;
const destinationMax = 256;

/**
 * The text for a person for each refusal of the machine.
 * @type {Record<string, string>}
 */
const words = {
  ended: "the call has ended", notActive: "the call is not active", alreadyAnswered: "the call is answered already",
  wrongDirection: "that is for calls of the other direction", holdPending: "a hold is under way; wait for it",
  holdUnchanged: "the call is so already", disconnecting: "the call is being ended",
  linkDown: "the connection is down; wait until it is back", notStarted: "the call has not begun",
};

/**
 * @param {Call} call @param {Operation} wanted @param {number | null} operation whose outcome is reported
 * @param {number} now @param {CallEffect[]} effects
 */
export function operate(call, wanted, operation, now, effects) {
  switch (wanted.kind) {
    case "mute":
      if (call.isMuted !== wanted.isMuted) {
        call.isMuted = wanted.isMuted;
        call.adjustSound(effects);
        effects.push({ do: "changed" });
      }
      return call.settle(operation, null, effects);
    case "video": return setVideo(call, wanted.isOn, operation, effects);
    case "digits": return sendDigits(call, wanted.digits, operation, effects);
    case "transfer": return transfer(call, wanted.destination, operation, effects);
    case "restart":
      if (!call.wait(operation, "restart", effects)) return;
      if (call.negotiation.kind !== "idle") {
        return call.settle(operation, "a negotiation is under way; wait for it", effects);
      }
      if (call.advance("renegotiationStarted", now, effects)) return offerUpdate(call, true, effects);
      return call.settle(operation, refusal(call, "renegotiationStarted"), effects);
    default:
      if (wanted.kind === "answer" && call.isIncoming) call.video.isWanted = wanted.video;
      if (!call.wait(operation, wanted.kind, effects) || call.advance(wanted.kind, now, effects)) return;
      // A second hang-up is no mistake: both wait for the same end.
      if (wanted.kind === "hangUp" && call.state.progress === "disconnecting") return;
      call.settle(operation, wanted.kind === "hangUp" && call.hasEnded ? null : refusal(call, wanted.kind), effects);
  }
}

/** @param {Call} call @param {string} digits @param {number | null} operation @param {CallEffect[]} effects */
function sendDigits(call, digits, operation, effects) {
  if (!/^[0-9A-Da-d*#]+$/.test(digits) || digits.length > digitsMax) {
    return call.settle(operation, `digits are 0…9, *, # and A…D, at most ${digitsMax} at once`, effects);
  }
  if (call.state.progress !== "active") return call.settle(operation, words.notActive, effects);
  // Between two peers digits are tones in the media; a media server in between gets a message.
  if (call.options.isCarillon && call.remote?.takesDigits) {
    effects.push({ do: "media", order: { kind: "digits", digits: digits.toUpperCase() } });
    return call.settle(operation, null, effects);
  }
  if (!call.wait(operation, "digits", effects)) return;
  const params = { dtmf: digits, dialogParams: { callID: call.id } };
  effects.push({ do: "request", tag: "digits", name: "info", params, operation: operation ?? undefined });
}

/** @param {Call} call @param {string} destination @param {number | null} operation @param {CallEffect[]} effects */
function transfer(call, destination, operation, effects) {
  if (!destination || destination.length > destinationMax) {
    return call.settle(operation, `a destination has 1 to ${destinationMax} characters`, effects);
  }
  if (call.state.progress !== "active") return call.settle(operation, words.notActive, effects);
  if (!call.wait(operation, "transfer", effects)) return;
  call.trouble = null;
  call.requestModify("transfer", "transfer", effects, { destination }, operation ?? undefined);
}

/**
 * The result of a change of state for a waiting operation: null when done, a text for an error, undefined to wait.
 * @param {import("../call-model/call-model.js").CallState} state @param {string} event
 * @param {import("../call-model/call-model.js").CallState} before
 * @returns {string | null | undefined}
 */
export function outcomeOf({ progress, hold, link, reason }, event, before) {
  const isRelease = event === "hangUp" || event === "decline" || event === "declineAsBusy";
  if (progress === "ended") return isRelease ? null : `the call ended: ${reason}`;
  if (event === "answer") return progress === "active" ? null : undefined;
  if (event === "hold" && before.hold === "turningOn" && hold !== "turningOn") {
    return hold === "on" ? null : "the exchange did not confirm the hold";
  }
  if (event === "resume" && before.hold === "turningOff" && hold !== "turningOff") {
    return hold === "off" ? null : "the exchange did not confirm that the call goes on";
  }
  if (event === "restart" && before.link === "renegotiating" && link !== "renegotiating") {
    return link === "up" ? null : "sound could not be negotiated anew";
  }
  return undefined;
}

/** The reason of a refusal. The machine changed nothing, so the same event gives the reason.
 * @param {Call} call @param {import("../call-model/call-model.js").CallEvent} event */
function refusal(call, event) {
  const why = call.machine.handle(event).refusal;
  return why === null ? "refused" : words[why] ?? `the call does not take that now (${why})`;
}

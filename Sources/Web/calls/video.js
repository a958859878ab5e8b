// The video of a call: the camera of this page, and what the descriptions of both sides say. Voice never depends on it:
// a camera that cannot be opened, and a side without video, leave a call of voice.

import { offerUpdate, waitAfter } from "./repair.js";
import { videoOf } from "./sdp.js";

/** @typedef {import("./call.js").Call} Call */
/** @typedef {import("./call.js").CallEffect} CallEffect */

/** How often the other side is told of a change that it does not take. */
const triesMax = 4;
const notTaken = "The other side does not take video now. Try again later.";

/**
 * The video of a call that begins.
 * @param {boolean} isWanted whether its camera is to be opened
 */
export const newVideo = (isWanted) => ({
  isWanted,
  /** Whether the camera is open. */
  isOn: false,
  /** Whether nothing but black is sent, because a side holds the call. */
  isDark: false,
  peer: /** @type {import("../types/index.js").PeerVideo} */ ("none"),
  trouble: /** @type {string | null} */ (null),
  /** Whether the offer under way was made for the video's sake. */
  isAsked: false,
  tries: 0,
});

/**
 * Opens the camera if it is wanted.
 * @param {Call} call @param {boolean} waits whether the next description waits for it @param {CallEffect[]} effects
 */
export function openCamera(call, waits, effects) {
  if (call.video.isWanted) effects.push({ do: "media", order: { kind: "camera", isOn: true, waits } });
}

/** @param {Call} call @param {string | null} trouble @param {CallEffect[]} effects */
function closeCamera(call, trouble, effects) {
  Object.assign(call.video, { isWanted: false, isOn: false, trouble });
  effects.push({ do: "media", order: { kind: "camera", isOn: false, waits: false } }, { do: "changed" });
}

/** @param {Call} call @param {boolean} isOn @param {number | null} operation @param {CallEffect[]} effects */
export function setVideo(call, isOn, operation, effects) {
  const { video } = call;
  const refusal = call.state.progress !== "active" ? "the call is not active"
    : isOn && video.peer === "refused" ? "the other side has no video" : null;
  if (refusal !== null || isOn === video.isOn) {
    if (refusal === null && !isOn && video.isWanted) switchOff(call, effects);
    return call.settle(operation, refusal, effects);
  }
  if (!isOn) {
    switchOff(call, effects);
    return call.settle(operation, null, effects);
  }
  if (!call.wait(operation, "video", effects) || video.isWanted) return;
  Object.assign(video, { isWanted: true, trouble: null, tries: 0 });
  if (call.isMediaOpen) openCamera(call, false, effects);
}

/** @param {Call} call @param {CallEffect[]} effects */
function switchOff(call, effects) {
  closeCamera(call, null, effects);
  call.video.tries = 0;
  settle(call, "the camera was switched off", effects);
}

/** @param {Call} call @param {string | null} error @param {CallEffect[]} effects */
function settle(call, error, effects) {
  for (const { operation, event } of call.pending) if (event === "video") call.settle(operation, error, effects);
}

/**
 * The camera is open, or cannot be: then the call goes on without it.
 * @param {Call} call @param {string | null} trouble @param {CallEffect[]} effects
 */
export function cameraTold(call, trouble, effects) {
  const isOn = trouble === null;
  // It was switched off meanwhile.
  if (!call.video.isWanted) return;
  Object.assign(call.video, { isOn, isWanted: isOn, trouble });
  call.adjustSound(effects);
  settle(call, trouble, effects);
  effects.push({ do: "changed" });
}

/** @param {Call} call @param {boolean} isDark @param {CallEffect[]} effects */
export function darken(call, isDark, effects) {
  if (!call.video.isOn || call.video.isDark === isDark) return;
  call.video.isDark = isDark;
  effects.push({ do: "media", order: { kind: "picture", isDark } });
}

/**
 * Tells the other side of a camera that was switched, in an active call without another negotiation.
 * @param {Call} call @param {number} now @param {CallEffect[]} effects
 */
export function offerVideoIfDue(call, now, effects) {
  const { video } = call;
  if (video.peer === "refused") return void (video.isWanted && closeCamera(call, null, effects));
  if ((!video.isOn && video.peer === "none") || call.deadlines.has("video")) return;
  const told = call.localDescription !== null && videoOf(call.localDescription) === "on";
  if (told === video.isOn) video.tries = 0;
  else if (video.tries >= triesMax) return void (video.isOn && closeCamera(call, notTaken, effects));
  else if (call.advance("renegotiationStarted", now, effects)) {
    video.isAsked = true;
    video.tries += 1;
    offerUpdate(call, false, effects);
  }
}

/** @param {Call} call @param {number} now */
export function videoNotTaken(call, now) {
  const { video } = call;
  if (!video.isAsked) return;
  video.isAsked = false;
  call.deadlines.set("video", now + waitAfter(call, video.tries));
}

// The exchange's messages about a call, and its replies.

import { makeEnding } from "../call-model/call-model.js";
import { headersOf } from "../verto/dialect.js";
import * as wire from "../verto/wire.js";
import { endingOf, notTransferred } from "./endings.js";
import { waitingCandidatesMax } from "./call.js";
import { applyEarly, forgetEarlyPeer, prepareAnswer, sendEarlyDescription } from "./early.js";
import { identityOf, isSameMedia, videoOf } from "./sdp.js";
import * as repair from "./repair.js";
import { openCamera } from "./video.js";

/** @typedef {import("./call.js").Call} Call */
/** @typedef {import("./call.js").CallEffect} CallEffect */
/** @typedef {import("../verto/wire.js").Params} Params */
/** @typedef {import("../verto/requests.js").Outcome} Outcome */

const busyNegotiating = "RENEGOTIATION IN PROGRESS";
export const callDoesNotExist = "CALL DOES NOT EXIST";

/**
 * @param {Call} call @param {string} name @param {Params} params @param {wire.FrameId | null} id
 * @param {number} now @param {CallEffect[]} effects
 */
export function told(call, name, params, id, now, effects) {
  switch (name) {
    case "invite": return invited(call, params, now, effects);
    case "attach": return attached(call, params, now, effects);
    case "ringing":
      learn(call, params);
      return void call.advance("peerRinging", now, effects);
    case "media": return mediaTold(call, params, now, effects);
    case "answer": return answered(call, params, now, effects);
    case "display": return displayed(call, params, effects);
    case "bye": return released(call, params, now, effects);
    case "candidate": return candidate(call, params, effects);
    case "modify": return modified(call, params, id, now, effects);
    default:
  }
}

/** @param {Call} call @param {Params} params @param {number} now @param {CallEffect[]} effects */
function invited(call, params, now, effects) {
  const sdp = wire.description(params.sdp);
  if (sdp === null) return;
  call.inboundOffer = sdp;
  call.video.peer = videoOf(sdp);
  learn(call, params);
  // After a lost socket the INVITE of a call that rings already comes again.
  if (call.advance("invited", now, effects)) {
    if (params.earlyDescription === true) prepareAnswer(call, effects);
    return;
  }
  call.advance("linkRestored", now, effects);
  if (call.isEarly) sendEarlyDescription(call, effects);
}

/**
 * The exchange offers the call anew. The same peer connection as before: our description still holds, and sound goes on
 * undisturbed. Otherwise media is negotiated from the start.
 * @param {Call} call @param {Params} params @param {number} now @param {CallEffect[]} effects
 */
function attached(call, params, now, effects) {
  learn(call, params);
  const offer = wire.description(params.sdp);
  if (offer === null || call.state.progress !== "active" || call.isMediaDone) return;
  const offered = identityOf(offer);
  const isSame = offered !== null && call.remote !== null && isSameMedia(offered, call.remote);
  if (isSame && call.isMediaOpen && call.localDescription !== null && call.mediaState !== "failed") {
    attach(call, call.localDescription, effects);
    return repair.restoreLink(call, now, effects);
  }
  call.isAwaitingRepair = true;
  call.restart.isDue = false;
  const fresh = call.isMediaOpen;
  call.openMedia(effects);
  // Sound waits for no camera where the other side can be told of it later.
  if (!fresh) openCamera(call, !call.options.isCarillon, effects);
  if (call.options.isCarillon) {
    // It offers the peer's last description, made for another peer connection of ours. It passes our description on to
    // the peer as an offer.
    call.remote = offered;
    call.video.peer = videoOf(offer);
    effects.push({ do: "changed" });
    return void (call.negotiation = { kind: "offeringAttach", id: call.makeOffer(false, true, effects, fresh) });
  }
  call.acceptOffer(offer, (mediaId) => ({ kind: "answering", id: mediaId, isAttach: true }), fresh, effects);
}

/** @param {Call} call @param {string} sdp @param {CallEffect[]} effects */
export function attach(call, sdp, effects) {
  effects.push({ do: "request", tag: "attach", name: "attach", params: answerParams(call, sdp, true) });
}

/** @param {Call} call @param {string} sdp @param {boolean} isAttach @returns {Params} */
export function answerParams(call, sdp, isAttach) {
  /** @type {Params} */
  const params = { sdp, "User-Agent": call.options.userAgent, dialogParams: call.dialog({ attach: isAttach }) };
  return call.options.trickles ? { ...params, trickle: true } : params;
}

/**
 * Early media. FreeSWITCH has no ringing message, so this shows that the other side rings. In an active call it is the
 * peer's answer to the description that this side sent when it continued the call.
 * @param {Call} call @param {Params} params @param {number} now @param {CallEffect[]} effects
 */
function mediaTold(call, params, now, effects) {
  const sdp = wire.description(params.sdp);
  if (sdp === null) return;
  learn(call, params);
  switch (call.negotiation.kind) {
    case "awaitingAnswer":
      if (params.earlyDescription === true) return applyEarly(call, sdp, effects);
      call.hasEarlyMedia = true;
      applyAnswer(call, sdp, false, effects);
      if (call.state.progress === "connecting") call.advance("peerRinging", now, effects);
      return;
    case "awaitingUpdate": return applyUpdate(call, sdp, effects);
    case "offeringOnRequest": case "awaitingRequestedAnswer": return requestedAnswer(call, sdp, now, effects);
    default: // Nothing of ours waits for an answer.
  }
}

/**
 * Whether an answer is acknowledged: this side waits for it, or has the call with its sound. An exchange sends one with
 * the name alone to ask a client that came back whether it still has the call. A reloaded page does not have it.
 * @param {Call} call
 */
export function takesAnswer(call) {
  const { direction, progress } = call.state;
  if (progress === "active") return call.isMediaOpen && !call.isMediaDone;
  return direction === "outbound" && !call.hasEnded && progress !== "disconnecting";
}

/** @param {Call} call @param {Params} params @param {number} now @param {CallEffect[]} effects */
function answered(call, params, now, effects) {
  learn(call, params);
  const told = wire.description(params.sdp);
  forgetEarlyPeer(call, told, effects);
  if (!call.advance("peerAnswered", now, effects)) return;
  const sdp = told ?? call.remoteDescription;
  if (sdp === null) call.advance("mediaIncompatible", now, effects);
  else if (call.isEarly && call.mediaState === "failed") call.advance("failed", now, effects);
  else applyAnswer(call, sdp, true, effects);
}

/** @param {Call} call @param {Params} params @param {CallEffect[]} effects */
function displayed(call, params, effects) {
  call.peerName = wire.text(params.display_name, 256) ?? call.peerName;
  call.peerNumber = wire.text(params.display_number, 256) ?? call.peerNumber;
  effects.push({ do: "changed" });
}

/** @param {Call} call @param {Params} params @param {number} now @param {CallEffect[]} effects */
function released(call, params, now, effects) {
  const ending = endingOf(params, context(call));
  if (params.causeCode !== undefined || params.cause !== undefined || params.sipCode !== undefined) {
    call.toldEnding = ending;
  }
  call.advance("released", now, effects, ending);
}

/** @param {Call} call */
function context(call) {
  const { progress, direction } = call.state;
  const wasRinging = !["idle", "requesting", "connecting"].includes(progress);
  return { isConnected: progress === "active", wasRinging, direction };
}

/** @param {Call} call @param {Params} params @param {CallEffect[]} effects */
function candidate(call, params, effects) {
  const line = wire.text(params.candidate);
  if (line === null || call.isMediaDone || call.hasEnded) return;
  const init = {
    candidate: line, sdpMid: wire.text(params.sdpMid, 64), sdpMLineIndex: wire.integer(params.sdpMLineIndex) ?? 0,
  };
  if (call.remoteDescription !== null && call.isMediaOpen) {
    effects.push({ do: "media", order: { kind: "candidate", candidate: init } });
  } else if (call.waitingRemoteCandidates.length < waitingCandidatesMax) {
    call.waitingRemoteCandidates.push(init);
  }
}

/**
 * @param {Call} call @param {Params} params @param {wire.FrameId | null} id @param {number} now
 * @param {CallEffect[]} effects
 */
function modified(call, params, id, now, effects) {
  if (id === null) return;
  const { action } = params;
  const sdp = wire.description(params.sdp);
  if (action === "hold" || action === "unhold") {
    const holdState = action === "hold" ? "held" : "active";
    effects.push({ do: "respond", id, result: { callID: call.id, action, holdState } });
    call.advance(action === "hold" ? "peerHeld" : "peerResumed", now, effects);
  } else if (action === "updateMedia") {
    if (sdp === null) offerRequested(call, id, params.fresh === true, now, effects);
    else updated(call, id, sdp, effects);
  } else if (action === "transfer") {
    effects.push({ do: "respond", id, result: { callID: call.id, action } }, { do: "changed" });
    const { reason } = endingOf(params, { isConnected: false, wasRinging: true, direction: "outbound" });
    call.trouble = notTransferred(reason);
  } else {
    effects.push({ do: "refuse", id, message: "UNKNOWN ACTION" });
  }
}

/**
 * A new offer of the peer. If both sides offer at once, the caller's offer counts, because both know which side called.
 * @param {Call} call @param {wire.FrameId} id @param {string} sdp @param {CallEffect[]} effects
 */
function updated(call, id, sdp, effects) {
  const { progress, direction } = call.state;
  if ((progress !== "active" && progress !== "answering") || !call.isMediaOpen || call.isMediaDone) {
    return void effects.push({ do: "refuse", id, message: callDoesNotExist });
  }
  switch (call.negotiation.kind) {
    case "idle": break;
    case "offeringUpdate": case "awaitingUpdate": case "offeringAttach":
      if (direction === "outbound") return void effects.push({ do: "refuse", id, message: busyNegotiating });
      effects.push({ do: "media", order: { kind: "rollBack" } });
      break;
    case "offeringOnRequest": case "awaitingRequestedAnswer": giveUpOffer(call, effects); break;
    default: return void effects.push({ do: "refuse", id, message: busyNegotiating });
  }
  const offered = identityOf(sdp);
  const isNewPeer = offered !== null && call.remote !== null && offered.fingerprints !== call.remote.fingerprints;
  if (offered !== null && call.remote !== null && !isSameMedia(offered, call.remote)) call.restart.isDue = false;
  // Another certificate is another peer connection over there: one of ours answers it that knows no other.
  const purpose = (/** @type {number} */ mediaId) =>
    ({ kind: /** @type {const} */ ("answeringUpdate"), id: mediaId, request: id, offer: sdp });
  call.acceptOffer(sdp, purpose, isNewPeer, effects);
}

/**
 * The exchange asks for an offer on behalf of a device that came back, and may have no media any more; or, of a peer
 * connection that knows no other, for whom a call is transferred to us.
 * @param {Call} call @param {wire.FrameId} id @param {boolean} fresh @param {number} now @param {CallEffect[]} effects
 */
function offerRequested(call, id, fresh, now, effects) {
  const { progress } = call.state;
  if ((progress !== "active" && progress !== "answering") || !call.isMediaOpen || call.isMediaDone) {
    return void effects.push({ do: "refuse", id, message: callDoesNotExist });
  }
  switch (call.negotiation.kind) {
    case "idle": break;
    case "offeringUpdate": case "awaitingUpdate": case "offeringAttach": case "offeringOnRequest":
    case "awaitingRequestedAnswer":
      giveUpOffer(call, effects);
      break;
    default: return void effects.push({ do: "refuse", id, message: busyNegotiating });
  }
  // The peer is back. The time that media may take counts from now.
  if (call.isDown) call.advance("linkRestored", now, effects);
  call.advance("renegotiationStarted", now, effects);
  call.restart.isDue = false;
  call.negotiation = { kind: "offeringOnRequest", id: call.makeOffer(!fresh, fresh, effects), request: id };
}

/**
 * A peer with unchanged credentials did not accept the offer. Then nothing changes.
 * @param {Call} call @param {string} sdp @param {number} now @param {CallEffect[]} effects
 */
function requestedAnswer(call, sdp, now, effects) {
  const answer = identityOf(sdp);
  const isWithdrawn = answer !== null && call.remote !== null && isSameMedia(answer, call.remote);
  if (call.negotiation.kind !== "awaitingRequestedAnswer" || isWithdrawn) {
    giveUpOffer(call, effects);
    return repair.renegotiationFailed(call, now, effects);
  }
  applyUpdate(call, sdp, effects);
}

/** @param {Call} call @param {CallEffect[]} effects */
function giveUpOffer(call, effects) {
  if (call.negotiation.kind === "offeringOnRequest") {
    effects.push({ do: "refuse", id: call.negotiation.request, message: busyNegotiating });
  }
  call.negotiation = { kind: "idle" };
  effects.push({ do: "media", order: { kind: "rollBack" } });
}

/** @param {Call} call @param {string} sdp @param {boolean} isFinal @param {CallEffect[]} effects */
export function applyAnswer(call, sdp, isFinal, effects) {
  const id = call.nextMediaId();
  call.negotiation = { kind: "applying", id, isFinal };
  effects.push({ do: "media", order: { kind: "acceptAnswer", id, sdp, isProvisional: !isFinal } });
  call.learnRemote(sdp, effects);
}

/** @param {Call} call @param {string} sdp @param {CallEffect[]} effects */
function applyUpdate(call, sdp, effects) {
  const id = call.nextMediaId();
  call.negotiation = { kind: "applyingUpdate", id };
  call.localDescription = call.offeredDescription ?? call.localDescription;
  effects.push({ do: "media", order: { kind: "acceptAnswer", id, sdp, isProvisional: false } });
  call.learnRemote(sdp, effects);
}

/**
 * Handles the outcome of a request of this call.
 * @param {Call} call @param {import("./call.js").Tag} tag @param {Outcome} outcome
 * @param {number | undefined} operation
 * @param {number} now @param {CallEffect[]} effects
 */
export function concluded(call, tag, outcome, operation, now, effects) {
  switch (tag) {
    case "invite": case "answer": case "attach": {
      const ending = endingOfRequest(call, outcome);
      if (ending !== null && !(tag === "attach" && call.state.link === "up")) {
        call.advance("released", now, effects, ending);
      }
      return;
    }
    case "bye": return void call.advance("releaseAcknowledged", now, effects);
    case "hold": return holdConcluded(call, outcome, now, effects);
    case "updateMedia": {
      // The outcome of an offer that yielded to the peer's says nothing about the next one.
      if (call.negotiation.kind !== "awaitingUpdate" || call.negotiation.offer !== operation) return;
      if (outcome.kind === "connectionLost") return;
      const sdp = outcome.kind === "result" ? wire.description(outcome.result.sdp) : null;
      if (sdp !== null) return applyUpdate(call, sdp, effects);
      effects.push({ do: "media", order: { kind: "rollBack" } });
      return repair.renegotiationFailed(call, now, effects);
    }
    case "digits": case "transfer": return call.settle(operation, errorOf(outcome), effects);
    case "earlyDescription": // Without it media connects after the answer.
    case "candidate": // One that did not arrive is one way less; ICE finds another or fails by itself.
  }
}

/** The exchange's word decides, whatever was asked for.
 * @param {Call} call @param {Outcome} outcome @param {number} now @param {CallEffect[]} effects */
function holdConcluded(call, outcome, now, effects) {
  if (outcome.kind === "connectionLost") return; // Asked again when the link is back.
  if (outcome.kind !== "result") return void call.advance("holdRequestFailed", now, effects);
  const { holdState } = outcome.result;
  const isHeld = holdState === "held" || (holdState !== "active" && call.state.hold === "turningOn");
  call.advance(isHeld ? "holdConfirmed" : "resumeConfirmed", now, effects);
}

/** @param {Call} call @param {Outcome} outcome */
function endingOfRequest(call, outcome) {
  switch (outcome.kind) {
    case "result": case "connectionLost": return null;
    case "timedOut": return makeEnding("failed", { causeCode: 102 });
    case "notSent": return makeEnding("failed");
    case "refused": {
      if (wire.integer(outcome.data.causeCode) === null) return makeEnding("failed");
      call.toldEnding = endingOf(outcome.data, context(call));
      return call.toldEnding;
    }
  }
}

/** @param {Outcome} outcome @returns {string | null} */
function errorOf(outcome) {
  switch (outcome.kind) {
    case "result": return null;
    case "refused": return `the exchange refused: ${outcome.message} (${outcome.code})`;
    case "timedOut": return "the exchange did not answer in time; try again";
    default: return "there is no connection; wait until the phone is ready again";
  }
}

/** @param {Call} call @param {Params} params */
function learn(call, params) {
  const variables = wire.isObject(params.variables) ? params.variables : {};
  const headers = headersOf(params);
  if (headers.length > 0) call.headers = headers;
  // A carrier has a name of its own for the call, and hands on the exchange's, which is the one of news and history.
  const named = call.headers.find(({ name }) => name.toLowerCase() === "x-session-id")?.value;
  const told = wire.text(params.telnyx_session_id, 64) ?? wire.text(variables.call_session_id, 64);
  call.session = wire.text(named, 64) ?? told ?? call.session;
}

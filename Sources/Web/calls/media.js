// The reports of a call's peer connection.

import { waitingCandidatesMax } from "./call.js";
import { endEarly, sendEarlyDescription } from "./early.js";
import * as repair from "./repair.js";
import { answerParams, attach, callDoesNotExist } from "./signaling.js";
import { cameraTold } from "./video.js";

/** @typedef {import("./call.js").Call} Call */
/** @typedef {import("./call.js").CallEffect} CallEffect */
/**
 * @typedef {{ kind: "description", id: number, sdp: string } | { kind: "accepted", id: number }
 *   | { kind: "failed", id: number, isIncompatible: boolean } | { kind: "unavailable", why: string }
 *   | { kind: "candidate", candidate: RTCIceCandidateInit } | { kind: "gathered" }
 *   | { kind: "state", state: Call["mediaState"] } | { kind: "quality", quality: import("../types/index.js").Quality }
 *   | { kind: "trouble", trouble: string | null } | { kind: "camera", trouble: string | null }
 *   | import("../media/relays.js").RelayNews} MediaNews
 */

/** @param {Call} call @param {MediaNews} news @param {number} now @param {CallEffect[]} effects */
export function reported(call, news, now, effects) {
  switch (news.kind) {
    case "description": return described(call, news.id, news.sdp, now, effects);
    case "accepted": return accepted(call, news.id, now, effects);
    case "failed": return failed(call, news.id, news.isIncompatible, now, effects);
    case "unavailable":
      call.trouble = news.why;
      return void call.advance("failed", now, effects);
    case "candidate": {
      const { candidate, sdpMid, sdpMLineIndex } = news.candidate;
      return trickle(call, "candidate", { candidate, sdpMid, sdpMLineIndex }, effects);
    }
    case "gathered": return trickle(call, "endOfCandidates", { endOfCandidates: true }, effects);
    case "state": return stateChanged(call, news.state, now, effects);
    case "quality":
      call.quality = news.quality;
      return void effects.push({ do: "changed" });
    case "relaysUnavailable":
      call.relaysUnavailable = news.refusals;
      return void effects.push({ do: "changed" });
    case "camera": return cameraTold(call, news.trouble, effects);
    case "trouble":
      call.trouble = news.trouble;
      effects.push({ do: "changed" });
  }
}

/** @param {Call} call @param {number} id @param {string} sdp @param {number} now @param {CallEffect[]} effects */
function described(call, id, sdp, now, effects) {
  const { negotiation } = call;
  // The event belongs to a negotiation that was given up.
  if (!("id" in negotiation) || negotiation.id !== id) return;
  switch (negotiation.kind) {
    case "offering": {
      call.negotiation = { kind: "awaitingAnswer" };
      /** @type {import("../verto/wire.js").Params} */
      const params = {
        sdp, "User-Agent": call.options.userAgent,
        dialogParams: call.dialog({ remote_caller_id_name: "Outbound Call" }),
      };
      if (call.options.trickles) params.trickle = true;
      if (call.setup.replaces) params.replaces = call.setup.replaces;
      effects.push({ do: "request", tag: "invite", name: "invite", params });
      descriptionSent(call, sdp, effects);
      return void call.advance("inviteSent", now, effects);
    }
    case "preparing":
      call.negotiation = { kind: "idle" };
      call.localDescription = sdp;
      sendEarlyDescription(call, effects);
      return descriptionSent(call, sdp, effects);
    case "answering": {
      call.negotiation = { kind: "idle" };
      if (negotiation.isAttach) attach(call, sdp, effects);
      else effects.push({ do: "request", tag: "answer", name: "answer", params: answerParams(call, sdp, false) });
      descriptionSent(call, sdp, effects);
      call.claimMedia(now, effects);
      if (negotiation.isAttach && call.mediaState === "connected") repair.restoreLink(call, now, effects);
      return;
    }
    case "answeringUpdate":
      call.negotiation = { kind: "idle" };
      call.remoteDescription = negotiation.offer;
      call.localDescription = sdp;
      effects.push({ do: "respond", id: negotiation.request, result: { callID: call.id, action: "updateMedia", sdp } });
      // If our own offer yielded to this one, that negotiation ends here too.
      if (call.state.link === "renegotiating") call.advance("renegotiationFinished", now, effects);
      return repair.restartAgreed(call, now);
    case "offeringAttach":
      call.negotiation = { kind: "awaitingUpdate" };
      call.offeredDescription = sdp;
      attach(call, sdp, effects);
      repair.awaitAttachAnswer(call, now);
      return descriptionSent(call, sdp, effects);
    case "offeringUpdate":
      call.negotiation = { kind: "awaitingUpdate", offer: id };
      call.offeredDescription = sdp;
      return call.requestModify("updateMedia", "updateMedia", effects, { sdp }, id);
    case "offeringOnRequest":
      call.negotiation = { kind: "awaitingRequestedAnswer" };
      call.offeredDescription = sdp;
      effects.push({ do: "respond", id: negotiation.request, result: { callID: call.id, action: "updateMedia", sdp } });
  }
}

/** @param {Call} call @param {number} id @param {number} now @param {CallEffect[]} effects */
function accepted(call, id, now, effects) {
  const { negotiation } = call;
  if (negotiation.kind === "applying" && negotiation.id === id) {
    call.negotiation = negotiation.isFinal ? { kind: "idle" } : { kind: "awaitingAnswer" };
    if (negotiation.isFinal) endEarly(call, effects);
  } else if (negotiation.kind === "applyingUpdate" && negotiation.id === id) {
    call.negotiation = { kind: "idle" };
    call.deadlines.delete("attachAnswer");
    call.advance("renegotiationFinished", now, effects);
    repair.restartAgreed(call, now);
    if (call.mediaState === "connected") repair.restoreLink(call, now, effects);
  }
}

/**
 * @param {Call} call @param {number} id @param {boolean} isIncompatible @param {number} now
 * @param {CallEffect[]} effects
 */
function failed(call, id, isIncompatible, now, effects) {
  const { negotiation } = call;
  if (!("id" in negotiation) || negotiation.id !== id) return;
  switch (negotiation.kind) {
    case "applying":
      if (!negotiation.isFinal) return void (call.negotiation = { kind: "awaitingAnswer" });
      break;
    // The description is made again at the answer, whose failure ends the call.
    case "preparing": return void (call.negotiation = { kind: "idle" });
    case "answeringUpdate": case "offeringOnRequest":
      effects.push({ do: "refuse", id: negotiation.request, message: callDoesNotExist });
      return repair.renegotiationFailed(call, now, effects);
    case "offeringUpdate": case "applyingUpdate": return repair.renegotiationFailed(call, now, effects);
    default:
  }
  call.negotiation = { kind: "idle" };
  call.advance(isIncompatible ? "mediaIncompatible" : "failed", now, effects);
}

/** @param {Call} call @param {string} sdp @param {CallEffect[]} effects */
function descriptionSent(call, sdp, effects) {
  call.localDescription = sdp;
  call.isDescriptionSent = true;
  for (const { name, params } of call.waitingLocalCandidates.splice(0)) {
    effects.push({ do: "request", tag: "candidate", name, params });
  }
}

/**
 * A candidate must not overtake the description it belongs to.
 * @param {Call} call @param {string} name @param {import("../verto/wire.js").Params} found
 * @param {CallEffect[]} effects
 */
function trickle(call, name, found, effects) {
  if (!call.options.trickles || call.hasEnded) return;
  const params = { ...found, dialogParams: { callID: call.id } };
  const isMaking = call.negotiation.kind === "offering" || call.negotiation.kind === "answering"
    || call.negotiation.kind === "offeringAttach" || call.negotiation.kind === "preparing";
  if (call.isDescriptionSent && !isMaking) {
    effects.push({ do: "request", tag: "candidate", name, params });
  } else if (call.waitingLocalCandidates.length < waitingCandidatesMax) {
    call.waitingLocalCandidates.push({ name, params });
  }
}

/** @param {Call} call @param {Call["mediaState"]} state @param {number} now @param {CallEffect[]} effects */
function stateChanged(call, state, now, effects) {
  if (state === call.mediaState) return;
  call.mediaState = state;
  effects.push({ do: "changed" });
  switch (state) {
    case "connected":
      repair.forgetRestart(call);
      call.wasConnectedEarly ||= call.isEarly;
      if (call.isAwaitingRepair && call.negotiation.kind !== "awaitingUpdate") repair.restoreLink(call, now, effects);
      call.isAwaitingRepair = false;
      return call.claimMedia(now, effects);
    case "interrupted":
      if (call.state.progress === "active") repair.interrupted(call, now);
      return;
    case "failed":
      // A device that only rings does not end the call: another may answer, or this one with other media.
      if (call.isEarly) return;
      call.lacksPath = true;
      call.advance("failed", now, effects);
      return;
    default:
  }
}

// One call: joins the generated call machine, the exchange's messages and the peer connection. It lives as long as the
// call, over any number of sockets and pages, so mute, hold and media outlast each of them.
//
// Events in, effects out: nothing here touches a socket, a clock or a peer connection.

import { CallMachine, makeEnding } from "../call-model/call-model.js";
import { dialogParams } from "../verto/dialect.js";
import { answerEarly } from "./early.js";
import { requestRelease } from "./endings.js";
import { outcomeOf } from "./operations.js";
import { identityOf, videoOf } from "./sdp.js";
import { darken, newVideo, openCamera } from "./video.js";

/** @typedef {import("../call-model/call-model.js").CallEvent} CallEvent */
/** @typedef {import("../call-model/call-model.js").EndReason} EndReason */
/** @typedef {import("../call-model/call-model.js").Ending} Ending */
/** @typedef {import("../verto/wire.js").Params} Params */
/** @typedef {import("../verto/wire.js").FrameId} FrameId */

/**
 * @typedef {object} Setup
 * @property {string} id the call's name on the wire
 * @property {"inbound" | "outbound"} direction
 * @property {string | null} destination
 * @property {string | null} callerName
 * @property {string | null} callerNumber
 * @property {string | null} clientState
 * @property {{ name: string, value: string }[]} headers
 * @property {string | null} [replaces] the session of the call that is taken from another device
 * @property {boolean} [video] whether the camera is opened with the call
 */
/**
 * The settings that all calls of a client share.
 * @typedef {object} CallOptions
 * @property {import("../verto/dialect.js").Dialect} dialect
 * @property {boolean} trickles
 * @property {boolean} isCarillon whether the exchange is one of ours, through which two peers negotiate with each other
 * @property {boolean} connectsWhileRinging whether media may connect before the answer
 * @property {string} userAgent
 */
/**
 * @typedef {"invite" | "answer" | "attach" | "bye" | "hold" | "updateMedia" | "candidate" | "digits" | "transfer"
 *   | "earlyDescription"} Tag
 */
/**
 * @typedef {{ do: "request", tag: Tag, name: string, params: Params, operation?: number }
 *   | { do: "respond", id: FrameId, result: Params } | { do: "refuse", id: FrameId, message: string }
 *   | { do: "media", order: MediaOrder } | { do: "settle", operation: number, error: string | null }
 *   | { do: "changed" }} CallEffect
 */
/**
 * An order for the peer connection. `fresh`: a new peer connection replaces the present one. With `isSilent` it opens
 * without a microphone until the order `microphone`, which may produce the description once more. An offer with `video`
 * has a section for it.
 * @typedef {{ kind: "open", isSilent: boolean } | { kind: "microphone", id: number | null }
 *   | { kind: "offer", id: number, restarts: boolean, fresh: boolean, video?: true }
 *   | { kind: "acceptOffer", id: number, sdp: string, fresh: boolean }
 *   | { kind: "acceptAnswer", id: number, sdp: string, isProvisional: boolean }
 *   | { kind: "candidate", candidate: RTCIceCandidateInit } | { kind: "rollBack" }
 *   | { kind: "sound", sends: boolean, hears: boolean } | { kind: "digits", digits: string }
 *   | { kind: "camera", isOn: boolean, waits: boolean } | { kind: "picture", isDark: boolean }
 *   | { kind: "close" }} MediaOrder
 */
/**
 * The negotiation with the peer that is under way; one at a time.
 * @typedef {{ kind: "idle" } | { kind: "offering", id: number } | { kind: "awaitingAnswer" }
 *   | { kind: "applying", id: number, isFinal: boolean } | { kind: "preparing", id: number }
 *   | { kind: "answering", id: number, isAttach: boolean }
 *   | { kind: "answeringUpdate", id: number, request: FrameId, offer: string } | { kind: "offeringUpdate", id: number }
 *   | { kind: "awaitingUpdate", offer?: number } | { kind: "offeringAttach", id: number }
 *   | { kind: "offeringOnRequest", id: number, request: FrameId } | { kind: "awaitingRequestedAnswer" }
 *   | { kind: "applyingUpdate", id: number }} Negotiation
 */

/**
 * Milliseconds, as Swift's `CallTimer`.
 * @type {Record<string, number>}
 */
export const timerLimits = Object.freeze({ setUp: 15_000, ringing: 180_000, recovery: 60_000, release: 5_000 });
/** @type {Record<string, CallEvent>} */
const timerEvents = {
  setUp: "setUpLimitReached", ringing: "ringingLimitReached", recovery: "recoveryLimitReached",
  release: "releaseLimitReached",
};
/** Candidates kept until there is a description they belong to. An agent with many interfaces has some 20. */
export const waitingCandidatesMax = 64;
/** The most operations that wait for their outcome. More at once are a mistake of the app. */
const operationsMax = 16;

export class Call {
  isMuted = false;
  /** @type {"new" | "connecting" | "connected" | "interrupted" | "failed"} */
  mediaState = "new";
  /** @type {Negotiation} */
  negotiation = { kind: "idle" };
  isMediaOpen = false;
  isMediaDone = false;
  /** Whether the INVITE or ANSWER is sent, so that candidates may follow it. */
  isDescriptionSent = false;
  isAwaitingMedia = false;
  /** Whether it has found no path to the peer after the answer, or has lost it for good. */
  lacksPath = false;
  /** Whether media restores the link, and not the session. */
  isAwaitingRepair = false;
  hasEarlyMedia = false;
  /** Whether media connects, or is connected, while the call rings. No sound is heard yet. */
  isEarly = false;
  wasConnectedEarly = false;
  /** @type {string | null} */
  localDescription = null;
  /**
   * A new offer of ours that has no answer yet.
   * @type {string | null}
   */
  offeredDescription = null;
  /** @type {string | null} */
  remoteDescription = null;
  /** @type {import("./sdp.js").RemoteIdentity | null} */
  remote = null;
  /** @type {string | null} */
  inboundOffer = null;
  /** @type {RTCIceCandidateInit[]} */
  waitingRemoteCandidates = [];
  /** @type {{ name: string, params: Params }[]} */
  waitingLocalCandidates = [];
  /**
   * The deadlines of the machine's timers and of a restart.
   * @type {Map<string, number>}
   */
  deadlines = new Map();
  restart = { isDue: false, isNeeded: false, failures: 0, lastAgreed: -Infinity };
  /** @type {Ending | null} */
  toldEnding = null;
  /** The session id, by which the exchange's other interfaces know the call. */
  /** @type {string | null} */
  session = null;
  /** @type {{ name: string, value: string }[]} */
  headers = [];
  /**
   * When the call became active, in milliseconds since 1970; null before.
   * @type {number | null}
   */
  connectedAt = null;
  lastMediaId = 0;
  /**
   * The newest measurement.
   * @type {import("../types/index.js").Quality | null}
   */
  quality = null;
  /**
   * A problem of the page, such as a missing microphone.
   * @type {string | null}
   */
  trouble = null;
  /**
   * How the relays refused, as of the last gathering; null unless none of them could be used.
   * @type {readonly import("../types/index.js").RelayRefusal[] | null}
   */
  relaysUnavailable = null;
  /** Whether sound is sent and heard, as last ordered from the media. */
  sound = { sends: true, hears: true };
  /** @type {{ operation: number, event: string }[]} */
  pending = [];

  /**
   * @param {Setup} setup @param {CallOptions} options
   * @param {{ peerName?: string | null, peerNumber?: string | null, startedAt: number }} about
   */
  constructor(setup, options, about) {
    this.setup = setup;
    this.options = options;
    this.peerName = about.peerName ?? null;
    this.peerNumber = about.peerNumber ?? null;
    this.startedAt = about.startedAt;
    this.video = newVideo(setup.video === true);
    this.machine = new CallMachine(setup.direction);
  }

  get id() { return this.setup.id; }
  get state() { return this.machine.state; }
  get hasEnded() { return this.state.progress === "ended"; }
  get isIncoming() { return this.state.direction === "inbound" && this.state.progress === "ringing"; }
  get isDown() { return this.state.link === "reconnecting" || this.state.link === "lost"; }
  get nextDeadline() { return Math.min(...this.deadlines.values()); }

  nextMediaId() {
    this.lastMediaId += 1;
    return this.lastMediaId;
  }

  /**
   * Steps the call's machine and carries out its effects. Returns whether the event was accepted.
   * @param {CallEvent | "released"} event @param {number} now @param {CallEffect[]} effects @param {Ending} [ending]
   * @returns {boolean}
   */
  advance(event, now, effects, ending) {
    const before = this.state;
    const { refusal, effects: steps } = event === "released"
      ? this.machine.handle(event, ending ?? makeEnding("completed")) : this.machine.handle(event);
    if (refusal !== null) return false;
    // Media are freed before listeners are notified of the end.
    if (steps.includes("releaseMedia")) this.#closeMedia(effects);
    let isUnknownToPeer = false;
    for (const step of steps) isUnknownToPeer = this.#carryOut(step, now, effects) || isUnknownToPeer;
    if (before !== this.state) this.#settleOperations(before, effects);
    effects.push({ do: "changed" });
    this.adjustSound(effects);
    if (isUnknownToPeer) this.advance("releaseAcknowledged", now, effects);
    this.claimMedia(now, effects);
    return true;
  }

  /**
   * Returns whether the peer has never heard of the call.
   * @param {import("../call-model/call-model.js").CallEffect} step @param {number} now @param {CallEffect[]} effects
   */
  #carryOut(step, now, effects) {
    const [, name, argument] = /** @type {RegExpExecArray} */ (/^(\w+)(?:\((\w+)\))?$/.exec(step));
    switch (name) {
      case "startTimer": this.deadlines.set(argument, now + timerLimits[argument]); break;
      case "stopTimer": this.deadlines.delete(argument); break;
      case "sendInvite": this.#makeOffer(effects); break;
      case "sendAnswer": this.#makeAnswer(effects); break;
      case "awaitMedia": this.isAwaitingMedia = true; break;
      case "sendHold": this.requestModify("hold", "hold", effects); break;
      case "sendResume": this.requestModify("hold", "unhold", effects); break;
      case "sendRelease":
        if (this.state.direction === "outbound" && !this.isDescriptionSent) return true;
        requestRelease(this, /** @type {EndReason} */ (argument), effects);
        break;
      // The page plays tones, the session repairs the link, and the view shows the end.
      default: break;
    }
    return false;
  }

  /**
   * @param {Tag} tag @param {string} action @param {CallEffect[]} effects @param {Params} more
   * @param {number} [operation]
   */
  requestModify(tag, action, effects, more = {}, operation) {
    const params = { action, dialogParams: { callID: this.id }, ...more };
    effects.push({ do: "request", tag, name: "modify", params, operation });
  }

  /** @param {CallEffect[]} effects */
  openMedia(effects) {
    if (this.isMediaOpen) return;
    this.isMediaOpen = true;
    effects.push({ do: "media", order: { kind: "open", isSilent: this.isEarly } });
    this.adjustSound(effects);
  }

  /** @param {CallEffect[]} effects */
  #makeOffer(effects) {
    this.openMedia(effects);
    openCamera(this, true, effects);
    this.negotiation = { kind: "offering", id: this.makeOffer(false, true, effects, false) };
  }

  /**
   * A new peer connection must have all sections that the peer knows, the refused one too. Returns the order's id.
   * @param {boolean} restarts @param {boolean} isNew @param {CallEffect[]} effects @param {boolean} [fresh]
   */
  makeOffer(restarts, isNew, effects, fresh = isNew) {
    const id = this.nextMediaId();
    const { isWanted, peer } = this.video;
    const hasVideo = isWanted || (peer !== "none" && (isNew || peer !== "refused"));
    const order = { kind: /** @type {const} */ ("offer"), id, restarts, fresh };
    effects.push({ do: "media", order: hasVideo ? { ...order, video: true } : order });
    return id;
  }

  /** @param {CallEffect[]} effects */
  #makeAnswer(effects) {
    if (this.inboundOffer === null) return;
    if (answerEarly(this, effects)) return openCamera(this, false, effects);
    this.openMedia(effects);
    openCamera(this, true, effects);
    // Only media that connects while the call rings can have failed before.
    const fresh = this.mediaState === "failed";
    this.acceptOffer(this.inboundOffer, (id) => ({ kind: "answering", id, isAttach: false }), fresh, effects);
  }

  /** @param {CallEffect[]} effects */
  #closeMedia(effects) {
    this.negotiation = { kind: "idle" };
    this.video.isWanted = this.video.isOn = false;
    this.waitingRemoteCandidates = [];
    this.waitingLocalCandidates = [];
    if (!this.isMediaOpen || this.isMediaDone) return;
    this.isMediaDone = true;
    effects.push({ do: "media", order: { kind: "close" } });
  }

  /**
   * @param {string} sdp @param {(id: number) => Negotiation} purpose @param {boolean} fresh
   * @param {CallEffect[]} effects
   */
  acceptOffer(sdp, purpose, fresh, effects) {
    const id = this.nextMediaId();
    this.negotiation = purpose(id);
    effects.push({ do: "media", order: { kind: "acceptOffer", id, sdp, fresh } });
    this.learnRemote(sdp, effects);
  }

  /**
   * From now on the peer connection gets the peer's candidates; earlier ones follow in order.
   * @param {string} sdp @param {CallEffect[]} effects
   */
  learnRemote(sdp, effects) {
    this.remoteDescription = sdp;
    this.remote = identityOf(sdp);
    this.video.peer = videoOf(sdp);
    for (const candidate of this.waitingRemoteCandidates.splice(0)) {
      effects.push({ do: "media", order: { kind: "candidate", candidate } });
    }
  }

  /**
   * The call becomes active when the callee has answered, our own answer is sent, and audio can flow.
   * @param {number} now @param {CallEffect[]} effects
   */
  claimMedia(now, effects) {
    // Media that were connected while it rang are restarted when the call is active.
    const stood = this.wasConnectedEarly && this.mediaState === "interrupted";
    if (!this.isAwaitingMedia || !this.isDescriptionSent || !(stood || this.mediaState === "connected")) return;
    this.isAwaitingMedia = false;
    this.advance("mediaConnected", now, effects);
  }

  /**
   * Orders which sound is sent and heard. A muted side sends nothing. From the request to hold until a resume is
   * confirmed nothing is sent or played, even if the peer's media cannot express a hold.
   * @param {CallEffect[]} effects
   */
  adjustSound(effects) {
    if (!this.isMediaOpen || this.isMediaDone) return;
    const isHeld = this.state.hold !== "off";
    const isDark = isHeld || this.isEarly || this.state.remoteHold !== "off";
    darken(this, isDark, effects);
    const sends = !this.isMuted && !isDark;
    const hears = !isHeld && !this.isEarly;
    if (sends === this.sound.sends && hears === this.sound.hears) return;
    this.sound = { sends, hears };
    effects.push({ do: "media", order: { kind: "sound", ...this.sound } });
  }

  /**
   * Waits for the outcome of an operation of the app's. Returns whether there was room.
   * @param {number | null} operation @param {string} event @param {CallEffect[]} effects
   */
  wait(operation, event, effects) {
    if (operation === null) return true;
    if (this.pending.length >= operationsMax) {
      effects.push({ do: "settle", operation, error: "too many operations wait on this call; await them" });
      return false;
    }
    this.pending.push({ operation, event });
    return true;
  }

  /** @param {number | null | undefined} operation @param {string | null} error @param {CallEffect[]} effects */
  settle(operation, error, effects) {
    if (operation === null || operation === undefined) return;
    this.pending = this.pending.filter((waiting) => waiting.operation !== operation);
    effects.push({ do: "settle", operation, error });
  }

  /** @param {import("../call-model/call-model.js").CallState} before @param {CallEffect[]} effects */
  #settleOperations(before, effects) {
    for (const { operation, event } of [...this.pending]) {
      const outcome = outcomeOf(this.state, event, before);
      if (outcome !== undefined) this.settle(operation, outcome, effects);
    }
  }

  /**
   * @param {number} now @param {CallEffect[]} effects
   * @param {(name: string) => void} other of deadlines not the machine's
   */
  tick(now, effects, other) {
    for (const [name, due] of [...this.deadlines]) {
      if (due > now || !this.deadlines.delete(name)) continue;
      const event = timerEvents[name];
      if (name === "setUp" && this.isAwaitingMedia && this.mediaState !== "new") this.lacksPath = true;
      if (event) this.advance(event, now, effects);
      else other(name);
    }
  }

  /**
   * `dialogParams` of this call.
   * @param {Params} [more]
   */
  dialog(more) {
    return dialogParams(this.options.dialect, this.setup, { video: this.video.isWanted, ...more });
  }
}

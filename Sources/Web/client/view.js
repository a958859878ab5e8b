// The state of a client for screens: frozen values, which stay the same object as long as nothing in them changes.

import { endingOfCall } from "../calls/endings.js";

/** @typedef {import("../types/index.js").CallView} CallView */
/** @typedef {import("../types/index.js").PhoneSnapshot} PhoneSnapshot */

/**
 * The phase of a call, as a person sees it.
 * @param {import("../call-model/call-model.js").CallState} state
 * @returns {import("../types/index.js").Phase}
 */
function phaseOf({ progress, direction, link }) {
  switch (progress) {
    case "ringing": return direction === "inbound" ? "incoming" : "ringing";
    case "answering": return "connecting";
    case "active": return link === "up" || link === "renegotiating" ? "active" : "reconnecting";
    case "disconnecting": return "ending";
    case "ended": return "ended";
    default: return "dialing";
  }
}

/** @param {import("../calls/call.js").Call} call @returns {CallView} */
function viewOf(call) {
  const { state } = call;
  const ending = endingOfCall(call);
  return {
    id: call.id, session: call.session, direction: state.direction, phase: phaseOf(state), state,
    name: call.peerName, number: call.peerNumber, isMuted: call.isMuted, isHeld: state.hold === "on",
    isHoldPending: state.hold === "turningOn" || state.hold === "turningOff", isHeldByPeer: state.remoteHold === "on",
    hasEarlyMedia: call.hasEarlyMedia, media: call.mediaState, startedAt: call.startedAt, connectedAt: call.connectedAt,
    ending: ending && Object.freeze(ending), quality: call.quality, trouble: call.trouble, answeredOn: null,
    route: null, isVideoOn: call.video.isOn, peerVideo: call.video.peer, videoTrouble: call.video.trouble,
    relaysUnavailable: call.relaysUnavailable,
  };
}

/**
 * Whether two records have the same members.
 * @param {Record<string, any>} one @param {Record<string, any>} other
 */
function isAlike(one, other) {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => Object.is(one[key], other[key]));
}

/** Makes snapshots. A part without a change stays the same object. */
export class Viewer {
  /** @type {PhoneSnapshot | null} */
  #latest = null;
  /** @type {Map<string, CallView>} */
  #views = new Map();

  /**
   * @param {import("./machine.js").ClientMachine} machine @param {import("../types/index.js").Abilities} abilities
   * @returns {PhoneSnapshot}
   */
  snapshot(machine, abilities) {
    /** @type {Map<string, CallView>} */
    const views = new Map();
    const view = (/** @type {import("../calls/call.js").Call} */ call) => {
      const fresh = viewOf(call);
      const known = this.#views.get(call.id);
      const kept = known && isAlike(known, fresh) ? known : Object.freeze(fresh);
      views.set(call.id, kept);
      return kept;
    };
    const calls = [...machine.calls.values()].map(view);
    const ended = machine.ended.map(view);
    this.#views = views;
    const latest = this.#latest;
    const isSame = (/** @type {readonly CallView[]} */ one, /** @type {readonly CallView[]} */ other) =>
      one.length === other.length && one.every((call, index) => call === other[index]);
    const next = {
      connection: machine.connection,
      calls: latest && isSame(latest.calls, calls) ? latest.calls : Object.freeze(calls),
      ended: latest && isSame(latest.ended, ended) ? latest.ended : Object.freeze(ended),
      can: latest && isAlike(latest.can, abilities) ? latest.can : Object.freeze({ ...abilities }),
      device: null,
    };
    if (latest && isAlike(latest, next)) return latest;
    this.#latest = Object.freeze(next);
    return this.#latest;
  }
}

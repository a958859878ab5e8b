// The data of a session that a page stores, so that the page after a reload continues the same calls.
//
// These are the names of calls and of the people in them. No password and no token is stored.

import { Call } from "../calls/call.js";
import { isObject, text } from "../verto/wire.js";

/**
 * A call as the store keeps it.
 * @typedef {object} Kept
 * @property {string} id
 * @property {"inbound" | "outbound"} direction
 * @property {string | null} peerName
 * @property {string | null} peerNumber
 * @property {string | null} session
 * @property {number} startedAt
 * @property {number | null} connectedAt
 * @property {boolean} isMuted
 * @property {boolean} isHeld
 * @property {boolean} isHeldByPeer
 * @property {boolean} [isVideoOn] only where the camera was open
 */
/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} KeyValues */

const callsMax = 16;
const lengthMax = 64_000;

/**
 * The events that lead a call of each direction to `active`.
 * @type {Record<string, any[]>}
 */
const steps = {
  inbound: ["invited", "answer", "mediaConnected"],
  outbound: ["dial", "inviteSent", "peerRinging", "peerAnswered", "mediaConnected"],
};

/**
 * Only active calls are stored: a ringing call comes again with an INVITE.
 * @param {Iterable<Call>} calls
 */
export function keep(calls) {
  return [...calls].filter((call) => call.state.progress === "active").map((call) => ({
    id: call.id, direction: call.state.direction, peerName: call.peerName, peerNumber: call.peerNumber,
    session: call.session, startedAt: call.startedAt, connectedAt: call.connectedAt, isMuted: call.isMuted,
    isHeld: call.state.hold === "on" || call.state.hold === "turningOn", isHeldByPeer: call.state.remoteHold === "on",
    ...call.video.isWanted && { isVideoOn: true },
  }));
}

/**
 * The stored call, which waits until the exchange offers it again.
 * @param {Kept} kept @param {import("../calls/call.js").CallOptions} options @param {number} now
 * @returns {Call | null}
 */
export function recall(kept, options, now) {
  const setup = {
    id: kept.id, direction: kept.direction, callerName: null, callerNumber: null, clientState: null, headers: [],
    destination: kept.direction === "outbound" ? kept.peerNumber : null, video: kept.isVideoOn,
  };
  const call = new Call(setup, options, kept);
  call.session = kept.session;
  call.connectedAt = kept.connectedAt;
  call.isMuted = kept.isMuted;
  for (const event of steps[kept.direction]) call.machine.handle(event);
  if (kept.isHeld) for (const event of /** @type {const} */ (["hold", "holdConfirmed"])) call.machine.handle(event);
  if (kept.isHeldByPeer) call.machine.handle("peerHeld");
  if (call.state.progress !== "active") return null;
  call.isDescriptionSent = true;
  call.isAwaitingRepair = true;
  call.advance("linkImpaired", now, []);
  return call;
}

/** A store of one session, in a store of texts such as `sessionStorage`. */
export class Memory {
  /** @param {KeyValues | null} store @param {string} key */
  constructor(store, key) {
    this.store = store;
    this.key = key;
  }

  /** @returns {{ session: string | null, isCarillon: boolean, calls: Kept[] }} */
  read() {
    const nothing = { session: null, isCarillon: false, calls: [] };
    try {
      const kept = JSON.parse(this.store?.getItem(this.key)?.slice(0, lengthMax) ?? "null");
      if (!isObject(kept)) return nothing;
      const listed = Array.isArray(kept.calls) ? kept.calls.slice(0, callsMax) : [];
      const calls = listed.flatMap((one) => known(one) ?? []);
      return { session: text(kept.session, 64), isCarillon: kept.isCarillon === true, calls };
    } catch {
      return nothing; // The page may not use the store, or another version wrote it.
    }
  }

  /** @param {string} session @param {boolean} isCarillon @param {Kept[]} calls */
  write(session, isCarillon, calls) {
    try {
      this.store?.setItem(this.key, JSON.stringify({ session, isCarillon, calls }));
    } catch {
      // The store is full or closed. A reloaded page then finds no call; nothing else is lost.
    }
  }

  forget() {
    try {
      this.store?.removeItem(this.key);
    } catch {
      // The page may not use the store, so it holds nothing.
    }
  }
}

/** @param {any} one @returns {Kept | null} */
function known(one) {
  const id = isObject(one) ? text(one.id, 128) : null;
  if (id === null || (one.direction !== "inbound" && one.direction !== "outbound")) return null;
  const time = (/** @type {unknown} */ value) => Number.isFinite(value) ? /** @type {number} */ (value) : null;
  return {
    id, direction: one.direction, peerName: text(one.peerName, 256), peerNumber: text(one.peerNumber, 256),
    session: text(one.session, 64), startedAt: time(one.startedAt) ?? 0, connectedAt: time(one.connectedAt),
    isMuted: one.isMuted === true, isHeld: one.isHeld === true, isHeldByPeer: one.isHeldByPeer === true,
    isVideoOn: one.isVideoOn === true,
  };
}

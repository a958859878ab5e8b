// What the events of the bridge are for a page's own phone: the difference of two snapshots of it.

/** @typedef {import("../types/index.js").CallView} CallView */
/** @typedef {import("../types/index.js").PhoneSnapshot} PhoneSnapshot */
/** @typedef {import("../types/bridge.js").BridgeCall} BridgeCall */
/** @typedef {import("../types/bridge.js").CallDisposition} CallDisposition */
/** @typedef {{ name: string, data: any }} Told */

/** @param {CallView} call @returns {BridgeCall["state"]} */
function stateOf({ phase, direction, connectedAt }) {
  switch (phase) {
    case "incoming": return "ringing";
    case "dialing": return "dialing";
    case "ringing": return "connecting";
    case "connecting": return direction === "inbound" ? "answering" : "connecting";
    case "reconnecting": return "reconnecting";
    case "active": return "connected";
    default: return connectedAt !== null ? "connected" : direction === "inbound" ? "ringing" : "dialing";
  }
}

/**
 * Without null values, as Capacitor passes it on.
 * @param {CallView} call
 * @returns {BridgeCall}
 */
export function callOf(call) {
  const more = {
    callSessionId: call.session, callerName: call.name, callerNumber: call.number, connectedAt: call.connectedAt,
  };
  return {
    callId: call.id, direction: call.direction, state: stateOf(call), isMuted: call.isMuted, isHeld: call.isHeld,
    isCrossOrg: false, ...Object.fromEntries(Object.entries(more).filter(([, value]) => value !== null)),
  };
}

/** @param {PhoneSnapshot} snapshot @returns {import("../types/bridge.js").ConnectionState} */
export function connectionOf({ connection }) {
  switch (connection.state) {
    case "ready": return "connected";
    case "connecting": case "reconnecting": return connection.state;
    default: return "disconnected";
  }
}

/** @param {PhoneSnapshot} snapshot @param {string} id @returns {{ callerName?: string, callerNumber?: string }} */
export function callerOf({ ended, calls }, id) {
  const call = [...ended, ...calls].find((one) => one.id === id);
  return { ...call?.name ? { callerName: call.name } : {}, ...call?.number ? { callerNumber: call.number } : {} };
}

/** @param {number | null} milliseconds */
const whole = (milliseconds) => milliseconds === null ? null : Math.round(milliseconds);

/** @param {CallView} before @param {CallView} now @returns {Told[]} */
function changesOf(before, now) {
  const told = [];
  const [from, to] = [stateOf(before), stateOf(now)];
  const data = { callId: now.id, call: callOf(now) };
  if (now.phase !== "ending" && from !== to) {
    const names = {
      ringing: "incomingCall", answering: "callConnecting", dialing: "callStarted", connecting: "callRinging",
      connected: from === "reconnecting" ? "callUpdated" : "callAnswered", reconnecting: "callReconnecting",
    };
    told.push({ name: names[to], data });
  } else if (before.name !== now.name || before.number !== now.number || before.session !== now.session) {
    told.push({ name: "callUpdated", data });
  }
  if (before.isMuted !== now.isMuted) {
    told.push({ name: "muteStateChanged", data: { callId: now.id, muted: now.isMuted } });
  }
  if (before.isHeld !== now.isHeld) {
    told.push({ name: "holdStateChanged", data: { callId: now.id, onHold: now.isHeld } });
  }
  if (before.quality !== now.quality && now.quality) {
    const { level, mos, jitter, roundTrip, loss, route, gap, concealed } = now.quality;
    const coarse = level === "excellent" ? "good" : level === "bad" ? "poor" : level;
    const measured = {
      mos, jitterMs: whole(jitter), rttMs: whole(roundTrip), packetLossPercent: loss, route, gapMs: whole(gap),
      concealedMs: whole(concealed),
    };
    told.push({
      name: "callQualityUpdated", data: { callId: now.id, quality: { level: coarse, telnyxLevel: level, ...measured } },
    });
  }
  return told;
}

/**
 * As `CallDisposition` of PhoneCore derives it.
 * @param {CallView} call
 * @returns {CallDisposition}
 */
function dispositionOf({ direction, connectedAt, ending }) {
  const reason = ending?.reason ?? "failed";
  const isUntaken = direction === "inbound" && connectedAt === null;
  switch (reason) {
    case "busy": return isUntaken || direction === "outbound" ? "busy" : "failed";
    case "cancelled": case "noAnswer": case "unreachable": return isUntaken ? "missed" : reason;
    case "incompatible": case "failed": return isUntaken ? "missed" : "failed";
    case "answeredElsewhere": return connectedAt === null ? reason : "completed";
    default: return reason;
  }
}

/** @param {CallView} call @param {CallView | undefined} before @param {number} now @returns {Told} */
function ended(call, before, now) {
  const { reason = "failed", cause, causeCode, sipCode, sipReason } = call.ending ?? {};
  const { connectedAt, direction, answeredOn } = call;
  return {
    name: "callEnded", data: {
      callId: call.id, reason, disposition: dispositionOf(call), direction, state: stateOf(before ?? call),
      answered: connectedAt !== null, answeredOn, cause: cause ?? null, causeCode: causeCode ?? null,
      sipCode: sipCode ?? null, sipReason: sipReason ?? null,
      duration: connectedAt === null ? 0 : Math.max(0, Math.floor((now - connectedAt) / 1_000)),
    },
  };
}

/**
 * The notice that the end of a call leads to; null for an end that a person has seen.
 * @param {import("../types/bridge.js").BridgeEvents["callEnded"]} end
 */
export function endOf({ callId, reason, disposition, direction, cause, causeCode, sipCode, sipReason }) {
  const isMissed = disposition === "missed" || (disposition === "busy" && direction === "inbound");
  if (!isMissed && disposition !== "dropped") return null;
  return {
    kind: /** @type {import("../types/bridge.js").NoticeKind} */ (isMissed ? "missed" : "dropped"),
    told: { callId, reason, disposition, cause, causeCode, sipCode, sipReason },
  };
}

/** @param {PhoneSnapshot} before @param {PhoneSnapshot} now @returns {Told[]} */
function connectionChanges(before, now) {
  if (before.connection.state === now.connection.state) return [];
  switch (now.connection.state) {
    case "ready": return [{ name: "connected", data: {} }, { name: "clientReady", data: {} }];
    case "connecting": case "reconnecting": return [{ name: now.connection.state, data: {} }];
    case "over": {
      const reason = now.connection.reason === "unreachable" ? "unreachable" : "refused";
      const isAsked = now.connection.reason === "disconnected";
      return isAsked ? [{ name: "disconnected", data: {} }] : [{ name: "connectionFailed", data: { reason } }];
    }
    default: return [{ name: "disconnected", data: {} }];
  }
}

/**
 * @param {PhoneSnapshot} before @param {PhoneSnapshot} now @param {number} time milliseconds since 1970
 * @returns {Told[]}
 */
export function eventsBetween(before, now, time) {
  const known = new Map(before.calls.map((call) => [call.id, call]));
  const over = new Set(before.ended.map(({ id }) => id));
  const told = connectionChanges(before, now);
  for (const call of now.calls) {
    const earlier = known.get(call.id);
    if (earlier) {
      if (earlier !== call) told.push(...changesOf(earlier, call));
    } else {
      const name = call.direction === "inbound" ? "incomingCall" : "callStarted";
      told.push({ name, data: { callId: call.id, call: callOf(call) } });
    }
  }
  for (const call of [...now.ended].reverse()) {
    if (!over.has(call.id)) told.push(ended(call, known.get(call.id), time));
  }
  return told;
}

// All texts of the phone. They are pure functions, so every sentence can be tested.

/** @typedef {import("../types/index.js").CallView} CallView */
/** @typedef {import("../types/index.js").PhoneSnapshot} PhoneSnapshot */

/**
 * The other party of a call, by name or number.
 * @param {{ name: string | null, number: string | null }} call
 */
export const whoOf = ({ name, number }) => name?.trim() || number?.trim() || "Unknown caller";

/**
 * The letter that represents a person, in a circle.
 * @param {string} who
 */
export function initialOf(who) {
  const [first] = [...who.replace(/^[^\p{L}\p{N}]+/u, "")];
  return first && /\p{L}/u.test(first) ? first.toUpperCase() : "#";
}

/**
 * `02:17`, and `1:02:17` beyond an hour.
 * @param {number} milliseconds
 */
export function clock(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`;
}

/**
 * `12 min`, `41 s`.
 * @param {number} milliseconds
 */
export function length(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/**
 * The progress of a call, as a text.
 * @param {CallView} call
 * @param {number} now milliseconds since 1970
 */
export function stateOf(call, now) {
  switch (call.phase) {
    case "dialing": return "Calling …";
    case "ringing": return call.hasEarlyMedia ? "Ringing, sound from the other side" : "Ringing …";
    case "incoming": return "Rings here";
    case "connecting": return "Connecting …";
    case "reconnecting": return "Reconnecting …";
    case "ending": return "Ending …";
    case "ended": return endOf(call);
    case "active": {
      if (call.isHoldPending) return call.isHeld ? "Going on …" : "Putting on hold …";
      if (call.isHeld) return "On hold";
      if (call.isHeldByPeer) return `${whoOf(call)} put you on hold`;
      return call.connectedAt === null ? "" : clock(now - call.connectedAt);
    }
  }
}

/**
 * The end of a call, as a text: by which side, and why.
 * @param {CallView} call
 */
export function endOf(call) {
  const who = whoOf(call);
  const isCaller = call.direction === "outbound";
  if (call.trouble && call.connectedAt === null) return call.trouble;
  switch (call.ending?.reason) {
    case "completed": return call.ending.causeCode === 800 ? "Transferred" : "Call ended";
    case "declined": return isCaller ? `${who} declined` : "You declined";
    case "busy": return isCaller ? `${who} is in another call` : "Declined as busy";
    case "noAnswer": return isCaller ? `${who} did not answer` : "Missed";
    case "cancelled": return isCaller ? "Cancelled" : "Missed";
    case "unreachable": return `${who} cannot be reached: no device is connected, or there is no such name`;
    case "answeredElsewhere":
      if (call.connectedAt !== null) return "Continued on another device";
      return call.answeredOn ? `Answered on ${call.answeredOn}` : "Answered on another device";
    case "declinedElsewhere": return "Declined on another device";
    case "dropped": return `The connection was lost${relaysOf(call)}`;
    case "incompatible": return "The two sides have no way of sound in common";
    case "failed": return `The call could not be put through${relaysOf(call)}`;
    default: return "Call ended";
  }
}

/**
 * What to tell the operator: a call that found no path might have found one through a relay.
 * @param {CallView} call
 */
const relaysOf = ({ ending, relaysUnavailable }) =>
  ending?.cause === "MEDIA_TIMEOUT" && relaysUnavailable ? ": no path for sound was found, and no relay works" : "";

/**
 * A word first, then the number; an unknown quality is neither good nor bad.
 * @param {import("../types/index.js").Quality | null} quality
 */
export function qualityOf(quality) {
  const word = { excellent: "Excellent", good: "Good", fair: "Fair", poor: "Poor", bad: "Bad", unknown: "Quality" };
  const bars = { excellent: 4, good: 4, fair: 3, poor: 2, bad: 1, unknown: 0 };
  const level = quality?.level ?? "unknown";
  return { word: word[level], figure: quality?.mos == null ? "–" : quality.mos.toFixed(2), bars: bars[level] };
}

/** @param {import("../types/index.js").Quality | null} quality */
export function qualityDetails(quality) {
  if (!quality || quality.mos === null) return "The quality of this call is not known yet.";
  const figure = (/** @type {number | null} */ value, /** @type {string} */ unit) =>
    value === null ? "unknown" : `${Math.round(value * 10) / 10} ${unit}`;
  const way = quality.route === "relay" ? "over a relay" : "directly";
  return `Score ${quality.mos.toFixed(2)} of 5, jitter ${figure(quality.jitter, "ms")}, `
    + `loss ${figure(quality.loss, "%")}, there and back ${figure(quality.roundTrip, "ms")}, ${way}`
    + `${quality.codec ? `, ${quality.codec}` : ""}.`;
}

/**
 * Why a message cannot be heard, and what to do; empty where it was only interrupted.
 * @param {any} error of the exchange, of a browser's `play`, or of an element that plays
 */
export function troubleOfSound(error) {
  if (error?.name === "AbortError") return "";
  if (error?.name === "NotSupportedError" || error?.code === 3 || error?.code === 4) {
    return "This browser cannot play the sound of this message.";
  }
  if (typeof error?.status === "number") return error.message;
  return "The sound cannot be played. Press play to try again.";
}

/**
 * The state of the phone, shown beside the person's name.
 * @param {PhoneSnapshot} snapshot
 * @returns {{ text: string, kind: "talking" | "ringing" | "cut" | "broken" }}
 */
export function presenceOf({ connection, calls }) {
  if (connection.state === "over") return { text: "Not connected", kind: "broken" };
  if (connection.state === "offline") return { text: "Off", kind: "broken" };
  if (connection.state === "connecting") return { text: "Connecting …", kind: "cut" };
  if (connection.state === "reconnecting") return { text: "Reconnecting …", kind: "cut" };
  if (calls.some(({ phase }) => phase === "active" || phase === "reconnecting" || phase === "connecting")) {
    return { text: "In a call on this page", kind: "talking" };
  }
  return calls.length > 0 ? { text: "Ringing", kind: "ringing" } : { text: "Ready on this page", kind: "talking" };
}

/**
 * The day of a time, as a heading.
 * @param {number} time
 * @param {number} now
 */
export function dayOf(time, now) {
  const midnight = (/** @type {number} */ at) => new Date(at).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(now) - midnight(time)) / 86_400_000);
  if (days <= 0) return "Today";
  if (days === 1) return "Yesterday";
  const date = new Date(time);
  if (days < 7) return date.toLocaleDateString("en", { weekday: "long" });
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return date.toLocaleDateString("en", { day: "numeric", month: "long", ...(isThisYear ? {} : { year: "numeric" }) });
}

/** @param {number} time */
export const timeOf = (time) =>
  new Date(time).toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

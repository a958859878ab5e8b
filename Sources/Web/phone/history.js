// Recents: the exchange's list of calls, joined with this page's notes of them. Pure.
//
// The exchange's list has every call of the person on every device, with present names. The page notes the names that
// it showed. Neither adds a call or a name that the other lacks.

import { whoOf } from "./words.js";

/**
 * @typedef {{ session: string, direction: "inbound" | "outbound", name: string | null, number: string | null }} Note
 */
/**
 * @typedef {object} Recent
 * @property {string} id
 * @property {string} who
 * @property {string | null} number what calls back
 * @property {"missed" | "incoming" | "outgoing" | "message" | "elsewhere" | "unknown"} kind
 * @property {string} detail
 * @property {number} time
 */

const notesMax = 200;

/**
 * @param {readonly Note[]} notes
 * @param {import("../types/index.js").CallView} call
 * @returns {readonly Note[]}
 */
export function noted(notes, { session, direction, name, number }) {
  const known = session === null ? undefined : notes.find((note) => note.session === session);
  if (session === null || (known && known.name === name && known.number === number)) return notes;
  return [{ session, direction, name, number }, ...notes.filter((note) => note !== known)].slice(0, notesMax);
}

/**
 * @param {any} call as `GET /api/calls` has it
 * @param {readonly Note[]} notes
 * @param {{ user: string, devices: ReadonlyMap<string, string>, own: string }} about whose list it is: names of the
 *   person's devices by their ids, and which of them this page is
 * @returns {Recent | null} null while the call goes on
 */
export function recentOf(call, notes, { user, devices, own }) {
  if (call.state !== "ended") return null;
  const note = notes.find(({ session }) => session === call.call_session_id);
  const legs = Array.isArray(call.legs) ? call.legs : [];
  const isOutgoing = call.direction === "outbound" || note?.direction === "outbound"
    || (note === undefined && legs.length > 0 && devices.has(legs[0].device));
  const isIncoming = !isOutgoing && (note !== undefined || call.caller_number !== undefined
    || legs.slice(1).some((/** @type {any} */ leg) => devices.has(leg.device)));
  const name = note?.name ?? (isOutgoing ? call.called_name : call.caller_name) ?? null;
  const number = note?.number ?? (isOutgoing ? call.called_number : call.caller_number) ?? null;
  const time = Date.parse(call.created_at);
  const talked = call.answered_at && call.ended_at ? Date.parse(call.ended_at) - Date.parse(call.answered_at) : 0;
  const winner = legs.find((/** @type {any} */ leg) => leg.leg_id === call.winner)?.device
    ?? call.answered_by?.device ?? call.winner;
  const took = call.answered_by?.name ?? devices.get(winner);
  const shared = { id: String(call.call_session_id), who: whoOf({ name, number }), number, time };
  if (call.outcome === "message") return { ...shared, kind: "message", detail: "left a message" };
  if (talked > 0) {
    if (!isOutgoing && took && winner !== own) return { ...shared, kind: "elsewhere", detail: `answered on ${took}` };
    if (!isOutgoing && !isIncoming) return { ...shared, kind: "unknown", detail: `answered, ${words(talked)}` };
    return { ...shared, kind: isOutgoing ? "outgoing" : "incoming", detail: words(talked) };
  }
  const reason = call.ending?.reason;
  if (isOutgoing) return { ...shared, kind: "outgoing", detail: outgoing[reason] ?? "not put through" };
  const isMissed = Array.isArray(call.missed_by)
    ? call.missed_by.includes(user) : reason !== "declined" && reason !== "busy";
  if (!isMissed) return { ...shared, kind: "incoming", detail: "you declined" };
  const rang = call.ended_at && call.rang_at ? Date.parse(call.ended_at) - Date.parse(call.rang_at) : null;
  return { ...shared, kind: "missed", detail: rang === null ? "missed" : `missed, rang for ${words(rang)}` };
}

/** @type {Record<string, string>} */
const outgoing = {
  busy: "in another call", declined: "declined", noAnswer: "no answer", cancelled: "cancelled",
  unreachable: "not reached",
};

/** @param {number} milliseconds */
function words(milliseconds) {
  const seconds = Math.max(1, Math.round(milliseconds / 1_000));
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3_600 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 360) / 10} h`;
}

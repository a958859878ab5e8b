// The reason for the end of a call, read from a server's message in the same way as Swift's `EndReason+Cause`.

import { makeEnding } from "../call-model/call-model.js";
import { integer, text } from "../verto/wire.js";

/** @typedef {import("../call-model/call-model.js").EndReason} EndReason */
/** @typedef {import("../call-model/call-model.js").Ending} Ending */
/** @typedef {import("../verto/wire.js").Params} Params */
/**
 * @typedef {"unreachable" | "incompatible" | "noAnswer" | "busy" | "failed" | "elsewhere" | "rejected" | "willing"}
 *   News
 */

/** Numbers of causes, by the word that a server may send alone. */
const numbers = new Map(Object.entries({
  UNALLOCATED_NUMBER: 1, NO_ROUTE_DESTINATION: 3, NORMAL_CLEARING: 16, USER_BUSY: 17, NO_USER_RESPONSE: 18,
  NO_ANSWER: 19, SUBSCRIBER_ABSENT: 20, CALL_REJECTED: 21, DESTINATION_OUT_OF_ORDER: 27, NORMAL_TEMPORARY_FAILURE: 41,
  INCOMPATIBLE_DESTINATION: 88, MANDATORY_IE_MISSING: 96, RECOVERY_ON_TIMER_EXPIRE: 102, ORIGINATOR_CANCEL: 487,
  ALLOTTED_TIMEOUT: 602, INVALID_GATEWAY: 608, LOSE_RACE: 702, PICKED_OFF: 805, USER_NOT_REGISTERED: 806,
}));

/** The causes that are specific for an unanswered call. Source: ITU-T Q.850, FreeSWITCH (observed). */
const told = table({
  unreachable: [1, 2, 3, 20, 22, 27, 28, 806], incompatible: [58, 65, 88], noAnswer: [18, 19, 602, 802, 807],
  busy: [17], rejected: [21], elsewhere: [702, 805],
});
/** SIP statuses that are specific where the cause is not. Source: RFC 3261 §21, RFC 3398 §7.2.4.1. */
const statuses = table({
  unreachable: [404, 410, 484, 502, 604], incompatible: [415, 488, 606], noAnswer: [408, 480], busy: [486, 600],
  rejected: [403, 603, 607], failed: [500, 503, 504],
});
/** MEDIA_TIMEOUT, the cause of a call that ends because it has no path to the peer. */
const mediaTimeout = 804;
const polite = new Set([16, 31, 487]);
const broken = new Set([27, 38, 41, 42, 63, 102, 127, 700, 701, 804, 809]);

/** @param {Partial<Record<News, number[]>>} rows @returns {Map<number, News>} */
function table(rows) {
  return new Map(Object.entries(rows).flatMap(([news, codes]) =>
    codes.map((code) => /** @type {[number, News]} */ ([code, news]))));
}

/**
 * @param {Params} said the members of a `bye` or a refusal: `cause`, `causeCode`, `sipCode`, `sipReason`, any of them
 * @param {{ isConnected: boolean, wasRinging: boolean, direction: "inbound" | "outbound" }} call
 * @returns {Ending}
 */
export function endingOf(said, call) {
  const number = integer(said.causeCode) ?? numbers.get(text(said.cause, 64) ?? "") ?? 16;
  const causeCode = Math.min(Math.max(number, 0), 65_535);
  const status = integer(said.sipCode);
  const sipCode = status !== null && status > 0 && status < 65_536 ? status : null;
  const reason = call.isConnected ? reasonOfConnected(causeCode) : reasonOfUnanswered(causeCode, sipCode, call);
  return makeEnding(reason, { causeCode, sipCode, sipReason: text(said.sipReason, 128) });
}

/**
 * Tells the peer that this side ends the call.
 * @param {import("./call.js").Call} call @param {EndReason} reason @param {import("./call.js").CallEffect[]} effects
 */
export function requestRelease(call, reason, effects) {
  const { cause, causeCode, sipCode, sipReason } = ownEnding(call, reason);
  /** @type {Params} */
  const params = { cause, causeCode, dialogParams: { callID: call.id } };
  if (call.options.dialect.hasGateway && sipCode !== null) Object.assign(params, { sipCode, sipReason });
  effects.push({ do: "request", tag: "bye", name: "bye", params });
}

/**
 * The ending for a reason of this side. A call without a path to the peer says so, unless it ends for another reason.
 * @param {import("./call.js").Call} call @param {EndReason} reason
 */
function ownEnding(call, reason) {
  const isForLackOfPath = call.lacksPath && (reason === "failed" || reason === "dropped");
  return makeEnding(reason, isForLackOfPath ? { causeCode: mediaTimeout } : undefined);
}

/**
 * How the call ended; null before its end.
 * @param {import("./call.js").Call} call
 */
export function endingOfCall(call) {
  const { ending } = call.machine;
  return ending && ending === makeEnding(ending.reason) ? ownEnding(call, ending.reason) : ending;
}

/**
 * Why a call was not transferred, in words: how the call to the target ended.
 * @param {EndReason} reason
 */
export const notTransferred = (reason) =>
  `The call was not transferred: ${reason.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;

/**
 * The reason for the end of an active call: `answeredElsewhere` or `dropped` if the cause says so, else `completed`.
 * @param {number} code @returns {EndReason}
 */
function reasonOfConnected(code) {
  if (told.get(code) === "elsewhere") return "answeredElsewhere";
  return broken.has(code) ? "dropped" : "completed";
}

/**
 * Side and time of the end say more than most causes, which are the same for "declined" and for "cancelled".
 * @param {number} code @param {number | null} status
 * @param {{ wasRinging: boolean, direction: "inbound" | "outbound" }} call
 * @returns {EndReason}
 */
function reasonOfUnanswered(code, status, { wasRinging, direction }) {
  const news = told.get(code) ?? (status === null ? undefined : statuses.get(status))
    ?? (polite.has(code) ? "willing" : "failed");
  const isCaller = direction === "outbound";
  switch (news) {
    case "elsewhere": return isCaller ? "declined" : "answeredElsewhere";
    case "rejected": return isCaller ? "declined" : "declinedElsewhere";
    case "willing": return isCaller ? wasRinging ? "declined" : "failed" : "cancelled";
    default: return news;
  }
}

// The announcements for a person who does not see the page: pure.

import { foremost } from "./words.js";

/** @typedef {import("./history.js").World} World */

/** @type {Record<string, string>} */
const progresses = { active: "talks", disconnecting: "ends its call", ended: "call ended", answering: "is connecting" };

/**
 * The new facts, most urgent first.
 * @param {World} before @param {World} after
 * @param {(number: string) => string} nameOf
 * @returns {{ urgent: string[], polite: string[] }}
 */
export function newsOf(before, after, nameOf) {
  /** @type {string[]} */
  const urgent = [];
  /** @type {string[]} */
  const polite = [];
  if (before === after) return { urgent, polite };
  const known = before.violations?.length ? before.violations[before.violations.length - 1].i : -1;
  const broken = (after.violations ?? []).filter((/** @type {any} */ { i }) => i > known);
  if (broken.length > 0 && before.violations !== after.violations) {
    const { phone, rule, name } = broken[broken.length - 1];
    urgent.push(`${phone} broke rule ${rule}: ${name}`);
  }
  /** @type {string[]} */
  const ringing = [];
  for (const [key, phone] of Object.entries(after)) {
    if (!key.startsWith("phone:") || before[key] === phone) continue;
    const was = before[key];
    if (isRinging(phone) && !(was && isRinging(was))) ringing.push(phone.id);
    if (phone.killed && !was?.killed) polite.push(`The app of ${phone.id} was killed`);
    if (was && phone.network !== was.network) polite.push(`${phone.id}: ${phone.network === "none" ? "no network"
      : phone.network}`);
  }
  if (ringing.length > 0) {
    const call = foremost(after[`phone:${ringing[0]}`]);
    urgent.push(`${ringing.join(" and ")} ${ringing.length === 1 ? "rings" : "ring"}${call ? `: ${nameOf(call.name)}`
      : ""}`);
  }
  for (const [key, call] of Object.entries(after)) {
    if (!key.startsWith("call:") || before[key] === call) continue;
    polite.push(...newsOfCall(key.slice("call:".length), before[key], call));
  }
  return { urgent, polite };
}

/** @param {any} phone */
const isRinging = ({ screen }) => screen === "ring" || screen === "banner";

/** @param {string} phone @param {any} was @param {any} is */
function newsOfCall(phone, was, is) {
  if (was?.progress !== is.progress) return progresses[is.progress] ? [`${phone} ${progresses[is.progress]}`] : [];
  if (was.hold !== is.hold && (is.hold === "on" || is.hold === "off")) return [`${phone} ${is.hold === "on" ? "holds"
    : "goes on"}`];
  if (was.link !== is.link) return [`${phone}: link ${is.link}`];
  return [];
}

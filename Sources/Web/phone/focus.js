// The calls on the screen, and their places: pure.

/** @typedef {import("../types/index.js").CallView} CallView */

/** The phases in which a person talks, so that this call or a further one has to wait. */
const talking = new Set(["connecting", "active", "reconnecting"]);
const placed = new Set(["dialing", "ringing"]);

/**
 * @param {readonly CallView[]} calls the oldest first
 * @returns {{ current: CallView | null, others: CallView[], incoming: CallView[] }}
 */
export function arrange(calls) {
  const incoming = calls.filter(({ phase }) => phase === "incoming");
  const own = calls.filter(({ phase }) => phase !== "incoming");
  const free = own.filter((call) => !call.isHeld);
  // The latest call that is not on hold; if all are, the latest.
  const current = free.at(-1) ?? own.at(-1) ?? null;
  return { current, others: own.filter((call) => call !== current), incoming };
}

/**
 * The effect of an answer on the current call.
 * @param {CallView | null} current
 * @returns {"plain" | "hold" | "end"} hold: the current one is put on hold; end: it cannot be, as it is being placed
 */
export function answering(current) {
  if (current === null || current.phase === "ending" || current.isHeld) return "plain";
  if (placed.has(current.phase)) return "end";
  return talking.has(current.phase) ? "hold" : "plain";
}

/**
 * The announcements of changes for a person who does not see the screen, most urgent first.
 * @param {readonly CallView[]} before
 * @param {readonly CallView[]} after
 * @param {readonly CallView[]} ended
 * @param {Record<"state" | "end" | "who", (call: CallView) => string>} words
 * @returns {{ urgent: string[], polite: string[] }}
 */
export function changes(before, after, ended, words) {
  /** @type {string[]} */
  const urgent = [];
  /** @type {string[]} */
  const polite = [];
  for (const call of after) {
    const known = before.find(({ id }) => id === call.id);
    const who = words.who(call);
    const isNew = !known || words.who(known) !== who;
    if (isNew && call.phase === "incoming") urgent.push(`${who} calls. Alt A answers, Alt D declines.`);
    else if (known?.phase !== call.phase) {
      polite.push(call.phase === "active" ? `Talking to ${who}` : `${who}: ${words.state(call)}`);
    } else if (known.isHeld !== call.isHeld) polite.push(call.isHeld ? `${who} is on hold` : `${who} is back`);
    else if (known.isMuted !== call.isMuted) polite.push(call.isMuted ? "Microphone off" : "Microphone on");
    else if (known.isHeldByPeer !== call.isHeldByPeer) {
      polite.push(call.isHeldByPeer ? `${who} put you on hold` : `${who} is back`);
    }
  }
  for (const call of before) {
    if (after.some(({ id }) => id === call.id)) continue;
    const end = ended.find(({ id }) => id === call.id);
    if (end) polite.push(`${words.who(call)}: ${words.end(end)}`);
  }
  return { urgent, polite };
}

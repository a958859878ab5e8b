// The calls of a run: pure.

/**
 * The newest sessions with their first row, the newest first.
 * @param {import("./events.js").Events} events
 * @param {number} most
 */
export function sessionsOf(events, most) {
  /** @type {Map<number, number>} by session, its first row */
  const firsts = new Map();
  for (let number = events.first; number < events.end; number += 1) {
    const call = events.calls[number % events.capacity];
    if (call !== 0 && !firsts.has(call)) firsts.set(call, number);
  }
  return [...firsts.values()].slice(-most).reverse().map((number) => {
    const { call, at, from, to } = events.get(number);
    return { call: call ?? "", at, from, to };
  });
}

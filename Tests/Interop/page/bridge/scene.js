// What the parts of the story share: the page's ways to ask and to hear, and what happens elsewhere.

/** @typedef {import("./ways.js").Tries} Tries */
/**
 * @typedef {object} Scene
 * @property {Tries} tries
 * @property {import("./ways.js").Heard} heard
 * @property {(action: string) => Promise<any>} world
 * @property {import("./ways.js").NativePhone | null} phone
 */

/** @param {unknown} is @param {string} what @param {unknown} [found] */
export function check(is, what, found) {
  if (!is) throw new Error(`not so: ${what}${found === undefined ? "" : `, but ${JSON.stringify(found)}`}`);
}

/** @param {string} id */
export const of = (id) => (/** @type {{ callId: string }} */ { callId }) => callId === id;

/**
 * Alice calls. Gives the call.
 * @param {Scene} scene
 */
export async function isCalled({ heard, world }) {
  await world("alice dials");
  return /** @type {string} */ ((await heard.next("incomingCall")).callId);
}

/** @param {Scene} scene */
export async function becomesReady({ tries, heard }) {
  while (!(await tries.getConnectionState({})).connected) await heard.next("clientReady");
}

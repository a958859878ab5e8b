// The parties of a run: names for ids and numbers, in the order of the page.

/** @typedef {{ name: string, kind: string }} Party */

/**
 * @param {import("./history.js").World} world
 * @param {any} hello null in a page that never reached the Lab
 * @returns {Record<string, Party>}
 */
export function partiesOf(world, hello) {
  /** @type {Record<string, Party>} */
  const parties = {};
  for (const [key, value] of Object.entries(world)) {
    if (key.startsWith("party:")) parties[value.number] = { name: value.name, kind: "public" };
  }
  for (const { number, name } of hello?.people ?? []) parties[number] ??= { name, kind: "public" };
  parties.carrier = { name: "Carrier", kind: "carrier" };
  parties.exchange = { name: "Exchange", kind: "exchange" };
  parties.apple = { name: "Apple", kind: "push" };
  for (const [key, value] of Object.entries(world)) {
    if (key.startsWith("phone:")) parties[value.id] = { name: value.id, kind: "iphone" };
  }
  for (const { device } of hello?.users ?? []) if (device) parties[device] ??= { name: device, kind: "page" };
  return parties;
}

/**
 * Names for ids and for the texts of a phone's screen, where a number may be followed by the organization, as in
 * `+15550177 · Acme Limited`.
 *
 * @param {Record<string, Party>} parties @returns {(id: string) => string}
 */
export const namesOf = (parties) => (id) => {
  const [first, ...rest] = id.split(" · ");
  return [parties[first]?.name ?? first, ...rest].join(" · ");
};

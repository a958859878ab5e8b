// The addresses of the exchange: from `config.json` of the page's server or, without that file, the server itself.

import { isObject, text } from "../verto/wire.js";

/**
 * @typedef {object} Config
 * @property {string} signaling `wss://…`
 * @property {string} api `https://…`; empty: the page's own server
 * @property {string | null} news `wss://…/app/{key}`; null: there is none
 * @property {boolean} connectsWhileRinging whether media connects before an answer, as the operator permits it
 */

/**
 * @param {unknown} said the content of `config.json`
 * @param {string} origin of the page
 * @returns {Config}
 */
export function configOf(said, origin) {
  const given = isObject(said) ? said : {};
  const socket = origin.replace(/^http/, "ws");
  const signaling = text(given.signaling) ?? `${socket}/`;
  const key = text(given.broadcast_key, 128);
  const base = text(given.broadcast) ?? signaling.replace(/\/+$/, "");
  const news = key === null ? null : `${base}/app/${encodeURIComponent(key)}`;
  const connectsWhileRinging = given.connects_while_ringing === true;
  return { signaling, api: text(given.api) ?? "", news, connectsWhileRinging };
}

/** @returns {Promise<Config>} */
export async function readConfig() {
  let said = null;
  try {
    const answer = await fetch("config.json", { cache: "no-store", credentials: "omit" });
    if (answer.ok) said = await answer.json();
  } catch {
    // Without it the page's own server is the exchange.
  }
  return configOf(said, location.origin);
}

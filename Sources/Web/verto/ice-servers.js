// STUN and TURN servers, which our exchange sends in the results of a login and of `iceServers`, and when to ask again.

import * as wire from "./wire.js";

/** The most servers, and addresses of one, that are used; credentials are trusted for a week at most. */
const countMax = 16;
const secondsMax = 7 * 24 * 3_600;
const known = /^(stun|turn)s?:/i;
const relay = /^turns?:/i;

/**
 * Whether a browser makes a peer connection with a server: it does not where a relay has no credentials.
 * @param {RTCIceServer} server
 */
export const isUsable = ({ urls, username, credential }) =>
  (username !== undefined && credential !== undefined) || ![urls].flat().some((url) => relay.test(url));

/** Servers of an exchange of ours are asked for anew at half of their time, so that a restart never uses old ones. */
export class IceServers {
  /** Whether the exchange is one of ours: no other sends ICE servers. */
  isCarillon = false;
  due = Infinity;
  #hasAsked = false;

  /**
   * The usable servers of a result, and the number of the others; null if the result has none, as that of another
   * maker's server.
   * @param {wire.Params} result @param {number} now
   */
  take(result, now) {
    if (!Array.isArray(result.ice_servers)) return null;
    this.isCarillon = true;
    const seconds = wire.integer(result.ice_servers_seconds);
    if (seconds !== null && seconds > 0) this.due = now + Math.min(seconds, secondsMax) * 500;
    const given = result.ice_servers.slice(0, countMax);
    const servers = given.flatMap((one) => iceServer(one) ?? []).filter(isUsable);
    return { servers, dropped: given.length - servers.length };
  }

  /** An exchange of ours that has no servers sends none at login. Its answer to this request reveals it. */
  shallAskOnce() {
    const isFirst = !this.isCarillon && !this.#hasAsked;
    this.#hasAsked ||= isFirst;
    return isFirst;
  }
}

/**
 * @param {unknown} given
 * @returns {RTCIceServer | null}
 */
function iceServer(given) {
  if (!wire.isObject(given)) return null;
  const named = Array.isArray(given.urls) ? given.urls.slice(0, countMax) : [given.urls];
  const urls = named.filter((url) => wire.text(url) && known.test(url));
  if (urls.length === 0) return null;
  const username = wire.text(given.username);
  const credential = wire.text(given.credential);
  return username !== null && credential !== null ? { urls, username, credential } : { urls };
}

// STUN and TURN servers, as our exchange tells them in the result of a login and of `iceServers`.

import * as wire from "./wire.js";

/** Servers, and addresses of one, that are taken; credentials are believed for a week at most. */
const countMax = 16;
const secondsMax = 7 * 24 * 3_600;

/**
 * Null where the result tells none, as that of another maker's server.
 * @param {wire.Params} result
 * @returns {{ servers: RTCIceServer[], seconds: number | null } | null}
 */
export function iceServersOf(result) {
  if (!Array.isArray(result.ice_servers)) return null;
  const seconds = wire.integer(result.ice_servers_seconds);
  return {
    servers: result.ice_servers.slice(0, countMax).flatMap((given) => iceServer(given) ?? []),
    seconds: seconds !== null && seconds > 0 ? Math.min(seconds, secondsMax) : null,
  };
}

/**
 * @param {unknown} given
 * @returns {RTCIceServer | null}
 */
function iceServer(given) {
  if (!wire.isObject(given)) return null;
  const named = Array.isArray(given.urls) ? given.urls.slice(0, countMax) : [given.urls];
  const urls = named.filter((url) => wire.text(url) && /^(stun|stuns|turn|turns):/.test(url));
  if (urls.length === 0) return null;
  const username = wire.text(given.username);
  const credential = wire.text(given.credential);
  return username !== null && credential !== null ? { urls, username, credential } : { urls };
}

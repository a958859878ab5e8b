// As little of session descriptions as a client must understand: who is at the other end, and which codecs it accepts.

/**
 * The values that identify a peer connection of the other side: its ICE user fragment and its fingerprints.
 * @typedef {{ fragment: string, fingerprints: string, takesDigits: boolean }} RemoteIdentity
 */

/**
 * Null if the description has no ICE.
 * @param {string} sdp
 * @returns {RemoteIdentity | null}
 */
export function identityOf(sdp) {
  const lines = sdp.split(/\r?\n/);
  const values = (/** @type {string} */ name) =>
    lines.filter((line) => line.startsWith(`a=${name}:`)).map((line) => line.slice(name.length + 3).trim());
  const fragment = values("ice-ufrag")[0];
  if (!fragment) return null;
  return {
    fragment,
    fingerprints: [...new Set(values("fingerprint").map((print) => print.toLowerCase()))].sort().join(" "),
    takesDigits: values("rtpmap").some((map) => /^\d+ telephone-event\//i.test(map)),
  };
}

/**
 * Whether both speak of the same media (RFC 8839 §4.4: a restart changes the fragment).
 * @param {RemoteIdentity} one @param {RemoteIdentity} other
 */
export const isSameMedia = (one, other) =>
  one.fragment === other.fragment && one.fingerprints === other.fingerprints;

/**
 * The description without candidates, which follow it.
 * @param {string} sdp
 */
export const withoutCandidates = (sdp) => sdp.split("\r\n")
  .filter((line) => !line.startsWith("a=candidate:") && line !== "a=end-of-candidates").join("\r\n");

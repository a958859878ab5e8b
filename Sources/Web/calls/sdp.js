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
 * What a description says of the video that its writer sends: nothing, that it has none (RFC 3264 §6), or whether it
 * does.
 * @param {string} sdp
 * @returns {import("../types/index.js").PeerVideo}
 */
export function videoOf(sdp) {
  const [section] = /^m=video .*(?:\r?\n(?!m=).*)*/m.exec(sdp) ?? [];
  if (section === undefined) return "none";
  // Port 0 in a bundle leaves the section in use (RFC 9143 §6).
  if (section.startsWith("m=video 0 ") && !section.includes("\na=bundle-only")) return "refused";
  return /^a=(recvonly|inactive)\r?$/m.test(section) ? "off" : "on";
}

/**
 * The description without candidates, which follow it.
 * @param {string} sdp
 */
export const withoutCandidates = (sdp) => sdp.split("\r\n")
  .filter((line) => !line.startsWith("a=candidate:") && line !== "a=end-of-candidates").join("\r\n");

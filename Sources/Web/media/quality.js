// The quality of a call, computed from the statistics of WebRTC: mean opinion score, jitter, loss, round trip,
// the time without a packet, and the sound that concealment has made since the call began.
//
// The score is the E-model's (ITU-T G.107) as the Telnyx SDK simplifies it; losses count over the time since the
// measurement before, not since the call began.

/** @typedef {import("../types/index.js").Quality} Quality */
/** @typedef {{ received: number, lost: number }} Counts */

/** @param {number} jitter milliseconds @param {number} roundTrip milliseconds @param {number} loss percent */
export function opinionScore(jitter, roundTrip, loss) {
  if (![jitter, roundTrip, loss].every(Number.isFinite)) return null;
  const latency = jitter + roundTrip / 2;
  const delay = 0.024 * latency + 0.11 * Math.max(latency - 177.3, 0);
  // Below zero the cubic turns upwards and would call the worst network excellent; G.107 annex B stops at zero.
  const rating = Math.max(93.2 - delay - 20 * Math.log(1 + loss), 0);
  return Math.min(Math.max(1 + 0.035 * rating + 0.000007 * rating * (rating - 60) * (100 - rating), 1), 5);
}

/** @param {number | null} mos @returns {Quality["level"]} */
export function levelOf(mos) {
  if (mos === null) return "unknown";
  if (mos > 4.2) return "excellent";
  if (mos >= 4.1) return "good";
  if (mos >= 3.7) return "fair";
  return mos >= 3.1 ? "poor" : "bad";
}

export class QualityMeter {
  /** @type {Counts | null} */
  #before = null;

  /**
   * Takes a report of the peer connection, about once a second.
   * @param {Iterable<any>} report the values of an `RTCStatsReport`
   * @returns {Quality}
   */
  measure(report) {
    const byId = new Map([...report].map((entry) => [entry.id, entry]));
    const entries = [...byId.values()];
    const inbound = entries.find((entry) => entry.type === "inbound-rtp" && entry.kind === "audio");
    const heardThere = entries.find((entry) => entry.type === "remote-inbound-rtp" && entry.kind === "audio");
    const transport = entries.find((entry) => entry.type === "transport" && entry.selectedCandidatePairId);
    const pair = byId.get(transport?.selectedCandidatePairId)
      ?? entries.find((entry) => entry.type === "candidate-pair" && entry.nominated && entry.state === "succeeded");
    const jitter = milliseconds(inbound?.jitter);
    const roundTrip = milliseconds(pair?.currentRoundTripTime) ?? milliseconds(heardThere?.roundTripTime);
    const loss = this.#loss(inbound);
    const mos = jitter === null || roundTrip === null || loss === null ? null : opinionScore(jitter, roundTrip, loss);
    return Object.freeze({
      mos, level: levelOf(mos), jitter, roundTrip, loss,
      codec: byId.get(inbound?.codecId)?.mimeType?.replace(/^audio\//, "") ?? null,
      route: byId.get(pair?.localCandidateId)?.candidateType ?? null,
      gap: gapOf(inbound), concealed: concealedOf(inbound, byId.get(inbound?.codecId)?.clockRate),
    });
  }

  /** @param {any} inbound */
  #loss(inbound) {
    if (!inbound || !(inbound.packetsReceived > 0)) return null;
    const now = { received: inbound.packetsReceived, lost: Math.max(inbound.packetsLost ?? 0, 0) };
    // Another stream began its counts from zero.
    const before = this.#before && this.#before.received <= now.received ? this.#before : null;
    this.#before = now;
    const received = now.received - (before?.received ?? 0);
    const lost = Math.max(now.lost - (before?.lost ?? 0), 0);
    if (received + lost === 0) return null;
    return 100 * lost / (received + lost);
  }
}

/** @param {any} inbound */
function gapOf(inbound) {
  const gap = inbound?.timestamp - inbound?.lastPacketReceivedTimestamp;
  return Number.isFinite(gap) ? Math.max(gap, 0) : null;
}

/** @param {any} inbound @param {unknown} rate samples a second */
function concealedOf(inbound, rate) {
  const concealed = inbound?.concealedSamples / /** @type {number} */ (rate);
  return Number.isFinite(concealed) ? 1_000 * concealed : null;
}

/** @param {unknown} seconds */
const milliseconds = (seconds) => Number.isFinite(seconds) ? /** @type {number} */ (seconds) * 1_000 : null;

// The quality of calls by phone: at most an hour of four samples a second each.

/**
 * @typedef {object} Sample
 * @property {number} at
 * @property {string} phone
 * @property {number | null} mos
 * @property {number | null} jitter milliseconds
 * @property {number | null} loss percent
 * @property {number | null} [rtt] milliseconds
 */

/** @typedef {"mos" | "jitter" | "loss"} Figure */
export const capacity = 14_400;

export class Qualities {
  /** @type {Map<string, Sample[]>} */
  #samples = new Map();

  /** @param {Sample} sample */
  add(sample) {
    let samples = this.#samples.get(sample.phone);
    if (!samples) this.#samples.set(sample.phone, samples = []);
    // Older samples can come later, by range.
    if (samples.length > 0 && samples[samples.length - 1].at > sample.at) {
      const place = lastBy(samples, sample.at) + 1;
      if (samples[place - 1]?.at !== sample.at) samples.splice(place, 0, sample);
    } else samples.push(sample);
    if (samples.length > capacity + 1_000) samples.splice(0, samples.length - capacity);
  }

  /** @param {string} phone @returns {readonly Sample[]} */
  of(phone) { return this.#samples.get(phone) ?? []; }

  /**
   * The newest sample of a phone at a time; null if it is older than two seconds, as the quality is then unknown.
   * @param {string} phone @param {number} time
   */
  latest(phone, time) {
    const samples = this.of(phone);
    const sample = samples[lastBy(samples, time)];
    return sample && time - sample.at <= 2_000 ? sample : null;
  }
}

/** @param {readonly { at: number }[]} list in order of time @param {number} time */
export function lastBy(list, time) {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle].at <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

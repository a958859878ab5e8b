// The moment of the page: every part shows the run at this moment. Playing, scrubbing and going live only move it.

/** @typedef {import("./events.js").Events} Events */

/** How much faster than it happened a run is played; below zero backwards. */
export const speeds = [-1, 0.25, 1, 8];

export class Moment {
  /** Milliseconds since the run began. */
  time = 0;
  /** The last event that has happened; one before the first if none has. */
  number = -1;
  /** The page follows what happens now. */
  isLive = true;
  isPlaying = false;
  speed = 1;
  /** The end of the run so far, which is the latest moment. */
  end = 0;

  /** @param {Events} events */
  constructor(events) { this.events = events; }

  /**
   * The run has come further; a live page goes with it.
   * @param {number} end
   */
  reach(end) {
    this.end = Math.max(this.end, end);
    if (this.isLive) this.place(this.end, this.events.end - 1);
  }

  /** @param {number} time */
  seek(time) {
    this.isLive = false;
    const within = Math.max(0, Math.min(this.end, time));
    this.place(within, this.events.lastBy(within));
  }

  /**
   * Goes to an event by its number, since two can have the same time.
   * @param {number} number
   */
  seekEvent(number) {
    const { events } = this;
    if (events.end === events.first) return;
    this.isLive = false;
    const within = Math.max(events.first, Math.min(events.end - 1, number));
    this.place(events.at(within), within);
  }

  /** @param {number} count of events, back where negative */
  step(count) {
    this.isPlaying = false;
    this.seekEvent(this.number + count);
  }

  /** Follows the present events, or the last recorded ones. */
  follow() {
    this.isPlaying = false;
    this.isLive = true;
    this.reach(this.end);
  }

  /** Stays at the present end of the run. */
  hold() { this.isLive = false; }

  toggle() {
    if (this.isLive) {
      this.isLive = false;
      return;
    }
    if (!this.isPlaying && this.#isDone()) this.seek(this.speed < 0 ? this.end : 0);
    this.isPlaying = !this.isPlaying;
  }

  /** @param {number} elapsed real milliseconds since the last frame */
  advance(elapsed) {
    if (!this.isPlaying) return;
    const time = Math.max(0, Math.min(this.end, this.time + elapsed * this.speed));
    const number = this.events.lastBy(time);
    this.place(time, this.speed < 0 ? Math.min(this.number, number) : Math.max(this.number, number));
    if (this.#isDone()) this.isPlaying = false;
  }

  /** Whether nothing is left to play in the direction that was chosen. */
  #isDone() { return this.speed < 0 ? this.time <= 0 : this.time >= this.end; }

  /** @param {number} time @param {number} number */
  place(time, number) {
    this.time = time;
    this.number = number;
  }
}

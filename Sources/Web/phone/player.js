// Plays one message. It fetches the sound when the person plays it, and draws the samples.

import { button, h, set, write } from "./dom.js";
import { icon } from "./icons.js";
import { clock, troubleOfSound } from "./words.js";

const barCount = 60;
const namespace = "http://www.w3.org/2000/svg";
const unplayable = {
  awaited: "The sound is on its way from the carrier.", lost: "The sound of this message was lost.",
};
/**
 * One message at a time is heard.
 * @type {Player | null}
 */
let playing = null;

export class Player {
  /** @type {HTMLAudioElement | null} */
  #audio = null;
  /** @type {SVGRectElement[]} */
  #bars = [];
  #what = "";
  #length = 0;
  #isLoading = false;
  #address = "";
  #trouble = "";
  #isClosed = false;

  /** @param {{ load: () => Promise<Blob>, started: () => void }} ways */
  constructor(ways) {
    this.ways = ways;
    this.button = button("play", null, () => void this.toggle());
    this.time = h("span", { class: "number time" });
    this.slider = h("input", {
      class: "slider", attributes: { type: "range", min: "0", max: "1000", value: "0" },
      on: { input: () => this.#sought() },
    });
    this.shape = document.createElementNS(namespace, "svg");
    this.shape.setAttribute("class", "shape");
    this.shape.setAttribute("viewBox", `0 0 ${barCount * 4} 28`);
    this.shape.setAttribute("preserveAspectRatio", "none");
    this.shape.setAttribute("aria-hidden", "true");
    this.track = h("div", { class: "track" }, this.shape, this.slider, this.time);
    this.trouble = h("p", { class: "trouble", attributes: { role: "status", hidden: true } });
    this.#draw(new Array(barCount).fill(0.06));
  }

  /** @param {string} what @param {number} milliseconds @param {"ready" | "awaited" | "lost"} sound */
  update(what, milliseconds, sound) {
    this.#what = what;
    this.#length ||= milliseconds / 1_000;
    this.button.disabled = sound !== "ready";
    this.#say(sound === "ready" ? this.#trouble : unplayable[sound]);
    set(this.slider, "aria-label", `Place in ${what}`);
    this.#show();
  }

  async toggle() {
    if (this.#audio && !this.#audio.paused) return this.#audio.pause();
    if (this.#isLoading) return;
    this.#setTrouble("");
    try {
      const audio = this.#audio ??= await this.#load();
      if (this.#isClosed) return this.#release();
      if (playing !== this) playing?.stop();
      playing = this;
      await audio.play();
      this.ways.started();
    } catch (error) {
      this.#failed(error);
    }
    this.#show();
  }

  /** Stops the message that plays. One message plays at a time, and one sound is kept. */
  stop() {
    this.#release();
    if (playing === this) playing = null;
    this.#show();
  }

  /** Releases the sound of a message that is no longer shown. */
  close() {
    this.#isClosed = true;
    this.stop();
  }

  #release() {
    this.#audio?.pause();
    this.#audio = null;
    if (this.#address) URL.revokeObjectURL(this.#address);
    this.#address = "";
  }

  /** @param {unknown} error */
  #failed(error) {
    const trouble = troubleOfSound(error);
    if (trouble !== "") this.#release();
    this.#setTrouble(trouble);
  }

  /** @param {string} trouble */
  #setTrouble(trouble) {
    this.#trouble = trouble;
    this.#say(trouble);
  }

  async #load() {
    this.#isLoading = true;
    this.#show();
    try {
      const sound = await this.ways.load();
      this.#address = URL.createObjectURL(sound);
      const audio = new Audio(this.#address);
      audio.addEventListener("error", () => { if (this.#audio === audio) this.#failed(audio.error); });
      for (const event of ["play", "pause", "timeupdate", "ended"]) audio.addEventListener(event, () => this.#show());
      audio.addEventListener("loadedmetadata", () => {
        if (Number.isFinite(audio.duration)) this.#length = audio.duration;
        this.#show();
      });
      void this.#read(sound);
      return audio;
    } finally {
      this.#isLoading = false;
    }
  }

  /**
   * The loudest sample of each part.
   * @param {Blob} sound
   */
  async #read(sound) {
    try {
      const context = new OfflineAudioContext(1, 1, 8_000);
      const samples = (await context.decodeAudioData(await sound.arrayBuffer())).getChannelData(0);
      const size = Math.max(Math.floor(samples.length / barCount), 1);
      const peaks = Array.from({ length: barCount }, (_, bar) => {
        let peak = 0;
        for (let index = bar * size; index < (bar + 1) * size; index += 8) {
          peak = Math.max(peak, Math.abs(samples[index] ?? 0));
        }
        return peak;
      });
      const loudest = Math.max(...peaks, 0.05);
      this.#draw(peaks.map((peak) => Math.max(peak / loudest, 0.06)));
    } catch {
      // A sound that cannot be decoded for drawing is shown as a line.
    }
  }

  /** @param {number[]} heights 0…1 */
  #draw(heights) {
    this.#bars = heights.map((height, index) => {
      const bar = document.createElementNS(namespace, "rect");
      const size = height * 28;
      const box = { x: index * 4, y: 14 - size / 2, width: 2.4, height: size, rx: 1.2 };
      for (const [name, value] of Object.entries(box)) bar.setAttribute(name, String(value));
      return bar;
    });
    this.shape.replaceChildren(...this.#bars);
    this.#show();
  }

  #sought() {
    if (this.#audio && this.#length > 0) this.#audio.currentTime = Number(this.slider.value) / 1_000 * this.#length;
    this.#show();
  }

  #show() {
    const isPlaying = this.#audio !== null && !this.#audio.paused;
    const place = this.#audio?.currentTime ?? 0;
    const name = this.#isLoading ? "wave" : isPlaying ? "pause" : "play";
    if (this.button.dataset.icon !== name) {
      this.button.dataset.icon = name;
      this.button.replaceChildren(icon(name));
    }
    const verb = this.#isLoading ? "Loading" : isPlaying ? "Pause" : "Play";
    set(this.button, "aria-label", `${verb} ${this.#what}`);
    const share = this.#length > 0 ? Math.min(place / this.#length, 1) : 0;
    this.#bars.forEach((bar, index) => bar.classList.toggle("past", index / barCount < share));
    if (document.activeElement !== this.slider || isPlaying) this.slider.value = String(Math.round(share * 1_000));
    const length = clock(this.#length * 1_000);
    const both = `${clock(place * 1_000)} of ${length}`;
    set(this.slider, "aria-valuetext", both);
    write(this.time, place > 0 ? both : length);
  }

  /** @param {string} trouble */
  #say(trouble) {
    this.trouble.hidden = trouble === "";
    write(this.trouble, trouble);
  }
}

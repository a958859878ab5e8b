// The microphone or the camera of the page: one for all calls, opened with the first and closed with the last. Each
// call sends a copy, so that one can be silent while another speaks.

/**
 * The reason for a missing device, by the name of the browser's error.
 * @type {Record<string, string>}
 */
const reasons = {
  NotAllowedError: "The browser may not use the *. Allow it beside the address, then try again.",
  NotFoundError: "This computer has no *. Connect one, then try again.",
  NotReadableError: "Another program has the *. Close it there, then try again.",
  OverconstrainedError: "The chosen * is not connected. Choose another one.",
};

export class CaptureError extends Error {}

export class Capture {
  /** @type {Promise<MediaStream> | null} */
  #opening = null;
  /** @type {MediaStream | null} */
  stream = null;
  /**
   * The calls that send: the callback of each for a changed device, and the one for a device that is gone.
   * @type {Map<(track: MediaStreamTrack) => void, (trouble: string | null) => void>}
   */
  #users = new Map();
  /** @type {string | null} */
  #deviceId = null;

  /**
   * @param {Pick<MediaDevices, "getUserMedia">} devices @param {"microphone" | "camera"} kind
   * @param {MediaTrackConstraints} constraints
   */
  constructor(devices, kind, constraints) {
    this.devices = devices;
    this.kind = kind;
    this.constraints = constraints;
  }

  /**
   * A copy of the device's track, and again whenever another device is chosen or takes the place of a lost one.
   * @param {(track: MediaStreamTrack) => void} told @param {(trouble: string | null) => void} missed
   * @returns {Promise<MediaStreamTrack>}
   */
  async use(told, missed = () => {}) {
    this.#users.set(told, missed);
    try {
      return (await this.#open()).getTracks()[0].clone();
    } catch (error) {
      this.release(told);
      throw error;
    }
  }

  /** @param {(track: MediaStreamTrack) => void} told */
  release(told) {
    if (this.#users.delete(told) && this.#users.size === 0) this.#close();
  }

  /** @param {string} deviceId empty: the system's choice */
  async choose(deviceId) {
    this.#deviceId = deviceId || null;
    if (this.#users.size === 0) return;
    const before = this.stream;
    this.#opening = null;
    const stream = await this.#open();
    this.#give(stream);
    before?.getTracks().forEach((track) => track.stop());
  }

  /** @param {MediaStream} stream */
  #give(stream) {
    for (const [told, missed] of this.#users) {
      told(stream.getTracks()[0].clone());
      missed(null);
    }
  }

  /**
   * The system's device replaces one that was unplugged in a call.
   * @param {MediaStream} stream
   */
  async #lost(stream) {
    if (this.stream !== stream) return;
    this.stream = this.#opening = this.#deviceId = null;
    try {
      this.#give(await this.#open());
    } catch (error) {
      for (const missed of this.#users.values()) missed(/** @type {Error} */ (error).message);
    }
  }

  /** @returns {Promise<MediaStream>} */
  #open() {
    this.#opening ??= this.#ask();
    return this.#opening;
  }

  async #ask() {
    const device = this.#deviceId ? { deviceId: { exact: this.#deviceId } } : {};
    const wanted = { ...this.constraints, ...device };
    const isCamera = this.kind === "camera";
    try {
      const stream = await this.devices.getUserMedia({ audio: !isCamera && wanted, video: isCamera && wanted });
      if (this.#users.size === 0) {
        stream.getTracks().forEach((track) => track.stop()); // The call ended while the person was asked.
      } else {
        this.stream = stream;
        stream.getTracks()[0].addEventListener("ended", () => void this.#lost(stream));
      }
      return stream;
    } catch (error) {
      this.#opening = null;
      const name = error instanceof Error ? error.name : "";
      const why = reasons[name] ?? `The * cannot be used (${name || "unknown reason"}).`;
      throw new CaptureError(why.replace("*", this.kind));
    }
  }

  #close() {
    this.stream?.getTracks().forEach((track) => track.stop());
    this.stream = null;
    this.#opening = null;
  }
}

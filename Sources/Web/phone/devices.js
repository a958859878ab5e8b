// The dialog for microphone and loudspeaker, with the level of the microphone.

import { button, h, set, write } from "./dom.js";
import { icon } from "./icons.js";

const kept = "carillon.devices";

export class Devices {
  /** @type {AudioContext | null} */
  #context = null;
  /** @type {MediaStream | null} */
  #measured = null;
  /** @type {MediaStream | null} */
  #probe = null;
  #frame = 0;
  /** Ends what listens for this person. */
  #life = new AbortController();

  /** @param {HTMLDialogElement} place @param {import("./app.js").App} app */
  constructor(place, app) {
    this.place = place;
    this.app = app;
    const chosen = this.#read();
    this.microphone = h("select", { on: { change: () => void this.#chose("microphone") } });
    this.speaker = h("select", { on: { change: () => void this.#chose("speaker") } });
    const scale = { min: "0", max: "1", low: "0.02", "aria-label": "Level of the microphone" };
    this.level = h("meter", { attributes: scale });
    this.hears = h("p", { class: "sub", attributes: { role: "status" } });
    this.rings = h("input", { attributes: { type: "checkbox" }, on: { change: () => this.#keep() } });
    this.rings.checked = chosen.rings;
    this.trouble = h("p", { class: "trouble", attributes: { role: "alert" } });
    place.replaceChildren(
      h("div", { class: "head" }, h("h2", { text: "Sound", attributes: { id: "devices-title" } }),
        button("button quiet square", "Close", () => place.close(), icon("cross"))),
      h("label", { class: "field" }, "Microphone", this.microphone),
      h("div", { class: "level" }, icon("mic"), this.level), this.hears,
      h("label", { class: "field" }, "Loudspeaker", this.speaker),
      h("label", { class: "check" }, this.rings, "Ring when a call comes"), this.trouble);
    const { signal } = this.#life;
    place.addEventListener("close", () => this.#closed(), { signal });
    navigator.mediaDevices?.addEventListener("devicechange", () => void this.#fill(), { signal });
    void this.#apply(chosen);
  }

  stop() {
    if (this.place.open) this.place.close();
    this.#closed();
    this.#life.abort();
  }

  get doesRing() { return this.rings.checked; }

  async open() {
    this.place.showModal();
    write(this.trouble, "");
    try {
      // The browser gives the names of devices only after it may use the microphone.
      if (!this.app.phone.localStream()) this.#probe = await navigator.mediaDevices.getUserMedia({ audio: true });
    } catch {
      write(this.trouble, "The browser may not use the microphone. Allow it beside the address, then open this again.");
    }
    await this.#fill();
    this.#measure();
  }

  async #fill() {
    const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
    const { microphone, speaker } = this.#read();
    fill(this.microphone, devices.filter(({ kind }) => kind === "audioinput"), microphone, "The system's microphone");
    fill(this.speaker, devices.filter(({ kind }) => kind === "audiooutput"), speaker, "The system's loudspeaker");
    // Some browsers leave the choice to the system.
    this.speaker.disabled = this.speaker.options.length < 2;
  }

  /** @param {"microphone" | "speaker"} which */
  async #chose(which) {
    this.#keep();
    try {
      if (which === "microphone") await this.app.phone.setMicrophone(this.microphone.value);
      else await this.app.phone.setSpeaker(this.speaker.value);
      write(this.trouble, "");
    } catch (error) {
      write(this.trouble, error instanceof Error ? error.message : "That device cannot be used.");
    }
    if (which === "microphone") this.#measure();
  }

  /** @param {{ microphone: string, speaker: string }} chosen */
  async #apply({ microphone, speaker }) {
    if (microphone) await this.app.phone.setMicrophone(microphone);
    if (speaker) await this.app.phone.setSpeaker(speaker);
  }

  #measure() {
    const stream = this.app.phone.localStream() ?? this.#probe;
    if (!stream || !this.place.open) return;
    this.#context ??= new AudioContext();
    const analyser = new AnalyserNode(this.#context, { fftSize: 1_024 });
    this.#context.createMediaStreamSource(stream).connect(analyser);
    this.#measured = stream;
    const samples = new Float32Array(analyser.fftSize);
    let loudest = 0;
    const look = () => {
      if (!this.place.open || this.#measured !== stream) return;
      analyser.getFloatTimeDomainData(samples);
      const level = samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
      loudest = Math.max(loudest, level);
      this.level.value = level;
      const hears = loudest > 0.02;
      write(this.hears, hears ? "The microphone hears you." : "Say something: the microphone hears nothing yet.");
      this.#frame = requestAnimationFrame(look);
    };
    cancelAnimationFrame(this.#frame);
    look();
  }

  #closed() {
    cancelAnimationFrame(this.#frame);
    this.#probe?.getTracks().forEach((track) => track.stop());
    this.#probe = null;
    this.#measured = null;
    void this.#context?.close();
    this.#context = null;
  }

  #read() {
    /** @type {any} */
    let chosen = null;
    try {
      chosen = JSON.parse(localStorage.getItem(kept) ?? "null");
    } catch {
      // The store is closed: the system's devices are used.
    }
    return {
      microphone: typeof chosen?.microphone === "string" ? chosen.microphone : "",
      speaker: typeof chosen?.speaker === "string" ? chosen.speaker : "", rings: chosen?.rings !== false,
    };
  }

  #keep() {
    try {
      localStorage.setItem(kept, JSON.stringify({
        microphone: this.microphone.value, speaker: this.speaker.value, rings: this.rings.checked,
      }));
    } catch {
      // The store is full or closed. The choice holds until the page is reloaded.
    }
  }
}

/**
 * @param {HTMLSelectElement} select @param {MediaDeviceInfo[]} devices @param {string} chosen @param {string} system
 */
function fill(select, devices, chosen, system) {
  const bySystem = new Set(["", "default", "communications"]);
  const named = devices.filter(({ deviceId, label }) => !bySystem.has(deviceId) && label);
  select.replaceChildren(h("option", { text: system, attributes: { value: "" } }),
    ...named.map(({ deviceId, label }) => h("option", { text: label, attributes: { value: deviceId } })));
  select.value = chosen;
  if (select.selectedIndex < 0) select.value = "";
  set(select, "title", select.selectedOptions[0]?.text ?? "");
}

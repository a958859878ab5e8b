// The ring of an incoming call, and the ringback tone of a placed call without early media. Both are synthesized; no
// file is fetched.

/** Two tones, how long they sound, and how long a round is: seconds. */
const ring = { tones: [523.25, 659.25], on: 1.1, round: 3, volume: 0.16, warble: 18 };
const ringback = { tones: [440, 480], on: 1.6, round: 4.6, volume: 0.05, warble: 0 };

export class Sounds {
  /** @type {AudioContext | null} */
  #context = null;
  /** @type {"ring" | "ringback" | null} */
  #kind = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  /** @type {GainNode | null} */
  #output = null;

  /** @param {"ring" | "ringback" | null} kind */
  play(kind) {
    if (kind === this.#kind) return;
    this.#kind = kind;
    clearInterval(this.#timer);
    this.#output?.disconnect();
    this.#output = null;
    if (kind === null) return;
    const sound = kind === "ring" ? ring : ringback;
    const context = this.#context ??= new AudioContext();
    const output = this.#output = new GainNode(context, { gain: sound.volume });
    output.connect(context.destination);
    let hasBegun = false;
    const begin = () => {
      if (this.#output !== output || hasBegun) return;
      hasBegun = true;
      this.#sound(sound);
      this.#timer = setInterval(() => this.#sound(sound), sound.round * 1_000);
    };
    if (context.state === "running") return begin();
    // A page that was never touched may not play sound. It shows the ringing, and is heard from the first touch on.
    const unlock = () => void context.resume().then(begin, () => {});
    for (const event of ["pointerdown", "keydown"]) addEventListener(event, unlock, { once: true });
    unlock();
  }

  /** @param {typeof ring} sound */
  #sound({ tones, on, warble }) {
    const context = this.#context;
    if (!context || !this.#output) return;
    const start = context.currentTime;
    const envelope = new GainNode(context, { gain: 0 });
    envelope.gain.setTargetAtTime(1, start, 0.03);
    envelope.gain.setTargetAtTime(0, start + on, 0.12);
    envelope.connect(this.#output);
    tones.forEach((frequency, index) => {
      const tone = new OscillatorNode(context, { frequency, type: "sine" });
      const part = new GainNode(context, { gain: 0.5 });
      if (warble > 0) {
        // The two take turns, as the bells of a telephone do.
        const turns = new OscillatorNode(context, { frequency: warble, type: "square" });
        const depth = new GainNode(context, { gain: index === 0 ? 0.45 : -0.45 });
        turns.connect(depth).connect(part.gain);
        turns.start(start);
        turns.stop(start + on + 1);
      }
      tone.connect(part).connect(envelope);
      tone.start(start);
      tone.stop(start + on + 1);
    });
  }
}

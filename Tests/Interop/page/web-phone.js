// What a test puts into the browser phone before it begins: a microphone that sounds a tone, ears, and a way to wait
// for what the page shows. The page itself knows nothing of it.

{
  const microphone = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  const RATE = 48_000;
  /** Milliseconds that anything may take: a machine that is busy with other tests is slow. */
  const LIMIT = 120_000;

  // The real microphone is asked for, as the page wants it; it would hear a tone.
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    const real = await microphone(constraints);
    if (!constraints.audio) return real;
    real.getTracks().forEach((track) => track.stop());
    const audio = new AudioContext({ sampleRate: RATE });
    const output = audio.createMediaStreamDestination();
    const tone = new OscillatorNode(audio, { frequency: window.testTone });
    tone.connect(new GainNode(audio, { gain: 0.3 })).connect(output);
    tone.start();
    return output.stream;
  };

  // Every element that plays a call is known here: a test hears the sound that is played, not the sound that arrives.
  const played = [];
  /** The first message that is played. */
  let tellRecording;
  const recording = new Promise((resolve) => { tellRecording = resolve; });
  window.Audio = class extends Audio {
    constructor(source) {
      super(source);
      played.push(this);
      if (!source) return;
      this.addEventListener("playing", () => tellRecording(this), { once: true });
    }
  };
  const isPlaying = ({ srcObject, muted, paused }) => srcObject?.getTracks().length && !muted && !paused;
  const playing = () => played.filter(isPlaying);
  /** Whether there is sound that could be heard: a page in no call is silent, and that says nothing. */
  const isInCall = () => played.some(({ srcObject }) => srcObject?.getTracks().length);
  /** Pieces of sound without a tone, one after the other, that are silence: the first one of a track is empty. */
  const SILENT = 3;

  /** The amplitude 0…1 of a tone in samples. */
  function level(samples, frequency) {
    let real = 0;
    let imaginary = 0;
    samples.forEach((sample, index) => {
      const angle = 2 * Math.PI * frequency * index / RATE;
      real += sample * Math.cos(angle);
      imaginary += sample * Math.sin(angle);
    });
    return 2 * Math.hypot(real, imaginary) / samples.length;
  }

  let ears;
  /**
   * Resolves when the sound that is played has a tone, or has it no more while the call goes on: looked at with each
   * piece of sound.
   * look: is given what takes the track that is played now.
   */
  function listen(look, frequency, isWanted, limit) {
    ears ??= new AudioContext({ sampleRate: RATE });
    return new Promise((resolve, reject) => {
      const processor = ears.createScriptProcessor(8_192, 1, 1);
      processor.connect(ears.destination);
      let source;
      let track;
      let last = 0;
      let silent = 0;
      const done = (settle, value) => {
        clearTimeout(timer);
        processor.onaudioprocess = null;
        processor.disconnect();
        source?.disconnect();
        settle(value);
      };
      // on purpose: the limit of the wait, which fails the test
      const timer = setTimeout(() => {
        const wanted = isWanted ? "heard" : "silent";
        const elements = played.map((one) => `${one.srcObject?.getTracks().length}/${one.muted}/${one.paused}`);
        const says = document.getElementById("main")?.innerText.slice(0, 300);
        const heard = `${frequency} Hz at ${last.toFixed(3)}, wanted ${wanted}`;
        done(reject, new Error(`${heard}; ${elements}; the page says: ${says}`));
      }, limit);
      processor.onaudioprocess = ({ inputBuffer }) => look((now) => {
        if (now !== track) {
          source?.disconnect();
          source = now && ears.createMediaStreamSource(new MediaStream([now]));
          source?.connect(processor);
          track = now;
          silent = 0;
          return;
        }
        last = now ? level(inputBuffer.getChannelData(0), frequency) : 0;
        silent = last < 0.01 && isInCall() ? silent + 1 : 0;
        if (isWanted ? last > 0.1 : silent >= SILENT) done(resolve, last);
      });
    });
  }

  const hears = (frequency, isWanted, limit = LIMIT) =>
    listen((found) => found(playing()[0]?.srcObject.getTracks()[0]), frequency, isWanted, limit);

  /** Resolves with what a look gives, as soon as it gives something: it is taken again whenever the page changes. */
  function until(look, limit = LIMIT) {
    return new Promise((resolve, reject) => {
      const found = look();
      if (found) return resolve(found);
      const observer = new MutationObserver(() => {
        const value = look();
        if (!value) return;
        observer.disconnect();
        clearTimeout(timer);
        resolve(value);
      });
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      // on purpose: the limit of the wait, which fails the test
      const timer = setTimeout(() => {
        observer.disconnect();
        const says = document.body.innerText.slice(0, 600);
        reject(new Error(`not so within ${limit} ms: ${look}; the page says: ${says}`));
      }, limit);
    });
  }

  /** The text that eyes see. An announcement stays in its place until the next one, so it says nothing of what goes. */
  function seen() {
    const announced = [...document.querySelectorAll("#said, #called")].map((place) => place.innerText).filter(Boolean);
    return announced.reduce((text, words) => text.replace(words, ""), document.body.innerText);
  }

  const visible = (element) => element.checkVisibility();
  const nameOf = (element) => (element.getAttribute("aria-label") ?? element.textContent).trim();
  const named = (name) =>
    [...document.querySelectorAll("button")].filter((element) => visible(element) && nameOf(element).startsWith(name));

  window.testPhone = {
    hears, until,
    shows: (text, limit) => until(() => document.body.innerText.includes(text) && text, limit),
    hides: (text, limit) => until(() => !seen().includes(text), limit),
    /** The button of that name, or the first whose name begins so. */
    press: async (name, limit) => {
      const enabled = () => named(name).filter((one) => !one.disabled);
      const button = await until(() => enabled().find((one) => nameOf(one) === name) ?? enabled()[0], limit);
      button.click();
    },
    /** What the first message sounds like that this page plays: resolves when the tone is in it. */
    hearsRecording: async (frequency, limit = LIMIT) => {
      const element = await recording;
      ears ??= new AudioContext({ sampleRate: RATE });
      // Until it is heard: a busy machine may play it once with nothing but gaps.
      element.loop = true;
      const [track] = element.captureStream().getAudioTracks();
      return listen((found) => found(track), frequency, true, limit);
    },
    findings: () => window.testFindings(),
    controls: () => window.testControls(),
  };
}

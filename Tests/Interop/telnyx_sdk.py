"""Telnyx' own JavaScript SDK, as it is, in a page: what the tests of the stand-in and of the exchange have in common.

The SDK comes from no registry that this project installs from. CARILLON_TELNYX_JS names its bundle (`lib/bundle.js` of the
package, which gives `TelnyxWebRTC`); without it the tests say so and are skipped.
"""

import os
import pathlib
import shutil

import pytest

BUNDLE = os.environ.get("CARILLON_TELNYX_JS")
SOURCE = pathlib.Path(BUNDLE).read_text() if BUNDLE else ""
KEEPS_HOLD = "wasHeldBeforeRecovery" in SOURCE
"""Whether this version holds a call again that was held when it lost its socket."""
OUTLIVES_PAGE = "hangupOnBeforeUnload" in SOURCE
"""Whether this version can leave its calls alone when its page goes."""
NAMES_ITSELF = "User-Agent" in SOURCE
"""Whether the login of this version tells that it is Telnyx's."""
REPEATS_NAME = "voice_sdk_id" in SOURCE
"""Whether this version repeats in the address of a socket the public name that its session was given."""
PAGE = pathlib.Path(__file__).parent / "page" / "index.html"
NEEDED = [
    pytest.mark.skipif(shutil.which("chromium") is None, reason="no chromium: install it (Debian), or `make deps-test`"),
    pytest.mark.skipif(
        not BUNDLE, reason="set CARILLON_TELNYX_JS to the bundle of Telnyx' JavaScript SDK (lib/bundle.js of its package)"),
]

PHONE = """
async ([host, options, tone]) => {
  const audio = new AudioContext({ sampleRate: 48000 });
  const source = new OscillatorNode(audio, { frequency: tone });
  const volume = new GainNode(audio, { gain: 0.3 });
  const output = audio.createMediaStreamDestination();
  source.connect(volume).connect(output);
  source.start();
  // The microphone of this machine: the SDK ends the tracks it was given, and asks for others after a cut.
  navigator.mediaDevices.getUserMedia = async () => output.stream.clone();
  const client = new TelnyxWebRTC.TelnyxRTC({ ...options, host, iceServers: [], enableCallReports: false });
  client.remoteElement = "remote";
  window.phone = { client, audio, source, calls: [], states: [], warnings: [], waiting: [] };
  client.on("telnyx.notification", (notification) => {
    if (notification.type !== "callUpdate") return;
    const { call } = notification;
    if (!phone.calls.includes(call)) phone.calls.push(call);
    // One that another has taken the place of still tells of its own end.
    if (call !== phone.calls.at(-1)) return;
    phone.call = call;
    phone.states.push(call.state);
    phone.waiting.splice(0).forEach((look) => look());
  });
  client.on("telnyx.warning", (event) => phone.warnings.push(event.warning.code));
  await new Promise((resolve, reject) => {
    client.on("telnyx.ready", resolve);
    client.on("telnyx.error", (event) => reject(new Error(JSON.stringify(event.error?.message ?? event))));
    client.connect();
  });
}
"""

REACHES_STATE = """
async (state) => {
  while (phone.call?.state !== state && !phone.states.includes(state))
    await new Promise((resolve) => phone.waiting.push(resolve));
}
"""

IS_STATE = """
async (state) => {
  while (phone.call?.state !== state)
    await new Promise((resolve) => phone.waiting.push(resolve));
}
"""

HEARS = """
async (tone) => {
  const analyser = new AnalyserNode(phone.audio, { fftSize: 8192, smoothingTimeConstant: 0 });
  const bins = new Float32Array(analyser.frequencyBinCount);
  const place = Math.round(tone * analyser.fftSize / phone.audio.sampleRate);
  let [stream, source] = [];
  for (;;) {
    const present = document.getElementById("remote").srcObject;
    if (present && present !== stream) {
      source?.disconnect();
      stream = present;
      source = phone.audio.createMediaStreamSource(stream);
      source.connect(analyser);
    }
    analyser.getFloatFrequencyData(bins);
    const loudest = bins.indexOf(Math.max(...bins));
    if (bins[place] > -40 && Math.abs(loudest - place) <= 1) return bins[place];
    // on purpose: an analyser tells of no new sound
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
"""

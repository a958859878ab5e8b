"""Telnyx' own JavaScript SDK, as it is, in Chromium, against the stand-in for Telnyx: no app of ours is between them.

The SDK comes from no registry that this project installs from. CARILLON_TELNYX_JS names its bundle (`lib/bundle.js` of the
package, which gives `TelnyxWebRTC`); without it the test says so and is skipped.
"""

import asyncio
import json
import os
import pathlib
import shutil
import urllib.request

import pytest
from playwright.async_api import async_playwright

from carrier import Telnyx
from changes import until

BUNDLE = os.environ.get("CARILLON_TELNYX_JS")
BROWSER_TONE, PARTY_TONE = 900, 440
NUMBER = "+15550109999"
pytestmark = [
    pytest.mark.skipif(shutil.which("chromium") is None, reason="no chromium"),
    pytest.mark.skipif(not BUNDLE, reason="CARILLON_TELNYX_JS names no bundle of Telnyx' JavaScript SDK"),
]

PAGE = pathlib.Path(__file__).parent / "page" / "index.html"

PHONE = """
async ([host, proof, tone]) => {
  const audio = new AudioContext({ sampleRate: 48000 });
  const source = new OscillatorNode(audio, { frequency: tone });
  const volume = new GainNode(audio, { gain: 0.3 });
  const output = audio.createMediaStreamDestination();
  source.connect(volume).connect(output);
  source.start();
  const client = new TelnyxWebRTC.TelnyxRTC({ ...proof, host, iceServers: [], enableCallReports: false });
  client.remoteElement = "remote";
  window.phone = { client, audio, output, states: [], waiting: [] };
  client.on("telnyx.notification", (notification) => {
    if (notification.type !== "callUpdate") return;
    phone.call = notification.call;
    phone.states.push(notification.call.state);
    phone.waiting.splice(0).forEach((look) => look());
  });
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

HEARS = """
async (tone) => {
  const stream = document.getElementById("remote").srcObject;
  const analyser = new AnalyserNode(phone.audio, { fftSize: 8192, smoothingTimeConstant: 0 });
  phone.audio.createMediaStreamSource(stream).connect(analyser);
  const bins = new Float32Array(analyser.frequencyBinCount);
  const place = Math.round(tone * analyser.fftSize / phone.audio.sampleRate);
  for (;;) {
    analyser.getFloatFrequencyData(bins);
    const loudest = bins.indexOf(Math.max(...bins));
    if (bins[place] > -40 && Math.abs(loudest - place) <= 1) return bins[place];
    // on purpose: an analyser tells of no new sound
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
"""


def api(telnyx, method, path, body=None):
    request = urllib.request.Request(
        f"http://127.0.0.1:{telnyx.port}/v2/{path}", method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"content-type": "application/json", "authorization": f"Bearer {telnyx.api_key}"})
    with urllib.request.urlopen(request, timeout=60) as response:
        return response.read().decode()


def token(telnyx):
    body = {"connection_id": telnyx.connection_id, "name": "browser"}
    made = json.loads(api(telnyx, "POST", "telephony_credentials", body))["data"]
    return {"login_token": api(telnyx, "POST", f"telephony_credentials/{made['id']}/token")}


def password(telnyx):
    return {"login": "browser", "password": "browser-secret"}


async def hears(telnyx, leg, what, is_so):
    """Returns when what the far side of a leg was told and hears is so."""
    def look():
        told = telnyx.ask("POST", f"legs/{leg}/levels", {"tones": [BROWSER_TONE]})
        return is_so(told)

    await asyncio.to_thread(until, look, what)


async def legs_end(telnyx):
    """Returns when every leg is over."""
    await asyncio.to_thread(
        until, lambda: all(leg["state"] == "over" for leg in telnyx.legs()), "a leg is left")


def party(telnyx):
    return next(leg["call_control_id"] for leg in telnyx.legs("outgoing") if leg["to"] == NUMBER)


def run(folder, proof, scenario):
    telnyx = Telnyx(folder, "--no-parking", "--user", "browser:browser-secret")
    telnyx.ask("POST", "far-ends", {"to": NUMBER, "answer_ms": 200, "tone": PARTY_TONE})

    async def whole():
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=shutil.which("chromium"),
                args=[
                    "--no-sandbox", "--autoplay-policy=no-user-gesture-required", "--use-fake-ui-for-media-stream",
                    "--use-fake-device-for-media-stream", "--disable-features=WebRtcHideLocalIpsWithMdns",
                ])
            page = await browser.new_page()
            await page.goto(PAGE.as_uri())
            await page.add_script_tag(path=BUNDLE)
            await page.evaluate(PHONE, [telnyx.edge, proof(telnyx), BROWSER_TONE])
            await scenario(page, telnyx)
            await browser.close()

    try:
        asyncio.run(asyncio.wait_for(whole(), 90))
    finally:
        telnyx.stop()


async def calls(page, telnyx):
    await page.evaluate(
        "(number) => { phone.client.newCall({ destinationNumber: number, callerName: 'Browser', "
        "callerNumber: '+15550100009', localStream: phone.output.stream, audio: true }) }", NUMBER)
    await page.evaluate(REACHES_STATE, "active")
    return party(telnyx)


@pytest.mark.parametrize("proof", [token, password])
def test_the_sdk_logs_in_and_calls_a_party_of_the_public_network(tmp_path, address, proof):
    async def scenario(page, telnyx):
        leg = await calls(page, telnyx)
        await page.evaluate(HEARS, PARTY_TONE)
        telnyx.ask("POST", f"legs/{leg}/listen")
        await hears(telnyx, leg, "no tone", lambda told: told["levels"][str(BROWSER_TONE)] > 0.1)
        await page.evaluate("() => phone.call.dtmf('15#')")
        await hears(telnyx, leg, "no digits", lambda told: told["digits"] == "15#")
        await page.evaluate("() => phone.call.hangup()")
        await page.evaluate(REACHES_STATE, "destroy")
        await legs_end(telnyx)

    run(tmp_path, proof, scenario)


def test_a_party_who_hangs_up_ends_the_call_of_the_sdk(tmp_path, address):
    async def scenario(page, telnyx):
        leg = await calls(page, telnyx)
        await page.evaluate(HEARS, PARTY_TONE)
        telnyx.act(leg, "hangup")
        await page.evaluate(REACHES_STATE, "destroy")
        assert await page.evaluate("() => phone.call.cause") == "NORMAL_CLEARING"

    run(tmp_path, password, scenario)

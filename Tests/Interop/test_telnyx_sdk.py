"""Telnyx' own JavaScript SDK, as it is, in Chromium, against the stand-in for Telnyx: no app of ours is between them."""

import asyncio
import datetime
import json
import shutil
import urllib.request

import pytest
from playwright.async_api import async_playwright

from carrier import Telnyx
from carrier import address as address_of
from changes import until
from patience import WHOLE
from telnyx_sdk import BUNDLE, HEARS, IS_STATE, KEEPS_HOLD, NEEDED, PAGE, PHONE, REACHES_STATE

BROWSER_TONE, PARTY_TONE = 900, 440
NUMBER = "+15550109999"
OWN_NUMBER = "+15550109900"
# Of the SDK itself, which reads the end in the token.
TOKEN_EXPIRING_SOON = 34001
pytestmark = NEEDED
HOLDS_AGAIN = pytest.mark.skipif(not KEEPS_HOLD, reason="this version of the SDK forgets over a cut that it held")


def api(telnyx, method, path, body=None):
    request = urllib.request.Request(
        f"http://127.0.0.1:{telnyx.port}/v2/{path}", method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"content-type": "application/json", "authorization": f"Bearer {telnyx.api_key}"})
    with urllib.request.urlopen(request, timeout=60) as response:
        return response.read().decode()


def credential(telnyx, **more):
    """A telephony credential; a dial reaches the SDK at its address."""
    body = {"connection_id": telnyx.connection_id, "name": "browser", **more}
    made = json.loads(api(telnyx, "POST", "telephony_credentials", body))["data"]
    telnyx.phone = address_of(made["sip_username"])
    return made


def token_of(telnyx, made):
    return {"login_token": api(telnyx, "POST", f"telephony_credentials/{made['id']}/token")}


def token(telnyx):
    return token_of(telnyx, credential(telnyx))


def password(telnyx):
    telnyx.phone = address_of("browser")
    return {"login": "browser", "password": "browser-secret"}


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
        asyncio.run(asyncio.wait_for(whole(), WHOLE))
    finally:
        telnyx.stop()


async def calls(page, telnyx):
    await page.evaluate(
        "(number) => { phone.client.newCall({ destinationNumber: number, callerName: 'Browser', "
        "callerNumber: '+15550100009', audio: true }) }", NUMBER)
    await page.evaluate(REACHES_STATE, "active")
    return party(telnyx)


@pytest.mark.parametrize("proof", [token, password])
def test_the_sdk_logs_in_and_calls_a_party_of_the_public_network(tmp_path, address, proof):
    async def scenario(page, telnyx):
        leg = await calls(page, telnyx)
        await page.evaluate(HEARS, PARTY_TONE)
        telnyx.ask("POST", f"legs/{leg}/listen")
        await asyncio.to_thread(telnyx.hears, leg, BROWSER_TONE)
        await page.evaluate("() => phone.call.dtmf('15#')")
        await asyncio.to_thread(telnyx.was_sent, leg, "15#")
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


async def rings(page, telnyx):
    """A party of the public network is led to the SDK, which rings; the party's leg and the SDK's."""
    body = {"from": NUMBER, "to": OWN_NUMBER, "tone": PARTY_TONE}
    caller = telnyx.ask("POST", "calls", body)["call_control_id"]
    api(telnyx, "POST", f"calls/{caller}/actions/answer", {})
    dial = {
        "connection_id": telnyx.connection_id, "from": NUMBER, "to": telnyx.phone, "link_to": caller,
        "custom_headers": [{"name": "X-Case", "value": "42"}]}
    leg = json.loads(api(telnyx, "POST", "calls", dial))["data"]["call_control_id"]
    await page.evaluate(IS_STATE, "ringing")
    return caller, leg


def state(telnyx, wanted):
    return next(leg["state"] for leg in telnyx.legs() if leg["call_control_id"] == wanted)


async def is_called(page, telnyx):
    """The SDK answers a party of the public network, and both are joined and heard; the party's leg."""
    caller, leg = await rings(page, telnyx)
    await page.evaluate("() => { phone.call.answer() }")
    await page.evaluate(IS_STATE, "active")
    await asyncio.to_thread(until, lambda: state(telnyx, leg) == "answered", "the SDK's leg is not answered")
    api(telnyx, "POST", f"calls/{caller}/actions/bridge", {"call_control_id": leg})
    telnyx.ask("POST", f"legs/{caller}/listen")
    await both_are_heard(page, telnyx, caller)
    return caller


async def is_calling(page, telnyx):
    """The SDK calls a party, and both are heard; the party's leg."""
    leg = await calls(page, telnyx)
    telnyx.ask("POST", f"legs/{leg}/listen")
    await both_are_heard(page, telnyx, leg)
    return leg


async def both_are_heard(page, telnyx, leg):
    await page.evaluate(HEARS, PARTY_TONE)
    await asyncio.to_thread(telnyx.hears, leg, BROWSER_TONE)


def only_socket(telnyx):
    """The socket of the SDK, if its call is up there."""
    edge = telnyx.ask("GET", "edge")
    is_up = [call["phase"] for call in edge["calls"] if call["phase"] != "over"] == ["up"]
    return edge["sockets"][0]["number"] if is_up and len(edge["sockets"]) == 1 else None


def test_a_party_reaches_the_sdk_by_the_address_of_its_credential(tmp_path, address):
    async def scenario(page, telnyx):
        caller = await is_called(page, telnyx)
        told = await page.evaluate(
            "() => [phone.call.direction, phone.call.options.remoteCallerNumber, phone.call.options.customHeaders]")
        assert told[:2] == ["inbound", NUMBER] and {"name": "X-Case", "value": "42"} in told[2]
        telnyx.act(caller, "hangup")
        await page.evaluate(REACHES_STATE, "destroy")
        await legs_end(telnyx)

    run(tmp_path, token, scenario)


def test_the_sdk_declines_and_its_leg_ends_alone(tmp_path, address):
    async def scenario(page, telnyx):
        caller, leg = await rings(page, telnyx)
        await page.evaluate("() => phone.call.hangup()")
        await asyncio.to_thread(until, lambda: state(telnyx, leg) == "over", "the declined leg is left")
        assert state(telnyx, caller) != "over"
        telnyx.act(caller, "hangup")
        await legs_end(telnyx)

    run(tmp_path, token, scenario)


@pytest.mark.parametrize("talks", [is_calling, is_called])
def test_the_sdk_holds_and_resumes(tmp_path, address, talks):
    async def scenario(page, telnyx):
        leg = await talks(page, telnyx)
        assert await page.evaluate("() => phone.call.hold()")
        await page.evaluate(IS_STATE, "held")
        await asyncio.to_thread(telnyx.hears, leg, BROWSER_TONE, False)
        assert await page.evaluate("() => phone.call.unhold()")
        await page.evaluate(IS_STATE, "active")
        await both_are_heard(page, telnyx, leg)
        await page.evaluate("() => phone.call.hangup()")
        await legs_end(telnyx)

    run(tmp_path, token, scenario)


@pytest.mark.parametrize("talks", [is_calling, is_called])
@pytest.mark.parametrize("is_held", [False, pytest.param(True, marks=HOLDS_AGAIN)])
def test_the_sdk_returns_to_its_call_after_its_socket_was_cut(tmp_path, address, talks, is_held):
    async def scenario(page, telnyx):
        leg = await talks(page, telnyx)
        if is_held:
            await page.evaluate("() => phone.call.hold()")
            await page.evaluate(IS_STATE, "held")
        before = await asyncio.to_thread(until, lambda: only_socket(telnyx), "the call is not up")
        telnyx.ask("POST", "edge/cut")
        await asyncio.to_thread(
            until, lambda: only_socket(telnyx) not in (None, before), "the SDK does not return to its call")
        if is_held:
            await page.evaluate(IS_STATE, "held")
            await asyncio.to_thread(telnyx.hears, leg, BROWSER_TONE, False)
            await page.evaluate("() => phone.call.unhold()")
        await page.evaluate(IS_STATE, "active")
        await both_are_heard(page, telnyx, leg)
        await page.evaluate("() => phone.call.hangup()")
        await legs_end(telnyx)

    run(tmp_path, token, scenario)


def expiring(telnyx):
    """A token that ends soon, and another one for the same credential, which the page is given later."""
    end = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=100)
    made = credential(telnyx, expires_at=end.strftime("%Y-%m-%dT%H:%M:%SZ"))
    telnyx.newer = token_of(telnyx, made)
    return token_of(telnyx, made)


def test_the_sdk_warns_of_the_end_of_its_token_and_takes_another_in_the_call(tmp_path, address):
    async def scenario(page, telnyx):
        assert TOKEN_EXPIRING_SOON in await page.evaluate("() => phone.warnings")
        leg = await is_called(page, telnyx)
        await page.evaluate("(creds) => phone.client.login({ creds })", telnyx.newer)
        assert (await page.evaluate("() => phone.warnings")).count(TOKEN_EXPIRING_SOON) == 2
        await both_are_heard(page, telnyx, leg)
        # The answer shows that the messages after the login have come, by which a client ends calls that it lost.
        assert await page.evaluate("() => phone.call.hold()")
        await page.evaluate(IS_STATE, "held")
        await page.evaluate("() => phone.call.hangup()")
        await legs_end(telnyx)

    run(tmp_path, expiring, scenario)

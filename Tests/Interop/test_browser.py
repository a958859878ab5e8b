"""Debian's Chromium speaks the Telnyx dialect with trickle ICE and talks to a Carillon phone."""

import asyncio
import pathlib
import shutil

import pytest
from playwright.async_api import async_playwright

from conftest import PASSWORDS
from patience import PATIENCE, WHOLE
from phone import Phone

BROWSER_TONE, PHONE_TONE = 900, 440
PAGE = pathlib.Path(__file__).parent / "page" / "index.html"
pytestmark = pytest.mark.skipif(shutil.which("chromium") is None, reason="no chromium")


def run(exchange, address, scenario, *phone_options):
    async def whole():
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=shutil.which("chromium"), timeout=1_000 * PATIENCE,
                args=[
                    "--no-sandbox", "--autoplay-policy=no-user-gesture-required",
                    "--disable-features=WebRtcHideLocalIpsWithMdns",
                ])
            page = await browser.new_page()
            page.set_default_timeout(1_000 * PATIENCE)
            await page.goto(PAGE.as_uri())
            phone = await Phone.start(
                exchange, "phone", PASSWORDS["phone"], "--trickle", "--play", f"tone:{PHONE_TONE}",
                "--listen-for", str(BROWSER_TONE), "--local-address", address, *phone_options)
            await page.evaluate(
                "([url, password, tone]) => { window.peer = new BrowserPeer(url, 'peer', password, tone) }",
                [exchange, PASSWORDS["peer"], BROWSER_TONE])
            assert await page.evaluate("peer.connect()") == {"message": "logged in", "state": "REGED"}
            await scenario(page, phone)
            await phone.stop()
            await browser.close()

    asyncio.run(asyncio.wait_for(whole(), WHOLE))


async def talk(page, phone):
    await phone.hears(BROWSER_TONE)
    await page.evaluate(f"peer.reaches({PHONE_TONE}, true)")
    # Without routers between them both would talk all the same: the phone's packets show where it is.
    assert await page.evaluate("peer.candidatesRefused") == []


def test_the_browser_calls_the_phone(exchange, address):
    async def scenario(page, phone):
        await page.evaluate("() => { window.calling = peer.call('phone') }")
        await phone.expect("incoming")
        await phone.do("answer")
        created = await page.evaluate("calling")
        assert created["created"] == "CALL CREATED" and created["session"]
        await talk(page, phone)
        assert await page.evaluate("peer.candidatesReceived"), "the phone trickled nothing"
        assert await page.evaluate("peer.tones('15#')")
        assert await phone.digits(3) == "15#"
        assert (await page.evaluate("peer.modify('hold')"))["holdState"] == "held"
        await page.evaluate(f"peer.reaches({PHONE_TONE}, false)")
        assert (await page.evaluate("peer.modify('unhold')"))["holdState"] == "active"
        await page.evaluate(f"peer.reaches({PHONE_TONE}, true)")
        await phone.do("mute")
        await page.evaluate(f"peer.reaches({PHONE_TONE}, false)")
        await page.evaluate("peer.hangUp()")
        assert (await phone.expect("ended"))["cause"] == "NORMAL_CLEARING"

    run(exchange, address, scenario)


def test_the_phone_calls_the_browser(exchange, address):
    async def scenario(page, phone):
        await phone.do("dial peer")
        await page.evaluate("peer.answer()")
        await talk(page, phone)
        await phone.do("hold")
        await page.evaluate(f"peer.reaches({PHONE_TONE}, false)")
        await phone.loses(BROWSER_TONE)
        await phone.do("resume")
        phone.forget("tone")
        await talk(page, phone)
        await phone.do("hang")
        bye = await page.evaluate("peer.expect('telnyx_rtc.bye')")
        assert bye["cause"] == "NORMAL_CLEARING" and bye["causeCode"] == 16

    run(exchange, address, scenario)


def test_the_phone_reaches_the_browser_through_a_relay_only(exchange, address, relay):
    async def scenario(page, phone):
        await page.evaluate("() => { window.calling = peer.call('phone') }")
        await phone.expect("incoming")
        await phone.do("answer")
        await page.evaluate("calling")
        await talk(page, phone)
        candidates = await page.evaluate("peer.candidatesReceived")
        assert candidates and all(" typ relay " in candidate for candidate in candidates), candidates
        assert all(" raddr 0.0.0.0 rport 9" in candidate for candidate in candidates), candidates
        quality = await phone.expect("quality", local_candidate="relay")
        while quality["mos"] is None:
            quality = await phone.expect("quality", local_candidate="relay")
        assert quality["mos"] > 2
        await phone.do("hang")

    run(exchange, address, scenario, "--relay-only", "--ice", relay)

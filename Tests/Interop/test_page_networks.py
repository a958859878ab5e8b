"""The phone that the exchange serves, in a Chromium that reaches its peer through a relay alone."""

import asyncio
import shutil
from contextlib import asynccontextmanager

import pytest

from conftest import PASSWORDS
from internet import HOST, PORT, Internet
from network_call import pairs_of
from patience import PATIENCE, WHOLE
from test_browser import BROWSER_TONE, PHONE_TONE
from test_networks import TRIES, chromium_in, phone_in, settled
from topologies import RELAYED, ends, goes
from web_phone import SCRIPT, WEB, PhonePage, Site

pytestmark = pytest.mark.skipif(shutil.which("chromium") is None, reason="no chromium")

SERVING = f"browser-phone: '{WEB}'\n"
"""Of an Internet whose exchange serves the phone."""
SITE = Site(PORT, HOST)
OPTIONS = [
    "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
    # A page has a microphone on this machine itself and behind TLS alone, and the exchange has no certificate.
    f"--unsafely-treat-insecure-origin-as-secure={SITE.origin}",
]


@asynccontextmanager
async def page_in(internet, edge):
    """A page for the phone that the exchange serves, in a Chromium where that edge is."""
    async with chromium_in(internet, edge, *OPTIONS) as browser:
        page = PhonePage(await browser.new_page(), SITE)
        page.page.set_default_timeout(1_000 * PATIENCE)
        await page.page.add_init_script(f"window.testTone = {BROWSER_TONE};\n{SCRIPT}")
        yield page


async def ways(phone):
    """The page's kind of candidate and the phone's, each time the phone reports them."""
    async for local, remote in pairs_of(phone):
        yield f"{remote}-{local}"


async def called(page, internet, far):
    """Calls a phone there. Returns the pair of candidates once each side has heard the other."""
    async with phone_in(internet, far) as phone:
        await page.dial("phone")
        await page("hears(given[0], true)", PHONE_TONE)
        await phone.hears(BROWSER_TONE)
        pair = await settled(ways(phone), RELAYED)
        await page.press("End")
        await phone.expect("ended")
        return pair


async def way_from(internet, near, far):
    """The first pair that goes through a relay, or that of the last of a few calls."""
    async with page_in(internet, near) as page:
        await page.sign_in("peer", PASSWORDS["peer"])
        # on purpose: each try is a call of its own
        for _ in range(TRIES):
            pair = await called(page, internet, far)
            if goes(pair, RELAYED):
                break
        assert page.wrong == []
        return pair


@pytest.mark.parametrize("name", ["symmetric : symmetric", "no-udp : port"])
def test_the_served_phone_calls_our_phone_through_a_relay_and_both_are_heard(name, networks, tmp_path):
    with Internet(tmp_path, more=SERVING) as internet:
        near, far = ends(name, internet)
        pair = asyncio.run(asyncio.wait_for(way_from(internet, near, far), WHOLE))
        assert goes(pair, RELAYED), pair
        if name.startswith("no-udp"):
            assert pair.startswith("relay-"), "nothing but TURN over TCP leaves that network"

"""The package in Debian's Chromium, in a network of its own: nothing passes that network for five seconds in a call."""

import asyncio
import shutil

import pytest

from conftest import PASSWORDS
from edges import Home, Open
from internet import Internet
from patience import WHOLE
from test_browser import BROWSER_TONE, PHONE_TONE
from test_networks import phone_in
from test_page_networks import SERVING, page_in

pytestmark = pytest.mark.skipif(shutil.which("chromium") is None, reason="no chromium")

AWAY = 5


async def both_hear(page, phone):
    await asyncio.gather(phone.hears(BROWSER_TONE), page("hears(given[0], true)", PHONE_TONE))


async def be_cut(near, page, phone, meanwhile):
    """Nothing passes the router until five seconds have gone by, and neither side hears the other."""
    phone.forget("tone")
    near.cut()
    await asyncio.gather(
        phone.loses(BROWSER_TONE), page("hears(given[0], false)", PHONE_TONE),
        # on purpose: the network is away as long
        asyncio.sleep(AWAY))
    meanwhile(near)
    phone.forget("tone")
    near.mend()


async def call_through_a_cut(internet, near, far, meanwhile):
    async with page_in(internet, near) as page, phone_in(internet, far) as phone:
        await page.open_phone(url=internet.url, credentials={"login": "peer", "password": PASSWORDS["peer"]})
        call = await page.page.evaluate("phone.dial('phone')")
        await both_hear(page, phone)
        await be_cut(near, page, phone, meanwhile)
        await both_hear(page, phone)
        await page.page.evaluate("""becomes(({ calls, connection }) =>
          calls[0]?.phase === "active" && connection.state === "ready")""")
        await page.page.evaluate("call => phone.hangUp(call)", call)
        await phone.expect("ended")


@pytest.mark.parametrize("meanwhile", [
    pytest.param(lambda _: None, id="the same network comes back"),
    # The socket is dead then: the page logs in anew, takes the call up and describes its media again.
    pytest.param(Home.renumber, id="the page has another address then"),
])
def test_a_page_whose_whole_network_is_cut_for_five_seconds_is_heard_again_by_itself(meanwhile, networks, tmp_path):
    with Internet(tmp_path, more=SERVING) as internet:
        call = call_through_a_cut(internet, Home(internet), Open(internet), meanwhile)
        asyncio.run(asyncio.wait_for(call, WHOLE))

"""The package in Debian's Chromium, in a network of its own: nothing passes that network for five seconds in a call."""

import asyncio
import mimetypes
import shutil
from contextlib import asynccontextmanager

import pytest

from conftest import PASSWORDS
from edges import Home, Open
from internet import Internet
from patience import PATIENCE, WHOLE
from test_networks import chromium_in, phone_in
from test_browser import BROWSER_TONE, PHONE_TONE
from web_phone import BLANK, SCRIPT, WEB

pytestmark = pytest.mark.skipif(shutil.which("chromium") is None, reason="no chromium")

ORIGIN = "http://localhost"
"""Of files that the test itself gives out: a page of this address may use a microphone."""
AWAY = 5
OPEN = """async ([url, password]) => {
  const { createWebPhone } = await import("/web/index.js");
  window.phone = createWebPhone({ url, credentials: { login: "peer", password } });
  window.becomes = (is) => new Promise((resolve) => {
    const look = () => is(phone.getSnapshot()) && resolve();
    phone.subscribe(look);
    look();
  });
  await phone.connect();
}"""


async def give_out(route):
    path = route.request.url.removeprefix(ORIGIN)
    if path == "/blank":
        return await route.fulfill(content_type="text/html", body=BLANK)
    kind = mimetypes.guess_type(path)[0]
    await route.fulfill(content_type=kind, body=(WEB / path.removeprefix("/web/")).read_bytes())


@asynccontextmanager
async def page_in(internet, edge):
    """A page with the package where that edge is, logged in."""
    async with chromium_in(
            internet, edge, "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream") as browser:
        page = await browser.new_page()
        page.set_default_timeout(1_000 * PATIENCE)
        await page.add_init_script(f"window.testTone = {BROWSER_TONE};\n{SCRIPT}")
        await page.route(f"{ORIGIN}/**", give_out)
        await page.goto(f"{ORIGIN}/blank")
        await page.evaluate(OPEN, [internet.url, PASSWORDS["peer"]])
        yield page


async def both_hear(page, phone):
    await asyncio.gather(phone.hears(BROWSER_TONE), page.evaluate(f"testPhone.hears({PHONE_TONE}, true)"))


async def be_cut(near, page, phone, meanwhile):
    """Nothing passes the router until five seconds have gone by, and neither side hears the other."""
    phone.forget("tone")
    near.cut()
    await asyncio.gather(
        phone.loses(BROWSER_TONE), page.evaluate(f"testPhone.hears({PHONE_TONE}, false)"),
        # on purpose: the network is away as long
        asyncio.sleep(AWAY))
    meanwhile(near)
    phone.forget("tone")
    near.mend()


async def call_through_a_cut(internet, near, far, meanwhile):
    async with page_in(internet, near) as page, phone_in(internet, far) as phone:
        call = await page.evaluate("phone.dial('phone')")
        await both_hear(page, phone)
        await be_cut(near, page, phone, meanwhile)
        await both_hear(page, phone)
        await page.evaluate("""becomes(({ calls, connection }) =>
          calls[0]?.phase === "active" && connection.state === "ready")""")
        await page.evaluate("call => phone.hangUp(call)", call)
        await phone.expect("ended")


@pytest.mark.parametrize("meanwhile", [
    pytest.param(lambda _: None, id="the same network comes back"),
    # The socket is dead then: the page logs in anew, takes the call up and describes its media again.
    pytest.param(Home.renumber, id="the page has another address then"),
])
def test_a_page_whose_whole_network_is_cut_for_five_seconds_is_heard_again_by_itself(meanwhile, networks, tmp_path):
    with Internet(tmp_path) as internet:
        call = call_through_a_cut(internet, Home(internet), Open(internet), meanwhile)
        asyncio.run(asyncio.wait_for(call, WHOLE))

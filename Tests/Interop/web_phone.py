"""The browser phone for tests: an exchange that serves it, and pages of it in Debian's Chromium."""

import asyncio
import pathlib
import shutil
import threading
from contextlib import asynccontextmanager, contextmanager
from functools import partial

from playwright.async_api import async_playwright

from patience import PATIENCE, WHOLE
from server import Exchange

ROOT = pathlib.Path(__file__).parents[2]
WEB = ROOT / "Sources" / "Web"
PAGE = pathlib.Path(__file__).parent / "page"
SCRIPT = "".join((PAGE / name).read_text() for name in ("web-phone.js", "accessibility.js"))
TONES = {"alice": 440, "bob": 900, "carol": 1_300}
PASSWORDS = {name: f"{name}-secret-5b1e" for name in TONES}
BROADCAST = "browser-phone"
MILLISECONDS = 1_000 * PATIENCE
BLANK = "<!doctype html><title>blank</title><link rel=icon href=/web/phone/icon.svg>"
OPEN_PHONE = """async (settings) => {
  const { createWebPhone } = await import("/web/index.js");
  window.phone = createWebPhone(settings);
  await phone.connect();
  /** Resolves with the snapshot as soon as it is so. */
  window.becomes = (is) => new Promise((resolve) => {
    const look = () => {
      const now = phone.getSnapshot();
      if (!is(now)) return;
      leave();
      resolve(now);
    };
    const leave = phone.subscribe(look);
    look();
  });
}"""
CHROMIUM = [
    "--no-sandbox", "--autoplay-policy=no-user-gesture-required", "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream", "--disable-gpu",
    # A page that a test makes up counts as one of the public network, and could not connect to an address of this machine.
    "--disable-features=WebRtcHideLocalIpsWithMdns,LocalNetworkAccessChecks",
]


class Site:
    """The phone as an exchange serves it. port, host: where the exchange, or a way to it, is reached."""

    def __init__(self, port, host="127.0.0.1"):
        self.port = port
        self.origin, self.signaling = f"http://{host}:{port}", f"ws://{host}:{port}/"


@contextmanager
def phone_site(folder, more=""):
    """An exchange with three users, the voicemail of the last one, and the phone that it serves."""
    users = "".join(
        f"  - {{name: {name}, password: {password}, display-name: '{name.title()} A.', numbers: ['100{number}'], "
        f"voicemail: {str(name == 'carol').lower()}}}\n" for number, (name, password) in enumerate(PASSWORDS.items()))
    exchange = Exchange(folder, (
        f"users:\n{users}voicemail: {{}}\nbrowser-phone: '{WEB}'\n"
        f"broadcast-apps:\n  - {{id: '1', key: {BROADCAST}, secret: a-secret-of-the-application}}\n{more}"))
    try:
        yield Site(exchange.port), exchange
    finally:
        if exchange.process.poll() is None:
            exchange.stop()


class PhonePage:
    """One page of the phone, and the person in front of it."""

    def __init__(self, page, site):
        self.page, self.site, self.wrong, self.watches = page, site, [], 0
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", self.noted)

    def noted(self, message):
        if message.type == "error" and "WebSocket connection" not in message.text:
            self.wrong.append(message.text)

    async def __call__(self, expression, *arguments):
        """What an expression of the test's own tools gives, such as `shows('text')`."""
        body = f"const found = await testPhone.{expression}; return found instanceof Node || found;"
        return await self.page.evaluate(f"async (given) => {{ {body} }}", list(arguments))

    async def shows(self, text):
        await self("shows(given[0])", text)

    async def hides(self, text):
        await self("hides(given[0])", text)

    async def press(self, name):
        await self("press(given[0])", name)

    async def watch(self, look, *given):
        """Looks from now on. Returns a function that waits until the look has found something: what a page shows for a
        while only may be over before a busy machine looks for it."""
        self.watches += 1
        await self.page.evaluate(
            f"(given) => {{ window.watched{self.watches} = testPhone.until(() => {look}); }}", list(given))
        return partial(self.page.evaluate, f"watched{self.watches}")

    async def hears(self, name):
        await self("hears(given[0], true)", TONES[name])

    async def loses(self, name):
        await self("hears(given[0], false)", TONES[name])

    async def sign_in(self, name, password=None):
        """password: that of a user whom the test made itself."""
        await self.page.goto(f"{self.site.origin}/web/phone/")
        await self.shows("Sign in with your name")
        await self.page.keyboard.type(name)
        await self.page.keyboard.press("Tab")
        await self.page.keyboard.type(password or PASSWORDS[name])
        await self.page.keyboard.press("Enter")
        await self.shows("Ready on this page")

    async def open_blank(self):
        """A page of an app's own at the same address, which imports the package from there."""
        await self.page.route("**/blank", lambda route: route.fulfill(content_type="text/html", body=BLANK))
        await self.page.goto(f"{self.site.origin}/blank")

    async def open_phone(self, **settings):
        """The same with a phone of the package, `phone`, and with `becomes`, which waits for its snapshot."""
        await self.open_blank()
        await self.page.evaluate(OPEN_PHONE, settings)

    async def dial(self, name):
        await self("until(() => document.getElementById('number')?.checkVisibility())")
        await self.page.fill("#number", name)
        await self.page.press("#number", "Enter")

    async def state(self):
        """What stands under the other's name."""
        return await self.page.inner_text("#talk-state")


class Chromium:
    """One browser for all tests of a module: its start costs more than most of them."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.run(self.launch())

    async def launch(self):
        self.playwright = await async_playwright().start()
        self.browser = await self.playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=CHROMIUM, timeout=MILLISECONDS)

    async def context(self, **options):
        """A browser profile, whose pages have as long for each step as any event has."""
        context = await self.browser.new_context(**options)
        context.set_default_timeout(MILLISECONDS)
        return context

    def run(self, scenario, limit=2 * WHOLE):
        """Runs a coroutine beside the browser, and returns its result."""
        return asyncio.run_coroutine_threadsafe(asyncio.wait_for(scenario, limit), self.loop).result()

    def stop(self):
        self.run(self.browser.close())
        self.run(self.playwright.stop())
        self.loop.call_soon_threadsafe(self.loop.stop)

    @asynccontextmanager
    async def phones(self, site, *names, signed_in=True, **context):
        """A page for each name, in a browser profile of its own, signed in and ready."""
        profiles = [
            await self.context(**{"viewport": {"width": 1280, "height": 860}, **context}) for _ in names]
        try:
            pages = [PhonePage(await profile.new_page(), site) for profile in profiles]
            for name, phone in zip(names, pages, strict=True):
                await phone.page.add_init_script(f"window.testTone = {TONES[name]};\n{SCRIPT}")
            if signed_in:
                await asyncio.gather(*[phone.sign_in(name) for name, phone in zip(names, pages, strict=True)])
            yield pages
            for phone in pages:
                assert phone.wrong == [], phone.wrong
        finally:
            for profile in profiles:
                await profile.close()

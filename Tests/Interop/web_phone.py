"""The browser phone for tests: its files served beside an exchange, and pages of it in Debian's Chromium."""

import asyncio
import functools
import http.server
import json
import pathlib
import shutil
import threading
from contextlib import asynccontextmanager, contextmanager

from playwright.async_api import async_playwright

from server import Exchange

ROOT = pathlib.Path(__file__).parents[2]
WEB = ROOT / "Sources" / "Web"
PAGE = pathlib.Path(__file__).parent / "page"
SCRIPT = "".join((PAGE / name).read_text() for name in ("web-phone.js", "accessibility.js"))
TONES = {"alice": 440, "bob": 900, "carol": 1_300}
PASSWORDS = {name: f"{name}-secret-5b1e" for name in TONES}
BROADCAST = "browser-phone"
CHROMIUM = [
    "--no-sandbox", "--autoplay-policy=no-user-gesture-required", "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream", "--disable-features=WebRtcHideLocalIpsWithMdns", "--disable-gpu",
]


class Files(http.server.SimpleHTTPRequestHandler):
    """What `carillon serve` is to serve: the package and the phone, with the headers they are to have."""

    extensions_map = {
        ".js": "text/javascript", ".css": "text/css", ".html": "text/html; charset=utf-8", ".svg": "image/svg+xml"}

    def __init__(self, *arguments, site, **more):
        self.site = site
        super().__init__(*arguments, **more)

    def do_GET(self):
        if self.path == "/phone/config.json":
            return self.answer(json.dumps(self.site.config).encode(), "application/json")
        if self.path == "/blank":
            return self.answer(b"<!doctype html><title>blank</title><link rel=icon href=/phone/icon.svg>", "text/html")
        super().do_GET()

    def answer(self, body, kind):
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def end_headers(self):
        port = self.site.exchange_port
        here = f"http://127.0.0.1:{port} ws://127.0.0.1:{port} {self.site.also}"
        self.send_header("content-security-policy", (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src blob:; "
            f"connect-src 'self' {here}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
            "require-trusted-types-for 'script'"))
        self.send_header("x-content-type-options", "nosniff")
        self.send_header("referrer-policy", "no-referrer")
        self.send_header("cache-control", "no-store")
        super().end_headers()

    def log_message(self, *_):
        """A test's output is about the phone."""


class Site:
    """The files of the phone on a port of their own. config: what the page is told of its exchange."""

    def __init__(self):
        self.exchange_port, self.also, self.config = 0, "", {}
        self.server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Files, directory=str(WEB), site=self))
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def serves(self, port):
        self.exchange_port = port
        self.config = {
            "signaling": f"ws://127.0.0.1:{port}/", "api": f"http://127.0.0.1:{port}", "broadcast_key": BROADCAST}

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


@contextmanager
def phone_site(folder, more=""):
    """An exchange with three users, the voicemail of the last one, and the phone beside it."""
    site = Site()
    users = "".join(
        f"  - {{name: {name}, password: {password}, display-name: '{name.title()} A.', numbers: ['100{number}'], "
        f"voicemail: {str(name == 'carol').lower()}}}\n" for number, (name, password) in enumerate(PASSWORDS.items()))
    exchange = Exchange(folder, (
        f"users:\n{users}voicemail: {{}}\ncors-origins: ['{site.origin}']\n"
        f"broadcast-apps:\n  - {{id: '1', key: {BROADCAST}, secret: a-secret-of-the-application}}\n{more}"))
    site.serves(exchange.port)
    try:
        yield site, exchange
    finally:
        if exchange.process.poll() is None:
            exchange.stop()
        site.stop()


class PhonePage:
    """One page of the phone, and the person in front of it."""

    def __init__(self, page, site):
        self.page, self.site, self.wrong = page, site, []
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

    async def hears(self, name):
        await self("hears(given[0], true)", TONES[name])

    async def loses(self, name):
        await self("hears(given[0], false)", TONES[name])

    async def sign_in(self, name):
        await self.page.goto(f"{self.site.origin}/phone/")
        await self.shows("Sign in with your name")
        await self.page.keyboard.type(name)
        await self.page.keyboard.press("Tab")
        await self.page.keyboard.type(PASSWORDS[name])
        await self.page.keyboard.press("Enter")
        await self.shows("Ready on this page")

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
        self.browser = await self.playwright.chromium.launch(executable_path=shutil.which("chromium"), args=CHROMIUM)

    def run(self, scenario, limit=500):
        """Carries a coroutine out beside the browser, and gives what it gives."""
        return asyncio.run_coroutine_threadsafe(asyncio.wait_for(scenario, limit), self.loop).result()

    def stop(self):
        self.run(self.browser.close())
        self.run(self.playwright.stop())
        self.loop.call_soon_threadsafe(self.loop.stop)

    @asynccontextmanager
    async def phones(self, site, *names, signed_in=True, **context):
        """A page for each name, in a browser profile of its own, signed in and ready."""
        profiles = [
            await self.browser.new_context(**{"viewport": {"width": 1280, "height": 860}, **context}) for _ in names]
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

"""A page in Debian's Chromium, with the JavaScript that a Capacitor app ships, drives the Swift that it ships: every method
and every event of the bridge, over the plugin's own table of methods, on a modeled iPhone with a real exchange."""

import asyncio
from contextlib import asynccontextmanager, contextmanager

import pytest

from model_phone import ModelPhone
from phone import Phone
from server import serving
from web_phone import BROADCAST, ROOT
from world import ask

ORIGIN = "http://app.example"
TOKEN = "bridge-page-operator-token"
LOGIN = {"name": "bob", "password": "bob-secret-3d77"}
ALICES_PASSWORD = "alice-secret-90c2"
CONFIGURATION = (
    f"users:\n  - {{name: bob, password: {LOGIN['password']}}}\n"
    f"  - {{name: alice, password: {ALICES_PASSWORD}, display-name: Alice A.}}\n"
    f"api-tokens: [{{name: test, token: {TOKEN}}}]\n"
    f"broadcast-apps:\n  - {{id: '1', key: {BROADCAST}, secret: a-secret-of-the-application}}\n"
    # One call is missed.
    "limits: {ringing-seconds: 30}\n")
KINDS = {"html": "text/html", "js": "text/javascript"}


@contextmanager
def exchange_in(folder):
    """An exchange with three organizations that have both users. Gives its port."""
    folder.mkdir(exist_ok=True)
    with serving(folder, CONFIGURATION) as port:
        url = f"http://127.0.0.1:{port}/api/organizations"
        for organization, owner, member in [("acme", "bob", "alice"), ("bolt", "bob", "alice"), ("crew", "alice", "bob")]:
            ask(url, {"id": organization, "name": organization.title(), "owner": owner}, TOKEN)
            ask(f"{url}/{organization}/members/{member}", {"role": "member"}, TOKEN, "PUT")
        yield port


@pytest.fixture
def exchange(tmp_path):
    with exchange_in(tmp_path) as port:
        yield port


async def sources(route):
    """What the page loads comes from the project's own folders, as from a server of an app's developer."""
    path = route.request.url.removeprefix(ORIGIN)
    if path == "/":
        return await route.fulfill(content_type="text/html", body="<!doctype html><title>app</title>")
    file = ROOT / path.lstrip("/")
    if not file.is_file():
        return await route.fulfill(status=404)
    await route.fulfill(path=file, content_type=KINDS[file.suffix.lstrip(".")])


@asynccontextmanager
async def page_of(chromium, port):
    """A modeled iPhone whose app is open, and a page of a browser for the page of its web view."""
    phone = await ModelPhone.start(
        f"http://127.0.0.1:{port}", "--origin", ORIGIN, "--broadcast-key", BROADCAST)
    context = await chromium.context()
    try:
        await phone.do("open")
        page, wrong = await context.new_page(), []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        await page.route(f"{ORIGIN}/**", sources)
        await page.goto(f"{ORIGIN}/")
        yield phone, page
        assert wrong == [], wrong
    finally:
        await context.close()
        await phone.stop()


class Elsewhere:
    """What the story calls `world`: alice with her phone, bob's other phone, and what happens to the modeled iPhone."""

    def __init__(self, phone, port, alice):
        self.phone, self.port, self.alice, self.other = phone, port, alice, None

    async def __call__(self, action):
        match action:
            case "alice dials":
                await self.alice.do("dial bob")
            case "alice answers":
                await self.alice.expect("incoming")
                await self.alice.do("answer")
            case "alice hangs up":
                await self.alice.do("hang")
                await self.alice.expect("ended")
            case "alice is alone":
                await self.alice.expect("ended")
            case "alice gets 15#":
                assert await self.alice.digits(3) == "15#"
            case "bob's other phone is there":
                self.other = await line(self.port, *await asyncio.to_thread(other_device, self.port))
            case "bob's other phone answers":
                await self.other.expect("incoming")
                await self.other.do("answer")
            case "bob's other phone is alone":
                await self.other.expect("ended")
            case "bob's other phone leaves":
                await self.leave()
            case "bob leaves the crew":
                url = f"http://127.0.0.1:{self.port}/api/organizations/crew/members/bob"
                await asyncio.to_thread(ask, url, None, TOKEN, "DELETE")
            case _:
                await self.phone.do(action)

    async def leave(self):
        if self.other:
            await self.other.stop()
            self.other = None


def other_device(port):
    """Bob signs in on another phone. Gives its login and password for the WebSocket."""
    url = f"http://127.0.0.1:{port}/api"
    device = {"installation": "other-phone", "platform": "other", "name": "Desk"}
    session = ask(f"{url}/auth/login", {"login": LOGIN["name"], "password": LOGIN["password"], "device": device})
    credential = ask(f"{url}/voip/credentials", {"organization_id": "acme"}, session["access_token"])
    return credential["sip_username"], credential["sip_password"]


async def line(port, login, password):
    """A phone without an app, whose sound stays on this machine."""
    return await Phone.start(
        f"ws://127.0.0.1:{port}/", login, password, "--trickle", "--local-address", "127.0.0.1", "--play", "tone:900")


def test_a_page_asks_every_method_and_hears_every_event_by_the_package_and_by_the_plugin_alone(chromium, tmp_path):
    async def play(way, port):
        async with page_of(chromium, port) as (phone, page):
            alice = await line(port, "alice", ALICES_PASSWORD)
            world = Elsewhere(phone, port, alice)
            try:
                await page.expose_function("world", world.__call__)
                return await page.evaluate(
                    """async ([url, way, login]) => {
                      const { play } = await import("/Tests/Interop/page/bridge/story.js");
                      return play(url, way, login);
                    }""", [phone.url, way, LOGIN])
            finally:
                await world.leave()
                await alice.stop()

    async def both(ports):
        return await asyncio.gather(*[play(way, port) for way, port in ports.items()])

    with exchange_in(tmp_path / "typed") as typed, exchange_in(tmp_path / "untyped") as untyped:
        for told in chromium.run(both({"typed": typed, "untyped": untyped})):
            methods, events = set(told["methods"]), set(told["events"])
            assert len(methods) > 30 and len(events) > 36, "the generated names are not there"
            assert methods - set(told["asked"]) == set(), "methods that the story does not ask"
            assert set(told["asked"]) - methods == set(), "the story asks what is no method"
            assert events - set(told["heard"]) == set(), "events that the story does not hear"


def test_a_page_that_asks_wrongly_is_told_what_there_is(chromium, exchange):
    async def scenario():
        async with page_of(chromium, exchange) as (phone, page):
            return await page.evaluate(
                """async (url) => {
                  const { asksWrongly } = await import("/Tests/Interop/page/bridge/story.js");
                  return asksWrongly(url);
                }""", phone.url)

    unknown, wrong, missing, refused = chromium.run(scenario())
    assert unknown["code"] == "UNIMPLEMENTED" and '"fly"' in unknown["message"]
    assert "hangup" in unknown["message"] and "signInWithApple" in unknown["message"]
    assert (wrong["code"], wrong["message"]) == ("wrongType", "wrongType: muted")
    assert (missing["code"], missing["message"]) == ("missing", "missing: destinationNumber")
    assert (refused["code"], refused["message"]) == ("refused", "refused: unknownCall")


def test_the_page_ends_with_the_process_of_its_app_and_a_later_one_starts_anew(chromium, exchange):
    async def scenario():
        async with page_of(chromium, exchange) as (phone, page):
            opened = """async (url) => {
              const { openSocketPlugin } = await import("/Sources/Web/providers/socket-plugin.js");
              window.socket = openSocketPlugin(url);
              return socket.plugin.getSnapshot();
            }"""
            first = await page.evaluate(opened, phone.url)
            await phone.do("crash")
            end = await page.evaluate("() => socket.ended")
            too_early = await page.evaluate(
                """async (url) => {
                  const { openSocketPlugin } = await import("/Sources/Web/providers/socket-plugin.js");
                  return openSocketPlugin(url).ended;
                }""", phone.url)
            await phone.do("open")
            return first, end, too_early, await page.evaluate(opened, phone.url)

    first, end, too_early, second = chromium.run(scenario())
    assert "process has ended" in end
    assert "no page" in too_early
    assert first["cursor"].split("-")[0] != second["cursor"].split("-")[0], "it is another process"


def test_a_page_from_elsewhere_gets_no_socket(chromium, exchange):
    async def scenario():
        phone = await ModelPhone.start(f"http://127.0.0.1:{exchange}")
        context = await chromium.context()
        try:
            await phone.do("open")
            page = await context.new_page()
            await page.route(f"{ORIGIN}/**", sources)
            await page.goto(f"{ORIGIN}/")
            return await page.evaluate(
                """(url) => new Promise((resolve) => {
                  const socket = new WebSocket(url);
                  socket.onopen = () => resolve("open");
                  socket.onclose = () => resolve("closed");
                })""", phone.url)
        finally:
            await context.close()
            await phone.stop()

    assert chromium.run(scenario()) == "closed"

"""Telnyx' own JavaScript SDK, as it is, in Chromium, against `carillon serve`, with our Linux phone at the other end.

CARILLON_SDK_TURNS says how often in a row a call loses its socket, or its page, and is returned to: twice, if unset."""

import asyncio
import itertools
import json
import os
from contextlib import asynccontextmanager
from functools import partial
from urllib.parse import parse_qs, urlsplit

import pytest

from breakable import breakable
from conftest import PASSWORDS
from patience import WHOLE
from phone import Phone
from server import Exchange
from telnyx_sdk import BUNDLE, HEARS, IS_STATE, KEEPS_HOLD, NAMES_ITSELF, NEEDED, OUTLIVES_PAGE, PAGE, PHONE
from telnyx_sdk import REACHES_STATE, REPEATS_NAME
from verto import VertoClient
from world import ask

TURNS = int(os.environ.get("CARILLON_SDK_TURNS", "2"))
PHONE_TONE, TONES = 440, (900, 1_300)
pytestmark = NEEDED


class SdkPage:
    """A page with the SDK, logged in, and what the exchange sends it."""

    def __init__(self, page, address, proof):
        self.page, self.address, self.proof = page, address, proof
        self.received, self.sockets, self.wrong = [], [], []
        self.registered = asyncio.Queue()
        """The number of each socket over which the exchange says that the page is registered."""
        self.tones = itertools.cycle(TONES)
        self.tone = next(self.tones)
        page.on("websocket", self.opened)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))

    def opened(self, socket):
        self.sockets.append(socket.url)
        socket.on("framereceived", partial(self.noted, len(self.sockets)))

    def noted(self, socket, text):
        frame = json.loads(text)
        self.received.append(frame)
        if frame.get("result", {}).get("params", {}).get("state") == "REGED":
            self.registered.put_nowait(socket)

    async def open(self):
        await self.page.goto(PAGE.as_uri())
        await self.begin()

    async def begin(self):
        await self.page.add_script_tag(path=BUNDLE)
        options = {**self.proof, "hangupOnBeforeUnload": False}
        await self.page.evaluate(PHONE, [self.address, options, self.tone])

    async def __call__(self, expression, *arguments):
        return await self.page.evaluate(expression, *arguments)

    async def dial(self, number):
        await self(
            "(number) => { phone.client.newCall({ destinationNumber: number, callerName: 'Browser', "
            "callerNumber: 'peer', audio: true }) }", number)

    async def answer(self):
        await self(IS_STATE, "ringing")
        await self("() => { phone.call.answer() }")
        await self(IS_STATE, "active")

    async def hang_up(self):
        await self("() => { phone.call.hangup() }")

    async def ends(self):
        """The cause, its code and that of SIP, once the call is over."""
        await self(REACHES_STATE, "destroy")
        return await self("() => [phone.call.cause, phone.call.causeCode, phone.call.sipCode]")

    async def loses_its_socket(self, cut, state="active"):
        lost = len(self.sockets)
        async with cut():
            pass
        # Before that it was offered the call again, if it had to be.
        while await self.registered.get() <= lost:
            pass
        await self(IS_STATE, state)

    async def is_loaded_anew(self, _):
        await self.page.reload()
        await self.begin()
        await self(IS_STATE, "active")


async def talk(page, phone):
    """Both hear each other now: the page goes on with a tone that the phone does not hear yet."""
    await page(HEARS, PHONE_TONE)
    page.tone = next(page.tones)
    await phone.is_without(page.tone)
    phone.forget("tone")
    await page("(tone) => { phone.source.frequency.value = tone }", page.tone)
    await phone.hears(page.tone)


async def calls(page, phone):
    await page.dial("phone")
    assert (await phone.expect("incoming"))["from"] == "peer"
    await phone.do("answer")
    await page(IS_STATE, "active")
    await talk(page, phone)


async def is_called(page, phone):
    await phone.do("dial peer")
    await page.answer()
    await talk(page, phone)


def password(_):
    return {"login": "peer", "password": PASSWORDS["peer"]}


def token(port):
    device = {"installation": "telnyx-sdk-page", "platform": "other", "name": "Page"}
    login = {"login": "peer", "password": PASSWORDS["peer"], "device": device}
    return {"login_token": ask(f"http://127.0.0.1:{port}/api/auth/login", login)["access_token"]}


@pytest.fixture
def run(tmp_path, chromium, address):
    """Plays a scenario with a page of the SDK, the phone, and what cuts the page's way to the exchange."""

    @asynccontextmanager
    async def opened(port, proof):
        ending = "" if NAMES_ITSELF else "?dialect=telnyx"
        context = await chromium.context()
        page = SdkPage(await context.new_page(), f"ws://127.0.0.1:{port}/{ending}", proof)
        try:
            await page.open()
            yield page
            assert page.wrong == [], page.wrong
        finally:
            await context.close()

    def play(scenario, proof=password, more=""):
        users = "".join(f"  - {{name: {name}, password: {secret}, display-name: '{name.title()} P.'}}\n"
                        for name, secret in PASSWORDS.items())
        exchange = Exchange(tmp_path, f"users:\n{users}{more}")

        async def whole():
            async with breakable(exchange.port) as (port, cut), opened(port, proof(exchange.port)) as page:
                phone = await Phone.start(
                    f"ws://127.0.0.1:{exchange.port}/", "phone", PASSWORDS["phone"], "--trickle",
                    "--play", f"tone:{PHONE_TONE}", "--local-address", address,
                    *(option for tone in TONES for option in ("--listen-for", str(tone))))
                try:
                    await scenario(page, phone, cut)
                finally:
                    await phone.stop()

        chromium.run(whole(), (2 + TURNS) * WHOLE)
        exchange.stop()

    return play


@pytest.mark.parametrize("proof", [password, token])
def test_the_sdk_logs_in_and_calls_and_sends_digits_and_hangs_up(run, proof):
    async def scenario(page, phone, _):
        await calls(page, phone)
        await page("() => phone.call.dtmf('15#')")
        assert await phone.digits(3) == "15#"
        await page.hang_up()
        # Version 2.9.0 sends cause 17, and still means a talk that is over.
        assert (await phone.expect("ended"))["reason"] == "completed"
        assert (await page.ends())[:2] == ["NORMAL_CLEARING", 16]

    run(scenario, proof)


@pytest.mark.parametrize("proof", [password, token])
def test_the_sdk_is_called_with_the_callers_name_and_the_caller_hangs_up(run, proof):
    async def scenario(page, phone, _):
        await is_called(page, phone)
        assert await page("() => [phone.call.direction, phone.call.options.remoteCallerName]") == ["inbound", "Phone P."]
        await phone.do("hang")
        assert (await page.ends())[:2] == ["NORMAL_CLEARING", 16]

    run(scenario, proof)


@pytest.mark.parametrize("begin", [calls, is_called])
def test_the_sdk_holds_and_resumes_and_is_held(run, begin):
    async def scenario(page, phone, _):
        await begin(page, phone)
        assert await page("() => phone.call.hold()")
        await page(IS_STATE, "held")
        await phone.loses(page.tone)
        assert await page("() => phone.call.unhold()")
        await page(IS_STATE, "active")
        await talk(page, phone)
        await phone.do("hold")
        await phone.do("resume")
        await talk(page, phone)
        await page.hang_up()
        await phone.expect("ended")

    run(scenario)


async def declines(_, phone):
    await phone.expect("incoming")
    await phone.do("decline")


async def does_nothing(_, __):
    pass


@pytest.mark.parametrize("number, does, cause", [
    ("phone", declines, ["CALL_REJECTED", 21, 603]),
    ("unknown", does_nothing, ["UNALLOCATED_NUMBER", 1, 404]),
])
def test_the_sdk_is_told_why_its_call_was_not_answered(run, number, does, cause):
    async def scenario(page, phone, _):
        await page.dial(number)
        await does(page, phone)
        assert await page.ends() == cause

    run(scenario)


@pytest.mark.parametrize("is_rung", [False, True])
def test_the_sdk_is_told_that_the_called_is_away_or_busy(run, is_rung):
    async def scenario(page, phone, _):
        await phone.stop()
        if not is_rung:
            await page.dial("phone")
            assert await page.ends() == ["USER_NOT_REGISTERED", 806, 480]
            return
        device = await VertoClient.connect(page.address.partition("?")[0])
        await device.login("phone", PASSWORDS["phone"])
        await page.dial("phone")
        call = (await device.expect("verto.invite"))["callID"]
        await device.request("verto.bye", callID=call, cause="USER_BUSY", causeCode=17, dialogParams={"callID": call})
        assert await page.ends() == ["USER_BUSY", 17, 486]
        await device.close()

    run(scenario)


def test_an_unanswered_call_of_the_sdk_ends_as_such(run):
    async def scenario(page, phone, _):
        await page.dial("phone")
        assert await page.ends() == ["NO_ANSWER", 19, 480]
        ended = await phone.expect("ended")
        assert (ended["reason"], ended["cause"]) == ("noAnswer", "NO_ANSWER")

    run(scenario, more="limits:\n  ringing-seconds: 2\n  login-seconds: 300\n")


def test_the_sdk_refuses_a_call_and_the_caller_is_told(run):
    async def scenario(page, phone, _):
        await phone.do("dial peer")
        await page(IS_STATE, "ringing")
        await page.hang_up()
        ended = await phone.expect("ended")
        # It says so, rather than that the call is declined.
        assert (ended["reason"], ended["cause"]) == ("busy", "USER_BUSY")

    run(scenario)


def test_a_caller_who_gives_up_ends_the_ringing_of_the_sdk(run):
    async def scenario(page, phone, _):
        await phone.do("dial peer")
        await page(IS_STATE, "ringing")
        await phone.do("hang")
        assert (await page.ends())[:2] == ["ORIGINATOR_CANCEL", 487]

    run(scenario)


def test_a_text_of_the_sdk_is_refused_and_its_call_goes_on(run):
    async def scenario(page, phone, _):
        await calls(page, phone)
        # The SDK leaves it to its page to catch the refusal.
        await page("""() => {
          window.refusal = new Promise((resolve) => addEventListener("unhandledrejection", (event) => {
            event.preventDefault();
            resolve(event.reason.code);
          }));
          phone.call.message("phone", "a text");
        }""")
        assert await page("refusal") == -32602
        await talk(page, phone)
        await page.hang_up()
        await phone.expect("ended")

    run(scenario)


@pytest.mark.parametrize("begin", [calls, is_called])
@pytest.mark.parametrize("lose", [
    SdkPage.loses_its_socket,
    pytest.param(SdkPage.is_loaded_anew, marks=pytest.mark.skipif(
        not OUTLIVES_PAGE, reason="this version of the SDK hangs up when its page goes")),
])
def test_the_sdk_returns_to_its_call_again_and_again_and_is_heard_each_time(run, begin, lose):
    async def scenario(page, phone, cut):
        await begin(page, phone)
        for _ in range(TURNS):
            await lose(page, cut)
            await talk(page, phone)
        [name] = {frame["voice_sdk_id"] for frame in page.received if "voice_sdk_id" in frame}
        returned = [parse_qs(urlsplit(url).query).get("voice_sdk_id") for url in page.sockets[1:]]
        assert returned == [[name] if REPEATS_NAME else None] * TURNS
        await page("() => phone.call.dtmf('7')")
        assert await phone.digits(1) == "7"
        await page.hang_up()
        assert (await phone.expect("ended"))["reason"] == "completed"

    run(scenario)


@pytest.mark.skipif(not KEEPS_HOLD, reason="this version of the SDK forgets over a cut that it held")
def test_a_call_that_the_sdk_holds_is_held_after_a_cut(run):
    async def scenario(page, phone, cut):
        await calls(page, phone)
        assert await page("() => phone.call.hold()")
        await phone.loses(page.tone)
        await page.loses_its_socket(cut, "held")
        await phone.is_without(page.tone)
        assert await page("() => phone.call.unhold()")
        await page(IS_STATE, "active")
        await talk(page, phone)
        await page.hang_up()
        await phone.expect("ended")

    run(scenario)

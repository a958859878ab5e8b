"""The browser phone in Debian's Chromium against a real exchange: people press its buttons and are heard."""

import asyncio
import pathlib

import pytest
from playwright.async_api import Error as PageError

from breakable import breakable
from carrier import Telnyx as Carrier
from phone import Phone
from web_phone import PASSWORDS, Site, TONES, phone_site

PICTURES = pathlib.Path(__file__).parents[2] / ".build" / "pictures"
MESSAGE = {
    "id": "message-1", "call_session_id": "00000000-0000-7000-8000-000000000001", "left_at": "2026-01-01T10:00:00.000000Z",
    "heard": False, "sound": "ready", "milliseconds": 4_200, "caller_name": "Dora D.", "caller_number": "1009"}
UNSEEN = {
    "wide": {f"#tabs > button:nth-child({place})" for place in (1, 2, 3)},
    "narrow": {"#tab-calls", "#tab-mail"},
}
"""Those that a width has no use for: it shows the lists beside the keypad, or one part at a time."""
WIDTHS = {"wide": {"width": 1280, "height": 860}, "narrow": {"width": 360, "height": 780}}


@pytest.fixture
def run(tmp_path, chromium, address):
    """Plays a scenario with a page of the phone for each name, and whatever else it asks for by name."""

    def play(scenario, *names, **more):
        async def whole(site, exchange):
            async with chromium.phones(site, *names, **more) as pages:
                wanted = scenario.__code__.co_varnames[:scenario.__code__.co_argcount][len(pages):]
                there = {"exchange": exchange, "site": site, "address": address}
                await scenario(*pages, *[there[name] for name in wanted])

        with phone_site(tmp_path) as (site, exchange):
            chromium.run(whole(site, exchange))

    return play


async def talking(caller, callee):
    """Alice calls bob, who answers; both hear each other."""
    await caller.dial("bob")
    await callee.shows("calls you")
    await callee.press("Answer")
    await both_hear(caller, callee)


async def both_hear(alice, bob):
    await asyncio.gather(alice.hears("bob"), bob.hears("alice"))


async def measured(page):
    """Returns once the page says how good the call is. How good depends on how busy the machine is."""
    await page("until(() => /Excellent|Good|Fair|Poor|Bad/.test(document.body.innerText))")


def test_a_page_calls_a_page_and_both_are_heard(run):
    async def scenario(alice, bob):
        await alice.dial("bob")
        await alice.shows("Ringing")
        await bob.shows("1000 calls you")
        assert await bob.page.title() == "Alice A. calls · Carillon"
        await bob.press("Answer")
        await both_hear(alice, bob)
        await measured(alice)
        await bob.press("End")
        await alice.shows("Call ended")
        await bob("until(() => document.querySelector('.row-call b')?.textContent === 'Alice A.')")
        await alice("until(() => document.querySelector('.row-call b')?.textContent === 'Bob A.')")

    run(scenario, "alice", "bob")


def test_a_page_in_no_call_is_not_taken_for_a_silent_one(run):
    async def scenario(alice):
        with pytest.raises(PageError, match="wanted silent"):
            await alice("hears(given[0], false, 3_000)", TONES["bob"])

    run(scenario, "alice")


def test_who_is_called_may_decline_and_the_caller_may_give_up(run):
    async def scenario(alice, bob):
        await alice.dial("bob")
        await bob.shows("calls you")
        await bob.press("Decline")
        await alice.shows("bob declined")
        await bob("until(() => document.querySelector('.row-call .detail')?.textContent === 'you declined')")
        await alice.dial("bob")
        await bob.shows("calls you")
        await alice.press("End")
        await alice.shows("Cancelled")
        await bob.hides("calls you")
        await bob("until(() => document.querySelector('[data-kind=missed]'))")

    run(scenario, "alice", "bob")


def test_a_busy_line_and_an_unknown_name_are_told_in_words(run):
    async def scenario(alice, bob, carol, site):
        # Bob's phone is an app's own, made of the package, with room for one call.
        await bob.open_blank()
        await bob.page.evaluate(
            """async ([url, password]) => {
              const { createWebPhone } = await import("/web/index.js");
              window.phone = createWebPhone({ url, credentials: { login: "bob", password }, callsMax: 1 });
              await phone.connect();
            }""", [site.signaling, PASSWORDS["bob"]])
        await carol.dial("bob")
        await bob.page.evaluate(
            """() => new Promise((resolve) => {
              const look = () => phone.getSnapshot().calls[0]?.phase === "incoming" && resolve();
              phone.subscribe(look);
              look();
            })""")
        await bob.page.evaluate("() => phone.answer(phone.getSnapshot().calls[0].id)")
        await alice.dial("bob")
        await alice.shows("bob is in another call")
        await alice.dial("no-such-user")
        await alice.shows("no-such-user cannot be reached")
        await bob.page.evaluate("() => phone.disconnect()")
        await carol.shows("Call ended")

    run(scenario, "alice", "bob", "carol")


def test_hold_and_mute_are_heard_as_silence_and_told_to_the_other_side(run):
    async def scenario(alice, bob):
        await talking(alice, bob)
        await bob.press("Hold")
        await bob.shows("On hold")
        await alice.shows("bob put you on hold")
        await asyncio.gather(alice.loses("bob"), bob.loses("alice"))
        await bob.press("Mute")
        await bob.press("Hold")
        await alice.hides("put you on hold")
        await bob.hears("alice")
        await alice.loses("bob")
        await bob.press("Mute")
        await both_hear(alice, bob)

    run(scenario, "alice", "bob")


def test_digits_reach_the_other_side_as_sounds_of_the_media(run):
    async def scenario(alice, exchange, address):
        phone = await Phone.start(
            f"ws://127.0.0.1:{exchange.port}/", "bob", PASSWORDS["bob"], "--trickle", "--answer", "--play",
            f"tone:{TONES['bob']}", "--listen-for", str(TONES["alice"]), "--local-address", address)
        await alice.dial("bob")
        await alice.hears("bob")
        await phone.hears(TONES["alice"])
        await alice.press("Keypad")
        for key in "15#":
            await alice.page.click(f"#talk-pad [data-key='{key}']")
        assert await phone.digits(3) == "15#"
        await alice.page.keyboard.press("Escape")
        await alice.shows("Mute")
        await alice.page.keyboard.press("7")
        assert await phone.digits(1) == "7"
        await phone.do("hang")
        await alice.shows("Call ended")
        await phone.stop()

    run(scenario, "alice")


def test_a_page_that_is_loaded_anew_in_a_call_goes_on_with_it(run):
    async def scenario(alice, bob):
        await talking(alice, bob)
        for page in (alice, bob):
            await page.page.reload()
            await page.shows("In a call on this page")
            await both_hear(alice, bob)
        await bob.press("Mute")
        await bob("until(() => document.querySelector('[aria-pressed=true]'))")
        await bob.page.reload()
        await bob.shows("In a call on this page")
        await bob.hears("alice")
        await alice.loses("bob")
        assert await bob("until(() => document.querySelector('.control[aria-pressed=true]')?.textContent)") == "Mute"
        await bob.press("Hold")
        await alice.shows("put you on hold")
        await alice.press("End")
        await bob.shows("Call ended")

    run(scenario, "alice", "bob")


def test_a_socket_that_is_cut_for_five_seconds_costs_no_sound(tmp_path, chromium, address):
    async def whole(site, exchange):
        async with breakable(exchange.port) as (port, cut):
            async with chromium.phones(Site(port), "alice", "bob") as (alice, bob):
                await talking(alice, bob)
                noticed = [
                    await phone.watch("document.body.innerText.includes('Reconnecting')") for phone in (alice, bob)]
                async with cut():
                    await asyncio.gather(*[one() for one in noticed])
                    await both_hear(alice, bob)
                    # on purpose: this is how long the network is away at least
                    await asyncio.sleep(5)
                await asyncio.gather(alice.shows("In a call on this page"), bob.shows("In a call on this page"))
                await both_hear(alice, bob)
                await bob.press("Hold")
                await alice.shows("bob put you on hold")
                await bob.press("End")
                await alice.shows("Call ended")

    with phone_site(tmp_path) as (site, exchange):
        chromium.run(whole(site, exchange))


def test_two_calls_wait_for_each_other(run):
    async def scenario(alice, bob, carol):
        await talking(alice, bob)
        await carol.dial("bob")
        await bob.shows("End the call with Alice A. and answer")
        await bob.press("Hold and answer")
        await asyncio.gather(bob.hears("carol"), carol.hears("bob"), alice.loses("bob"))
        await bob.press("Swap to Alice A.")
        await both_hear(alice, bob)
        await carol.loses("bob")
        await bob.press("End")
        await alice.shows("Call ended")
        await bob.press("Hold")
        await asyncio.gather(bob.hears("carol"), carol.hears("bob"))
        await bob.press("End")
        await carol.shows("Call ended")

    run(scenario, "alice", "bob", "carol")


def test_a_call_taken_on_one_device_is_shown_on_the_other(run):
    async def scenario(alice, bob, other):
        await alice.dial("bob")
        await asyncio.gather(bob.shows("calls you"), other.shows("calls you"))
        await bob.press("Answer")
        await other.shows("answered on")
        await other.shows("Call active on Chrome on Linux")
        await other("until(() => /with Alice A\\., \\d\\d:\\d\\d/.test(document.body.innerText))")
        await both_hear(alice, bob)
        await alice.press("End")
        await other.hides("Call active on")

    run(scenario, "alice", "bob", "bob")


def test_a_call_is_taken_from_one_device_to_the_other_and_back(run):
    async def scenario(alice, bob, other):
        await alice.dial("bob")
        await asyncio.gather(bob.shows("calls you"), other.shows("calls you"))
        await bob.press("Answer")
        await both_hear(alice, bob)
        await other.shows("Call active on Chrome on Linux")
        await other.press("Take it here")
        await bob.shows("Continued on another device")
        await both_hear(alice, other)
        await bob.shows("Call active on Chrome on Linux")
        await other.hides("Call active on")
        await bob.press("Take it here")
        await other.shows("Continued on another device")
        await both_hear(alice, bob)
        await alice.press("End")
        await bob.shows("Call ended")
        await bob.hides("Call active on")

    run(scenario, "alice", "bob", "bob")


def test_who_called_takes_the_call_to_another_device_as_well(run):
    async def scenario(alice, other, bob):
        await talking(alice, bob)
        await other.shows("Call active on Chrome on Linux")
        await other.press("Take it here")
        await alice.shows("Continued on another device")
        await both_hear(other, bob)
        await bob.press("End")
        await other.shows("Call ended")

    run(scenario, "alice", "alice", "bob")


async def transfer(page, name):
    await page.press("Transfer")
    await page.page.fill(".transfer input", name)
    await page.page.press(".transfer input", "Enter")


def test_a_call_is_transferred_and_the_two_others_hear_each_other(run):
    async def scenario(alice, bob, carol):
        await talking(alice, bob)
        await transfer(alice, "carol")
        await carol.shows("calls you")
        await bob.hears("alice")
        await carol.press("Answer")
        await alice.shows("Transferred")
        await bob.hears("carol")
        await carol.hears("bob")
        await bob.loses("alice")
        await carol.press("End")
        await bob.shows("Call ended")

    run(scenario, "alice", "bob", "carol")


def test_a_transfer_that_is_declined_leaves_the_call_and_says_so(run):
    async def scenario(alice, bob, carol):
        await talking(alice, bob)
        await transfer(bob, "carol")
        await carol.shows("calls you")
        await carol.press("Decline")
        await bob.shows("The call was not transferred: declined")
        await both_hear(alice, bob)

    run(scenario, "alice", "bob", "carol")


def test_a_message_is_left_listed_and_played(run):
    async def scenario(alice, bob):
        await bob.press("Sign out")
        await bob.shows("Sign in with your name")
        await alice.dial("carol")
        await alice.shows("In a call on this page")
        await alice("until(() => /^(00:0[5-9]|00:[1-5]|0[1-9]:)/.test(document.getElementById('talk-state').textContent))")
        await alice.press("End")
        await bob.sign_in("carol")
        await bob.press("Voicemail")
        await bob.shows("Alice A.")
        assert await bob("until(() => document.querySelector('.message .new')?.checkVisibility())")
        await bob.press("Play the message of Alice A.")
        assert await bob("hearsRecording(given[0])", TONES["alice"]) > 0.1
        await bob("until(() => !document.querySelector('.message .new').checkVisibility())")
        await bob.page.reload()
        await bob.press("Voicemail")
        await bob.shows("Alice A.")
        assert await bob("until(() => document.querySelector('.message.heard'))") is not None
        await bob.press("Delete the message of Alice A.")
        await bob.shows("No messages")

    run(scenario, "alice", "bob")


def test_everything_is_done_by_keyboard_and_text_is_never_taken_for_a_command(run):
    async def scenario(alice, bob):
        keys = bob.page.keyboard
        await bob.page.focus("#number")
        await keys.type("am")
        await alice.dial("bob")
        await bob.shows("calls you")
        await keys.type("d h")
        assert await bob.page.input_value("#number") == "amd h"
        assert await bob.page.evaluate("document.activeElement.id") == "number"
        await keys.press("Alt+a")
        await both_hear(alice, bob)
        await bob.page.evaluate("document.activeElement.blur()")
        await keys.press("m")
        await alice.loses("bob")
        await keys.press("m")
        await alice.hears("bob")
        await keys.press("h")
        await alice.shows("put you on hold")
        # The key does nothing while the hold is under way.
        await bob.shows("On hold")
        await keys.press("h")
        await alice.hides("put you on hold")
        await keys.press("Escape")
        await both_hear(alice, bob)
        await keys.press("Alt+e")
        await alice.shows("Call ended")
        await bob("until(() => document.getElementById('number').checkVisibility())")
        await bob.page.focus("#number")
        await bob.page.fill("#number", "")
        await keys.type("alice")
        await keys.press("Enter")
        await alice.shows("calls you")
        await alice.page.keyboard.press("Alt+d")
        await bob.shows("declined")

    run(scenario, "alice", "bob")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_every_screen_is_accessible_and_looked_at(run, scheme, width):
    PICTURES.mkdir(parents=True, exist_ok=True)

    async def scenario(alice, bob, carol):
        findings, controls, seen = [], {}, set()

        async def look(name):
            findings.extend(f"{name}: {finding}" for finding in await bob("findings()"))
            for place, control in (await bob("controls()")).items():
                controls[place] = control["name"]
                seen.update([place] if control["isSeen"] else [])
            path = PICTURES / f"phone-{name}-{width}-{scheme}.png"
            await bob.page.screenshot(path=path, animations="disabled", caret="initial")

        await bob.shows("Ready on this page")
        await look("keypad")
        await bob.page.fill("#number", "12")
        await look("typed")
        await bob.page.fill("#number", "")
        await talking(alice, bob)
        await measured(bob)
        await look("talking")
        await bob.press("Add call")
        await look("adding")
        await bob.press("Back to the call")
        await bob.press("Transfer")
        await look("transfer")
        await bob.page.press(".transfer input", "Enter")
        await carol.dial("bob")
        await bob.shows("Hold and answer")
        await look("incoming")
        await bob.press("Hold and answer")
        await bob.hears("carol")
        await bob.shows("Swap")
        await measured(bob)
        await look("two-calls")
        await bob.press("Mute")
        await bob.press("Keypad")
        await look("digits")
        await bob.press("End")
        await carol.shows("Call ended")
        await bob("until(() => document.getElementById('talk-who').textContent === 'Alice A.')")
        await bob.press("End")
        await alice.shows("Call ended")
        await carol.dial("bob")
        await bob.shows("calls you")
        await look("ringing")
        await carol.press("End")
        await bob("until(() => document.querySelectorAll('.row-call').length === 3)")
        await bob.press("Calls")
        await look("calls")
        await bob.press("Voicemail")
        await look("no-messages")
        await bob.press("Sound")
        await bob("until(() => document.querySelectorAll('dialog select option').length >= 2)")
        await look("sound")
        await bob.page.keyboard.press("Escape")
        await bob.page.route("**/api/voicemail", lambda route: route.fulfill(json={"messages": [MESSAGE]}))
        await bob.page.reload()
        await bob.press("Voicemail")
        await bob.shows("Dora D.")
        await look("message")
        await bob.page.route("**/api/voicemail", lambda route: route.fulfill(status=500))
        await bob.page.reload()
        await bob.press("Voicemail")
        await bob.shows("Try again")
        await look("trouble")
        bob.wrong = [text for text in bob.wrong if "status of 500" not in text]
        await bob.press("Sign out")
        await bob.shows("Sign in with your name")
        await look("sign-in")
        assert not findings, "\n".join(findings)
        unseen = {place: name for place, name in controls.items() if place not in seen}
        assert unseen.keys() == UNSEEN[width], f"of {len(controls)} controls not looked at: {unseen}"

    is_phone = width == "narrow"
    looks = {
        "color_scheme": scheme, "viewport": WIDTHS[width], "reduced_motion": "reduce", "has_touch": is_phone,
        "is_mobile": is_phone}
    run(scenario, "alice", "bob", "carol", **looks)


class Telnyx:
    """The carrier's stand-in, with one party of the public network who answers and sounds a tone."""

    NUMBER, TONE = "+15550109999", 660

    def __init__(self, folder):
        self.standin = Carrier(folder, "--no-parking", "--user", "browser:browser-secret")
        self.standin.ask("POST", "far-ends", {"to": self.NUMBER, "answer_ms": 200, "tone": self.TONE})

    def leg(self):
        return next(leg["call_control_id"] for leg in self.standin.legs("outgoing") if leg["to"] == self.NUMBER)


def test_the_package_calls_a_party_of_the_public_network_in_telnyx_dialect(tmp_path, chromium, address):
    telnyx = Telnyx(tmp_path)

    async def whole(site):
        async with chromium.phones(site, "alice", signed_in=False) as (page,):
            credentials = {"login": "browser", "password": "browser-secret"}
            await page.open_phone(url=telnyx.standin.edge, credentials=credentials)
            call = await page.page.evaluate("(number) => phone.dial(number)", Telnyx.NUMBER)
            await page.page.evaluate("() => becomes(({ calls }) => calls[0]?.phase === 'active')")
            await page("hears(given[0], true)", Telnyx.TONE)
            leg = await asyncio.to_thread(telnyx.leg)
            await asyncio.to_thread(telnyx.standin.ask, "POST", f"legs/{leg}/listen")
            await asyncio.to_thread(telnyx.standin.hears, leg, TONES["alice"])
            await page.page.evaluate("(call) => phone.sendDigits(call, '15#')", call)
            await asyncio.to_thread(telnyx.standin.was_sent, leg, "15#")
            await page.page.evaluate("(call) => phone.setMuted(call, true)", call)
            await asyncio.to_thread(telnyx.standin.hears, leg, TONES["alice"], False)
            await page.page.evaluate("(call) => phone.hangUp(call)", call)
            ended = await page.page.evaluate("() => becomes(({ ended }) => ended[0])")
            assert ended["ended"][0]["ending"]["reason"] == "completed"
            await page.page.evaluate("() => phone.disconnect()")

    try:
        with phone_site(tmp_path) as (site, _):
            chromium.run(whole(site))
    finally:
        telnyx.standin.stop()

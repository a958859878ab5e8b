"""A call of the public network at the desk browser: a page of the package with a phone at the carrier's edge, in Debian's
Chromium. The carrier is the stand-in; a telephone on the same desk rings beside."""

import asyncio
import json
import urllib.request
from contextlib import contextmanager

import pytest

from carrier import TOKEN, Telnyx, user
from carrier import address as address_of
from changes import until
from server import Exchange, free_port
from web_phone import BROADCAST, PASSWORDS, TONES, WEB, Site

NUMBER, CALLER = "+15550100002", "+15550100001"
OTHER = "alice-telephone"

DESK = """
async ([origin, broadcast, password, url]) => {
  const { createExchange, createNews, createWebPhone } = await import("/web/index.js");
  const exchange = createExchange({ url: "", deviceName: "Desk browser" });
  // A page that was loaded anew is signed in.
  const { device } = exchange.signedIn ?? await exchange.signIn("alice", password);
  // While the carrier still makes the credential there is no token, which the phone asks for again.
  const phone = createWebPhone({
    url, storageKey: "carrier.session",
    renewCredentials: async () => ({ token: (await exchange.carrierLines()).lines[0].token }),
  });
  const told = [];
  const show = () => {
    const { connection, calls, ended } = phone.getSnapshot();
    const lines = [connection.state, ...calls.map(({ phase }) => phase), ...told, ...ended.map(() => "ended")];
    document.body.innerText = lines.join("\\n");
  };
  const news = createNews({
    url: `${origin}/app/${broadcast}`, authorize: (channel, socket) => exchange.authorize(channel, socket),
    onEvent: ({ event, data }) => {
      if (event !== "ring_changed") return;
      told.push(`${data.call_session_id} ${data.state} by ${data.answered_by?.name}`);
      show();
    },
  });
  phone.subscribe(show);
  news.listen(`private-device.${device.id}`, 0);
  news.connect();
  await phone.connect();
  window.desk = { exchange, phone, get call() { return phone.getSnapshot().calls[0]; } };
}
"""


def configuration(telnyx):
    return (
        f"users:\n{user('alice', [OTHER], password=PASSWORDS['alice'])}"
        f"api-tokens: [{{name: test, token: {TOKEN}}}]\nbrowser-phone: '{WEB}'\ncalls: {{outbound: {{ring-seconds: 60}}}}\n"
        f"broadcast-apps:\n  - {{id: '1', key: {BROADCAST}, secret: a-secret-of-the-application}}\n"
        + telnyx.section(
            [f"number: '{NUMBER}', users: [alice], organization: acme, ring-seconds: 120"],
            f"credential-connection-id: '{telnyx.connection_id}'", f"webrtc-address: '{telnyx.edge}'"))


def ask(exchange, path, body=None):
    request = urllib.request.Request(
        f"http://127.0.0.1:{exchange.port}{path}", data=None if body is None else json.dumps(body).encode(),
        headers={"authorization": f"Bearer {TOKEN}", "content-type": "application/json"})
    return urllib.request.urlopen(request, timeout=60)


@contextmanager
def parties(folder):
    telnyx = Telnyx(folder)
    try:
        exchange = Exchange(folder, configuration(telnyx), port=free_port())
        try:
            telnyx.tell(exchange)
            ask(exchange, "/api/organizations", {"id": "acme", "name": "Acme", "owner": "alice"})
            yield telnyx, exchange
        finally:
            exchange.stop()
    finally:
        telnyx.stop()


@pytest.fixture
def run(tmp_path, chromium, address):
    """Plays a scenario with the desk browser, ready at the carrier, with the carrier and the exchange.

    is_phone: whether it has the browser phone that the exchange serves, and no page of the test's."""

    def play(scenario, is_phone=False):
        async def whole(telnyx, exchange):
            site = Site(exchange.port)
            async with chromium.phones(site, "alice", signed_in=False) as (page,):
                if is_phone:
                    await page.sign_in("alice")
                else:
                    await page.open_blank()
                    await opens_desk(page, telnyx)
                await asyncio.to_thread(until, lambda: is_registered(telnyx), "the page is not at the carrier")
                await scenario(page, telnyx, exchange)

        with parties(tmp_path) as (telnyx, exchange):
            chromium.run(whole(telnyx, exchange))

    return play


async def opens_desk(page, telnyx):
    facts = [page.site.signaling.rstrip("/"), BROADCAST, PASSWORDS["alice"], telnyx.edge]
    await page.page.evaluate(DESK, facts)


def is_registered(telnyx):
    return any(socket["is_registered"] for socket in telnyx.ask("GET", "edge")["sockets"])


async def rings(page, telnyx):
    """A caller dials the number, and the page rings; the caller's leg."""
    body = {"from": CALLER, "to": NUMBER, "tone": TONES["bob"]}
    leg = telnyx.ask("POST", "calls", body)["call_control_id"]
    await page.shows("incoming")
    return leg


async def takes(page, telnyx):
    """The page answers, and both are heard; the caller's leg."""
    leg = await rings(page, telnyx)
    await page.page.evaluate("() => desk.phone.answer(desk.call.id)")
    await page.shows("active")
    telnyx.ask("POST", f"legs/{leg}/listen")
    await both_are_heard(page, telnyx, leg)
    return leg


async def both_are_heard(page, telnyx, leg):
    await page.hears("bob")
    await asyncio.to_thread(telnyx.hears, leg, TONES["alice"])


async def legs_end(telnyx):
    await asyncio.to_thread(until, lambda: all(leg["state"] == "over" for leg in telnyx.legs()), "a leg is left")


async def other_leg(telnyx):
    """The leg of the telephone beside, as soon as it is dialed."""
    def look():
        return [leg["call_control_id"] for leg in telnyx.legs("outgoing") if leg["to"] == address_of(OTHER)]

    return (await asyncio.to_thread(until, look, "the telephone is not dialed"))[0]


def only_socket(telnyx):
    """The socket of the page, if its call is up there."""
    edge = telnyx.ask("GET", "edge")
    is_up = [call["phase"] for call in edge["calls"] if call["phase"] != "over"] == ["up"]
    return edge["sockets"][0]["number"] if is_up and len(edge["sockets"]) == 1 else None


def test_a_public_call_rings_the_page_which_answers_and_the_telephone_beside_stops(run):
    async def scenario(page, telnyx, exchange):
        leg = await takes(page, telnyx)
        other = await other_leg(telnyx)
        states = lambda: {one["call_control_id"]: one["state"] for one in telnyx.legs()}
        await asyncio.to_thread(until, lambda: states()[other] == "over", "the telephone rings on")
        # The carrier says the company's number; the exchange knows who calls.
        session = await page.page.evaluate("() => desk.call.session")
        status = await page.page.evaluate("(session) => desk.exchange.call(session)", session)
        assert status["call_session_id"] == session and status["caller_number"] == CALLER
        await page.page.evaluate("() => desk.phone.sendDigits(desk.call.id, '15#')")
        await asyncio.to_thread(telnyx.was_sent, leg, "15#")
        telnyx.act(leg, "hangup")
        await page.shows("ended")
        await legs_end(telnyx)

    run(scenario)


def test_the_telephone_beside_answers_and_the_page_stops_and_is_told_which_device_it_was(run):
    async def scenario(page, telnyx, exchange):
        leg = await rings(page, telnyx)
        session = await page.page.evaluate("() => desk.call.session")
        telnyx.act(await other_leg(telnyx), "answer")
        await page.shows("ended")
        await page.shows(f"{session} answered_elsewhere by {OTHER}")
        await page.hides("incoming")
        telnyx.act(leg, "hangup")
        await legs_end(telnyx)

    run(scenario)


def test_a_page_holds_and_returns_to_its_public_call_after_a_cut(run):
    async def scenario(page, telnyx, exchange):
        leg = await takes(page, telnyx)
        await page.page.evaluate("() => desk.phone.setHeld(desk.call.id, true)")
        await asyncio.to_thread(telnyx.hears, leg, TONES["alice"], False)
        await page.page.evaluate("() => desk.phone.setHeld(desk.call.id, false)")
        await both_are_heard(page, telnyx, leg)
        before = only_socket(telnyx)
        telnyx.ask("POST", "edge/cut")
        is_back = lambda: only_socket(telnyx) not in (None, before)
        await asyncio.to_thread(until, is_back, "the page does not return to its call")
        await page.shows("ready")
        await page.shows("active")
        await both_are_heard(page, telnyx, leg)
        await page.page.evaluate("() => desk.phone.hangUp(desk.call.id)")
        await legs_end(telnyx)

    run(scenario)


def test_a_page_that_is_loaded_anew_in_a_public_call_goes_on_with_it(run):
    async def scenario(page, telnyx, exchange):
        leg = await takes(page, telnyx)
        call = await page.page.evaluate("() => desk.call.id")
        await page.page.reload()
        await asyncio.to_thread(telnyx.hears, leg, TONES["alice"], False)
        await opens_desk(page, telnyx)
        await page.shows("active")
        assert await page.page.evaluate("() => desk.call.id") == call
        await both_are_heard(page, telnyx, leg)
        await page.page.evaluate("() => desk.phone.hangUp(desk.call.id)")
        await legs_end(telnyx)

    run(scenario)


async def is_killed(exchange):
    """As by `kill -9`; the next one has its database and its address."""
    await asyncio.to_thread(exchange.die)
    await asyncio.to_thread(exchange.start)


async def status(exchange, session, wanted):
    """What the exchange says of the call, once it is in that state."""
    def look():
        told = json.loads(ask(exchange, f"/api/voip/call-status/{session}").read())
        return told["state"] == wanted and told

    return await asyncio.to_thread(until, look, f"the call is not {wanted}")


def test_the_exchange_is_killed_while_they_talk_and_knows_the_call_when_it_is_back(run):
    async def scenario(page, telnyx, exchange):
        leg = await takes(page, telnyx)
        session = await page.page.evaluate("() => desk.call.session")
        await status(exchange, session, "active")
        await asyncio.to_thread(exchange.die)
        await both_are_heard(page, telnyx, leg)
        await asyncio.to_thread(exchange.start)
        await both_are_heard(page, telnyx, leg)
        assert (await status(exchange, session, "active"))["caller_number"] == CALLER
        telnyx.act(leg, "hangup")
        await page.shows("ended")
        assert (await status(exchange, session, "ended"))["outcome"] == "completedByCaller"
        await legs_end(telnyx)

    run(scenario)


def test_the_exchange_is_killed_while_the_page_rings_which_then_answers_and_is_joined(run):
    async def scenario(page, telnyx, exchange):
        leg = await rings(page, telnyx)
        await is_killed(exchange)
        await page.page.evaluate("() => desk.phone.answer(desk.call.id)")
        await page.shows("active")
        telnyx.ask("POST", f"legs/{leg}/listen")
        await both_are_heard(page, telnyx, leg)
        assert len([one for one in telnyx.legs("outgoing") if one["to"] != address_of(OTHER)]) == 1
        telnyx.act(leg, "hangup")
        await page.shows("ended")
        await legs_end(telnyx)

    run(scenario)


def test_the_browser_phone_names_the_caller_of_a_public_call_and_answers_it(run):
    async def scenario(page, telnyx, exchange):
        body = {"from": CALLER, "to": NUMBER, "tone": TONES["bob"]}
        leg = telnyx.ask("POST", "calls", body)["call_control_id"]
        await page.shows(CALLER)
        await page.shows("calls you")
        await page.press("Answer")
        telnyx.ask("POST", f"legs/{leg}/listen")
        await both_are_heard(page, telnyx, leg)
        await page.press("Hold")
        await asyncio.to_thread(telnyx.hears, leg, TONES["alice"], False)
        telnyx.act(leg, "hangup")
        await page.shows("Call ended")
        await legs_end(telnyx)

    run(scenario, is_phone=True)


def test_a_public_call_that_the_telephone_took_was_not_missed_in_the_browser_phone(run):
    async def scenario(page, telnyx, exchange):
        body = {"from": CALLER, "to": NUMBER, "tone": TONES["bob"]}
        leg = telnyx.ask("POST", "calls", body)["call_control_id"]
        await page.shows(CALLER)
        await page.shows("calls you")
        telnyx.act(await other_leg(telnyx), "answer")
        await page.hides("calls you")
        telnyx.act(leg, "hangup")
        await legs_end(telnyx)
        await page("until(() => document.querySelector('.row-call'))")
        assert not await page.page.query_selector("[data-kind=missed]")

    run(scenario, is_phone=True)


def test_the_browser_phone_calls_a_public_number_by_the_carrier(run):
    async def scenario(page, telnyx, exchange):
        telnyx.ask("POST", "far-ends", {"to": CALLER, "answer_ms": 200, "tone": TONES["bob"]})
        await page.dial(CALLER)
        await page.hears("bob")
        # The page's own leg is to that number as well; the exchange's is from the company's.
        leg = next(one["call_control_id"] for one in telnyx.legs("outgoing") if one["to"] == CALLER)
        telnyx.ask("POST", f"legs/{leg}/listen")
        await both_are_heard(page, telnyx, leg)
        await page.press("End")
        await legs_end(telnyx)

    run(scenario, is_phone=True)

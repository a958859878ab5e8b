"""The package in Debian's Chromium against an exchange of FreeSWITCH's kind, in that dialect.

It has no ringing message and no candidates of their own, its descriptions name no media, and after a reload it offers
the call again."""

import pytest

from freeswitch import FreeSwitch, soon
from web_phone import PASSWORDS, TONES, phone_site

TONE = 660
OPEN = """async ([url, password]) => {
  const { createWebPhone } = await import("/web/index.js");
  window.phone = createWebPhone({ url, dialect: "freeswitch", credentials: { login: "alice", password } });
  window.becomes = (is) => new Promise((resolve) => {
    const look = () => is(phone.getSnapshot()) && resolve(phone.getSnapshot());
    phone.subscribe(look);
    look();
  });
  await phone.connect();
}"""


class Page:
    """A page of an app's own with the package, and who uses it."""

    def __init__(self, phone, switch):
        self.phone, self.switch = phone, switch

    async def open(self, password=PASSWORDS["alice"]):
        await self.phone.page.evaluate(OPEN, [self.switch.url, password])

    async def do(self, method, *arguments):
        return await self.phone.page.evaluate(
            "([method, ...given]) => phone[method](...given)", [method, *arguments])

    async def becomes(self, phase):
        """Returns the call once it is that to the person."""
        return await self.phone.page.evaluate(
            """async (phase) => (await becomes(({ calls }) => calls[0]?.phase === phase)).calls[0]""", phase)

    async def ends(self, reason):
        ended = await self.phone.page.evaluate("() => becomes(({ calls, ended }) => !calls.length && ended[0])")
        assert ended["ended"][0]["ending"]["reason"] == reason

    async def hears(self):
        await self.phone("hears(given[0], true)", TONE)

    async def talks(self, call):
        """Both ends hear each other."""
        await self.hears()
        await call.meter.hears(TONES["alice"])


@pytest.fixture
def run(tmp_path, chromium, address):
    """Plays a scenario with a page, whose files the project's exchange serves, and the exchange that it speaks to."""

    def play(scenario, is_open=True):
        async def whole(site):
            async with FreeSwitch({"alice": PASSWORDS["alice"]}, TONE) as switch:
                async with chromium.phones(site, "alice", signed_in=False) as (phone,):
                    await phone.open_blank()
                    page = Page(phone, switch)
                    if is_open:
                        await page.open()
                    await scenario(page, switch)
                    await page.do("disconnect")

        with phone_site(tmp_path) as (site, _):
            chromium.run(whole(site))

    return play


async def placed(page, switch):
    """A call that the page makes and that is answered; returns the page's name for it and the other end."""
    name = await page.do("dial", "9664")
    call = await soon(switch.placed.get())
    await page.becomes("ringing")
    await call.answer()
    await page.becomes("active")
    return name, call


async def taken(page, switch):
    """A call that rings the page and is answered there."""
    [session] = switch.sockets
    call = await switch.ring(session, "Tone")
    rings = await page.becomes("incoming")
    assert (rings["name"], rings["number"]) == ("Tone", "9664")
    await page.do("answer", rings["id"])
    await soon(call.taken)
    await page.becomes("active")
    return rings["id"], call


def test_a_page_dials_hears_it_ring_and_talks_and_hangs_up(run):
    async def scenario(page, switch):
        name = await page.do("dial", "9664")
        call = await soon(switch.placed.get())
        assert (await page.becomes("ringing"))["hasEarlyMedia"]
        # What rings is a sound of the other side's.
        await page.hears()
        await call.answer()
        await page.becomes("active")
        await page.phone.page.evaluate("() => becomes(({ calls }) => calls[0]?.name === 'Tone')")
        await page.talks(call)
        await page.do("sendDigits", name, "15#")
        assert call.digits == "15#"
        await page.do("setHeld", name, True)
        assert call.held
        await call.meter.loses(TONES["alice"])
        await page.do("setHeld", name, False)
        await page.talks(call)
        await page.do("setMuted", name, True)
        await call.meter.loses(TONES["alice"])
        await page.do("hangUp", name)
        assert await soon(call.ended) == (16, "NORMAL_CLEARING")
        await page.ends("completed")

    run(scenario)


def test_a_page_is_rung_and_answers_and_the_other_side_hangs_up(run):
    async def scenario(page, switch):
        _, call = await taken(page, switch)
        await page.talks(call)
        await call.hang_up()
        await page.ends("completed")

    run(scenario)


def test_a_page_transfers_its_call_and_is_out_of_it(run):
    async def scenario(page, switch):
        name, call = await placed(page, switch)
        assert await page.phone.page.evaluate("() => phone.getSnapshot().can.transfer")
        await page.do("transfer", name, "3000")
        assert await soon(call.transferred) == "3000"
        await page.ends("completed")

    run(scenario)


def test_a_call_whose_other_side_is_gone_is_not_transferred_and_goes_on(run):
    async def scenario(page, switch):
        name, call = await taken(page, switch)
        call.is_up = False
        with pytest.raises(Exception, match="call is not bridged"):
            await page.do("transfer", name, "3000")
        await page.talks(call)

    run(scenario)


@pytest.mark.parametrize("begin", [placed, taken])
def test_a_page_that_is_loaded_anew_in_a_call_goes_on_with_it(run, begin):
    async def scenario(page, switch):
        name, call = await begin(page, switch)
        await page.talks(call)
        for _ in range(2):
            await page.phone.page.reload()
            await page.open()
            assert (await soon(switch.attached.get())).id == call.id == name
            assert (await page.becomes("active"))["id"] == name
            await page.talks(call)
        await page.do("hangUp", name)
        assert await soon(call.ended) == (16, "NORMAL_CLEARING")
        await page.ends("completed")

    run(scenario)


def test_a_call_that_ended_while_the_page_was_away_is_over(run):
    async def scenario(page, switch):
        _, call = await placed(page, switch)
        await page.phone.page.reload()
        await call.end((16, "NORMAL_CLEARING"))
        await page.open()
        await page.ends("dropped")

    run(scenario)


def test_a_page_declines_and_gives_up(run):
    async def scenario(page, switch):
        [session] = switch.sockets
        call = await switch.ring(session, "Tone")
        await page.do("decline", (await page.becomes("incoming"))["id"])
        assert (await soon(call.ended))[1] == "CALL_REJECTED"
        await page.ends("declined")
        name = await page.do("dial", "9664")
        call = await soon(switch.placed.get())
        await page.do("hangUp", name)
        assert (await soon(call.ended))[1] == "ORIGINATOR_CANCEL"
        await page.ends("cancelled")

    run(scenario)


@pytest.mark.parametrize("number, reason", [("unallocated", "unreachable"), ("busy", "busy")])
def test_a_call_that_cannot_be_put_through_ends_by_its_cause(run, number, reason):
    async def scenario(page, _):
        await page.do("dial", number)
        await page.ends(reason)

    run(scenario)


def test_a_wrong_password_is_told_and_not_tried_again(run):
    async def scenario(page, switch):
        with pytest.raises(Exception, match="Authentication Failure"):
            await page.open("a-wrong-password")
        assert not switch.sockets
        await page.open()
        assert len(switch.sockets) == 1

    run(scenario, is_open=False)

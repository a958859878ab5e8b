"""Video between pages of the JavaScript package in Debian's Chromium, whose camera shows a test picture."""

import asyncio

import pytest

from phone import Phone
from web_phone import PAGE, PASSWORDS, TONES, phone_site


class VideoPage:
    """A page of an app's own, made of the package."""

    def __init__(self, name, page):
        self.name, self.phone, self.page = name, page, page.page

    async def open(self):
        await self.page.add_init_script(path=PAGE / "video.js")
        await self.phone.open_blank()
        await self.start()

    async def start(self):
        await self.page.evaluate(
            "(given) => testVideo.start(...given)", [self.phone.site.signaling, self.name, PASSWORDS[self.name]])

    async def reload(self):
        await self.page.reload()
        await self.start()

    async def do(self, what):
        """Of the phone: an expression with `id`, the name of its only call."""
        return await self.page.evaluate(f"() => {{ const id = phone.getSnapshot().calls[0]?.id; return {what}; }}")

    async def until(self, look):
        return await self.page.evaluate(f"() => testVideo.until((call) => {look})")

    async def shows(self, whose="remote"):
        assert await self.page.evaluate("(whose) => testVideo.frame(whose)", whose) > 0


@pytest.fixture
def run(tmp_path, chromium, address):
    """Plays a scenario with a page for each name, the exchange and the address."""

    def play(scenario, *names):
        async def whole(site, exchange):
            async with chromium.phones(site, *names, signed_in=False) as pages:
                pages = [VideoPage(name, page) for name, page in zip(names, pages, strict=True)]
                await asyncio.gather(*[page.open() for page in pages])
                await scenario(*pages, exchange, address)

        with phone_site(tmp_path) as (site, exchange):
            chromium.run(whole(site, exchange))

    return play


async def talking(alice, bob):
    """By voice."""
    await alice.do("phone.dial('bob')")
    await bob.until("call.phase === 'incoming'")
    await bob.do("phone.answer(id)")
    await both_hear(alice, bob)


async def both_hear(alice, bob):
    await asyncio.gather(alice.phone.hears("bob"), bob.phone.hears("alice"))


async def both_see(alice, bob):
    await asyncio.gather(alice.shows(), bob.shows())


def test_two_pages_see_each_other_switch_the_camera_and_go_on_after_a_reload(run):
    async def scenario(alice, bob, *_):
        await alice.do("phone.dial('bob', { video: true })")
        assert await bob.until("call.phase === 'incoming' && call.peerVideo") == "on"
        await bob.do("phone.answer(id, { video: true })")
        await asyncio.gather(alice.shows(), bob.shows(), alice.shows("local"))
        await both_hear(alice, bob)

        await alice.do("phone.setVideo(id, false)")
        assert await alice.do("phone.localVideo()") is None
        await bob.until("call.peerVideo === 'off'")
        await asyncio.gather(alice.shows(), bob.phone.hears("alice"))
        await alice.do("phone.setVideo(id, true)")
        await bob.until("call.peerVideo === 'on'")
        await both_see(alice, bob)

        for page, other in ((alice, bob), (bob, alice)):
            await page.reload()
            await page.until("call.phase === 'active' && call.isVideoOn")
            await other.until("call.peerVideo === 'on'")
            await both_see(alice, bob)
            await both_hear(alice, bob)
        await bob.do("phone.hangUp(id)")

    run(scenario, "alice", "bob")


def test_video_begins_in_a_call_of_voice_and_a_side_without_a_camera_sees_the_other(run):
    async def scenario(alice, bob, *_):
        await talking(alice, bob)
        assert await alice.do("phone.getSnapshot().calls[0].peerVideo") == "none"
        await bob.do("phone.setVideo(id, true)")
        await alice.until("call.peerVideo === 'on'")
        await alice.shows()
        assert not await alice.do("phone.getSnapshot().calls[0].isVideoOn || phone.localVideo()")
        await alice.do("phone.setVideo(id, true)")
        await bob.shows()
        await alice.do("phone.restartMedia(id)")
        await both_see(alice, bob)
        await both_hear(alice, bob)

    run(scenario, "alice", "bob")


def test_both_begin_video_at_once_and_see_each_other_before_and_after_a_hold(run):
    async def scenario(alice, bob, *_):
        await talking(alice, bob)
        await asyncio.gather(alice.do("phone.setVideo(id, true)"), bob.do("phone.setVideo(id, true)"))
        await asyncio.gather(*[page.until("call.peerVideo === 'on' && call.isVideoOn") for page in (alice, bob)])
        await both_see(alice, bob)
        await alice.do("phone.setHeld(id, true)")
        await bob.until("call.isHeldByPeer")
        await alice.do("phone.setHeld(id, false)")
        await bob.until("!call.isHeldByPeer")
        await both_see(alice, bob)

    run(scenario, "alice", "bob")


def test_a_call_with_video_is_taken_to_another_device(run):
    async def scenario(alice, bob, other, *_):
        await alice.do("phone.dial('bob', { video: true })")
        await asyncio.gather(*[page.until("call.phase === 'incoming'") for page in (bob, other)])
        await bob.do("phone.answer(id, { video: true })")
        await both_see(alice, bob)
        session = await bob.do("phone.getSnapshot().calls[0].session")
        await other.page.evaluate("(replaces) => phone.dial('alice', { replaces, video: true })", session)
        await other.until("call.phase === 'active' && call.peerVideo === 'on'")
        await both_see(alice, other)
        await both_hear(alice, other)

    run(scenario, "alice", "bob", "bob")


def test_a_phone_without_video_takes_a_call_with_video_as_one_of_voice(run):
    async def scenario(alice, exchange, address):
        phone = await Phone.start(
            f"ws://127.0.0.1:{exchange.port}/", "bob", PASSWORDS["bob"], "--trickle", "--answer", "--play",
            f"tone:{TONES['bob']}", "--listen-for", str(TONES["alice"]), "--local-address", address)
        await alice.do("phone.dial('bob', { video: true })")
        await alice.until("call.phase === 'active' && call.peerVideo === 'refused' && !call.isVideoOn")
        await asyncio.gather(alice.phone.hears("bob"), phone.hears(TONES["alice"]))
        assert await alice.do("phone.localVideo()") is None
        assert await alice.do("phone.setVideo(id, true).then(() => '', ({ message }) => message)") == (
            "the other side has no video")
        await alice.reload()
        await alice.until("call.phase === 'active'")
        await asyncio.gather(alice.phone.hears("bob"), phone.hears(TONES["alice"]))
        await phone.do("hang")
        await phone.stop()

    run(scenario, "alice")

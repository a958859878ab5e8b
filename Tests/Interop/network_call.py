"""A call between phones in two networks, who are told apart by their tones."""

import asyncio
import time
from contextlib import asynccontextmanager, suppress

from conftest import PASSWORDS
from patience import PATIENCE
from phone import Phone

FIRST = {"peer": 440, "phone": 880}
SECOND = {"peer": 620, "phone": 1250}
"""What each plays later, so that the other proves to hear the present."""

OTHER = {"peer": "phone", "phone": "peer"}


async def logged_in(edge, *arguments):
    """A phone where that edge is."""
    for _ in range(edge.logins - 1):
        # on purpose: a login over such a network ends at its limit, and a person tries again.
        with suppress(AssertionError):
            return await Phone.start(*arguments, within=edge.within)
    return await Phone.start(*arguments, within=edge.within)


async def pairs_of(phone):
    """Its kind of candidate and the other side's, each time it reports them."""
    while True:
        said = await phone.expect("quality")
        if said["local_candidate"]:
            yield said["local_candidate"], said["remote_candidate"]


class NetworkCall:
    def __init__(self, folder, phones):
        self.folder, self.phones = folder, phones

    @classmethod
    @asynccontextmanager
    async def between(cls, internet, caller, callee, *options, answers=True, trickles=True, folder=None):
        """Phones that know no servers but the exchange, where each edge is. Nothing is dialed yet.

        answers: whether the called phone answers by itself. trickles: whether they send a description before they have
        gathered all candidates. folder: of their recordings and traces; the Internet's where none is named."""
        phones, folder = {}, folder or internet.folder
        try:
            for name, edge in (("peer", caller), ("phone", callee)):
                heard = OTHER[name]
                phones[name] = await logged_in(
                    edge, internet.url, name, PASSWORDS[name], "--trust-root", str(internet.relay.certificate),
                    "--play", f"tone:{FIRST[name]}", "--listen-for", str(FIRST[heard]), "--listen-for",
                    str(SECOND[heard]), "--record", str(folder / f"{name}.wav"), "--trace",
                    str(folder / f"{name}.jsonl"),
                    *(["--trickle"] if trickles else []), *(["--answer"] if name == "phone" and answers else []), *options)
            yield cls(folder, phones)
        finally:
            await asyncio.gather(*(phone.stop() for phone in phones.values()))

    async def of_each(self, what):
        return await asyncio.gather(*(what(name, phone) for name, phone in self.phones.items()))

    async def stand(self, limit=PATIENCE):
        """Dials, and returns once both hear the other's tone: milliseconds to the first audio."""
        first_audio = await self.connect(limit)
        await self.hear()
        return first_audio

    async def connect(self, limit=PATIENCE):
        """Dials, and returns once both have audio: milliseconds until the later does."""
        begin = time.monotonic()
        await self.phones["peer"].do("dial phone")
        return await self.first_audio_since(begin, limit)

    async def connect_after_ringing(self, limit=PATIENCE):
        """Dials, answers once media is connected, and returns once both have audio: milliseconds from the answer until
        the later does."""
        await self.phones["peer"].do("dial phone")
        await self.of_each(lambda _, phone: phone.expect("media", limit, unless="ended", state="connected"))
        begin = time.monotonic()
        await self.phones["phone"].do("answer")
        return await self.first_audio_since(begin, limit)

    async def first_audio_since(self, begin, limit):
        async def first_audio(_, phone):
            await phone.expect("firstAudio", limit, unless="ended")
            return time.monotonic()

        heard = await self.of_each(first_audio)
        return round((max(heard) - begin) * 1000)

    async def hear(self):
        await self.of_each(lambda name, phone: phone.hears(FIRST[OTHER[name]]))

    async def hear_anew(self, limit=PATIENCE, tones=SECOND):
        """Each plays something else, and hears what the other plays since."""

        async def play(name, phone):
            await phone.do(f"play tone:{tones[name]}")

        await self.of_each(play)
        await self.of_each(lambda name, phone: phone.hears(tones[OTHER[name]], limit))

    async def turn(self, count, limit=PATIENCE):
        """The same again and again: in a recording, each turn begins another leg. Earlier reports are forgotten."""
        now, before = (SECOND, FIRST) if count % 2 == 0 else (FIRST, SECOND)
        for phone in self.phones.values():
            for event in ("tone", "quality"):
                phone.forget(event)
        await self.hear_anew(limit, now)
        # So that no word about the tone before is left when it is played again: by the second word about the present one,
        # a second later, the phone has told that the other began, if it did.
        await self.of_each(lambda name, phone: phone.hears(now[OTHER[name]], limit))
        await self.of_each(lambda name, phone: phone.is_without(before[OTHER[name]], limit))

    async def pairs(self):
        """The caller's kind of candidate and the callee's, each time the caller reports them."""
        async for local, remote in pairs_of(self.phones["peer"]):
            yield f"{local}-{remote}"

    async def hang_up(self):
        await self.phones["peer"].do("hang")
        await self.of_each(lambda _, phone: phone.expect("ended"))

    async def reported(self):
        """Returns once each has reported its quality since; its earlier reports are kept."""

        async def wait(_, phone):
            before = [said for said in phone.kept if said["event"] == "quality"]
            phone.forget("quality")
            phone.kept += [*before, await phone.expect("quality")]

        await self.of_each(wait)

    def told(self, name, event, **wanted):
        """What a phone has told that was not waited for."""
        fits = ({"event": event, **wanted}.items() <= said.items() for said in self.phones[name].kept)
        return sum(fits)

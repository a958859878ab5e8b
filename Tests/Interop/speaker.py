"""A caller of the gateway who leaves messages with the exchange's attendant, whatever becomes of the exchange."""

import asyncio
import random
import threading
import time
from contextlib import suppress

from phone import Phone

USER, OWNER, NUMBER = "speaker", "owner", "2000"
SECRETS = {USER: "speaker-secret-word", OWNER: "owner-secret-word"}
CONFIGURATION = f"voicemail: {{}}\nnumbers:\n  - {{number: '{NUMBER}', users: [{OWNER}], voicemail: true}}\n"
USERS = (
    f"  - {{name: {USER}, password: {SECRETS[USER]}}}\n"
    f"  - {{name: {OWNER}, password: {SECRETS[OWNER]}, voicemail: true}}\n")
BEEP, BEEP_SECONDS = 1_000, 0.4
WORDS_SECONDS = 3.0
"""A caller who speaks so long after the beep has left a message: 0.6 s of sound are one, and a busy machine is late."""
LIFE_SECONDS = 30
"""An exchange that says nothing for so long died over the call."""


class Speaker:
    """Calls a user who is not there, directly or by a number, and speaks after the beep.

    exchange: has a list of the moments of its deaths."""

    def __init__(self, exchange, is_over, targets):
        self.exchange, self.is_over, self.targets = exchange, is_over, targets
        self.chance = random.Random(11)
        self.calls = 0
        self.is_heard = threading.Event()
        """Set while something is said after the beep."""
        self.left = {}
        """Of each call in which the beep was heard: how many seconds were spoken while that exchange lived."""

    def run(self):
        while not self.is_over.is_set():
            self.leave(0.3 + self.chance.random() * 4)
            # on purpose: the test varies when the next call comes
            self.is_over.wait(self.chance.random())

    def leave(self, seconds):
        """Speaks for so long after the beep; returns the call's session, or nothing if it came to no beep."""
        self.calls += 1
        with suppress(AssertionError):  # The exchange died over it, or could not be reached.
            return asyncio.run(self.call(seconds))

    def messages(self):
        """Calls in which enough was said for a message."""
        return {session for session, seconds in self.left.items() if seconds >= WORDS_SECONDS}

    async def call(self, seconds):
        begun = time.monotonic()
        phone = await Phone.start(
            f"ws://127.0.0.1:{self.exchange.port}/", USER, SECRETS[USER], "--trickle", "--play", "tone:440",
            "--listen-for", str(BEEP))
        try:
            await phone.do(f"dial {self.chance.choice(self.targets)}", LIFE_SECONDS)
            session = (await phone.expect("names", LIFE_SECONDS))["session"]
            await self.beep(phone, begun)
            spoken_from = time.monotonic() + BEEP_SECONDS
            self.is_heard.set()
            with suppress(AssertionError):
                await phone.expect("ended", seconds + BEEP_SECONDS)
            self.left[session] = min([time.monotonic(), *self.deaths_after(begun)]) - spoken_from
            await phone.do("hang")
            return session
        finally:
            self.is_heard.clear()
            await phone.stop()

    async def beep(self, phone, begun):
        """Returns when it is heard; fails when the exchange has died by then, or after a while."""
        for _ in range(2 * LIFE_SECONDS):
            with suppress(AssertionError):
                return await phone.expect("tone", 1, frequency=BEEP)
            assert not self.deaths_after(begun), "it died"
        raise AssertionError("no beep")

    def deaths_after(self, moment):
        return [death for death in self.exchange.deaths if death > moment]

"""Drives `carillon phone --json`: commands in, one JSON object an event out."""

import asyncio
import json
import os
from contextlib import suppress

from patience import PATIENCE

CARILLON = os.path.abspath(os.environ.get("CARILLON", ".build/release/carillon"))


class Phone:
    def __init__(self, process):
        self.process = process
        self.kept = []
        self.levels = {}
        """Of each tone, what the phone told last."""

    @classmethod
    async def start(cls, url, login, password, *options, within=()):
        """within: words before the command, such as those that run it in a namespace."""
        environment = {**os.environ, "CARILLON_PASSWORD": password}
        process = await asyncio.create_subprocess_exec(
            *within, CARILLON, "phone", "--json", "--server", url, "--login", login, *options, env=environment,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
        phone = cls(process)
        try:
            await phone.expect("registered")
        except BaseException:
            await phone.stop()
            raise
        return phone

    async def expect(self, event, limit=PATIENCE, unless=None, **wanted):
        """The next event of that name with those members; others that come before it are kept for later.

        unless: an event after which it will not come, so that nothing is waited for."""

        def fits(said):
            return said["event"] == event and all(said.get(key) == value for key, value in wanted.items())

        for index, said in enumerate(self.kept):
            if fits(said):
                del self.kept[index]
                return said
        deadline = asyncio.get_running_loop().time() + limit
        while True:
            left = deadline - asyncio.get_running_loop().time()
            told = [said["event"] for said in self.kept]
            assert left > 0, f"no {event} {wanted} within {limit} s; the phone told {told}"
            try:
                line = await asyncio.wait_for(self.process.stdout.readline(), left)
            except asyncio.TimeoutError:
                continue
            assert line, f"the phone ended before {event} {wanted}; it told {told}"
            said = json.loads(line)
            if said["event"] == "tone":
                self.levels[said["frequency"]] = said["level"]
            if fits(said):
                return said
            assert said["event"] != unless, f"{said} before {event} {wanted}; the phone told {told}"
            self.kept.append(said)

    async def do(self, command, limit=PATIENCE):
        """A command, and the phone's word that it is done; fails as soon as the phone tells that it cannot be."""
        self.process.stdin.write((command + "\n").encode())
        await self.process.stdin.drain()
        return await self.expect("done", limit, unless="failed", command=command.split()[0])

    def forget(self, event):
        self.kept = [said for said in self.kept if said["event"] != event]

    async def hears(self, frequency, limit=PATIENCE):
        while True:
            said = await self.expect("tone", limit, frequency=frequency)
            if said["level"] > 0.1:
                return said["level"]

    async def loses(self, frequency, limit=PATIENCE):
        while True:
            said = await self.expect("tone", limit, frequency=frequency)
            if said["level"] < 0.05:
                return said["level"]

    async def is_without(self, frequency, limit=PATIENCE):
        """Returns once the last that it told of a tone is that it is gone. A phone tells so once: at times long before."""
        while self.levels.get(frequency, 0) >= 0.05:
            await self.expect("tone", limit, frequency=frequency)

    async def digits(self, count, limit=PATIENCE):
        return "".join([(await self.expect("digit", limit))["digit"] for _ in range(count)])

    async def stop(self):
        if self.process.returncode is None:
            with suppress(ConnectionError):  # It ends already.
                self.process.stdin.write(b"quit\n")
                await self.process.stdin.drain()
            try:
                await asyncio.wait_for(self.process.wait(), PATIENCE)
            except asyncio.TimeoutError:
                self.process.kill()
                await self.process.wait()

"""Drives `carillon models phone --json`: actions in, one JSON object an event out."""

import asyncio
import json
from contextlib import suppress

from patience import PATIENCE
from phone import CARILLON


class ModelPhone:
    def __init__(self, process):
        self.process = process

    @classmethod
    async def start(cls, exchange, *options):
        """exchange: its HTTP address. The phone is there, and its app not yet open."""
        process = await asyncio.create_subprocess_exec(
            CARILLON, "models", "phone", "--json", "--exchange", exchange, *options,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
        phone = cls(process)
        try:
            phone.url = (await phone.said())["url"]
        except BaseException:
            await phone.stop()
            raise
        return phone

    async def said(self, limit=PATIENCE):
        line = await asyncio.wait_for(self.process.stdout.readline(), limit)
        assert line, "the phone has ended"
        return json.loads(line)

    async def do(self, action):
        """Returns what the phone says when it is done."""
        self.process.stdin.write(f"{action}\n".encode())
        await self.process.stdin.drain()
        said = await self.said()
        assert said["event"] == "done" and said["action"] == action, said
        return said

    async def stop(self):
        with suppress(ConnectionError):  # It ends already.
            self.process.stdin.close()
        try:
            await asyncio.wait_for(self.process.wait(), PATIENCE)
        except asyncio.TimeoutError:
            self.process.kill()
            await self.process.wait()

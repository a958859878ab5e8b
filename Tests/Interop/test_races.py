"""Devices that answer at once over real sockets, while clients stall and the exchange is killed with `kill -9`.

`CARILLON_RACES=10000` asks for that many calls instead of the few hundred of `make test`.
"""

import asyncio
import base64
import json
import os
import random
import signal
import socket
import subprocess
import time
import urllib.request
import uuid

import websockets

from phone import CARILLON
from verto import VertoClient, VertoError

CALLS = int(os.environ.get("CARILLON_RACES", "400"))
"""Calls between one death of the exchange and the next."""
CALLS_A_LIFE = 150
LANES, DEVICES = 6, 2
PASSWORD = "race-secret-91be"
PICKED_OFF = 805
SDP = (
    "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 0\r\nc=IN IP4 127.0.0.1\r\n"
    "a=ice-ufrag:abcd\r\na=ice-pwd:abcdefghijklmnopqrstuvwx\r\na=setup:{setup}\r\na=mid:0\r\na=sendrecv\r\na=rtcp-mux\r\n"
    "a=fingerprint:sha-256 " + ":".join(["AB"] * 32) + "\r\n"
    "a=candidate:1 1 udp 2130706431 127.0.0.1 50000 typ host\r\na=end-of-candidates\r\n")
OFFER, ANSWER = SDP.format(setup="actpass"), SDP.format(setup="active")

LOST = (websockets.ConnectionClosed, ConnectionError, OSError, asyncio.TimeoutError)


class Server:
    """An exchange on one database that dies and is started again."""

    def __init__(self, folder):
        users = "".join(f"  - {{name: {name}, password: {PASSWORD}}}\n" for lane in range(LANES) for name in names(lane))
        self.configuration = folder / "exchange.yaml"
        self.configuration.write_text(f"users:\n{users}")
        self.database = folder / "exchange.sqlite"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.process = None
        self.up = asyncio.Event()
        self.recoveries = []

    async def start(self):
        begun = time.monotonic()
        self.process = await asyncio.create_subprocess_exec(
            CARILLON, "serve", "--config", str(self.configuration), "--port", str(self.port), "--database",
            str(self.database), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        while True:
            line = await asyncio.wait_for(self.process.stdout.readline(), 20)
            assert line, "the exchange did not come up"
            if b"127.0.0.1:" in line:
                break
        self.recoveries.append(time.monotonic() - begun)
        self.up.set()

    async def die(self):
        self.up.clear()
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()

    async def stop(self):
        self.process.terminate()
        assert await asyncio.wait_for(self.process.wait(), 20) == 0, "the exchange did not drain"

    async def status(self, user, session):
        """What the exchange says of a call to somebody who was in it."""
        credentials = base64.b64encode(f"{user}:{PASSWORD}".encode()).decode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/voip/call-status/{session}",
            headers={"Authorization": f"Basic {credentials}"})
        reply = await asyncio.to_thread(urllib.request.urlopen, request, timeout=10)
        return json.loads(reply.read())


def names(lane):
    return f"caller{lane}", f"callee{lane}"


class Device(VertoClient):
    """Says what it is, as Telnyx' clients do, and so is told the call's own id."""

    async def request(self, method, **params):
        return await self.while_connected(super().request(method, **params))

    async def expect(self, method, limit=10):
        return await self.while_connected(super().expect(method, limit))

    async def while_connected(self, awaited):
        task = asyncio.ensure_future(awaited)
        await asyncio.wait({task, self.reader}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        task.cancel()
        raise self.reader.exception() or ConnectionError("the exchange closed")

    @classmethod
    async def registered(cls, server, user):
        while True:
            await server.up.wait()
            try:
                device = cls(await websockets.connect(f"ws://127.0.0.1:{server.port}/"))
                # Whoever waits for something on this connection hears of its loss; nobody else needs to.
                device.reader.add_done_callback(lambda reader: reader.cancelled() or reader.exception())
                await device.request("login", **{"login": user, "passwd": PASSWORD, "User-Agent": "races"})
                await device.expect("telnyx_rtc.clientReady")
                return device
            except LOST:
                await asyncio.sleep(0.02)


class Lane:
    """One caller and one callee with several devices, who call again and again."""

    def __init__(self, number, server, tally):
        self.server, self.tally = server, tally
        self.caller_name, self.callee_name = names(number)
        self.chance = random.Random(number)

    async def run(self):
        while self.tally.left > 0:
            try:
                await self.connect()
                while self.tally.left > 0:
                    self.tally.left -= 1
                    await self.call()
            except LOST:
                self.tally.broken += 1
        for device in [self.caller, *self.devices]:
            await device.close()

    async def connect(self):
        self.caller = await Device.registered(self.server, self.caller_name)
        self.devices = [await Device.registered(self.server, self.callee_name) for _ in range(DEVICES)]

    async def call(self):
        call_id = str(uuid.uuid4())
        created = await self.caller.request(
            "telnyx_rtc.invite", sdp=OFFER, dialogParams=self.caller.dialog(call_id, self.callee_name))
        session = created["telnyx_session_id"]
        outcomes = await asyncio.gather(*(self.answer(device, session) for device in self.devices))
        winners = [device for device, won in zip(self.devices, outcomes) if won]
        assert len(winners) == 1, f"{len(winners)} winners"
        losers = [device for device in self.devices if device is not winners[0]]
        for loser in losers:
            told = await loser.expect("telnyx_rtc.bye")
            assert told["causeCode"] == PICKED_OFF, told
        answered = await self.caller.expect("telnyx_rtc.answer")
        assert answered["callID"] == call_id
        await self.caller.request("telnyx_rtc.bye", dialogParams=self.caller.dialog(call_id), causeCode=16)
        ended = await winners[0].expect("telnyx_rtc.bye")
        assert ended["causeCode"] == 16, ended
        for device in [self.caller, *self.devices]:
            assert not [name for name, _ in device.kept if name == "telnyx_rtc.bye"], "an end was told twice"
            device.kept.clear()
        self.tally.done += 1

    async def answer(self, device, session):
        invite = await device.expect("telnyx_rtc.invite")
        if self.chance.random() < 0.2:
            await asyncio.sleep(self.chance.random() * 0.05)
        call_id = invite["callID"]
        try:
            await device.request("telnyx_rtc.answer", sdp=ANSWER, dialogParams=device.dialog(call_id))
        except VertoError:
            return False
        self.tally.granted.append((self.callee_name, session, call_id))
        return True


class Tally:
    def __init__(self, calls):
        self.left, self.done, self.broken, self.granted = calls, 0, 0, []


async def kill_now_and_then(server, tally):
    chance = random.Random(7)
    while tally.left > CALLS_A_LIFE:
        target = tally.left - CALLS_A_LIFE
        while tally.left > target:
            await asyncio.sleep(0.01)
        await asyncio.sleep(chance.random() * 0.02)
        await server.die()
        await server.start()


async def race(folder):
    server, tally = Server(folder), Tally(CALLS)
    await server.start()
    killer = asyncio.ensure_future(kill_now_and_then(server, tally))
    await asyncio.gather(*(Lane(number, server, tally).run() for number in range(LANES)))
    await killer
    for user, session, leg in tally.granted:
        status = await server.status(user, session)
        assert status["winner"] == leg, f"{session}: a granted answer was lost"
        assert status["state"] == "ended", f"{session} never ended: {status['state']}"
        assert all(told["state"] == "over" for told in status["legs"])
    assert len({session for _, session, _ in tally.granted}) == len(tally.granted), "a call was granted twice"
    await server.stop()
    print(
        f"{tally.done} calls, {len(tally.granted)} answers granted, {len(server.recoveries) - 1} deaths, "
        f"start after a death at most {max(server.recoveries) * 1000:.0f} ms")
    assert tally.done >= CALLS - (len(server.recoveries) - 1) * LANES - LANES
    return server


def test_whoever_answers_first_has_the_call_and_a_death_of_the_exchange_loses_no_granted_answer(tmp_path):
    server = asyncio.run(asyncio.wait_for(race(tmp_path), 60 + CALLS / 10))
    assert len(server.recoveries) > 1

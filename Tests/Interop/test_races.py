"""Devices that answer at once over real sockets, while clients dawdle, the exchange stalls and is killed with `kill -9`.

Some calls go to users, who are rung the short way, some to numbers, for which a ring session rings.
`CARILLON_RACES=10000` asks for that many calls instead of the few hundred of `make test`.
"""

import asyncio
import json
import os
import random
import time
import urllib.error
import urllib.request
import uuid
from collections import Counter

import websockets

from changes import until
from patience import PATIENCE, WHOLE
from server import Exchange, free_port
from verto import VertoClient, VertoError

CALLS = int(os.environ.get("CARILLON_RACES", "400"))
"""Calls between one death of the exchange and the next."""
CALLS_A_LIFE = 150
LANES, DEVICES = 6, 3
PASSWORD, TOKEN = "race-secret-91be", "0123456789abcdef0123456789abcdef"
PICKED_OFF = 805
SDP = (
    "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 0\r\nc=IN IP4 127.0.0.1\r\n"
    "a=ice-ufrag:abcd\r\na=ice-pwd:abcdefghijklmnopqrstuvwx\r\na=setup:{setup}\r\na=mid:0\r\na=sendrecv\r\na=rtcp-mux\r\n"
    "a=fingerprint:sha-256 " + ":".join(["AB"] * 32) + "\r\n"
    "a=candidate:1 1 udp 2130706431 127.0.0.1 50000 typ host\r\na=end-of-candidates\r\n")
OFFER, ANSWER = SDP.format(setup="actpass"), SDP.format(setup="active")

LOST = (websockets.ConnectionClosed, ConnectionError, OSError, asyncio.TimeoutError)


class Server:
    """An exchange on one database that stalls, dies and is started again."""

    def __init__(self, folder):
        lanes = [Names(number) for number in range(LANES)]
        users = "".join(
            f"  - {{name: {lane.caller}, password: {PASSWORD}}}\n"
            f"  - name: {lane.callee}\n    devices:\n"
            + "".join(f"      - {{name: {one}, login: {one}, password: {PASSWORD}}}\n" for one in lane.devices)
            for lane in lanes)
        numbers = "".join(
            f"  - {{number: '{lane.dialed}', users: [{lane.callee}], voicemail: false}}\n"
            for lane in lanes if lane.is_number)
        self.exchange = Exchange(
            folder, f"users:\n{users}numbers:\n{numbers}api-tokens: [{{name: test, token: {TOKEN}}}]\n"
            "limits: {api-requests-per-minute: 1000000, api-requests-per-minute-of-address: 1000000}\n",
            port=free_port())
        self.up = asyncio.Event()
        self.up.set()
        self.recoveries, self.stalls = [], 0

    async def die_and_come_back(self):
        self.up.clear()
        await asyncio.to_thread(self.exchange.die)
        begun = time.monotonic()
        await asyncio.to_thread(self.exchange.start)
        self.recoveries.append(time.monotonic() - begun)
        self.up.set()

    async def stall(self, seconds):
        self.stalls += 1
        self.exchange.stand_still()
        # on purpose: the test is about the stall
        await asyncio.sleep(seconds)
        self.exchange.go_on()

    def status(self, session):
        return json.loads(self.ask(f"/api/voip/call-status/{session}"))

    def ask(self, path):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.exchange.port}{path}", headers={"Authorization": f"Bearer {TOKEN}"})
        try:
            reply = urllib.request.urlopen(request, timeout=PATIENCE)
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path}: {error}") from None
        return reply.read()

    def is_empty(self):
        """Returns once no call and no leg is left at the exchange."""
        until(lambda: b"\ncarillon_calls_live 0\n" in self.ask("/metrics"), "calls are left without a party")


class Names:
    """Who calls whom on a lane. Two of three call a number, which takes about twice as long as calling a user."""

    def __init__(self, lane):
        self.is_number = lane % 3 > 0
        self.caller, self.callee = f"caller{lane}", f"callee{lane}"
        self.dialed = f"55500{lane}" if self.is_number else self.callee
        self.devices = [f"{self.callee}-phone{device}" for device in range(DEVICES)]


class Device(VertoClient):
    """Says what it is, as Telnyx' clients do, and so is told the call's own id."""

    async def request(self, method, **params):
        return await self.while_connected(super().request(method, **params))

    async def expect(self, method, limit=PATIENCE):
        return await self.while_connected(super().expect(method, limit))

    async def while_connected(self, awaited):
        task = asyncio.ensure_future(awaited)
        await asyncio.wait({task, self.reader}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        task.cancel()
        raise self.reader.exception() or ConnectionError("the exchange closed")

    @classmethod
    async def registered(cls, server, login):
        while True:
            await server.up.wait()
            try:
                device = cls(await websockets.connect(
                    f"ws://127.0.0.1:{server.exchange.port}/", open_timeout=PATIENCE, ping_timeout=PATIENCE))
                # Waiters on this connection hear of its loss; no other needs to.
                device.reader.add_done_callback(lambda reader: reader.cancelled() or reader.exception())
                credentials = {"login": login, "passwd": PASSWORD, "User-Agent": "races", "sessid": f"session of {login}"}
                await device.request("login", **credentials)
                await device.give_up(await device.expect("telnyx_rtc.clientReady"))
                return device
            except LOST:
                # on purpose: a client that was thrown out comes back a moment later, as real ones do
                await asyncio.sleep(0.02)


    async def give_up(self, ready):
        """Hangs up the calls that outlived the connection, which the lane knows nothing of any more."""
        for call_id in ready.get("reattached_sessions", []):
            try:
                await self.request("telnyx_rtc.bye", dialogParams=self.dialog(call_id), causeCode=16)
            except VertoError:
                pass  # The other side was quicker.
        self.kept.clear()

    async def farewell(self, call_id):
        """The reports of the end of a call; the other side of one that was given up may tell of that end meanwhile."""
        while True:
            told = await self.expect("telnyx_rtc.bye")
            if told["callID"] == call_id:
                return told


class Lane:
    """One caller and one callee with several devices, who call again and again."""

    def __init__(self, number, server, tally):
        self.server, self.tally, self.names = server, tally, Names(number)
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
        self.caller = await Device.registered(self.server, self.names.caller)
        self.devices = [await Device.registered(self.server, name) for name in self.names.devices]

    async def call(self):
        call_id = self.caller.call_id = str(uuid.uuid4())
        created = await self.caller.request(
            "telnyx_rtc.invite", sdp=OFFER, dialogParams=self.caller.dialog(call_id, self.names.dialed))
        session = created["telnyx_session_id"]
        self.tally.began(session, self.names)
        outcomes = await asyncio.gather(*(self.answer(device, session) for device in self.devices))
        winners = [device for device, won in zip(self.devices, outcomes) if won]
        assert len(winners) == 1, f"{len(winners)} winners"
        for loser in self.devices:
            if loser is not winners[0]:
                told = await loser.farewell(loser.call_id)
                assert told["causeCode"] == PICKED_OFF, told
        answered = await self.caller.expect("telnyx_rtc.answer")
        assert answered["callID"] == call_id
        await self.caller.request("telnyx_rtc.bye", dialogParams=self.caller.dialog(call_id), causeCode=16)
        ended = await winners[0].farewell(winners[0].call_id)
        assert ended["causeCode"] == 16, ended
        for device in [self.caller, *self.devices]:
            ended = [told["callID"] for name, told in device.kept if name == "telnyx_rtc.bye"]
            assert device.call_id not in ended, "an end was told twice"
            device.kept.clear()
        self.tally.completed.add(session)

    async def answer(self, device, session):
        invite = await device.expect("telnyx_rtc.invite")
        if self.chance.random() < 0.2:
            # on purpose: the test varies how long the answering device waits
            await asyncio.sleep(self.chance.random() * 0.05)
        call_id = device.call_id = invite["callID"]
        try:
            await device.request("telnyx_rtc.answer", sdp=ANSWER, dialogParams=device.dialog(call_id))
        except VertoError:
            return False
        name = self.names.devices[self.devices.index(device)]
        self.tally.granted(session, name if self.names.is_number else call_id)
        return True


class Tally:
    """What came of the calls, as the clients saw it."""

    def __init__(self, calls):
        self.left, self.broken = calls, 0
        self.calls = {}
        self.winners = {}
        self.completed = set()

    def began(self, session, names):
        self.calls[session] = names

    def granted(self, session, winner):
        assert session not in self.winners, f"{session} was granted twice"
        self.winners[session] = winner


async def trouble(server, tally):
    """Stalls all the time, and deaths now and then, until few calls are left."""
    chance = random.Random(7)
    next_death = tally.left - CALLS_A_LIFE
    while tally.left > CALLS_A_LIFE:
        # on purpose: the test varies the moment of the fault
        await asyncio.sleep(chance.random() * 0.5)
        if tally.left <= next_death:
            await server.die_and_come_back()
            next_death = tally.left - CALLS_A_LIFE
        else:
            await server.stall(0.02 + chance.random() * 0.3)


def over(server, session):
    """The status of a call once it has its end, which one that a death broke may still have to find."""

    def ended():
        status = server.status(session)
        return status if status["state"] == "ended" else None

    return until(ended, f"{session} never ended", WHOLE)


def reasons(status, names):
    """What each device of the callee's that rang was told, by what the winner is named by."""
    if names.is_number:
        return {one["device"]: one.get("reason") for one in status["devices"] if one["rang"]}
    assert all(leg["state"] == "over" for leg in status["legs"]), f"a leg was left: {status}"
    return {leg["leg_id"]: leg["ending"]["reason"] for leg in status["legs"][1:]}


def check(session, status, names, tally):
    """One winner at most, the one that was told so; and for each device that rang one reason, the right one."""
    told = reasons(status, names)
    assert None not in told.values(), f"{session}: a device has no reason: {status}"
    # One that went with the exchange before it was joined to the caller, and so before it was told that it has the call.
    lost = [one for one, reason in told.items() if reason == "lost"]
    winner, granted = status.get("winner"), tally.winners.get(session)
    assert granted in [None, winner], f"{session}: a granted answer was lost: {status}"
    if granted:
        assert status["ending"]["reason"] in ["completed", "dropped"], f"{session} did not outlive the exchange: {status}"
    if session in tally.completed:
        assert winner and status["ending"]["reason"] == "completed", f"{session} was completed, and is not: {status}"
    for one, reason in told.items():
        may_have_lost = one != winner if winner else bool(lost)
        assert reason != "answeredElsewhere" or may_have_lost, f"{session}: {one} lost without a winner: {status}"
        assert reason == "answeredElsewhere" or one == winner or not winner, f"{session}: {one} was told {reason}: {status}"


async def race(folder):
    server, tally = Server(folder), Tally(CALLS)
    troubling = asyncio.ensure_future(trouble(server, tally))
    await asyncio.gather(*(Lane(number, server, tally).run() for number in range(LANES)))
    await troubling
    for session, names in tally.calls.items():
        check(session, await asyncio.to_thread(over, server, session), names, tally)
    await asyncio.to_thread(server.is_empty)
    await asyncio.to_thread(server.exchange.stop)
    kinds = Counter("number" if names.is_number else "user" for names in tally.calls.values())
    print(
        f"{len(tally.calls)} calls ({kinds['user']} to users, {kinds['number']} to numbers) to {DEVICES} devices each, "
        f"{len(tally.winners)} answers granted, {len(tally.completed)} gone through, the others broken by {len(server.recoveries)} deaths; "
        f"{server.stalls} stalls; start after a death at most {max(server.recoveries) * 1000:.0f} ms")
    assert len(tally.completed) >= CALLS - (len(server.recoveries) + 1) * LANES
    return server


def test_the_first_answer_has_the_call_whatever_befalls_the_exchange_and_each_device_has_its_reason(tmp_path):
    server = asyncio.run(asyncio.wait_for(race(tmp_path), WHOLE + CALLS))
    assert server.recoveries and server.stalls

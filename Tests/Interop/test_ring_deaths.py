"""Calls of the public network without a pause, while the exchange is killed with `kill -9` again and again.

`CARILLON_RING_SECONDS=180` asks for that long instead of the few seconds of `make test`, `CARILLON_RING_LANES=20` for so many
callers at a time.
"""

import base64
import json
import os
import random
import statistics
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from carrier import TOKEN, Telnyx, address, user
from changes import until
from patience import PATIENCE, WHOLE
from server import Exchange, free_port

SECONDS = float(os.environ.get("CARILLON_RING_SECONDS", "10"))
LANES = int(os.environ.get("CARILLON_RING_LANES", "5"))
RING_SECONDS = 5
WITH_VOICEMAIL = [0, 1]
TALKED = ["completedByCaller", "completedByCallee"]


def number(lane):
    return f"+1555020{lane:04}"


def phones(lane):
    return [f"lane{lane}-phone{phone}" for phone in (1, 2)]


def configuration(telnyx):
    return (
        "users:\n" + "".join(user(f"user{lane}", phones(lane)) for lane in range(LANES))
        + f"api-tokens: [{{name: test, token: {TOKEN}}}]\n"
        + "limits: {api-requests-per-minute: 1000000, api-requests-per-minute-of-address: 1000000}\n"
        + telnyx.section([
            f"number: '{number(lane)}', users: [user{lane}], ring-seconds: {RING_SECONDS},"
            f" voicemail: {str(lane in WITH_VOICEMAIL).lower()}"
            for lane in range(LANES)]))


class Lane:
    """A number whose two phones ring for one caller after the other."""

    def __init__(self, index, telnyx, is_over):
        self.index, self.telnyx, self.is_over = index, telnyx, is_over
        self.chance = random.Random(index)
        self.calls = {}
        """The caller's leg by the caller's number, which is each call's own."""

    def run(self):
        while not self.is_over.is_set():
            caller = f"+1777{self.index:02}{len(self.calls):05}"
            seconds, caller_leaves = self.plan()
            leg = self.calls[caller] = self.telnyx.call_in(number(self.index), caller)
            # on purpose: the test varies how long a caller waits
            self.is_over.wait(seconds)
            if caller_leaves:
                self.leave(leg)

    def plan(self):
        """What the phones will do with the next call; returns how long it is waited, and whether the caller ends it then:
        if not, another has to."""
        soon = lambda: {"answer_ms": 50 + int(self.chance.random() * 300)}
        first, second, seconds, caller_leaves = self.chance.choice([
            ((answer := soon()), answer, 0.9, True),
            (soon(), soon(), 0.6, True),
            ({"decline_ms": 100}, soon(), 0.9, True),
            ({"decline_ms": 100}, {"decline_ms": 200}, 1.2, False),
            ({**soon(), "hangup_ms": 400}, {}, 1.5, False),
            ({}, {}, 0.4, True),
            ({}, {}, RING_SECONDS + 1, False),
        ])
        for phone, will in zip(phones(self.index), (first, second)):
            self.telnyx.ask("POST", "far-ends", {"to": address(phone), **will})
        return seconds * (0.5 + self.chance.random()), caller_leaves

    def leave(self, leg):
        with suppress(urllib.error.HTTPError):  # It may be over.
            self.telnyx.act(leg, "hangup")


def talk(lane):
    """One more call, whose phones answer: both talk, and the caller hangs up."""
    caller = f"+1777{lane.index:02}{len(lane.calls):05}"
    for phone in phones(lane.index):
        lane.telnyx.ask("POST", "far-ends", {"to": address(phone), "answer_ms": 50})
    leg = lane.calls[caller] = lane.telnyx.call_in(number(lane.index), caller)
    is_bridged = lambda one: one["call_control_id"] == leg and one["state"] == "bridged"
    until(lambda: any(map(is_bridged, lane.telnyx.legs("incoming"))), "they do not talk", WHOLE)
    lane.leave(leg)


def is_quiet(telnyx):
    """Conversations and messages are ended; ringing legs are not: the exchange has to end those by itself."""
    legs = telnyx.legs()
    for leg in legs:
        if leg["direction"] == "incoming" and (leg["state"] == "bridged" or leg["is_recorded"]):
            with suppress(urllib.error.HTTPError):
                telnyx.act(leg["call_control_id"], "hangup")
    return all(leg["state"] == "over" for leg in legs)


def ask(exchange, path, authorization=f"Bearer {TOKEN}"):
    request = urllib.request.Request(
        f"http://127.0.0.1:{exchange.port}{path}", headers={"Authorization": authorization})
    with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
        return json.load(reply)


def history(exchange):
    calls, cursor = [], ""
    # on purpose: each answer is another page
    while cursor is not None:
        page = ask(exchange, f"/api/calls?limit=100{cursor and '&cursor=' + cursor}")
        calls += page["calls"]
        cursor = page.get("next_cursor")
    return calls


def messages(exchange):
    """The content of all mailboxes: each message's sound by its call. A call that left two is there twice."""
    found = []
    for lane in range(LANES):
        phone = phones(lane)[0]
        basic = base64.b64encode(f"{phone}:{phone}-secret-word".encode()).decode()
        found += ask(exchange, "/api/voicemail", f"Basic {basic}")["messages"]
    return sorted((message["call_session_id"], message["sound"]) for message in found)


def kill_again_and_again(exchange, end):
    """Seconds from each new start until a call may come in."""
    chance, recoveries = random.Random(5), []
    while time.monotonic() < end:
        # on purpose: the test varies the moment of the death
        time.sleep(0.2 + chance.random() * 1.3)
        exchange.die()
        begun = time.monotonic()
        exchange.start()
        assert ask(exchange, "/healthz")["status"] == "ok"
        recoveries.append(time.monotonic() - begun)
    return recoveries


def test_killed_without_end_under_calls_it_loses_none_and_each_comes_to_its_end(tmp_path):
    telnyx = Telnyx(tmp_path)
    exchange = Exchange(tmp_path, configuration(telnyx), port=free_port())
    telnyx.tell(exchange)
    is_over = threading.Event()
    lanes = [Lane(index, telnyx, is_over) for index in range(LANES)]
    with ThreadPoolExecutor(LANES) as pool:
        running = [pool.submit(lane.run) for lane in lanes]
        try:
            recoveries = kill_again_and_again(exchange, time.monotonic() + SECONDS)
        finally:
            is_over.set()
        for lane in running:
            lane.result()
    talk(lanes[-1])
    until(lambda: is_quiet(telnyx), "a leg rings or talks forever", WHOLE)
    until(lambda: all(call["state"] == "ended" for call in history(exchange)), "a call has no end", WHOLE)
    callers = {caller for lane in lanes for caller in lane.calls}
    calls = history(exchange)
    known = Counter(call["caller_number"] for call in calls)
    assert callers == set(known), f"lost: {sorted(callers - set(known))[:5]}"
    assert not [caller for caller, count in known.items() if count > 1], "a call was taken twice"
    outcomes = Counter(call["outcome"] for call in calls)
    for call in calls:
        assert len([device for device in call["devices"] if device.get("reason") == "answered"]) <= 1, call
        assert all("reason" in device for device in call["devices"] if device["rang"]), call
    left = sorted(call["call_session_id"] for call in calls if call["outcome"] == "message")
    until(lambda: messages(exchange) == [(call, "ready") for call in left], "a message that was left is not to be heard", WHOLE)
    exchange.stop()
    telnyx.stop()
    print(
        f"{len(callers)} calls, {len(recoveries)} deaths, up again after {statistics.median(recoveries) * 1000:.0f} ms "
        f"(median), {max(recoveries) * 1000:.0f} ms (longest); {dict(outcomes)}")
    assert any(outcome in TALKED for outcome in outcomes)

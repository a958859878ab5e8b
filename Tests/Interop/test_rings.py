"""Calls of the public network when the exchange is killed in the middle: the next one carries out its decisions once.

`CARILLON_WRITES=60` kills it at so many writes of the store instead of the few of `make test`.
"""

import os
import re
import urllib.error
from contextlib import suppress

import pytest

from carrier import TOKEN, Telnyx, user
from changes import until
from server import Exchange, can_be_traced, free_port

NUMBER = "+15550100002"
WRITES = int(os.environ.get("CARILLON_WRITES", "8"))


@pytest.fixture
def telnyx(tmp_path):
    standin = Telnyx(tmp_path)
    yield standin
    standin.stop()


@pytest.fixture
def exchange(tmp_path, telnyx):
    configuration = (
        f"users:\n{user('alice', ['alice1', 'alice2'])}"
        f"api-tokens: [{{name: test, token: {TOKEN}}}]\n" + telnyx.section([f"number: '{NUMBER}', users: [alice]"]))
    exchange = Exchange(tmp_path, configuration, port=free_port())
    telnyx.tell(exchange)
    yield exchange
    exchange.stop()


def test_killed_while_it_dials_every_phone_is_dialed_once(exchange, telnyx):
    # Telnyx carries out the commands and its replies are late: the exchange dies without having heard one.
    telnyx.ask("POST", "faults", {"kind": "delay", "ms": 400, "count": 2, "path": "/v2/calls"})
    telnyx.call_in(NUMBER)
    until(lambda: len(telnyx.legs("outgoing")) == 2, "two legs")
    exchange.die()
    exchange.start()
    first = telnyx.legs("outgoing")[0]
    telnyx.act(first["call_control_id"], "answer")
    until(lambda: any(leg["state"] == "bridged" for leg in telnyx.legs("outgoing")), "the call goes on")
    until(lambda: sum(leg["state"] == "over" for leg in telnyx.legs("outgoing")) == 1, "the other phone is silent")
    assert len(telnyx.legs("outgoing")) == 2, "no phone was dialed twice"


def test_killed_between_the_claim_and_the_bridge_the_call_is_bridged(exchange, telnyx):
    telnyx.call_in(NUMBER)
    rung = until(lambda: len(telnyx.legs("outgoing")) == 2 and telnyx.legs("outgoing"), "two legs")
    for command in ["answer", "bridge"]:
        telnyx.ask("POST", "faults", {"kind": "refuse", "status": 503, "count": 0, "path": f"actions/{command}"})
    telnyx.act(rung[0]["call_control_id"], "answer")
    until(lambda: telnyx.ask("GET", "news")["total"] >= 4, "the answer was told")
    exchange.die()
    telnyx.ask("DELETE", "faults")
    exchange.start()
    until(lambda: telnyx.legs("incoming")[0]["state"] == "bridged", "caller and winner talk")
    states = {leg["call_control_id"]: leg["state"] for leg in telnyx.legs("outgoing")}
    assert states[rung[0]["call_control_id"]] == "bridged"


def test_killed_again_and_again_every_call_comes_to_its_end(exchange, telnyx):
    for _ in range(5):
        telnyx.call_in(NUMBER)
        exchange.die()
        exchange.start()
    callers = until(lambda: len(telnyx.legs("incoming")) == 5 and telnyx.legs("incoming"), "five callers")
    for caller in callers:
        telnyx.act(caller["call_control_id"], "hangup")
    until(lambda: all(leg["state"] == "over" for leg in telnyx.legs()), "no leg rings forever")


@pytest.mark.skipif(not can_be_traced(), reason="nothing may be traced here")
def test_killed_at_a_write_of_its_store_the_call_goes_on_and_is_taken_once(exchange, telnyx):
    deaths = 0
    for number in range(1, WRITES + 1):
        exchange.kill_at("pwrite64", number)
        before = len(telnyx.legs())
        caller = telnyx.call_in(NUMBER)
        dead = lambda: exchange.process.poll() is not None
        with suppress(AssertionError):
            until(lambda: dead() or answer_one(telnyx, before), "a leg or a death")
            until(lambda: dead() or state(telnyx, caller) == "bridged", "a bridge or a death")
        deaths += dead()
        exchange.die()
        exchange.start()

        def they_talk():
            answer_one(telnyx, before)
            return state(telnyx, caller) == "bridged"

        until(they_talk, "caller and winner talk")
        rung = [leg["state"] for leg in telnyx.legs()[before:] if leg["direction"] == "outgoing"]
        assert rung.count("bridged") == 1, rung
        telnyx.act(caller, "hangup")
        until(lambda: all(leg["state"] == "over" for leg in telnyx.legs()), "no leg rings or talks forever")
    print(f"{WRITES} calls, {deaths} of them with a death at a write")
    assert deaths > WRITES / 2


@pytest.mark.skipif(not can_be_traced(), reason="nothing may be traced here")
def test_no_device_is_rung_before_the_disk_has_the_call(exchange, telnyx):
    calls = exchange.follow("fdatasync", "write", "writev")
    telnyx.call_in(NUMBER)
    until(lambda: len(telnyx.legs("outgoing")) == 2, "two legs")
    before, *dials = calls().split("POST /v2/calls")
    assert dials and re.search(r"fdatasync.* = 0", before), "a call and its dials are synced before one is sent"


def state(telnyx, name):
    return next(leg["state"] for leg in telnyx.legs() if leg["call_control_id"] == name)


def answer_one(telnyx, before):
    """Has a phone that rings answer, if none has."""
    rung = [leg for leg in telnyx.legs()[before:] if leg["direction"] == "outgoing"]
    ringing = [leg for leg in rung if leg["state"] == "waiting"]
    if not ringing or any(leg["state"] in ("answered", "bridged") for leg in rung):
        return False
    with suppress(urllib.error.HTTPError):  # It may just have been taken back.
        telnyx.act(ringing[0]["call_control_id"], "answer")
    return True

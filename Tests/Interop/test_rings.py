"""Calls of the public network when the exchange is killed in the middle: what it had decided is done once by the next."""

import pytest

from carrier import TOKEN, Telnyx, until, user
from server import Exchange, free_port

NUMBER = "+15550100002"


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


def test_killed_while_it_dials_every_phone_is_dialled_once(exchange, telnyx):
    # Telnyx does what it is asked and its replies are late: the exchange dies without having heard one.
    telnyx.ask("POST", "faults", {"kind": "delay", "ms": 400, "count": 2, "path": "/v2/calls"})
    telnyx.call_in(NUMBER)
    until(lambda: len(telnyx.legs("outgoing")) == 2, "two legs")
    exchange.die()
    exchange.start()
    first = telnyx.legs("outgoing")[0]
    telnyx.act(first["call_control_id"], "answer")
    until(lambda: any(leg["state"] == "bridged" for leg in telnyx.legs("outgoing")), "the call goes on")
    until(lambda: sum(leg["state"] == "over" for leg in telnyx.legs("outgoing")) == 1, "the other phone is silent")
    assert len(telnyx.legs("outgoing")) == 2, "no phone was dialled twice"


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
    until(lambda: all(leg["state"] == "over" for leg in telnyx.legs()), "nobody rings for ever")

"""Calls of the public network when the exchange is killed in the middle: what it had decided is done once by the next."""

import signal
import socket
import subprocess
import time

import pytest

from phone import CARILLON
from standin import Standin

TOKEN = "0123456789abcdef0123456789abcdef"
NUMBER = "+15550100002"
PHONES = ["alice1", "alice2"]


class Exchange:
    """`carillon serve` on one port and one database, as often as it is killed."""

    def __init__(self, folder, telnyx):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        devices = "".join(
            f"      - {{name: {name}, login: {name}, password: {name}-secret-word, "
            f"telnyx-address: 'sip:{name}@sip.telnyx.com'}}\n" for name in PHONES)
        self.configuration = folder / "exchange.yaml"
        self.configuration.write_text(
            f"listen: {{host: 127.0.0.1, port: {self.port}}}\n"
            f"database: {folder / 'exchange.sqlite'}\n"
            f"users:\n  - name: alice\n    devices:\n{devices}"
            f"api-tokens:\n  - {{name: test, token: {TOKEN}}}\n"
            f"telnyx:\n  api-key: {telnyx.facts['api_key']}\n  public-key: '{telnyx.facts['public_key']}'\n"
            f"  connection-id: '{telnyx.facts['connection_id']}'\n  from: '+15550100009'\n"
            f"  address: http://127.0.0.1:{telnyx.facts['port']}/v2\n"
            f"  numbers:\n    - {{number: '{NUMBER}', users: [alice]}}\n")
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [CARILLON, "serve", "--config", str(self.configuration)], stdout=subprocess.PIPE, text=True)
        assert any("listening" in line for line in self.process.stdout), "the exchange did not come up"

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)
        self.process.stdout.close()

    def stop(self):
        self.process.terminate()
        assert self.process.wait(20) == 0, "the exchange did not drain"
        self.process.stdout.close()

    @property
    def webhook(self):
        return f"http://127.0.0.1:{self.port}/webhooks/telnyx"


def until(look, what):
    limit = time.monotonic() + 30
    while time.monotonic() < limit:
        found = look()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(what)


def legs(telnyx, direction=None):
    found = telnyx.ask("GET", "legs")["legs"]
    return [leg for leg in found if direction in (None, leg["direction"])]


@pytest.fixture
def telnyx(tmp_path):
    standin = Standin("telnyx", tmp_path, "--plain")
    yield standin
    standin.stop()


@pytest.fixture
def exchange(tmp_path, telnyx):
    exchange = Exchange(tmp_path, telnyx)
    telnyx.ask("POST", "webhook", {"url": exchange.webhook})
    yield exchange
    exchange.stop()


def test_killed_while_it_dials_every_phone_is_dialled_once(exchange, telnyx):
    # Telnyx does what it is asked and its replies are late: the exchange dies without having heard one.
    telnyx.ask("POST", "faults", {"kind": "delay", "ms": 400, "count": 2, "path": "/v2/calls"})
    telnyx.ask("POST", "calls", {"from": "+15550100001", "to": NUMBER})
    until(lambda: len(legs(telnyx, "outgoing")) == 2, "two legs")
    exchange.kill()
    exchange.start()
    first = legs(telnyx, "outgoing")[0]
    telnyx.ask("POST", f"legs/{first['call_control_id']}/answer")
    until(lambda: any(leg["state"] == "bridged" for leg in legs(telnyx, "outgoing")), "the call goes on")
    until(lambda: sum(leg["state"] == "over" for leg in legs(telnyx, "outgoing")) == 1, "the other phone is silent")
    assert len(legs(telnyx, "outgoing")) == 2, "no phone was dialled twice"


def test_killed_between_the_claim_and_the_bridge_the_call_is_bridged(exchange, telnyx):
    telnyx.ask("POST", "calls", {"from": "+15550100001", "to": NUMBER})
    rung = until(lambda: len(legs(telnyx, "outgoing")) == 2 and legs(telnyx, "outgoing"), "two legs")
    for command in ["answer", "bridge"]:
        telnyx.ask("POST", "faults", {"kind": "refuse", "status": 503, "count": 0, "path": f"actions/{command}"})
    telnyx.ask("POST", f"legs/{rung[0]['call_control_id']}/answer")
    until(lambda: telnyx.ask("GET", "news")["total"] >= 4, "the answer was told")
    exchange.kill()
    telnyx.ask("DELETE", "faults")
    exchange.start()
    until(lambda: legs(telnyx, "incoming")[0]["state"] == "bridged", "caller and winner talk")
    states = {leg["call_control_id"]: leg["state"] for leg in legs(telnyx, "outgoing")}
    assert states[rung[0]["call_control_id"]] == "bridged"


def test_killed_again_and_again_every_call_comes_to_its_end(exchange, telnyx):
    for _ in range(5):
        telnyx.ask("POST", "calls", {"from": "+15550100001", "to": NUMBER})
        exchange.kill()
        exchange.start()
    callers = until(lambda: len(legs(telnyx, "incoming")) == 5 and legs(telnyx, "incoming"), "five callers")
    for caller in callers:
        telnyx.ask("POST", f"legs/{caller['call_control_id']}/hangup")
    until(lambda: all(leg["state"] == "over" for leg in legs(telnyx)), "nobody rings for ever")

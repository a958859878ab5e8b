"""What signals do to a running exchange, and reading its file again, through a real process."""

import asyncio
import json
import signal

import pytest
from patience import PATIENCE
from server import Exchange
from verto import VertoClient

FILE = "log-level: info\nlog-format: json\nusers:\n"
ALICE = "  - {name: alice, password: secret-of-alice}\n"
BOB = "  - {name: bob, password: secret-of-bob}\n"
HARMLESS = [
    signal.SIGUSR1, signal.SIGUSR2, signal.SIGPIPE, signal.SIGALRM, signal.SIGVTALRM, signal.SIGPROF, signal.SIGIO,
    signal.SIGXFSZ, signal.SIGRTMIN, signal.SIGRTMAX]
STOPPING = [signal.SIGTERM, signal.SIGINT, signal.SIGQUIT, signal.SIGPWR, signal.SIGXCPU]


async def logged_in(exchange, user):
    client = await VertoClient.connect(f"ws://127.0.0.1:{exchange.port}/")
    await client.login(user, f"secret-of-{user}")
    return client


async def told(exchange, words):
    """The first line of the log with those words, as soon as it is written. Every line is one JSON object."""
    tail = await asyncio.create_subprocess_exec(
        "tail", "-n", "+1", "-f", str(exchange.log), stdout=asyncio.subprocess.PIPE)
    try:
        while True:
            line = json.loads(await asyncio.wait_for(tail.stdout.readline(), PATIENCE))
            if words in line["message"]:
                return line
    finally:
        tail.kill()
        await tail.wait()


@pytest.mark.parametrize("number", STOPPING, ids=lambda number: number.name)
def test_M5_a_signal_that_stops_drains_first(tmp_path, number):
    exchange = Exchange(tmp_path, FILE + ALICE)

    async def run():
        client = await logged_in(exchange, "alice")
        exchange.process.send_signal(number)
        await asyncio.wait_for(client.socket.wait_closed(), PATIENCE)
        return client.socket.close_code

    assert asyncio.run(run()) == 1001
    assert exchange.process.wait(PATIENCE) == 0


def test_M5_no_other_signal_ends_it(tmp_path):
    exchange = Exchange(tmp_path, FILE + ALICE)

    async def run():
        client = await logged_in(exchange, "alice")
        for number in HARMLESS:
            exchange.process.send_signal(number)
            await client.request("verto.ping")

    asyncio.run(run())
    exchange.stop()


def test_M5_hanging_up_reads_the_file_again_and_a_bad_one_changes_nothing(tmp_path):
    exchange = Exchange(tmp_path, FILE + ALICE)

    async def run():
        alice = await logged_in(exchange, "alice")
        exchange.file.write_text(FILE + ALICE + BOB)
        exchange.process.send_signal(signal.SIGHUP)
        await told(exchange, "holds from now on")
        await logged_in(exchange, "bob")
        exchange.file.write_text(FILE + "  - {name: alice, password: a}\n")
        exchange.process.send_signal(signal.SIGHUP)
        complaint = await told(exchange, "NOT changed")
        assert complaint["level"] == "error" and "line 4" in complaint["message"]
        await logged_in(exchange, "bob")
        await alice.request("verto.ping")

    asyncio.run(run())
    exchange.stop()

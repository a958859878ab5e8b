"""An exchange of our own for each test, on the address other people's media stacks can use."""

import os
import shutil
import subprocess
from contextlib import contextmanager

import pytest

from patience import PATIENCE
from server import Exchange, serving
from spaces import missing

TOKEN = "interoperability-token"
PASSWORDS = {"peer": "peer-secret-7c1f", "phone": "phone-secret-52ab"}


def pytest_collection_modifyitems(items):
    if os.environ.get("CARILLON_TEST_ADDRESS"):
        return
    for item in items:
        if "address" not in item.fixturenames:
            continue
        item.add_marker(pytest.mark.skip(reason="no right to make a network namespace, which outside media stacks need"))


@pytest.fixture(autouse=True)
def no_exchange_is_left():
    """Of a test that failed too none goes on."""
    yield
    while Exchange.started:
        exchange = Exchange.started.pop()
        if exchange.process.poll() is None:
            exchange.die()


@pytest.fixture
def address():
    return os.environ["CARILLON_TEST_ADDRESS"]


@pytest.fixture
def exchange(tmp_path):
    """The exchange's WebSocket URL. It listens on loopback; only media uses the namespace's own address."""
    users = "".join(f"  - {{name: {name}, password: {password}}}\n" for name, password in PASSWORDS.items())
    with serving(tmp_path, f"users:\n{users}") as port:
        yield f"ws://127.0.0.1:{port}/"


@pytest.fixture(scope="session")
def networks():
    """For tests in networks of their own, which a machine may not be able to make."""
    lacks = missing()
    if lacks:
        pytest.skip(f"this machine lacks {', '.join(lacks)}")


@pytest.fixture(scope="module")
def chromium():
    """One browser for the tests of a file."""
    if shutil.which("chromium") is None:
        pytest.skip("no chromium")
    from web_phone import Chromium  # Playwright is loaded where a browser is used.

    browser = Chromium()
    yield browser
    browser.stop()


@pytest.fixture(scope="session")
def printed(request):
    """A function that prints rows as a table, past pytest, which keeps to itself what a test that passes prints."""
    capture = request.config.pluginmanager.getplugin("capturemanager")

    def show(rows):
        with capture.global_and_fixture_disabled():
            rows = [[str(cell) for cell in row] for row in rows]
            for row in [rows[0], ["-"] * len(rows[0]), *rows[1:]]:
                print(f"| {' | '.join(row)} |")

    return show


@contextmanager
def turnserver(address, folder, *options):
    """coturn on the namespace's address, port 3478."""
    if shutil.which("turnserver") is None:
        pytest.skip("no turnserver")
    process = subprocess.Popen(
        [
            "turnserver", "-n", "--listening-ip", address, "--relay-ip", address, "--listening-port", "3478", "--no-tls",
            "--no-dtls", "--no-cli", "--realm", "carillon.test", "--allow-loopback-peers", "--log-file",
            str(folder / "turn.log"), "--pidfile", str(folder / "turn.pid"), "--simple-log", *options,
        ],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


@pytest.fixture
def relay(address, tmp_path):
    """A relay with one user, as a URL the phone's `--ice` takes."""
    with turnserver(address, tmp_path, "--lt-cred-mech", "--user", "relay:relay-secret"):
        yield f"turn:relay:relay-secret@{address}:3478"

"""An exchange of our own for each test, on the address other people's media stacks can use."""

import os
import shutil
import subprocess

import pytest

from phone import CARILLON

TOKEN = "interoperability-token"
PASSWORDS = {"peer": "peer-secret-7c1f", "phone": "phone-secret-52ab"}


def pytest_collection_modifyitems(items):
    if os.environ.get("CARILLON_TEST_ADDRESS"):
        return
    for item in items:
        if "address" not in item.fixturenames:
            continue
        item.add_marker(pytest.mark.skip(reason="no right to make a network namespace, which outside media stacks need"))


@pytest.fixture
def address():
    return os.environ["CARILLON_TEST_ADDRESS"]


@pytest.fixture
def exchange(tmp_path):
    """The exchange's WebSocket URL. It listens on loopback; only media uses the namespace's own address."""
    users = "".join(f"  - {{name: {name}, password: {password}}}\n" for name, password in PASSWORDS.items())
    configuration = tmp_path / "exchange.yaml"
    configuration.write_text(f"users:\n{users}")
    process = subprocess.Popen(
        [CARILLON, "serve", "--config", str(configuration), "--port", "0", "--database", str(tmp_path / "exchange.sqlite")],
        stdout=subprocess.PIPE, text=True)
    for line in process.stdout:
        if "127.0.0.1:" in line:
            port = int("".join(filter(str.isdigit, line.split("127.0.0.1:")[1].split()[0].split("/")[0])))
            break
    else:
        raise RuntimeError("the exchange did not come up")
    yield f"ws://127.0.0.1:{port}/"
    process.terminate()
    assert process.wait(20) == 0, "the exchange did not drain"


@pytest.fixture
def relay(address, tmp_path):
    """coturn on the namespace's address, as a URL the phone's `--ice` takes."""
    if shutil.which("turnserver") is None:
        pytest.skip("no turnserver")
    log = tmp_path / "turn.log"
    process = subprocess.Popen(
        [
            "turnserver", "-n", "--listening-ip", address, "--relay-ip", address, "--listening-port", "3478", "--no-tls",
            "--no-dtls", "--no-cli", "--lt-cred-mech", "--user", "relay:relay-secret", "--realm", "carillon.test",
            "--allow-loopback-peers", "--log-file", str(log), "--pidfile", str(tmp_path / "turn.pid"), "--simple-log",
        ],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    yield f"turn:relay:relay-secret@{address}:3478"
    process.terminate()
    process.wait(10)

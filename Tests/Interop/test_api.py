"""The HTTP API against its own OpenAPI document, by schemathesis: what is said there is so, and nothing else."""

import json
import socket
import subprocess
import urllib.request
from pathlib import Path

import pytest

from phone import CARILLON
from server import serving

TOKEN = "schemathesis-operator-token"
PASSWORD = "alice-secret-91d2"
# What would end the session the others are tried with; refusing it without one is tried in the operator's run.
ENDING = ["logOut", "refreshSession", "deleteAccount", "removeOwnDevice", "switchOrganization"]


@pytest.fixture
def api(tmp_path):
    configuration = (
        f"users: [{{name: alice, password: {PASSWORD}}}, {{name: bob, password: bob-secret-5f}}]\n"
        f"api-tokens: [{{name: test, token: {TOKEN}}}]\n"
        # The crowd is the test; limits have tests of their own.
        "limits: {api-requests-per-minute: 1000000, api-requests-per-minute-of-address: 1000000,"
        " failed-logins-per-minute: 1000000}\n")
    with serving(tmp_path, configuration) as port:
        yield f"http://127.0.0.1:{port}"


def ask(url, body=None, token=None, method=None):
    headers = {"Content-Type": "application/json"} if body is not None else {}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = json.dumps(body).encode() if body is not None else None
    with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method), timeout=10) as reply:
        text = reply.read()
        return json.loads(text) if text else None


def log_in(api, installation="schemathesis-1"):
    device = {"installation": installation, "platform": "other", "name": "Schemathesis"}
    return ask(f"{api}/api/auth/login", {"login": "alice", "password": PASSWORD, "device": device})


def schemathesis(api, token, tmp_path, examples, exclude=()):
    command = [
        str(Path(__file__).parents[2] / ".venv/bin/schemathesis"),
        "--config-file", str(Path(__file__).parent / "schemathesis.toml"), "run",
        f"{api}/api/openapi.json", "--header", f"Authorization: Bearer {token}", "--max-examples", str(examples),
        "--phases", "examples,coverage,fuzzing", "--seed", "7", "--request-timeout", "10", "--no-color",
        # Two threads that parse Python at once fail at times (CPython issue 106905).
        "--workers", "1",
    ]
    for operation in exclude:
        command += ["--exclude-operation-id", operation]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, cwd=tmp_path)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    return done.stdout


def test_the_document_is_openapi_31(api):
    document = ask(f"{api}/api/openapi.json")
    assert document["openapi"].startswith("3.1.")
    assert "/api/device-tokens" in document["paths"]


def test_an_operator_finds_everything_as_the_document_says(api, tmp_path):
    print(schemathesis(api, TOKEN, tmp_path, 15))


def test_a_session_finds_everything_as_the_document_says(api, tmp_path):
    session = log_in(api)
    print(schemathesis(api, session["access_token"], tmp_path, 15, exclude=ENDING))


def test_a_request_under_way_is_answered_before_the_exchange_stops(tmp_path):
    process = subprocess.Popen(
        [CARILLON, "serve", "--user", f"alice:{PASSWORD}", "--port", "0"], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True)
    port = int(process.stdout.readline().split("127.0.0.1:")[1].split(",")[0].split()[0])
    device = {"installation": "installation-1", "platform": "other", "name": "Slow"}
    body = json.dumps({"login": "alice", "password": PASSWORD, "device": device}).encode()
    head = f"POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        line.sendall(head.encode() + f"Content-Length: {len(body)}\r\n\r\n".encode() + body[:10])
        # Another request answered means that the first one's beginning was read before.
        ask(f"http://127.0.0.1:{port}/healthz")
        process.terminate()
        while "stopping" not in process.stderr.readline():
            pass
        line.sendall(body[10:])
        reply = b""
        while chunk := line.recv(65536):
            reply += chunk
    assert reply.startswith(b"HTTP/1.1 200"), reply[:200]
    assert process.wait(20) == 0

"""The HTTP API against its own OpenAPI document, by schemathesis: its statements are true, and complete."""

import json
import socket
import subprocess
from pathlib import Path

from changes import until
from patience import PATIENCE, WHOLE
from server import Exchange
from world import ENDING, PASSWORD, TOKEN, api, ask, log_in_registered, things, world  # noqa: F401

# What would take away what the others are tried on.
REMOVING = ["deleteOrganization", "deleteRecording", "deleteMessage", "removeMember"]


def schemathesis(api, token, tmp_path, examples, exclude=(), things=None):
    """things: values for parts of paths, by their names; else they are made up."""
    rules = tmp_path / "schemathesis.toml"
    parameters = "".join(f'"path.{name}" = "{value}"\n' for name, value in (things or {}).items())
    fixed = (Path(__file__).parent / "schemathesis.toml").read_text()
    rules.write_text(f"{fixed}\n[parameters]\n{parameters}")
    command = [
        str(Path(__file__).parents[2] / ".venv/bin/schemathesis"), "--config-file", str(rules), "run",
        f"{api}/api/openapi.json", "--header", f"Authorization: Bearer {token}", "--max-examples", str(examples),
        "--phases", "examples,coverage,fuzzing", "--seed", "7", "--request-timeout", str(PATIENCE), "--no-color",
        "--workers", "1",
    ]
    for operation in exclude:
        command += ["--exclude-operation-id", operation]
    done = subprocess.run(command, capture_output=True, text=True, timeout=2 * WHOLE, cwd=tmp_path)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    return done.stdout


def test_the_document_is_openapi_31(api):
    document = ask(f"{api}/api/openapi.json")
    assert document["openapi"].startswith("3.1.")
    assert "/api/device-tokens" in document["paths"]


def test_an_operator_finds_everything_as_the_document_says(api, tmp_path):
    print(schemathesis(api, TOKEN, tmp_path, 15))


def test_a_session_finds_everything_as_the_document_says(api, tmp_path):
    session = log_in_registered(api)
    print(schemathesis(api, session["access_token"], tmp_path, 15, exclude=ENDING))


def test_an_operator_finds_what_there_is_as_the_document_says(api, things, tmp_path):
    print(schemathesis(api, TOKEN, tmp_path, 15, exclude=REMOVING, things=things))


def test_a_session_finds_what_there_is_as_the_document_says(api, things, tmp_path):
    session = log_in_registered(api)
    token = {"token": "00" * 32, "kind": "apns_voip", "environment": "production", "topic": "com.example.phone.voip"}
    ask(f"{api}/api/device-tokens", {"tokens": [token]}, session["access_token"])
    print(schemathesis(api, session["access_token"], tmp_path, 15, exclude=ENDING + REMOVING, things=things))


def test_a_request_under_way_is_answered_before_the_exchange_stops(tmp_path):
    exchange = Exchange(tmp_path, f"users:\n  - {{name: alice, password: {PASSWORD}}}\n")
    device = {"installation": "installation-1", "platform": "other", "name": "Slow"}
    body = json.dumps({"login": "alice", "password": PASSWORD, "device": device}).encode()
    head = f"POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", exchange.port), timeout=60) as line:
        line.sendall(head.encode() + f"Content-Length: {len(body)}\r\n\r\n".encode() + body[:10])
        # Another request answered means that the first one's beginning was read before.
        ask(f"http://127.0.0.1:{exchange.port}/healthz")
        exchange.process.terminate()
        until(lambda: "stopping" in exchange.log.read_text(), "it stops")
        line.sendall(body[10:])
        reply = b""
        while chunk := line.recv(65536):
            reply += chunk
    assert reply.startswith(b"HTTP/1.1 200"), reply[:200]
    assert exchange.process.wait(PATIENCE) == 0
    exchange.die()

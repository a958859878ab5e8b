"""Requests that clients name by `Idempotency-Key`, while the exchange is killed with `kill -9`, at any time and at every write or sync of
its store: done once, answered alike.

`CARILLON_DEATHS=200` asks for that many deaths instead of the few of `make test`.
"""

import http.client
import json
import os
import random
import sqlite3
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from server import Exchange, can_be_traced, killed_at

DEATHS = int(os.environ.get("CARILLON_DEATHS", "20"))
TOKEN = "named-requests-operator-token"
PASSWORD = "alice-secret-91d2"
CONFIGURATION = (
    f"users: [{{name: alice, password: {PASSWORD}}}]\n"
    f"api-tokens: [{{name: test, token: {TOKEN}}}]\n"
    "limits: {api-requests-per-minute: 1000000, api-requests-per-minute-of-address: 1000000}\n")


def ask(exchange, path, token, body=None, key=None, method=None):
    """Status and text of the answer; nothing when the exchange died over it."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    if key:
        headers["Idempotency-Key"] = key
    line = http.client.HTTPConnection("127.0.0.1", exchange.port, timeout=60)
    try:
        line.request(method or ("POST" if body else "GET"), path, json.dumps(body) if body else None, headers)
        reply = line.getresponse()
        return reply.status, reply.read().decode()
    except (OSError, http.client.HTTPException):
        return None
    finally:
        line.close()


def wishes(number, session):
    """The requests of one life: path, token, body, key; and where to look whether each was carried out."""
    user, organization = f"user{number}", f"org{number}"
    return [
        ("/api/users", TOKEN, {"name": user, "password": "secret-of-it"}, f"user-key-{number:04}",
         f"/api/users/{user}"),
        ("/api/organizations", TOKEN, {"id": organization, "name": organization},
         f"organization-key-{number:04}", f"/api/organizations/{organization}"),
        ("/api/voip/credentials", session, {"organization_id": "home"}, f"credential-key-{number:04}", None),
    ]


def credentials(exchange, session):
    listed = json.loads(ask(exchange, "/api/voip/credentials", session)[1])["credentials"]
    return {credential["sip_username"] for credential in listed}


def at_any_time(exchange, chance, crowd, asked, number):
    answers = [crowd.submit(ask, exchange, *wish[:4]) for wish in asked]
    # on purpose: the test varies the moment of the death
    time.sleep(chance.random() * 0.012)
    exchange.die()
    return [answer.result() for answer in answers]


def at_a_write(exchange, chance, crowd, asked, number):
    """It dies at the write or sync of that number, the start's own among them; where it makes fewer, afterwards."""
    exchange.die()
    call = ["pwrite64", "fdatasync"][number % 2]
    try:
        exchange.start(*killed_at(call, number // 2 + 1))
        told = [answer.result() for answer in [crowd.submit(ask, exchange, *wish[:4]) for wish in asked]]
    except RuntimeError:
        told = [None for _ in asked]
    exchange.die()
    return told


@pytest.mark.parametrize("die", [at_any_time, at_a_write])
def test_what_was_asked_for_under_a_key_is_done_once_however_the_exchange_dies_over_it(tmp_path, die):
    if die is at_a_write and not can_be_traced():
        pytest.skip("nothing may be traced here")
    exchange, chance, tally = Exchange(tmp_path, CONFIGURATION), random.Random(11), Counter()
    device = {"installation": "named-requests-1", "platform": "other", "name": "Test"}
    logged_in = ask(exchange, "/api/auth/login", "", {"login": "alice", "password": PASSWORD, "device": device})
    session = json.loads(logged_in[1])["access_token"]
    home = ask(exchange, "/api/organizations", TOKEN, {"id": "home", "name": "Home", "owner": "alice"})
    assert home[0] == 201, home
    for number in range(DEATHS):
        asked = wishes(number, session)
        with ThreadPoolExecutor(len(asked)) as crowd:
            told = die(exchange, chance, crowd, asked, number)
        exchange.start()
        for (path, token, body, key, place), first in zip(asked, told):
            was_done = place is not None and ask(exchange, place, TOKEN)[0] == 200
            again = ask(exchange, path, token, body, key)
            assert again[0] == 201, f"{path}: {again} after {first}, done: {was_done}"
            assert first in (None, again), f"{path} was answered in two ways: {first} and {again}"
            assert ask(exchange, path, token, body, key) == again
            tally["answered" if first else "done, and not answered" if was_done else "not known to be done"] += 1
        issued = json.loads(again[1])["sip_username"]
        assert credentials(exchange, session) == {issued}, "a credential was issued twice, or not at all"
        # Four of a device work at once; of more the oldest would be gone.
        assert ask(exchange, f"/api/voip/credentials/{issued}", session, method="DELETE")[0] == 204
    print(f"{DEATHS} deaths {die.__name__} over {sum(tally.values())} requests: {dict(tally)}")
    exchange.stop()
    with sqlite3.connect(exchange.database) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_device_that_could_not_be_stored_is_not_there(tmp_path):
    exchange = Exchange(tmp_path, CONFIGURATION)
    assert ask(exchange, "/api/users", TOKEN, {"name": "carol", "password": "secret-of-it"})[0] == 201

    def rename(old, new):
        database = sqlite3.connect(exchange.database)
        database.execute(f"ALTER TABLE {old} RENAME TO {new}")
        database.close()

    def devices():
        return json.loads(ask(exchange, "/api/users/carol", TOKEN)[1])["devices"]

    wish = ("/api/users/carol/devices", TOKEN, {"name": "tablet", "password": "secret-of-it"}, "device-key-0001")
    rename("device", "device_away")
    assert ask(exchange, *wish)[0] == 500
    rename("device_away", "device")
    assert devices() == []
    assert ask(exchange, *wish)[0] == 201
    assert ask(exchange, *wish)[0] == 201
    assert [device["name"] for device in devices()] == ["tablet"]
    rename("device", "device_away")
    assert ask(exchange, "/api/users/carol/devices/tablet", TOKEN, method="DELETE")[0] == 500
    rename("device_away", "device")
    assert [device["name"] for device in devices()] == ["tablet"]
    exchange.stop()


def test_what_was_done_is_answered_alike_though_something_failed_after_it_was_stored(tmp_path):
    exchange = Exchange(tmp_path, CONFIGURATION)
    device = {"installation": "named-requests-1", "platform": "other", "name": "Test"}
    logged_in = ask(exchange, "/api/auth/login", "", {"login": "alice", "password": PASSWORD, "device": device})
    session = json.loads(logged_in[1])["access_token"]
    wish = ("/api/organizations", session, {"name": "Acme"}, "organization-key-0001")

    def rename(old, new):
        database = sqlite3.connect(exchange.database)
        database.execute(f"ALTER TABLE {old} RENAME TO {new}")
        database.close()

    # What the exchange looks at once the organisation is there.
    rename("push_token", "push_token_away")
    first = ask(exchange, *wish)
    rename("push_token_away", "push_token")
    again = ask(exchange, *wish)
    assert first[0] == 201 and again == first, f"{first}, then {again}"
    organizations = json.loads(ask(exchange, "/api/organizations", session)[1])["organizations"]
    assert len(organizations) == 1, organizations
    entries = json.loads(ask(exchange, "/api/audit", TOKEN)[1])["entries"]
    assert [entry["action"] for entry in entries].count("createOrganization") == 1
    exchange.stop()

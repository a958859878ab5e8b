"""A message that was left over the gateway, while the exchange cannot store it and dies."""

import base64
import json
import sqlite3
import threading
import urllib.request

import pytest

from changes import until
from patience import PATIENCE
from server import Exchange, free_port
from speaker import CONFIGURATION, NUMBER, OWNER, SECRETS, USERS, Speaker

TOKEN = "gateway-messages-operator-token"
REFUSE = "CREATE TRIGGER no_message BEFORE INSERT ON voicemail BEGIN SELECT RAISE(ABORT, 'refused'); END"
ALLOW = "DROP TRIGGER no_message"
"""Whether messages can be stored. Everything else can."""


class Mortal(Exchange):
    def __init__(self, folder):
        self.deaths = []
        super().__init__(
            folder, f"log-level: info\n{CONFIGURATION}users:\n{USERS}api-tokens: [{{name: test, token: {TOKEN}}}]\n"
            "limits: {api-requests-per-minute: 1000000}\n", port=free_port())

    def change(self, statement):
        """Behind its back."""
        database = sqlite3.connect(self.database)
        database.execute(statement)
        database.close()

    def ask(self, path, authorization):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers={"Authorization": authorization})
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
            return json.load(reply)

    def heard(self):
        basic = base64.b64encode(f"{OWNER}:{SECRETS[OWNER]}".encode()).decode()
        return {one["call_session_id"] for one in self.ask("/api/voicemail", f"Basic {basic}")["messages"]}

    def ended(self):
        calls = self.ask("/api/calls?limit=100", f"Bearer {TOKEN}")["calls"]
        return {call["call_session_id"] for call in calls if call["state"] == "ended"}


def left(exchange, target):
    """The call in which a message was left that is not stored yet."""
    call = until(lambda: Speaker(exchange, threading.Event(), [target]).leave(5), "no message was left")
    until(lambda: f"call {call}: a message that was left cannot be stored now" in exchange.log.read_text(), "it was stored")
    return call


def test_H1_a_message_that_waits_to_be_stored_is_alarmed_if_the_exchange_dies(tmp_path):
    exchange = Mortal(tmp_path)
    exchange.change(REFUSE)
    call = left(exchange, OWNER)
    until(lambda: call in exchange.ended(), "the call has no end")
    exchange.die()
    exchange.change(ALLOW)
    exchange.start()
    try:
        until(lambda: f"call {call}: messageFailed" in exchange.log.read_text(), "neither a message nor an alarm is there")
    finally:
        exchange.stop()


@pytest.mark.parametrize("target", [OWNER, NUMBER])
def test_H1_a_message_that_waits_to_be_stored_is_heard_once_it_can_be(tmp_path, target):
    exchange = Mortal(tmp_path)
    exchange.change(REFUSE)
    call = left(exchange, target)
    exchange.change(ALLOW)
    until(lambda: call in exchange.heard(), "it is gone")
    exchange.stop()

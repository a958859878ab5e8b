"""Is the stand-in for FCM fair? Google's own client of the service talks to it and believes it."""

import json

import pytest
import requests

from patience import PATIENCE
from standin import Standin

DEVICE = "fcm-registration-token-of-a-phone"


@pytest.fixture
def fcm(tmp_path):
    standin = Standin("fcm", tmp_path, "--device", DEVICE)
    yield standin
    standin.stop()


@pytest.fixture
def firebase(fcm, monkeypatch):
    """firebase-admin as it is; only its HTTP session leads to the stand-in, and `token_uri` is the account file's."""
    firebase_admin = pytest.importorskip("firebase_admin")
    from firebase_admin import credentials, messaging

    monkeypatch.setenv("REQUESTS_CA_BUNDLE", fcm.ca_file)

    class Here(requests.adapters.HTTPAdapter):
        def send(self, request, **options):
            request.url = request.url.replace("https://fcm.googleapis.com", f"https://localhost:{fcm.port}")
            return super().send(request, **options)

    app = firebase_admin.initialize_app(credentials.Certificate(fcm.account_file))
    service = messaging._get_messaging_service(app)
    retries = service._client.session.adapters["https://fcm.googleapis.com"].max_retries
    service._client.session.mount("https://fcm.googleapis.com", Here(max_retries=retries))
    yield messaging
    firebase_admin.delete_app(app)


def message(messaging, token=DEVICE, data=None, **android):
    android = {"priority": "high", "ttl": 0, "direct_boot_ok": True, **android}
    return messaging.Message(
        token=token, data=data or {"session": "s1"}, android=messaging.AndroidConfig(**android))


def test_firebase_admin_sends_a_call(fcm, firebase):
    name = firebase.send(message(firebase))
    assert name.startswith("projects/standin-project/messages/")
    received = fcm.ask("GET", "received")
    assert received["total"] == 1
    taken = received["messages"][0]
    assert taken["name"] == name and taken["device"] == DEVICE
    assert taken["data"] == {"session": "s1"} and taken["urgent"] and taken["expiration_ms"] == 0


def test_firebase_admin_only_checks(fcm, firebase):
    assert firebase.send(message(firebase), dry_run=True).endswith("/fake_message_id")
    assert fcm.ask("GET", "received")["total"] == 0


def test_firebase_admin_is_told_each_reason(fcm, firebase):
    from firebase_admin import exceptions

    with pytest.raises(exceptions.InvalidArgumentError):
        firebase.send(message(firebase, token="never seen"))
    fcm.ask("POST", "devices", {"token": "elsewhere", "project": "another-project"})
    with pytest.raises(firebase.SenderIdMismatchError):
        firebase.send(message(firebase, token="elsewhere"))
    with pytest.raises(exceptions.InvalidArgumentError, match="google.x"):
        firebase.send(message(firebase, data={"google.x": "1"}))
    with pytest.raises(exceptions.InvalidArgumentError, match="too big"):
        firebase.send(message(firebase, data={"x": "y" * 4_100}))
    fcm.ask("POST", f"devices/{DEVICE}", {})
    with pytest.raises(firebase.UnregisteredError):
        firebase.send(message(firebase))


def test_firebase_admin_tries_again_and_gets_new_tokens(fcm, firebase):
    firebase.send(message(firebase))
    fcm.ask("POST", "faults", {"kind": "cut", "processed": False, "path": "messages:send"})
    firebase.send(message(firebase))
    fcm.ask("POST", "revoke")
    firebase.send(message(firebase))
    assert fcm.ask("GET", "received")["total"] == 3


def bare(fcm, body, token):
    return requests.post(
        f"https://localhost:{fcm.port}/v1/projects/standin-project/messages:send", json=body, verify=fcm.ca_file,
        headers={"authorization": f"Bearer {token}"}, timeout=60)


def test_an_old_token_and_misspelt_keys_are_refused(fcm, firebase):
    firebase.send(message(firebase))
    import firebase_admin

    token = firebase_admin.get_app().credential.get_credential().token
    assert bare(fcm, {"message": {"token": DEVICE}}, token).status_code == 200
    for body in [
        {"message": {"token": DEVICE, "dat": {}}},
        {"message": {"token": DEVICE, "data": {"n": 1}}},
        {"message": {"token": DEVICE, "android": {"priority": "URGENT"}}},
        {"message": {"token": DEVICE, "android": {"ttl": "30"}}},
        {"message": {"token": DEVICE, "topic": "x"}},
        {},
    ]:
        reply = bare(fcm, body, token)
        assert reply.status_code == 400
        detail = reply.json()["error"]["details"][0]
        assert detail["@type"] == "type.googleapis.com/google.rpc.BadRequest" and detail["fieldViolations"]
    fcm.ask("POST", "faults", {"kind": "refuse", "status": 429, "path": "messages:send"})
    reply = bare(fcm, {"message": {"token": DEVICE}}, token)
    assert reply.status_code == 429 and reply.headers["retry-after"] == "12"
    assert reply.json()["error"]["details"][0]["errorCode"] == "QUOTA_EXCEEDED"
    fcm.ask("POST", "clock", {"advance_ms": 3_600_000})
    assert bare(fcm, {"message": {"token": DEVICE}}, token).status_code == 401


@pytest.mark.parametrize("change, error", [
    ({"iss": "someone@else"}, "invalid_grant"), ({"aud": "https://else.where"}, "invalid_grant"),
    ({"scope": "https://www.googleapis.com/auth/drive"}, "invalid_scope"), ({"exp": 7_200}, "invalid_grant"),
    ({"iat": 900}, "invalid_grant"), ({}, None),
])
def test_an_assertion_is_looked_at_closely(fcm, change, error):
    import time

    import jwt

    account = json.load(open(fcm.account_file))
    now = int(time.time())
    claims = {
        "iss": account["client_email"], "aud": account["token_uri"], "iat": now, "exp": now + 3_600,
        "scope": "https://www.googleapis.com/auth/firebase.messaging",
    }
    claims.update({key: now + value if isinstance(value, int) else value for key, value in change.items()})
    assertion = jwt.encode(claims, account["private_key"], "RS256", headers={"kid": account["private_key_id"]})
    reply = requests.post(account["token_uri"], verify=fcm.ca_file, timeout=PATIENCE, data={
        "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion": assertion})
    assert reply.json().get("error") == error
    assert reply.status_code == (400 if error else 200)

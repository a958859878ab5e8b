"""An exchange with everything it can be configured to work with, and a client of its API."""

import json
import urllib.error
import urllib.request

import pytest

from carrier import Telnyx, address, user
from changes import until
from patience import PATIENCE
from server import serving
from standin import Standin

TOKEN = "schemathesis-operator-token"
PASSWORD = "alice-secret-91d2"
# What would end the session that asks; refusing it without one is tried in an operator's runs.
ENDING = ["logOut", "refreshSession", "deleteAccount", "removeOwnDevice", "switchOrganization"]
NUMBER = "+15550100002"
PHONES = ["alice1", "alice2"]


class World:
    """Everything the exchange can be configured to work with, in the place of each party its stand-in."""

    def __init__(self, folder):
        self.telnyx = Telnyx(folder)
        self.apple = Standin("apple", folder, "--quiet", "--client", "com.example.phone")
        self.apns = Standin("apns", folder / "apns", "--quiet", "--topic", "com.example.phone.voip")
        self.fcm = Standin("fcm", folder / "fcm", "--quiet")

    @property
    def configuration(self):
        apple, apns, fcm = self.apple, self.apns, self.fcm
        return (
            f"users:\n{user('alice', PHONES, password=PASSWORD)}  - {{name: bob, password: bob-secret-5f}}\n"
            f"api-tokens: [{{name: test, token: {TOKEN}}}]\n"
            # The crowd is the test; limits have tests of their own.
            "limits: {api-requests-per-minute: 1000000, api-requests-per-minute-of-address: 1000000,"
            " failed-logins-per-minute: 1000000}\n"
            "broadcast-apps: [{id: '1', key: carillon, secret: made-by-a-machine}]\n"
            f"apple: {{clients: [com.example.phone], team: {apple.team_id}, key: {apple.key_id},"
            f" private-key: {apple.key_file}, url: 'https://localhost:{apple.port}', authorities: {apple.ca_file}}}\n"
            "push:\n"
            f"  apns:\n    - {{team: {apns.team_id}, key-id: {apns.key_id}, key-file: {apns.key_file},"
            f" topics: [com.example.phone.voip], host: localhost, port: {apns.port},"
            f" trusted-certificates: {apns.ca_file}}}\n"
            f"  fcm:\n    - {{service-account-file: {fcm.account_file}, address: 'https://localhost:{fcm.port}',"
            f" token-address: 'https://localhost:{fcm.port}/token', trusted-certificates: {fcm.ca_file}}}\n"
            + self.telnyx.section(
                [f"number: '{NUMBER}', users: [alice], organization: home, ring-seconds: 120,"
                 " record-conversations: true, consent: given"],
                "credential-connection-id: '1000000000000000002'"))

    def stop(self):
        for party in [self.telnyx, self.apple, self.apns, self.fcm]:
            party.stop()


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    world = World(tmp_path_factory.mktemp("stand-ins"))
    yield world
    world.stop()


@pytest.fixture
def api(tmp_path, world):
    """An exchange with an organisation that has two members."""
    with serving(tmp_path, world.configuration) as port:
        url = f"http://127.0.0.1:{port}"
        ask(f"{url}/api/organizations", {"id": "home", "name": "Home", "owner": "alice"}, TOKEN)
        ask(f"{url}/api/organizations/home/members/bob", {"role": "member"}, TOKEN, "PUT")
        world.telnyx.ask("POST", "webhook", {"url": f"{url}/webhooks/telnyx"})
        yield url


@pytest.fixture
def things(api, world):
    """What there is by now, by the names the document has for it: calls, one recorded, and a message."""
    telnyx = world.telnyx
    will(telnyx, {})
    before = len(telnyx.legs("outgoing"))
    talk = telnyx.call_in(NUMBER)
    rung = until(lambda: telnyx.legs("outgoing")[before:], "a phone rings")
    telnyx.act(rung[0]["call_control_id"], "answer")
    until(lambda: leg(telnyx, talk)["state"] == "bridged", "they talk")
    telnyx.act(talk, "hangup")
    will(telnyx, {"decline_ms": 50})
    missed = telnyx.call_in(NUMBER)
    until(lambda: leg(telnyx, missed)["is_recorded"], "a message is left")
    telnyx.ask("POST", "clock", {"advance_ms": 5000})
    telnyx.act(missed, "hangup")

    token = log_in(api, "things-phone")["access_token"]

    def found(path, key):
        return lambda: [one for one in ask(f"{api}{path}", token=token)[key] if one.get("sound", "ready") == "ready"]

    recording = until(found("/api/recordings", "recordings"), "a recording")[0]
    message = until(found("/api/voicemail", "messages"), "a message")[0]
    return {
        "session": recording["call_session_id"], "recording": recording["id"], "message": message["id"],
        "organization": "home", "user": "bob", "name": "bob"}


def will(telnyx, action):
    """What each phone does from now on when it rings."""
    for phone in PHONES:
        telnyx.ask("POST", "far-ends", {"to": address(phone), **action})


def leg(telnyx, name):
    return next(leg for leg in telnyx.legs() if leg["call_control_id"] == name)


def ask(url, body=None, token=None, method=None):
    headers = {"Content-Type": "application/json"} if body is not None else {}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = json.dumps(body).encode() if body is not None else None
    with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method), timeout=PATIENCE) as reply:
        text = reply.read()
        return json.loads(text) if text else None


def log_in(api, installation="schemathesis-1"):
    device = {"installation": installation, "platform": "other", "name": "Schemathesis"}
    return ask(f"{api}/api/auth/login", {"login": "alice", "password": PASSWORD, "device": device})


def log_in_registered(api):
    """A session whose device is in its organisation and has its credential at Telnyx."""
    session = log_in(api)
    ask(f"{api}/api/voip/switch-org", {"target_organization_id": "home"}, session["access_token"])

    def has_token():
        try:
            return ask(f"{api}/api/voip/carrier-token", {}, session["access_token"])
        except urllib.error.HTTPError as error:
            assert error.code == 503, error
            return None

    until(has_token, "the device's credential")
    return session

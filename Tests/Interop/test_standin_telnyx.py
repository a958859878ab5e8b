"""Is the stand-in for Telnyx fair? Telnyx's own SDK commands it and verifies its webhooks, and Telnyx's own document,
where it is at hand (CARILLON_TELNYX_SCHEMA), finds no fault in its messages."""

import base64
import http.server
import importlib.util
import json
import os
import threading
import time
import urllib.error
import urllib.request
import wave

import numpy
import pytest

from audio import level
from patience import PATIENCE
from standin import Standin

PHONE = "sip:one@sip.telnyx.com"
OTHER = "sip:two@sip.telnyx.com"


class Server:
    """Takes webhooks as our server would: keeps the raw bytes, answers as the test sets."""

    def __init__(self):
        self.taken, self.answers, self.news = [], [], threading.Condition()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                with outer.news:
                    outer.taken.append((dict(self.headers), body))
                    status = outer.answers.pop(0) if outer.answers else 200
                    outer.news.notify_all()
                self.send_response(status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}/webhooks"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def events(self):
        return [json.loads(body)["data"] for _, body in self.taken]

    def wait(self, *kinds):
        """The events of these kinds, one each, once all are there."""
        limit = time.monotonic() + PATIENCE
        with self.news:
            while True:
                found = []
                left = self.events()
                for kind in kinds:
                    one = next((event for event in left if event["event_type"] == kind), None)
                    if one:
                        left.remove(one)
                        found.append(one)
                if len(found) == len(kinds):
                    return found
                assert self.news.wait(max(limit - time.monotonic(), 0.001)), [e["event_type"] for e in self.events()]


@pytest.fixture
def server():
    server = Server()
    yield server
    server.http.shutdown()


@pytest.fixture
def telnyx(tmp_path, server, request):
    scale = getattr(request, "param", 1)
    standin = Standin("telnyx", tmp_path, "--plain", "--webhook", server.url, "--clock-scale", str(scale))
    yield standin
    standin.stop()


@pytest.fixture
def client(telnyx):
    sdk = pytest.importorskip("telnyx")
    return sdk.Telnyx(api_key=telnyx.api_key, base_url=f"http://127.0.0.1:{telnyx.port}/v2", max_retries=0)


def call_in(telnyx):
    return telnyx.ask("POST", "calls", {"from": "+15550100001", "to": "+15550100002"})["call_control_id"]


def dial(telnyx, client, to, parent, **more):
    return client.calls.dial(
        connection_id=telnyx.connection_id, to=to, from_="+15550100001", link_to=parent, timeout_secs=20, **more).data


def state(text):
    return base64.b64encode(text.encode()).decode()


def test_the_sdk_answers_dials_bridges_and_hangs_up(telnyx, client, server):
    telnyx.ask("POST", "far-ends", {"to": PHONE, "answer_ms": 50})
    parent = call_in(telnyx)
    first = server.wait("call.initiated")[0]["payload"]
    assert first["call_control_id"] == parent and (first["direction"], first["state"]) == ("incoming", "parked")
    leg = dial(telnyx, client, PHONE, parent, client_state=state("leg one"), command_id="d1")
    assert leg.is_alive is False and leg.call_session_id == first["call_session_id"]
    again = dial(telnyx, client, PHONE, parent, client_state=state("leg one"), command_id="d1")
    assert again.call_control_id == leg.call_control_id, "the same command within a minute is done once"
    answered = server.wait("call.answered")[0]["payload"]
    assert base64.b64decode(answered["client_state"]) == b"leg one"
    assert client.calls.actions.answer(parent).data.result == "ok"
    client.calls.actions.bridge(parent, call_control_id_to_bridge_with=leg.call_control_id, prevent_double_bridge=True)
    bridged = server.wait("call.bridged", "call.bridged")
    assert {event["payload"]["call_control_id"] for event in bridged} == {parent, leg.call_control_id}
    assert client.calls.retrieve_status(parent).data.is_alive
    client.calls.actions.hangup(leg.call_control_id)
    ended = server.wait("call.hangup", "call.hangup")
    assert {event["payload"]["hangup_cause"] for event in ended} == {"normal_clearing"}
    assert not client.calls.retrieve_status(parent).data.is_alive
    assert len({event["id"] for event in server.events()}) == len(server.events())


def test_the_sdk_verifies_every_webhook(telnyx, server):
    from telnyx.lib.webhook_verification import WebhookVerificationError, verify_webhook_signature

    call_in(telnyx)
    server.wait("call.initiated")
    headers, body = server.taken[0]
    verify_webhook_signature(body.decode(), headers, telnyx.public_key)
    with pytest.raises(WebhookVerificationError):
        verify_webhook_signature(body.decode().replace("incoming", "outgoing"), headers, telnyx.public_key)


def test_an_unaccepted_webhook_is_sent_again_with_the_same_identity(telnyx, server):
    server.answers = [500, 503]
    call_in(telnyx)
    limit = time.monotonic() + PATIENCE
    with server.news:
        while len(server.taken) < 3:
            assert server.news.wait(max(limit - time.monotonic(), 0.001))
    assert len({event["id"] for event in server.events()}) == 1
    assert [json.loads(body)["meta"]["attempt"] for _, body in server.taken] == [1, 2, 3]


def test_the_sdk_is_told_what_is_wrong(telnyx, client, server):
    import telnyx as sdk

    def code(action):
        with pytest.raises(sdk.APIStatusError) as told:
            action()
        return told.value.status_code, told.value.body["errors"][0]["code"]

    parent = call_in(telnyx)
    assert code(lambda: client.calls.actions.speak(parent, payload="x", voice="female")) == (422, "90034")
    assert code(lambda: client.calls.actions.hangup("v3:unknown")) == (422, "90015")
    assert code(lambda: dial(telnyx, client, "5550100", parent)) == (422, "10016")
    assert code(lambda: dial(telnyx, client, PHONE, parent, extra_body={"timeout_sec": 1})) == (422, "10015")
    assert code(lambda: dial(telnyx, client, PHONE, parent, time_limit_secs=5)) == (422, "10033")
    assert code(lambda: client.calls.actions.reject(parent, cause="BUSY")) == (422, "10032")
    client.calls.actions.reject(parent, cause="USER_BUSY")
    assert code(lambda: client.calls.actions.hangup(parent)) == (422, "90018")
    assert server.wait("call.hangup")[0]["payload"]["hangup_cause"] == "user_busy"
    stranger = sdk.Telnyx(api_key="KEYWRONG", base_url=f"http://127.0.0.1:{telnyx.port}/v2", max_retries=0)
    assert code(lambda: stranger.calls.actions.hangup(parent))[0] == 401


# Five seconds of the stand-in are minutes, however long a busy machine takes for so many dials.
@pytest.mark.parametrize("telnyx", [0.01], indirect=True)
def test_dials_are_limited_and_a_passing_refusal_passes(telnyx, client, server):
    import telnyx as sdk

    parent = call_in(telnyx)
    for _ in range(150):
        dial(telnyx, client, PHONE, parent)
    with pytest.raises(sdk.RateLimitError) as told:
        dial(telnyx, client, PHONE, parent)
    assert told.value.body["errors"][0]["code"] == "90103"
    telnyx.ask("POST", "clock", {"advance_ms": 5_001})
    telnyx.ask("POST", "far-ends", {"to": OTHER, "answer_ms": 0})
    leg = dial(telnyx, client, OTHER, parent)
    client.calls.actions.answer(parent)
    telnyx.ask("POST", "switches", {"passing_bridge_refusals": 1})
    with pytest.raises(sdk.UnprocessableEntityError):
        client.calls.actions.bridge(parent, call_control_id_to_bridge_with=leg.call_control_id)
    client.calls.actions.bridge(parent, call_control_id_to_bridge_with=leg.call_control_id)


def test_a_lost_answer_of_a_dial_leaves_the_leg_and_the_sdk_may_ask_again(telnyx, client, server):
    import telnyx as sdk

    parent = call_in(telnyx)
    telnyx.ask("POST", "faults", {"kind": "cut", "path": "/calls"})
    with pytest.raises(sdk.APIConnectionError):
        dial(telnyx, client, PHONE, parent, command_id="d2")
    leg = dial(telnyx, client, PHONE, parent, command_id="d2")
    legs = [leg["call_control_id"] for leg in telnyx.ask("GET", "legs")["legs"]]
    assert legs == [parent, leg.call_control_id]


def test_credentials_and_their_tokens(telnyx, client):
    made = client.telephony_credentials.create(connection_id=telnyx.connection_id, name="org:user:device").data
    assert made.sip_username.startswith("gencred") and made.sip_password
    token = client.telephony_credentials.create_token(made.id)
    import jwt

    claims = jwt.decode(token, options={"verify_signature": False})
    assert claims["aud"] == "telnyx_telephony" and 86_000 < claims["exp"] - claims["iat"] <= 86_400
    client.telephony_credentials.delete(made.id)
    assert client.telephony_credentials.list().data == []


def test_a_dial_reaches_a_credential_until_it_is_deleted(telnyx, client, server):
    sdk = pytest.importorskip("telnyx")
    made = client.telephony_credentials.create(connection_id=telnyx.connection_id, name="phone").data
    address = f"sip:{made.sip_username}@sip.telnyx.com"
    telnyx.ask("POST", "far-ends", {"to": address, "answer_ms": 10})
    parent = call_in(telnyx)
    dial(telnyx, client, address, parent)
    server.wait("call.answered")
    client.telephony_credentials.delete(made.id)
    leg = dial(telnyx, client, address, parent)
    ended = server.wait("call.hangup")[0]["payload"]
    assert (ended["call_control_id"], ended["hangup_cause"]) == (leg.call_control_id, "not_found")
    telnyx.ask("POST", "switches", {"refuses_dead_credentials": True})
    with pytest.raises(sdk.UnprocessableEntityError):
        dial(telnyx, client, address, parent)


def test_digits_are_gathered_tried_again_and_given_up(telnyx, client, server):
    parent = call_in(telnyx)
    client.calls.actions.answer(parent)

    def gather(**more):
        client.calls.actions.gather_using_speak(
            parent, payload="Press 1", voice="female", valid_digits="1", minimum_digits=1, maximum_digits=1, **more)

    counts = iter(range(1, 6))

    def ended():
        payload = server.wait(*["call.gather.ended"] * next(counts))[-1]["payload"]
        return payload["status"], payload["digits"]

    def press(digit):
        telnyx.ask("POST", f"legs/{parent}/dtmf", {"digit": digit})

    gather(maximum_tries=2, client_state=state("x"))
    press("5")
    press("1")
    assert ended() == ("valid", "1")
    gather(maximum_tries=1)
    press("5")
    assert ended() == ("invalid", "5")
    gather(maximum_tries=2, timeout_millis=8_000)
    telnyx.ask("POST", "clock", {"advance_ms": 16_000})
    assert ended() == ("timeout", "")
    gather()
    client.calls.actions.stop_gather(parent)
    assert ended() == ("cancelled", "")
    gather()
    client.calls.actions.hangup(parent)
    assert ended() == ("call_hangup", "")


def test_what_it_sends_is_as_the_document_of_telnyx_says(telnyx, client, server):
    validator = os.path.join(os.environ.get("CARILLON_TELNYX_SCHEMA", ""), "validate.py")
    if not os.path.exists(validator):
        pytest.skip("CARILLON_TELNYX_SCHEMA does not name the folder of Telnyx's document and its validator")
    spec = importlib.util.spec_from_file_location("telnyx_validate", validator)
    document = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(document)
    telnyx.ask("POST", "far-ends", {"to": PHONE, "answer_ms": 0, "hangup_ms": 60_000})
    telnyx.ask("POST", "far-ends", {"to": OTHER, "decline_ms": 0})
    parent = call_in(telnyx)
    leg = dial(telnyx, client, PHONE, parent, client_state=state("x"))
    dial(telnyx, client, OTHER, parent)
    client.calls.actions.answer(parent)
    client.calls.actions.start_recording(parent, format="wav", channels="dual")
    client.calls.actions.start_playback(parent, audio_url="https://example.com/ring.wav")
    client.calls.actions.speak(parent, payload="Hello", voice="female")
    client.calls.actions.bridge(parent, call_control_id_to_bridge_with=leg.call_control_id)
    client.calls.actions.gather(parent, maximum_digits=1)
    telnyx.ask("POST", f"legs/{parent}/dtmf", {"digit": "5"})
    client.calls.actions.stop_playback(parent)
    client.calls.actions.hangup(parent)
    server.wait("call.recording.saved", "call.playback.ended", "call.dtmf.received", "call.hangup", "call.hangup")
    kinds = set()
    for _, body in server.taken:
        webhook = json.loads(body)
        webhook.pop("meta")
        kinds.add(webhook["data"]["event_type"])
        assert document.webhook(webhook) == []
    assert len(kinds) >= 10, kinds


def test_the_sdk_lists_fetches_and_deletes_what_was_recorded(telnyx, client, server):
    parent = call_in(telnyx)
    client.calls.actions.answer(parent)
    client.calls.actions.start_recording(parent, format="wav", channels="single")
    telnyx.ask("POST", "clock", {"advance_ms": 200})
    client.calls.actions.stop_recording(parent)
    told = server.wait("call.recording.saved")[0]["payload"]
    found = client.recordings.list(filter={"call_session_id": told["call_session_id"]}).data
    assert [one.channels for one in found] == ["single"] and found[0].duration_millis >= 200
    assert client.recordings.list(filter={"call_session_id": "another"}).data == []
    for address in (told["recording_urls"]["wav"], found[0].download_urls.wav):
        with urllib.request.urlopen(address) as reply:
            assert reply.read(4) == b"RIFF"
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(address[:-1])
    telnyx.ask("POST", "clock", {"advance_ms": 601_000})
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(told["recording_urls"]["wav"])
    assert client.recordings.retrieve(found[0].id).data.id == found[0].id
    client.recordings.delete(found[0].id)
    assert client.recordings.list(filter={"call_session_id": told["call_session_id"]}).data == []


def test_what_two_parties_said_is_in_the_recording_of_their_bridge(telnyx, client, server, tmp_path):
    telnyx.ask("POST", "far-ends", {"to": "+15550100077", "answer_ms": 50, "tone": 900})
    parent = telnyx.ask("POST", "calls", {"from": "+15550100001", "to": "+15550100002", "tone": 440})["call_control_id"]
    client.calls.actions.answer(parent)
    dial(telnyx, client, "+15550100077", parent, bridge_on_answer=True)
    server.wait("call.bridged", "call.bridged")
    telnyx.ask("POST", f"legs/{parent}/listen")
    client.calls.actions.start_recording(parent, format="wav", channels="dual")
    telnyx.ask("POST", "clock", {"advance_ms": 2_000})
    heard = telnyx.ask("POST", f"legs/{parent}/levels", {"tones": [440, 900]})["levels"]
    assert heard["900"] > 0.25 and heard["440"] < 0.02, "a party hears the other and not itself"
    client.calls.actions.stop_recording(parent)
    address = server.wait("call.recording.saved")[0]["payload"]["recording_urls"]["wav"]
    path = tmp_path / "both.wav"
    path.write_bytes(urllib.request.urlopen(address).read())
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getframerate()) == (2, 8_000)
        words = numpy.frombuffer(file.readframes(file.getnframes()), "<i2") / 32768.0
    said, got = words[0:-1600:2], words[1:-1600:2]
    assert level(said, 440, 8_000) > 0.2 > 0.02 > level(said, 900, 8_000)
    assert level(got, 900, 8_000) > 0.2 > 0.02 > level(got, 440, 8_000)

"""Are the stand-ins fair? Other people's clients of the real services talk to them and believe it."""

import asyncio
import json
import ssl
import time

import pytest

from patience import PATIENCE
from standin import Standin

DEVICE = "a1" * 32
TOPIC = "com.example.phone.voip"


@pytest.fixture
def standin(tmp_path):
    started = []

    def start(party, *options):
        started.append(Standin(party, tmp_path / f"{party}-{len(started)}", *options))
        return started[-1]

    yield start
    for one in started:
        one.stop()


class Apple:
    """aioapns, told only where the service is and whom to trust."""

    def __init__(self, apns, topic=TOPIC, **changed):
        from aioapns.connection import APNsKeyConnectionPool, APNsTLSClientProtocol

        class Protocol(APNsTLSClientProtocol):
            APNS_SERVER = "localhost"
            APNS_PORT = apns.port

        trust = ssl.create_default_context(cafile=apns.ca_file)
        trust.set_alpn_protocols(["h2"])
        key = open(apns.key_file).read()
        options = {"key_id": apns.key_id, "team_id": apns.team_id, **changed}
        self.pool = APNsKeyConnectionPool(
            key=key, topic=topic, ssl_context=trust, max_connections=1, max_connection_attempts=1, **options)
        self.pool.protocol_class = Protocol

    async def push(self, device=DEVICE, message=None, **options):
        from aioapns import NotificationRequest, PushType

        options.setdefault("push_type", PushType.VOIP)
        options.setdefault("priority", 10)
        request = NotificationRequest(device_token=device, message=message or {"session": "s1"}, **options)
        result = await asyncio.wait_for(self.pool.send_notification(request), PATIENCE)
        return result.status, result.description, result


def test_aioapns_pushes_a_call(standin):
    apns = standin("apns", "--device", DEVICE)

    async def go():
        apple = Apple(apns)
        first = await apple.push(notification_id="aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee", time_to_live=30)
        # aioapns follows the announced number of streams, so these need the new SETTINGS.
        more = await asyncio.gather(*(apple.push() for _ in range(40)))
        return first, more

    first, more = asyncio.run(go())
    assert first[0] == "200"
    assert [status for status, _, _ in more] == ["200"] * 40
    received = apns.ask("GET", "received")
    assert received["total"] == 41
    push = received["pushes"][0]
    assert push["id"] == "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"
    assert push["device"] == DEVICE and push["topic"] == TOPIC and push["push_type"] == "voip"
    assert json.loads(push["payload"]) == {"session": "s1"}
    assert push["expiration"] > 0
    assert {push["connection"] for push in received["pushes"]} == {1}


def outcome(apns, device=DEVICE, topic=TOPIC, changed=None, **options):
    async def go():
        return await Apple(apns, topic, **(changed or {})).push(device, **options)

    status, reason, result = asyncio.run(go())
    return status, reason, result.timestamp


def test_aioapns_is_told_each_reason_it_can_reach(standin):
    apns = standin("apns", "--device", DEVICE, "--topic", TOPIC)
    # One client for all, because a token changed so soon would be a reason of its own.
    from aioapns import PushType

    async def go():
        apple = Apple(apns)

        async def reason(*arguments, **options):
            status, description, _ = await apple.push(*arguments, **options)
            return status, description

        return [
            await reason(),
            await reason("b2" * 32),
            await reason("xyz"),
            await reason(apns_topic="com.example.other.voip"),
            await reason(apns_topic="com.example.phone"),
            await reason(apns_topic="not a topic.voip"),
            await reason(push_type=PushType.ALERT),
            await reason(priority=3),
            await reason(time_to_live=-10**10),
            await reason(collapse_key="x" * 65),
            await reason(message={"x": "y" * 5_200}),
        ]

    assert asyncio.run(go()) == [
        ("200", None), ("400", "BadDeviceToken"), ("400", "BadDeviceToken"), ("400", "TopicDisallowed"),
        ("400", "InvalidPushType"), ("400", "BadTopic"), ("400", "InvalidPushType"), ("400", "BadPriority"),
        ("400", "BadExpirationDate"), ("400", "BadCollapseId"), ("413", "PayloadTooLarge"),
    ]


def test_aioapns_learns_when_a_device_went(standin):
    apns = standin("apns", "--device", DEVICE)
    gone = int(time.time() * 1000) - 5_000
    apns.ask("POST", f"devices/{DEVICE}", {"unregistered_at_ms": gone})
    assert outcome(apns) == ("410", "Unregistered", gone)


def test_aioapns_with_another_key_or_an_old_token_is_not_let_in(standin):
    apns = standin("apns", "--device", DEVICE)
    assert outcome(apns, changed={"key_id": "OTHERKEY00"})[:2] == ("403", "InvalidProviderToken")
    assert outcome(apns, changed={"team_id": "OTHERTEAM0"})[:2] == ("403", "InvalidProviderToken")
    apns.ask("POST", "clock", {"advance_ms": 3_700_000})
    assert outcome(apns)[:2] == ("403", "ExpiredProviderToken")


def test_aioapns_sees_the_token_of_one_connection_expire_and_goes_on_with_another(standin):
    apns = standin("apns", "--device", DEVICE)

    async def go():
        apple = Apple(apns)
        told = [await apple.push()]
        apns.ask("POST", "clock", {"advance_ms": 3_610_000})
        told.append(await apple.push())
        return [(status, reason) for status, reason, _ in told]

    assert asyncio.run(go()) == [("200", None), ("403", "ExpiredProviderToken")]


def test_aioapns_meets_faults_on_demand(standin):
    from aioapns.exceptions import MaxAttemptsExceeded

    apns = standin("apns", "--device", DEVICE)
    apns.ask("POST", "faults", {"kind": "refuse", "reason": "ServiceUnavailable"})
    apns.ask("POST", "faults", {"kind": "delay", "ms": 300})
    apns.ask("POST", "faults", {"kind": "cut"})

    async def go():
        apple = Apple(apns)
        refused = await apple.push()
        start = time.monotonic()
        late = await apple.push()
        waited = time.monotonic() - start
        with pytest.raises(MaxAttemptsExceeded):
            await apple.push()
        return refused[:2], late[:2], waited

    refused, late, waited = asyncio.run(go())
    assert refused == ("503", "ServiceUnavailable")
    assert late == ("200", None) and waited >= 0.3
    assert apns.ask("GET", "received")["total"] == 2, "the push before the cut was taken"

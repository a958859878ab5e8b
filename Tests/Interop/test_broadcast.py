"""Pusher's clients, unmodified, at our exchange: pysher and asyncpusher listen, pusher publishes."""

import asyncio
import base64
import hashlib
import hmac
import json
import queue
import time
import urllib.error
import urllib.parse
import urllib.request

import pusher
import pysher
import pytest
import websockets
from asyncpusher.pusher import Pusher as AsyncPusher

from patience import PATIENCE
from server import serving

APP, KEY, SECRET = "7", "278d425bdf160c739803", "7ad3773142a6692b25b8"


@pytest.fixture
def port(tmp_path):
    """An exchange with one application, on loopback."""
    configuration = (
        "users:\n  - {name: alice, password: alice-secret, organization: acme}\n"
        f"broadcast-apps:\n  - {{id: '{APP}', key: '{KEY}', secret: '{SECRET}'}}\n")
    with serving(tmp_path, configuration) as port:
        yield port


@pytest.fixture
def publisher(port):
    return pusher.Pusher(app_id=APP, key=KEY, secret=SECRET, host="127.0.0.1", port=port, ssl=False)


class Listener:
    """pysher on one channel; its events come out of a queue as (event, data)."""

    def __init__(self, port, channel, events, user=None):
        self.heard = queue.Queue()
        self.client = pysher.Pusher(
            KEY, secure=False, custom_host="127.0.0.1", port=port, secret=SECRET, user_data=user)
        self.client.connection.bind("pusher:connection_established", lambda _: self.subscribe(channel, events))
        self.client.connect()
        self.expect("pusher_internal:subscription_succeeded")

    def subscribe(self, name, events):
        channel = self.client.subscribe(name)
        for event in ["pusher_internal:subscription_succeeded", *events]:
            channel.bind(event, lambda data, event=event: self.heard.put((event, data)))

    def expect(self, event):
        heard, data = self.heard.get(timeout=PATIENCE)
        assert heard == event
        return json.loads(data) if data else None


async def hear(channel, event, heard):
    async def put(data):
        await heard.put(data)

    channel.bind(event, put)


def test_pysher_and_asyncpusher_hear_what_pusher_publishes(port, publisher):
    first = Listener(port, "private-a", ["news"])

    async def listen():
        async def authenticate(wish):
            return publisher.authenticate(channel=wish["channel_name"], socket_id=wish["socket_id"])

        client = AsyncPusher(
            KEY, secure=False, custom_host="127.0.0.1", custom_port=port, channel_authenticator=authenticate)
        await client.connect()
        heard = asyncio.Queue()
        channel = await client.subscribe("private-a")
        await hear(channel, "news", heard)
        await hear(channel, "more", heard)
        subscribed = asyncio.Queue()
        await hear(channel, "pusher_internal:subscription_succeeded", subscribed)
        if channel.state != channel.State.SUBSCRIBED:
            await asyncio.wait_for(subscribed.get(), PATIENCE)
        answer = await asyncio.to_thread(publisher.trigger, "private-a", "news", {"n": 1})
        assert answer == {}
        assert await asyncio.wait_for(heard.get(), PATIENCE) in ({"n": 1}, '{"n": 1}')
        batch = [{"channel": "private-a", "name": "more", "data": {"n": n}} for n in range(3)]
        await asyncio.to_thread(publisher.trigger_batch, batch)
        for n in range(3):
            assert await asyncio.wait_for(heard.get(), PATIENCE) in ({"n": n}, f'{{"n": {n}}}')
        await client.disconnect()

    asyncio.run(listen())
    assert first.expect("news") == {"n": 1}
    first.client.disconnect(1)


def test_a_presence_channel_tells_who_comes_and_goes(port, publisher):
    events = ["pusher_internal:member_added", "pusher_internal:member_removed"]
    ann = Listener(port, "presence-room", events, user={"user_id": "ann", "user_info": {"name": "Ann"}})
    bob = Listener(port, "presence-room", events, user={"user_id": "bob", "user_info": {"name": "Bob"}})
    assert ann.expect("pusher_internal:member_added") == {"user_id": "bob", "user_info": {"name": "Bob"}}
    again = Listener(port, "presence-room", events, user={"user_id": "bob"})
    assert publisher.users_info("presence-room") == {"users": [{"id": "ann"}, {"id": "bob"}]}
    assert publisher.channel_info("presence-room", ["user_count", "subscription_count"]) == {
        "occupied": True, "user_count": 2, "subscription_count": 3}
    assert publisher.channels_info("presence-", ["user_count"]) == {"channels": {"presence-room": {"user_count": 2}}}
    bob.client.disconnect(1)
    again.client.disconnect(1)
    assert ann.expect("pusher_internal:member_removed") == {"user_id": "bob"}
    ann.client.disconnect(1)


def test_who_causes_an_event_is_not_told(port, publisher):
    ann = Listener(port, "news", ["x", "y"])
    bob = Listener(port, "news", ["x", "y"])
    publisher.trigger("news", "x", "1", ann.client.connection.socket_id)
    publisher.trigger("news", "y", "2")
    assert bob.expect("x") == 1
    assert bob.expect("y") == 2
    assert ann.expect("y") == 2
    ann.client.disconnect(1)
    bob.client.disconnect(1)


def test_a_wrong_signature_is_refused(port):
    forger = pusher.Pusher(app_id=APP, key=KEY, secret="a-secret-that-is-not-configured", host="127.0.0.1", port=port, ssl=False)
    with pytest.raises(pusher.errors.PusherBadAuth):
        forger.trigger("news", "x", "1")
    listener = pysher.Pusher(KEY, secure=False, custom_host="127.0.0.1", port=port, secret="another-secret")
    errors = queue.Queue()
    listener.connection.bind("pusher:connection_established", lambda _: listener.subscribe("private-a"))
    listener.connection.bind("pusher:error", errors.put)
    listener.connect()
    assert json.loads(errors.get(timeout=PATIENCE))["code"] == 4009
    listener.disconnect(1)


def signed(method, path, body, timestamp):
    query = {
        "auth_key": KEY, "auth_timestamp": str(timestamp), "auth_version": "1.0",
        "body_md5": hashlib.md5(body).hexdigest()}
    text = f"{method}\n{path}\n{urllib.parse.urlencode(sorted(query.items()))}"
    query["auth_signature"] = hmac.new(SECRET.encode(), text.encode(), hashlib.sha256).hexdigest()
    return f"{path}?{urllib.parse.urlencode(query)}"


def status(port, path, body, headers=None):
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data=body, headers=headers or {})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_a_request_overheard_is_of_no_use_later(port):
    body = b'{"name":"x","data":"{}","channel":"news"}'
    now = int(time.time())
    assert status(port, signed("POST", f"/apps/{APP}/events", body, now), body) == (200, {})
    assert status(port, signed("POST", f"/apps/{APP}/events", body, now - 601), body)[0] == 401
    assert status(port, signed("POST", f"/apps/{APP}/events", body, now + 660), body)[0] == 401


def test_who_comes_back_is_given_what_it_missed(port, publisher):
    async def run():
        address = f"ws://127.0.0.1:{port}/app/{KEY}?protocol=7"

        async def listen(socket, since):
            await socket.send(json.dumps({"event": "pusher:subscribe", "data": {"channel": "news", "since": since}}))
            said = []
            while True:
                message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                if message["event"] == "pusher_internal:subscription_succeeded":
                    return said, json.loads(message["data"])
                said.append(message)

        async with websockets.connect(address, open_timeout=PATIENCE) as socket:
            await socket.recv()
            said, news = await listen(socket, 0)
            assert [message["event"] for message in said] == ["carillon:snapshot"]
            version = news["version"]
        for name in ["one", "two"]:
            await asyncio.to_thread(publisher.trigger, "news", name, {"n": name})
        async with websockets.connect(address, open_timeout=PATIENCE) as socket:
            await socket.recv()
            said, news = await listen(socket, version)
            assert [(message["event"], message["version"]) for message in said] == [
                ("one", version + 1), ("two", version + 2)]
            assert news == {"version": version + 2, "replayed": 2}
            await asyncio.to_thread(publisher.trigger, "news", "three", {})
            message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            assert (message["event"], message["version"]) == ("three", version + 3)

    asyncio.run(run())


def test_the_exchange_signs_for_its_own_users(port):
    async def run():
        async with websockets.connect(f"ws://127.0.0.1:{port}/app/{KEY}", open_timeout=PATIENCE) as socket:
            greeting = json.loads(json.loads(await socket.recv())["data"])
            form = urllib.parse.urlencode(
                {"socket_id": greeting["socket_id"], "channel_name": "private-user.alice"}).encode()
            basic = {"Authorization": "Basic " + base64.b64encode(b"alice:alice-secret").decode()}
            code, answer = await asyncio.to_thread(status, port, "/broadcasting/auth", form, basic)
            assert code == 200
            data = {"channel": "private-user.alice", "auth": answer["auth"]}
            await socket.send(json.dumps({"event": "pusher:subscribe", "data": data}))
            message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            assert message["event"] == "pusher_internal:subscription_succeeded"
            other = form.replace(b"alice", b"bob")
            assert (await asyncio.to_thread(status, port, "/broadcasting/auth", other, basic))[0] == 403

    asyncio.run(run())


def test_pysher_is_let_into_its_organisation_by_the_exchange(port, publisher):
    basic = {"Authorization": "Basic " + base64.b64encode(b"alice:alice-secret").decode()}
    client = pysher.Pusher(
        KEY, secure=False, custom_host="127.0.0.1", port=port, auth_endpoint_headers=basic,
        auth_endpoint=f"http://127.0.0.1:{port}/broadcasting/auth")
    heard = queue.Queue()

    def subscribe(_):
        channel = client.subscribe("private-organization.acme")
        for event in ["pusher_internal:subscription_succeeded", "news"]:
            channel.bind(event, lambda data, event=event: heard.put(event))

    client.connection.bind("pusher:connection_established", subscribe)
    client.connect()
    assert heard.get(timeout=PATIENCE) == "pusher_internal:subscription_succeeded"
    publisher.trigger("private-organization.acme", "news", {})
    assert heard.get(timeout=PATIENCE) == "news"
    client.disconnect(1)

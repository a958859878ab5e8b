"""A relay of Debian's coturn takes the credentials that the exchange makes for a device."""

import asyncio
import json
import urllib.request
from base64 import b64encode
from contextlib import contextmanager

import pytest

from conftest import PASSWORDS, turnserver
from patience import PATIENCE, WHOLE
from phone import Phone
from server import serving

SECRET = "relay-and-exchange-secret"
TONES = {"peer": 900, "phone": 440}


def issued(port, login):
    """What the exchange tells a device, as the phone's options."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/voip/ice-servers")
    request.add_header("Authorization", "Basic " + b64encode(f"{login}:{PASSWORDS[login]}".encode()).decode())
    with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
        server = json.load(reply)["ice_servers"][0]
    place = server["urls"][0].removeprefix("turn:")
    return "--ice", f"turn:{server['username']}:{server['credential']}@{place}"


async def talk(port, address, options):
    """Two phones, told apart by their tones, that hear each other through the relay and nothing else."""
    phones = []
    for name, heard in (("peer", "phone"), ("phone", "peer")):
        phones.append(await Phone.start(
            f"ws://127.0.0.1:{port}/", name, PASSWORDS[name], "--trickle", "--play", f"tone:{TONES[name]}",
            "--listen-for", str(TONES[heard]), "--local-address", address, "--relay-only", *options.get(name, ())))
    peer, phone = phones
    await peer.do("dial phone")
    await phone.expect("incoming")
    await phone.do("answer")
    await peer.hears(TONES["phone"])
    await phone.hears(TONES["peer"])
    await phone.expect("quality", local_candidate="relay")
    await peer.do("hang")
    for one in phones:
        await one.stop()


@contextmanager
def exchange_with_relay(address, tmp_path, separator):
    users = "".join(f"  - {{name: {name}, password: {password}}}\n" for name, password in PASSWORDS.items())
    relays = f"  - {{urls: 'turn:{address}:3478', secret: {SECRET}, separator: '{separator}'}}\n"
    secret = ("--use-auth-secret", "--static-auth-secret", SECRET, "--rest-api-separator", separator)
    with turnserver(address, tmp_path, *secret), serving(tmp_path, f"users:\n{users}ice-servers:\n{relays}") as port:
        yield port


@pytest.mark.parametrize("separator", [":", "."])
def test_phones_that_know_no_relay_are_told_of_one_when_they_log_in(address, tmp_path, separator):
    with exchange_with_relay(address, tmp_path, separator) as port:
        asyncio.run(asyncio.wait_for(talk(port, address, {}), WHOLE))


def test_credentials_of_the_api_open_the_relay_each_for_its_device(address, tmp_path):
    with exchange_with_relay(address, tmp_path, ":") as port:
        options = {name: issued(port, name) for name in TONES}
        assert options["peer"] != options["phone"]
        asyncio.run(asyncio.wait_for(talk(port, address, options), WHOLE))

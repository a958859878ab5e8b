"""A relay of Debian's coturn takes the credentials that the exchange makes for a device."""

import asyncio
import json
import urllib.request
from base64 import b64encode

import pytest

from conftest import PASSWORDS, turnserver
from phone import Phone
from server import serving

SECRET = "relay-and-exchange-secret"
TONES = {"peer": 900, "phone": 440}


def issued(port, login):
    """What the exchange tells a device, as the phone's options."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/voip/ice-servers")
    request.add_header("Authorization", "Basic " + b64encode(f"{login}:{PASSWORDS[login]}".encode()).decode())
    with urllib.request.urlopen(request, timeout=5) as reply:
        server = json.load(reply)["ice_servers"][0]
    place = server["urls"][0].removeprefix("turn:")
    return "--relay-only", "--ice", f"turn:{server['username']}:{server['credential']}@{place}"


@pytest.mark.parametrize("separator", [":", "."])
def test_two_phones_talk_through_a_relay_with_credentials_of_their_own(address, tmp_path, separator):
    users = "".join(f"  - {{name: {name}, password: {password}}}\n" for name, password in PASSWORDS.items())
    relays = f"  - {{urls: 'turn:{address}:3478', secret: {SECRET}, separator: '{separator}'}}\n"

    async def scenario(port):
        options = {name: issued(port, name) for name in TONES}
        assert options["peer"] != options["phone"]
        phones = []
        for name, heard in (("peer", "phone"), ("phone", "peer")):
            phones.append(await Phone.start(
                f"ws://127.0.0.1:{port}/", name, PASSWORDS[name], "--trickle", "--play", f"tone:{TONES[name]}",
                "--listen-for", str(TONES[heard]), "--local-address", address, *options[name]))
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

    secret = ("--use-auth-secret", "--static-auth-secret", SECRET, "--rest-api-separator", separator)
    with turnserver(address, tmp_path, *secret), serving(tmp_path, f"users:\n{users}ice-servers:\n{relays}") as port:
        asyncio.run(asyncio.wait_for(scenario(port), 60))

"""aiortc and wrtc (libwebrtc) speak the FreeSWITCH dialect to the exchange and talk to a Carillon phone."""

import asyncio

import aiortc
import pytest
import webrtc.aiortc

from conftest import PASSWORDS
from peer import Peer
from phone import Phone
from verto import VertoClient, VertoError

STACKS = [pytest.param(aiortc, id="aiortc"), pytest.param(webrtc.aiortc, id="wrtc")]
PEER_TONE, PHONE_TONE = 700, 440


def run(scenario):
    asyncio.run(asyncio.wait_for(scenario, 90))


async def parties(stack, exchange, address):
    phone = await Phone.start(
        exchange, "phone", PASSWORDS["phone"], "--play", f"tone:{PHONE_TONE}", "--listen-for", str(PEER_TONE),
        "--local-address", address)
    peer = await Peer.registered(stack, exchange, "peer", PASSWORDS["peer"], PEER_TONE)
    return peer, phone


async def talk(peer, phone):
    await phone.hears(PEER_TONE)
    await peer.meter.hears(PHONE_TONE)


async def hold_from_both_sides(peer, phone):
    assert (await peer.modify("hold"))["holdState"] == "held"
    await peer.meter.loses(PHONE_TONE)
    assert (await peer.modify("unhold"))["holdState"] == "active"
    await peer.meter.hears(PHONE_TONE)
    await phone.do("hold")
    # The peer knows nothing of it and plays on: it is the phone that neither speaks nor listens.
    await phone.loses(PEER_TONE)
    await peer.meter.loses(PHONE_TONE)
    await phone.do("resume")
    await talk(peer, phone)


@pytest.mark.parametrize("stack", STACKS)
def test_the_peer_calls_the_phone(stack, exchange, address):
    async def scenario():
        peer, phone = await parties(stack, exchange, address)
        calling = asyncio.ensure_future(peer.call("phone"))
        await phone.expect("incoming", **{"from": "peer"})
        await phone.do("answer")
        await calling
        await talk(peer, phone)
        await hold_from_both_sides(peer, phone)
        assert (await peer.digits("19#"))["message"] == "SENT"
        assert await phone.digits(3) == "19#"
        ended = await peer.hang_up()
        assert ended["message"] == "CALL ENDED"
        assert (await phone.expect("ended"))["cause"] == "NORMAL_CLEARING"
        with pytest.raises(VertoError, match="-32002"):
            await peer.hang_up()
        await peer.close()
        await phone.stop()

    run(scenario())


@pytest.mark.parametrize("stack", STACKS)
def test_the_phone_calls_the_peer(stack, exchange, address):
    async def scenario():
        peer, phone = await parties(stack, exchange, address)
        await phone.do("dial peer")
        await peer.answer()
        await talk(peer, phone)
        await phone.do("mute")
        await peer.meter.loses(PHONE_TONE)
        await phone.do("unmute")
        await peer.meter.hears(PHONE_TONE)
        await phone.do("hang")
        bye = await peer.client.expect("verto.bye")
        assert bye["cause"] == "NORMAL_CLEARING" and bye["causeCode"] == 16
        await peer.close()
        await phone.stop()

    run(scenario())


def test_the_phone_sends_digits_that_a_peer_without_tones_still_gets(exchange, address):
    """aiortc negotiates no telephone-event, so the digits go through signalling."""

    async def scenario():
        peer, phone = await parties(aiortc, exchange, address)
        await phone.do("dial peer")
        await peer.answer()
        await talk(peer, phone)
        await phone.do("digits 42")
        received = (await peer.client.expect("verto.info"))["dtmf"]
        while len(received) < 2:
            received += (await peer.client.expect("verto.info"))["dtmf"]
        assert received == "42"
        await phone.stop()
        await peer.client.expect("verto.bye")
        await peer.close()

    run(scenario())


def test_digits_travel_with_the_media_both_ways(exchange, address):
    """libwebrtc sends telephone events (RFC 4733), and plays those it receives as the tones they stand for."""

    async def scenario():
        peer, phone = await parties(webrtc.aiortc, exchange, address)
        await phone.do("dial peer")
        await peer.answer()
        await talk(peer, phone)
        peer.send_tones("15#")
        assert await phone.digits(3) == "15#"
        # Digits that travel so leave the sound as it was.
        await talk(peer, phone)
        await phone.do("mute")
        await peer.meter.loses(PHONE_TONE)
        for digit, (low, high) in {"1": (697, 1209), "5": (770, 1336), "#": (941, 1477)}.items():
            await asyncio.gather(phone.do(f"digits {digit}"), peer.meter.hears_both(low, high))
        await phone.do("hang")
        await peer.client.expect("verto.bye")
        with pytest.raises(AssertionError, match="no verto.info"):
            await peer.client.expect("verto.info", limit=0)
        await peer.close()
        await phone.stop()

    run(scenario())


def test_the_dialect_is_freeswitchs_to_the_letter(exchange):
    """What the classic clients rely on, without any media."""

    async def scenario():
        client = await VertoClient.connect(exchange)
        for number in (2, 1):
            with pytest.raises(VertoError, match="-32000"):
                await client.request("login")
        with pytest.raises(VertoError, match="-32001"):
            await client.request("login", login="peer", passwd="wrong")
        with pytest.raises(VertoError, match="-32000"):
            await client.request("verto.invite", sdp="v=0")
        ready = await client.login("peer@example.test", PASSWORDS["peer"])
        assert ready["reattached_sessions"] == []
        assert (await client.request("verto.ping"))["message"] == "PONG"
        with pytest.raises(VertoError, match="-32601"):
            await client.request("verto.nonsense")
        with pytest.raises(VertoError, match="-32002"):
            await client.request("verto.bye", dialogParams=client.dialog("nobody-knows-it"))
        result = await client.request("verto.invite", sdp="not a description", dialogParams=client.dialog("call-1", "phone"))
        assert result["message"] == "CALL CREATED" and result["sessid"] == client.session
        assert (await client.expect("verto.bye"))["causeCode"] == 88
        await client.close()

    run(scenario())

"""aiortc and wrtc (libwebrtc) speak the FreeSWITCH dialect to the exchange and talk to a Carillon phone."""

import asyncio
import os

import aiortc
import pytest
import webrtc.aiortc

from audio import loudest_level, write_tone
from conftest import PASSWORDS
from patience import WHOLE
from peer import Peer
from phone import Phone
from verto import VertoClient, VertoError

STACKS = [pytest.param(aiortc, id="aiortc"), pytest.param(webrtc.aiortc, id="wrtc")]
PEER_TONE, PHONE_TONE = 700, 440
# What a peer sounds on another connection, so that the one before cannot be taken for it.
OTHER_TONE = 950


def run(scenario):
    asyncio.run(asyncio.wait_for(scenario, WHOLE))


async def parties(stack, exchange, address):
    phone = await Phone.start(
        exchange, "phone", PASSWORDS["phone"], "--play", f"tone:{PHONE_TONE}", "--listen-for", str(PEER_TONE),
        "--listen-for", str(OTHER_TONE), "--local-address", address)
    peer = await Peer.registered(stack, exchange, "peer", PASSWORDS["peer"], PEER_TONE)
    return peer, phone


async def talk(peer, phone):
    await phone.hears(peer.frequency)
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


async def call_each_other(peer, phone, caller):
    if caller == "peer":
        calling = asyncio.ensure_future(peer.call("phone"))
        await phone.expect("incoming", **{"from": "peer"})
        await phone.do("answer")
        await calling
    else:
        await phone.do("dial peer")
        await peer.answer()
    await talk(peer, phone)


@pytest.mark.parametrize("before", ["left open", "closed"])
@pytest.mark.parametrize("caller", ["peer", "phone"])
@pytest.mark.parametrize("stack", STACKS)
def test_a_peer_that_comes_back_with_another_connection_is_heard_again(stack, caller, before, exchange, address):
    """A page loaded anew, a restarted client: the session is the same, the peer connection is not."""

    async def scenario():
        peer, phone = await parties(stack, exchange, address)
        await call_each_other(peer, phone, caller)
        for tone in (OTHER_TONE, PEER_TONE):
            await peer.client.cut()
            if before == "closed":
                await peer.connection.close()
            offer = await peer.come_back(exchange, "peer", PASSWORDS["peer"])
            phone.forget("tone")
            old = await peer.attach(offer, tone)
            await talk(peer, phone)
            await old.close()
            phone.forget("tone")
            await talk(peer, phone)
        await phone.do("hang")
        assert (await peer.client.expect("verto.bye"))["cause"] == "NORMAL_CLEARING"
        await peer.close()
        await phone.stop()

    run(scenario())


@pytest.mark.parametrize("caller", ["peer", "phone"])
def test_a_peer_that_begins_anew_under_its_old_certificate_is_heard_after_each_return(caller, exchange, address):
    """As FreeSWITCH at each attach: the description does not tell it from one that kept its association.

    CARILLON_REATTACHES=20 for more."""

    async def scenario():
        peer, phone = await parties(aiortc, exchange, address)
        await call_each_other(peer, phone, caller)
        for turn in range(int(os.environ.get("CARILLON_REATTACHES", "2"))):
            await peer.client.cut()
            offer = await peer.come_back(exchange, "peer", PASSWORDS["peer"])
            tone = PEER_TONE if turn % 2 else OTHER_TONE
            phone.forget("tone")
            old = await peer.attach(offer, tone, keeps_certificate=True)
            await phone.hears(tone)
            await peer.meter.hears(PHONE_TONE)
            await old.close()
        await phone.do("hang")
        await peer.client.expect("verto.bye")
        await peer.close()
        await phone.stop()

    run(scenario())


@pytest.mark.parametrize("caller", ["peer", "phone"])
@pytest.mark.parametrize("stack", STACKS)
def test_a_peer_that_comes_back_with_its_old_connection_goes_on_with_it(stack, caller, exchange, address):
    """It answers an offer with the description it had: no media change."""

    async def scenario():
        peer, phone = await parties(stack, exchange, address)
        await call_each_other(peer, phone, caller)
        await peer.client.cut()
        await peer.come_back(exchange, "peer", PASSWORDS["peer"])
        await peer.accept(peer.connection.localDescription.sdp)
        phone.forget("tone")
        await phone.do("mute")
        await peer.meter.loses(PHONE_TONE)
        await phone.do("unmute")
        await talk(peer, phone)
        await phone.do("hang")
        await peer.client.expect("verto.bye")
        await peer.close()
        await phone.stop()

    run(scenario())


@pytest.mark.parametrize("stack", STACKS)
def test_a_peer_that_comes_back_while_it_is_held_is_heard_after_the_hold(stack, exchange, address):
    async def scenario():
        peer, phone = await parties(stack, exchange, address)
        await call_each_other(peer, phone, "phone")
        await phone.do("hold")
        await peer.meter.loses(PHONE_TONE)
        await peer.client.cut()
        await peer.connection.close()
        await peer.attach(await peer.come_back(exchange, "peer", PASSWORDS["peer"]), OTHER_TONE)
        phone.forget("tone")
        await phone.do("resume")
        await talk(peer, phone)
        await phone.do("hang")
        await peer.client.expect("verto.bye")
        await peer.close()
        await phone.stop()

    run(scenario())


def test_the_phone_sends_digits_that_a_peer_without_tones_still_gets(exchange, address):
    """aiortc negotiates no telephone-event, so the digits go through signaling."""

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


async def played(peer, phone, digit, low, high):
    """Presses a key until libwebrtc plays its tones. It plays no event whose packets are late, as on a busy machine."""
    heard = asyncio.ensure_future(peer.meter.hears_both(low, high))
    while not heard.done():
        await phone.do(f"digits {digit}")
        # on purpose: a person presses again after a while without a tone
        await asyncio.wait([heard], timeout=2)
    await heard


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
            await played(peer, phone, digit, low, high)
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
            await client.request("verto.bye", dialogParams=client.dialog("unknown-call"))
        result = await client.request("verto.invite", sdp="not a description", dialogParams=client.dialog("call-1", "phone"))
        assert result["message"] == "CALL CREATED" and result["sessid"] == client.session
        assert (await client.expect("verto.bye"))["causeCode"] == 88
        await client.close()

    run(scenario())


def test_the_phone_plays_one_file_and_records_another(exchange, address, tmp_path):
    spoken, heard = tmp_path / "spoken.wav", tmp_path / "heard.wav"
    write_tone(spoken, PHONE_TONE, seconds=120)

    async def scenario():
        phone = await Phone.start(
            exchange, "phone", PASSWORDS["phone"], "--play", str(spoken), "--record", str(heard),
            "--listen-for", str(PEER_TONE), "--local-address", address)
        peer = await Peer.registered(webrtc.aiortc, exchange, "peer", PASSWORDS["peer"], PEER_TONE)
        calling = asyncio.ensure_future(peer.call("phone"))
        await phone.expect("incoming")
        await phone.do("answer")
        await calling
        await talk(peer, phone)
        phone.forget("tone")
        await phone.hears(PEER_TONE)  # a second later
        await phone.do("hang")
        await peer.close()
        await phone.stop()

    run(scenario())
    assert loudest_level(heard, PEER_TONE) > 0.1
    # What a busy machine plays with gaps has some of every tone.
    assert loudest_level(heard, PHONE_TONE) < 0.1, "it records the sound that it hears, not its own"

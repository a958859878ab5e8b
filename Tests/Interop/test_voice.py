"""Two phones speak over a bad network: what they send follows it, and they go on hearing each other.

CARILLON_VOICE=1 plays speech over each network, through our engine and through libwebrtc at once, and prints a table of
what PESQ says of it (ITU-T P.862.2). It takes ten minutes, and wants a machine that does nothing else.
"""

import asyncio
import math
import os
import pathlib
import statistics
import subprocess
import sys
from contextlib import asynccontextmanager

import pytest

from edges import Open, Shaped
from internet import Internet
from network_call import NetworkCall
from patience import WHOLE

MEASURES = "CARILLON_VOICE" in os.environ
measured = pytest.mark.skipif(not MEASURES, reason="`make voice` measures")
HERE = pathlib.Path(__file__).parent
LEAST_BUFFER = 40
"""Milliseconds that are waited for packets of which each may be 50 ms late or early."""


@asynccontextmanager
async def call_over(internet, words):
    """A call that stands before its network becomes so."""
    near, far = Shaped(internet), Open(internet)
    async with NetworkCall.between(internet, near, far) as talk:
        await talk.stand()
        near.shape(words)
        yield talk


def run(folder, speak):
    with Internet(folder) as internet:
        return asyncio.run(asyncio.wait_for(speak(internet), WHOLE))


def test_over_24_kilobits_packets_become_long_and_both_are_heard(networks, tmp_path):
    async def speak(internet):
        async with call_over(internet, "rate=24") as talk:
            for said in await talk.of_each(lambda _, phone: phone.expect("quality", send_packet_ms=60)):
                assert said["send_bits"] <= 12_000
            await talk.hear_anew()

    run(tmp_path, speak)


def test_what_a_network_loses_comes_again(networks, tmp_path):
    async def repaired(_, phone):
        await phone.expect("quality", send_copies=2)
        while not (said := await phone.expect("quality"))["packets_repaired"]:
            pass
        assert said["packets_lost"] > 0

    async def speak(internet):
        async with call_over(internet, "loss=10") as talk:
            await talk.of_each(repaired)
            await talk.hear_anew()

    run(tmp_path, speak)


def test_jitter_is_waited_for_and_not_heard(networks, tmp_path):
    async def after(phone, packets):
        while (said := await phone.expect("quality"))["packets_received"] < packets:
            pass
        return said

    async def settled(_, phone):
        # Frames made up while the delay grows are over then; from here on there are few.
        said, later = await after(phone, 500), await after(phone, 1000)
        assert later["buffer_ms"] >= LEAST_BUFFER, "it waits for the late ones"
        # How many are late for the buffer depends on how busy the machine is: JitterBufferNetworkTests count them in virtual time.
        print(later["frames_concealed"] - said["frames_concealed"], "frames made up of", 500)

    async def speak(internet):
        async with call_over(internet, "jitter=50 order=1") as talk:
            await talk.of_each(settled)

    run(tmp_path, speak)


def test_a_hold_stops_both_senders_but_for_what_keeps_the_path_open(networks, tmp_path):
    async def sent_in_five_seconds(_, phone):
        phone.forget("quality")
        said = [await phone.expect("quality")]
        # The first seconds are before the hold, for the other phone too, which has yet to be told.
        while len(said) < 4 or said[-1]["packets_sent"] - said[-4]["packets_sent"] > 15:
            said.append(await phone.expect("quality"))
        later = [await phone.expect("quality") for _ in range(5)]
        return later[-1]["packets_sent"] - said[-1]["packets_sent"]

    async def speak(internet):
        async with call_over(internet, "") as talk:
            await talk.phones["peer"].do("hold")
            for sent in await talk.of_each(sent_in_five_seconds):
                assert 0 < sent <= 25, "five seconds of sound are 250 packets"
            for name in talk.phones:
                assert not talk.told(name, "media", state="interrupted")
            await talk.phones["peer"].do("resume")
            await talk.hear_anew()

    run(tmp_path, speak)


# Measured by `make voice`.

NETWORKS = [
    "", "loss=5", "loss=10", "loss=20", "loss=10 burst=4", "jitter=50", "jitter=50 order=1", "loss=2 delay=200",
    "rate=40", "rate=24",
]
SECONDS = 42
WORDS = """
Good morning, this is the support line of the harbour office. We have received your message about the broken crane at
pier seven. A technician will come between nine and eleven o'clock tomorrow. Please keep the gate open, and tell the
guard that he is expected. If the weather changes, we will call you again. Please leave your number after the tone. We
speak English, German and a little Dutch. Thank you for your patience, and have a pleasant day. The birch canoe slid on
the smooth planks. Glue the sheet to the dark blue background. It is easy to tell the depth of a well. Rice is often
served in round bowls. The juice of lemons makes fine punch. The box was thrown beside the parked truck. The hogs were
fed chopped corn and garbage. Four hours of steady work faced us. A large size in stockings is hard to sell.
"""


@pytest.fixture(scope="module")
def speech(tmp_path_factory):
    """A file of speech, 48 kHz."""
    from pesq_score import resample

    folder = tmp_path_factory.mktemp("speech")
    subprocess.run(["espeak-ng", "-v", "en-gb", "-s", "150", "-w", folder / "22.wav", WORDS], check=True)
    resample(folder / "22.wav", folder / "speech.wav", 48_000)
    return folder / "speech.wav"


@pytest.fixture(scope="module")
def table(printed):
    rows = [(
        "network", "ours", "libwebrtc", "ours as MOS", "our MOS", "made up %", "repaired", "buffer ms", "delay ms",
        "sending")]
    yield rows
    printed(rows)


def opinion(pesq, delay):
    """PESQ on the scale of our opinion score (`OpinionScoreTests`), less what ITU-T G.107 takes for so many milliseconds
    of delay, which PESQ does not hear and our score counts."""
    def of(rating):
        return 1 + 0.035 * rating + 7e-6 * rating * (rating - 60) * (100 - rating)

    listening = min(1 + (pesq - 1) * 3.41 / 3.32, of(93.2))
    # Below seven the curve falls again.
    rating = min((step / 100 for step in range(700, 9_321)), key=lambda step: abs(of(step) - listening))
    doublings = math.log2(max(delay, 100) / 100)
    disturbance = 25 * ((1 + doublings ** 6) ** (1 / 6) - 3 * (1 + (doublings / 3) ** 6) ** (1 / 6) + 2)
    return max(of(max(rating - disturbance, 0)), 1)


async def ours(internet, words, speech):
    near, far = Shaped(internet), Open(internet)
    options = ("--codec", "opus")
    async with NetworkCall.between(internet, near, far, *options) as talk:
        near.shape(words)
        await talk.stand()
        await talk.of_each(lambda _, phone: phone.do(f"play {speech}"))
        said = [await talk.phones["phone"].expect("quality") for _ in range(SECONDS)]
        await talk.hang_up()
    return internet.folder / "phone.wav", said


async def theirs(internet, words, speech):
    near, far = Shaped(internet), Open(internet)
    peers = [
        await asyncio.create_subprocess_exec(
            *edge.within, sys.executable, HERE / "voice_peer.py", role, internet.folder, speech, str(SECONDS))
        for edge, role in ((near, "offer"), (far, "answer"))
    ]
    near.shape(words)
    for peer in peers:
        assert await asyncio.wait_for(peer.wait(), SECONDS + 30) == 0
    return internet.folder / "answer.wav"


async def both(words, speech, folders):
    with Internet(folders[0]) as one, Internet(folders[1]) as other:
        return await asyncio.gather(ours(one, words, speech), theirs(other, words, speech))


@measured
@pytest.mark.parametrize("words", NETWORKS)
def test_speech_over_a_bad_network(words, networks, tmp_path, speech, table):
    from pesq_score import score

    folders = [tmp_path / "ours", tmp_path / "theirs"]
    for folder in folders:
        folder.mkdir()
    (heard, said), other = asyncio.run(both(words, speech, folders))
    last = said[-1]
    settled = [one for one in said[6:] if one["mos"]]
    pesq, theirs = score(speech, heard), score(speech, other)
    delay = statistics.mean((one["buffer_ms"] or 0) + (one["rtt_ms"] or 0) / 2 for one in said[6:])
    told = statistics.mean(one["mos"] for one in settled)
    table.append((
        words or "clean", f"{pesq:.2f}", f"{theirs:.2f}", f"{opinion(pesq, delay):.2f}", f"{told:.2f}",
        f"{2 * last['frames_concealed'] / len(said):.1f}", last["packets_repaired"], round(last["buffer_ms"] or 0),
        round(delay),
        f"{last['send_bits'] // 1000} kbit/s, {last['send_packet_ms']} ms, {last['send_copies']} copies"))
    assert pesq >= theirs - 0.1, "libwebrtc sounds better"
    assert abs(told - opinion(pesq, delay)) <= 0.3, "our own score differs from what PESQ and G.107 say"

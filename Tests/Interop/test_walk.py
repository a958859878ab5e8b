"""A phone in a call walks through networks at random: it is never silent longer than the network was, plus the aim.

CARILLON_WALK_SECONDS=3600 walks so long, holds each step against its aim and prints a table; CARILLON_WALK_SEED=7 repeats
a walk. Without the former it takes a few steps, and only asks that both are heard again after each.
"""

import asyncio
import json
import os
import random
import time
from types import SimpleNamespace

import pytest

from gaps import legs, split
from internet import Internet
from network_call import FIRST, OTHER, SECOND, NetworkCall
from phone import Phone
from walk import Walk, beyond, judged

SECONDS = float(os.environ.get("CARILLON_WALK_SECONDS", "0"))
SEED = int(os.environ.get("CARILLON_WALK_SEED", random.randrange(1_000_000) if SECONDS else 1))
SHORT = 5
"""Steps of a walk without a time."""


async def walked(internet, walk):
    """The steps that were taken."""
    steps = []
    async with NetworkCall.between(internet, walk.wifi, walk.far) as talk:
        await talk.stand()
        end = time.monotonic() + SECONDS
        while time.monotonic() < end if SECONDS else len(steps) < SHORT:
            # A leg begins just before its step, so what the step silences, at once or later, is silent in this leg.
            await talk.turn(len(steps))
            steps.append(await walk.go(talk))
            # on purpose: people do not change networks without a pause, and a restart has its time to be complete.
            await asyncio.sleep(walk.random.uniform(2, 12) if SECONDS else 1)
            for name in talk.phones:
                assert not talk.told(name, "ended"), f"the call ended after step {len(steps)}: {steps[-1][0]}"
        await talk.turn(len(steps))
        await talk.hang_up()
    return steps


def test_a_phone_that_walks_through_networks_at_random_is_heard(networks, tmp_path, printed):
    with Internet(tmp_path) as internet:
        walk = Walk(internet, random.Random(SEED))
        steps = asyncio.run(asyncio.wait_for(walked(internet, walk), SECONDS + 600))
    if not SECONDS:
        return
    recordings = {
        name: legs(tmp_path / f"{name}.wav", [FIRST[OTHER[name]], SECOND[OTHER[name]]]) for name in FIRST}
    rows, complaints = judged(steps, recordings)
    printed([
        (f"step (seed {SEED}, {len(steps)} steps)", "times", "caller silent beyond the network, s", "callee, s", "aim, s"),
        *rows])
    assert all(len(heard) == len(steps) + 2 for heard in recordings.values()), "each step has a leg"
    assert not complaints, "\n".join(complaints)


# What a walk waits for and how it is judged, without a network.


def telling(*tones):
    """A phone that told of these tones, each with its level, and tells nothing more."""
    output = asyncio.StreamReader()
    for frequency, level in tones:
        output.feed_data(json.dumps({"event": "tone", "frequency": frequency, "level": level}).encode() + b"\n")
    output.feed_eof()
    return Phone(SimpleNamespace(stdout=output))


def test_a_tone_that_was_lost_before_it_is_asked_for_is_not_waited_for():
    async def scenario():
        phone = telling((440, 0.3), (440, 0.01), (620, 0.3), (620, 0.3))
        await phone.hears(620)
        phone.forget("tone")
        await phone.hears(620)
        await phone.is_without(440)

    asyncio.run(scenario())


def test_a_tone_that_began_anew_is_waited_for_until_it_is_lost_again():
    async def scenario():
        phone = telling((440, 0.01), (620, 0.3), (440, 0.3), (620, 0.3))
        await phone.hears(620)
        await phone.hears(620)
        with pytest.raises(AssertionError, match="the phone ended before tone {'frequency': 440}"):
            await phone.is_without(440)

    asyncio.run(scenario())


def frames(*parts):
    """Frames of 10 ms: so many with this tone each, or with none."""
    tones = [tone for count, tone in parts for _ in range(count)]
    return [(number / 100, tone) for number, tone in enumerate(tones)]


def test_gaps_belong_to_the_leg_in_which_they_begin():
    heard = frames((50, 440), (30, None), (50, 440), (50, 620), (20, None), (40, 620), (60, 440))
    assert split(heard) == [[0.3], [0.2], []]


def test_silence_just_before_the_next_leg_belongs_to_the_leg_before_it():
    assert split(frames((50, 440), (40, None), (50, 620))) == [[0.4], []]


def test_a_moment_of_the_other_tone_is_no_leg():
    assert split(frames((50, 440), (3, 620), (50, 440))) == [[]]
    assert split(frames((50, 440), (10, None), (17, 620), (10, None), (50, 440))) == [[0.37]]


def test_a_leg_begins_although_its_tone_is_lost_again_and_again():
    assert split(frames((50, 440), (10, 620), (3, None), (10, 620), (9, None), (80, 620))) == [[], [0.09]]


def test_a_step_is_complained_of_where_one_side_is_silent_longer_than_network_and_aim():
    steps = [("Wi-Fi is lost", 0, 1.2), ("nothing passes for a while", 3, 0.5), ("Wi-Fi is lost", 0, 1.2)]
    rows, complaints = judged(steps, {"peer": [[], [0.3], [3.4], [1.0], []], "phone": [[9], [], [], [0.2, 1.5], [9]]})
    assert rows == [
        ("Wi-Fi is lost", 2, "1.00", "1.50", 1.2), ("nothing passes for a while", 1, "0.40", "0.00", 0.5)]
    assert len(complaints) == 1 and complaints[0].startswith("step 3, Wi-Fi is lost: phone heard nothing for 1.50 s")


def test_what_the_network_took_is_not_counted_twice():
    assert beyond(2.2, 2) < 0.21 and beyond(1, 2) == 0

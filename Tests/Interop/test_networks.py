"""Two phones that are told of servers by their exchange call each other from any network.

CARILLON_NETWORK_RUNS=100 calls so often from each, and prints a table.
"""

import asyncio
import os
import shutil
from collections import Counter
from functools import partial

import pytest

from edges import (
    SYMMETRIC, TLS_ONLY, WITHOUT_UDP, AddressRestricted, Carrier, FullCone, Home, Open, Routed, TranslatedTo4)
from internet import EXCHANGE_NAME, EXCHANGE_NAME6, Internet
from network_call import NetworkCall

RUNS = int(os.environ.get("CARILLON_NETWORK_RUNS", "0"))

def bad(words, **how):
    """A home whose cable is as bad as that, from before the call on."""
    def build(internet):
        home = Home(internet, shaped=True, **how)
        home.shaper.shape(words)
        return home
    return build


KINDS = {
    "open": Open,
    "full-cone": FullCone,
    "address": AddressRestricted,
    "port": Home,
    "symmetric": partial(Home, translation=SYMMETRIC),
    "cgn": lambda internet: Home(internet, carrier=Carrier(internet)),
    "cgn-symmetric": lambda internet: Home(internet, carrier=Carrier(internet, SYMMETRIC)),
    "no-udp": partial(Home, lets_out=WITHOUT_UDP),
    "no-udp-reject": partial(Home, lets_out=WITHOUT_UDP, refusal="reject with icmp type admin-prohibited"),
    "tls-only": partial(Home, lets_out=TLS_ONLY),
    "ipv6": Routed,
    "ipv6-firewall": partial(Routed, firewall=True),
    "nat64": TranslatedTo4,
    "port, 100 ms away": bad("delay=50"),
    "symmetric, 100 ms away": bad("delay=50", translation=SYMMETRIC),
    "symmetric, 10 % lost": bad("loss=10", translation=SYMMETRIC),
    "symmetric, 20 % lost": bad("loss=20", translation=SYMMETRIC),
    "192.168.1": partial(Home, net="192.168.1"),
}


def of_one_carrier(hairpin):
    def build(internet):
        carrier = Carrier(internet, hairpin=hairpin)
        return Home(internet, carrier=carrier), Home(internet, carrier=carrier)
    return build


def of(name):
    return lambda internet: tuple(KINDS[kind](internet) for kind in name.split(" : "))


DIRECT = "between the phones' own addresses"
PUNCHED = "through ports each opened for the other"
RELAYED = "through a relay"

TOPOLOGIES = {
    "open : open": DIRECT,
    "port : port": PUNCHED,
    "full-cone : port": PUNCHED,
    "address : symmetric": PUNCHED,
    "port : symmetric": RELAYED,
    "symmetric : symmetric": RELAYED,
    "192.168.1 : 192.168.1": PUNCHED,
    "cgn : cgn": PUNCHED,
    "cgn : port": PUNCHED,
    "cgn-symmetric : cgn-symmetric": RELAYED,
    "one carrier, no hairpin": RELAYED,
    "one carrier, hairpin": PUNCHED,
    "no-udp : port": RELAYED,
    "no-udp : no-udp": RELAYED,
    "no-udp-reject : port": RELAYED,
    "tls-only : port": RELAYED,
    "tls-only : tls-only": RELAYED,
    "ipv6 : ipv6": DIRECT,
    "ipv6-firewall : ipv6-firewall": DIRECT,
    "ipv6 : open": DIRECT,
    "ipv6 : port": RELAYED,
    "nat64 : open": RELAYED,
    "nat64 : port": RELAYED,
    "nat64 : nat64": RELAYED,
    "port, 100 ms away : port, 100 ms away": PUNCHED,
    "symmetric, 100 ms away : symmetric, 100 ms away": RELAYED,
    "symmetric, 10 % lost : symmetric, 10 % lost": RELAYED,
    "symmetric, 20 % lost : symmetric, 20 % lost": RELAYED,
}

AIMS = {DIRECT: 110, PUNCHED: 160, RELAYED: 200}
"""Milliseconds to the first audio, in the middle of many calls of a release build on a machine that does nothing else. The
99th percentile is to be half as much again at most."""
OTHER_AIMS = {
    **{name: 220 for name in TOPOLOGIES if "no-udp" in name or "tls-only" in name},
    "port, 100 ms away : port, 100 ms away": 700,
    "symmetric, 100 ms away : symmetric, 100 ms away": 900,
    "symmetric, 10 % lost : symmetric, 10 % lost": 800,
    "symmetric, 20 % lost : symmetric, 20 % lost": 1_500,
}

WHILE_RINGING = {
    "open : open": DIRECT,
    "port, 100 ms away : port, 100 ms away": PUNCHED,
    "symmetric, 100 ms away : symmetric, 100 ms away": RELAYED,
}
"""Where media connects before the answer, and the time counts from the answer."""
FROM_THE_ANSWER = "from the answer"
OTHER_AIMS |= {f"{name}, {FROM_THE_ANSWER}": 250 if "away" in name else 80 for name in WHILE_RINGING}

ONE_CARRIER = {"one carrier, no hairpin": of_one_carrier(False), "one carrier, hairpin": of_one_carrier(True)}


def way(pair):
    if "relay" in pair:
        return RELAYED
    return DIRECT if pair == "host-host" else PUNCHED


async def call_in(internet, near, far):
    async with NetworkCall.between(internet, near, far) as talk:
        first_audio = await talk.stand()
        pair = await talk.pair()
        await talk.hear_anew()
        await talk.hang_up()
        return first_audio, pair


async def answered_in(internet, near, far):
    async with NetworkCall.between(internet, near, far, "--connect-while-ringing", answers=False) as talk:
        first_audio = await talk.stand_after_ringing()
        pair = await talk.pair()
        await talk.hear_anew()
        await talk.hang_up()
        return first_audio, pair


def called(name, folder, call=call_in):
    """One call: milliseconds to the first audio, and the pair of candidates."""
    folder.mkdir()
    with Internet(folder) as internet:
        near, far = ONE_CARRIER.get(name, of(name))(internet)
        return asyncio.run(asyncio.wait_for(call(internet, near, far), 90))


@pytest.fixture(scope="module")
def table(printed):
    rows = [("A : B", "calls", "way taken", "first audio p50 ms", "p99 ms", "aim p50 ms", "failed")]
    yield rows
    if RUNS:
        printed(rows)


def call_often(title, folder, table, expected, call):
    """Calls RUNS times, adds a row to the table, and fails where a call did, or went another way than expected."""
    times, ways, failures = [], Counter(), []
    for run in range(RUNS or 1):
        try:
            first_audio, pair = call(folder / str(run))
            times.append(first_audio)
            ways[pair] += 1
        except (AssertionError, TimeoutError) as failure:
            failures.append(failure)
    times.sort()
    taken = ", ".join(f"{pair} {count}" for pair, count in ways.most_common())
    aim = OTHER_AIMS.get(title, AIMS[expected])
    table.append((title, RUNS or 1, taken, at(times, 0.5), at(times, 0.99), aim, len(failures)))
    if failures:
        raise failures[0]
    assert {way(pair) for pair in ways} == {expected}


def lacking(name):
    if "nat64" in name and shutil.which("tayga") is None:
        pytest.skip("this machine lacks tayga")


# A login over such a loss takes as long as TCP needs: too long for every `make test`.
@pytest.mark.parametrize("name", [name for name in TOPOLOGIES if RUNS or "lost" not in name])
def test_phones_in_two_networks_hear_each_other(name, networks, tmp_path, table):
    lacking(name)
    call_often(name, tmp_path, table, TOPOLOGIES[name], lambda folder: called(name, folder))


@pytest.mark.parametrize("name", WHILE_RINGING)
def test_media_that_connects_while_it_rings_costs_the_answer_alone(name, networks, tmp_path, table):
    call_often(
        f"{name}, {FROM_THE_ANSWER}", tmp_path, table, WHILE_RINGING[name],
        lambda folder: called(name, folder, answered_in))


class OfBothNames:
    exchange_name = EXCHANGE_NAME + EXCHANGE_NAME6


class HomeOfBothNames(OfBothNames, Home):
    pass


class RoutedOfBothNames(OfBothNames, Routed):
    pass


@pytest.mark.parametrize("kind", [HomeOfBothNames, RoutedOfBothNames])
def test_an_exchange_with_addresses_of_both_families_is_reached_by_either(kind, networks, tmp_path):
    with Internet(tmp_path) as internet:
        asyncio.run(call_in(internet, kind(internet), Open(internet)))


def at(times, share):
    """The value that this share of the times does not exceed."""
    return times[min(int(share * len(times)), len(times) - 1)] if times else "-"

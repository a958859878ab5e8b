"""Two phones that are told of servers by their exchange call each other from any network.

CARILLON_NETWORK_RUNS=100 calls so often from each, and prints a table.
"""

import asyncio
import os
import shutil
import time
from collections import Counter
from contextlib import asynccontextmanager
from functools import partial

import pytest
from playwright.async_api import async_playwright

from conftest import PASSWORDS
from edges import (
    SYMMETRIC, TLS_ONLY, WITHOUT_UDP, AddressRestricted, Carrier, FullCone, Home, Open, Routed, TranslatedTo4)
from internet import EXCHANGE_NAME, EXCHANGE_NAME6, Internet
from network_call import NetworkCall
from patience import PATIENCE, WHOLE
from phone import Phone
from test_browser import BROWSER_TONE, PAGE, PHONE_TONE

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

BROWSER_TOPOLOGIES = {
    "open : open": DIRECT,
    "port : port": PUNCHED,
    "port : symmetric": RELAYED,
    "symmetric : symmetric": RELAYED,
    "cgn : port": PUNCHED,
    "no-udp : port": RELAYED,
    "port : tls-only": RELAYED,
}
"""With Chromium at the first. It trusts no relay whose certificate the tests made, so it is not behind tls-only."""

WHILE_RINGING = {
    "open : open": DIRECT,
    "port, 100 ms away : port, 100 ms away": PUNCHED,
    "symmetric, 100 ms away : symmetric, 100 ms away": RELAYED,
}
"""Where media connects before the answer, and the time counts from the answer."""
FROM_THE_ANSWER = "from the answer"
OTHER_AIMS |= {f"{name}, {FROM_THE_ANSWER}": 250 if "away" in name else 80 for name in WHILE_RINGING}

SETTLING = PATIENCE
"""Seconds that a call has to change to the expected way."""
TRIES = 3
"""Calls of which one goes the expected way, unless they are counted. ICE gives a pair up that a busy machine has no time to
check while it looks, and stays on a relay then."""

ONE_CARRIER = {"one carrier, no hairpin": of_one_carrier(False), "one carrier, hairpin": of_one_carrier(True)}


def way(pair):
    if "relay" in pair:
        return RELAYED
    return DIRECT if pair == "host-host" else PUNCHED


async def settled(pairs, expected):
    """The first of the pairs that goes the expected way, or the last one that came in time. A call begins with the pair that
    connects first, and changes to a better one once that is checked: on a busy machine after the first audio."""
    pair = None
    try:
        async with asyncio.timeout(SETTLING):
            async for pair in pairs:
                if way(pair) == expected:
                    break
    except TimeoutError:
        if pair is None:
            raise
    return pair


async def call_in(internet, near, far, expected):
    async with NetworkCall.between(internet, near, far) as talk:
        first_audio = await talk.stand()
        pair = await settled(talk.pairs(), expected)
        await talk.hear_anew()
        await talk.hang_up()
        return first_audio, pair


async def answered_in(internet, near, far, expected):
    async with NetworkCall.between(internet, near, far, "--connect-while-ringing", answers=False) as talk:
        first_audio = await talk.stand_after_ringing()
        pair = await settled(talk.pairs(), expected)
        await talk.hear_anew()
        await talk.hang_up()
        return first_audio, pair


def called(name, folder, expected, call=call_in):
    """One call: milliseconds to the first audio, and the pair of candidates."""
    folder.mkdir()
    with Internet(folder) as internet:
        near, far = ONE_CARRIER.get(name, of(name))(internet)
        return asyncio.run(asyncio.wait_for(call(internet, near, far, expected), WHOLE))


@pytest.fixture(scope="module")
def table(printed):
    rows = [("A : B", "calls", "way taken", "first audio p50 ms", "p99 ms", "aim p50 ms", "failed")]
    yield rows
    if RUNS:
        printed(rows)


def call_often(title, folder, table, expected, call):
    """Calls RUNS times, adds a row to the table, and fails where a call did, or went another way than expected. Without a
    number it calls until one goes the expected way, and fails where none does."""
    times, ways, failures = [], Counter(), []
    for run in range(RUNS or TRIES):
        try:
            first_audio, pair = call(folder / str(run), expected)
            times.append(first_audio)
            ways[pair] += 1
            if not RUNS and way(pair) == expected:
                break
        except (AssertionError, TimeoutError) as failure:
            if not RUNS:
                raise
            failures.append(failure)
    times.sort()
    listed = ", ".join(f"{pair} {count}" for pair, count in ways.most_common())
    aim = OTHER_AIMS.get(title, AIMS[expected])
    table.append((title, RUNS or len(times), listed, at(times, 0.5), at(times, 0.99), aim, len(failures)))
    if failures:
        raise failures[0]
    taken = {way(pair) for pair in ways}
    assert taken == {expected} if RUNS else expected in taken, ways


def lacking(name):
    if "nat64" in name and shutil.which("tayga") is None:
        pytest.skip("this machine lacks tayga")


# A login over such a loss takes as long as TCP needs: too long for every `make test`.
@pytest.mark.parametrize("name", [name for name in TOPOLOGIES if RUNS or "lost" not in name])
def test_phones_in_two_networks_hear_each_other(name, networks, tmp_path, table):
    lacking(name)
    call_often(name, tmp_path, table, TOPOLOGIES[name], partial(called, name))


@asynccontextmanager
async def page_in(internet, edge):
    """A page of Chromium where that edge is, which is logged in as a peer."""
    program = internet.folder / "chromium"
    program.write_text(f"#!/bin/sh\nexec {' '.join(edge.within)} {shutil.which('chromium')} \"$@\"\n")
    program.chmod(0o755)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=program, timeout=1_000 * PATIENCE,
            args=[
                "--no-sandbox", "--autoplay-policy=no-user-gesture-required",
                "--disable-features=WebRtcHideLocalIpsWithMdns,LocalNetworkAccessChecks",
            ])
        try:
            page = await browser.new_page()
            page.set_default_timeout(1_000 * PATIENCE)
            await page.goto(PAGE.as_uri())
            await page.evaluate(
                "([url, password, tone]) => { window.peer = new BrowserPeer(url, 'peer', password, tone) }",
                [internet.url, PASSWORDS["peer"], BROWSER_TONE])
            await page.evaluate("peer.connect()")
            yield page
        finally:
            await browser.close()


@asynccontextmanager
async def phone_in(internet, edge):
    phone = await Phone.start(
        internet.url, "phone", PASSWORDS["phone"], "--trickle", "--answer", "--trust-root",
        str(internet.relay.certificate), "--play", f"tone:{PHONE_TONE}", "--listen-for", str(BROWSER_TONE),
        within=edge.within)
    try:
        yield phone
    finally:
        await phone.stop()


async def pairs_of(page):
    pair = None
    while True:
        pair = await page.evaluate("known => peer.pairAfter(known)", pair)
        yield pair


async def call_of_browser(internet, near, far, expected):
    async with page_in(internet, near) as page, phone_in(internet, far) as phone:
        begin = time.monotonic()
        first_audio = asyncio.create_task(phone.expect("firstAudio"))
        await page.evaluate("peer.call('phone')")
        await asyncio.gather(first_audio, page.evaluate(f"peer.reaches({PHONE_TONE}, true)"))
        lasted = round((time.monotonic() - begin) * 1000)
        await phone.hears(BROWSER_TONE)
        assert await page.evaluate("peer.candidatesRefused") == []
        pair = await settled(pairs_of(page), expected)
        await page.evaluate("peer.hangUp()")
        await phone.expect("ended")
        return lasted, pair


@pytest.mark.skipif(shutil.which("chromium") is None, reason="no chromium")
@pytest.mark.parametrize("name", BROWSER_TOPOLOGIES)
def test_chromium_in_a_network_and_a_phone_in_another_hear_each_other(name, networks, tmp_path, table):
    call_often(
        f"Chromium in {name}", tmp_path, table, BROWSER_TOPOLOGIES[name],
        partial(called, name, call=call_of_browser))


@pytest.mark.parametrize("name", WHILE_RINGING)
def test_media_that_connects_while_it_rings_costs_the_answer_alone(name, networks, tmp_path, table):
    call_often(
        f"{name}, {FROM_THE_ANSWER}", tmp_path, table, WHILE_RINGING[name],
        partial(called, name, call=answered_in))


class OfBothNames:
    exchange_name = EXCHANGE_NAME + EXCHANGE_NAME6


class HomeOfBothNames(OfBothNames, Home):
    pass


class RoutedOfBothNames(OfBothNames, Routed):
    pass


@pytest.mark.parametrize("kind, expected", [(HomeOfBothNames, PUNCHED), (RoutedOfBothNames, DIRECT)])
def test_an_exchange_with_addresses_of_both_families_is_reached_by_either(kind, expected, networks, tmp_path):
    with Internet(tmp_path) as internet:
        _, pair = asyncio.run(call_in(internet, kind(internet), Open(internet), expected))
        assert way(pair) == expected


def at(times, share):
    """The value that this share of the times does not exceed."""
    return times[min(int(share * len(times)), len(times) - 1)] if times else "-"

"""Two phones that are told of servers by their exchange call each other from any network.

CARILLON_NETWORK_RUNS=100 calls so often from each, and prints a table. The networks of a pair, with their routers, relay
and exchange, stay for all its calls, and both phones are started anew for each. Calls between CARILLON_NETWORKS_AT_ONCE
pairs go on at the same time, but only one of them is being set up, so that no time has another call's share in it.
"""

import asyncio
import os
import shutil
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial

import pytest
from playwright.async_api import Error as PageError, async_playwright

from conftest import PASSWORDS
from edges import Carrier, Home, Open, Routed
from internet import EXCHANGE_NAME, EXCHANGE_NAME6, PORT, Internet
from network_call import NetworkCall
from patience import PATIENCE, WHOLE
from phone import Phone
from test_browser import BROWSER_TONE, PAGE, PHONE_TONE
from topologies import (
    BROWSER_TOPOLOGIES, DIRECT, FROM_THE_ANSWER, PUNCHED, TOPOLOGIES, UNTRICKLED, WHILE_RINGING, WITHOUT_TRICKLE, aim,
    ends, goes, way)

RUNS = int(os.environ.get("CARILLON_NETWORK_RUNS", "0"))
AT_ONCE = int(os.environ.get("CARILLON_NETWORKS_AT_ONCE", "8"))

SETTLING = PATIENCE
"""Seconds that a call has to change to the expected way."""
TRIES = 3
"""Calls of which one goes the expected way, unless they are counted. ICE gives a pair up that a busy machine has no time to
check while it looks, and stays on a relay then."""


async def settled(pairs, expected):
    """The first of the pairs that goes the expected way, or the last one that came in time. A call begins with the pair that
    connects first, and changes to a better one once that is checked: on a busy machine after the first audio."""
    pair = None
    try:
        async with asyncio.timeout(SETTLING):
            async for pair in pairs:
                if goes(pair, expected):
                    break
    except TimeoutError:
        if pair is None:
            raise
    return pair


SETUP = threading.Lock()
"""Is held from the dialing to the first audio."""
STOP = threading.Event()
"""Is set when no test waits any more, as after an interruption: then no other call begins."""


async def call_in(internet, near, far, folder, expected, trickles=True):
    async with NetworkCall.between(internet, near, far, trickles=trickles, folder=folder) as talk:
        with SETUP:
            first_audio = await talk.connect()
        return first_audio, await ended(talk, expected)


async def answered_in(internet, near, far, folder, expected):
    options = {"answers": False, "folder": folder}
    async with NetworkCall.between(internet, near, far, "--connect-while-ringing", **options) as talk:
        with SETUP:
            first_audio = await talk.connect_after_ringing()
        return first_audio, await ended(talk, expected)


async def ended(talk, expected):
    """The pair of a call, which ends after both heard the other's sound, and another sound after that."""
    await talk.hear()
    pair = await settled(talk.pairs(), expected)
    await talk.hear_anew()
    await talk.hang_up()
    return pair


def by_phones(call):
    @asynccontextmanager
    async def between(internet, near, far):
        yield partial(call, internet, near, far)
    return between


class Row:
    """Calls between two networks, which stay while the calls come and go: a row of the table.

    between: a context of both ends, as `by_phones` gives it. Of a folder and the expected way it makes a call: milliseconds
    to the first audio, and the pair of candidates."""

    def __init__(self, title, name, expected, between):
        self.title, self.name, self.expected, self.between = title, name, expected, between
        self.times, self.ways, self.failures = [], Counter(), []

    @property
    def lacks(self):
        """A program that this machine lacks for it."""
        wanted = {"nat64": "tayga", "Chromium": "chromium"}
        return next((tool for word, tool in wanted.items() if word in self.title and shutil.which(tool) is None), None)

    def measure(self, folder):
        folder.mkdir()
        with Internet(folder) as internet:
            near, far = ends(self.name, internet)
            asyncio.run(self.call_often(internet, near, far))

    async def call_often(self, internet, near, far):
        async with self.between(internet, near, far) as call:
            for run in range(RUNS or TRIES):
                if STOP.is_set():
                    return
                folder = internet.folder / str(run)
                folder.mkdir()
                try:
                    first_audio, pair = await asyncio.wait_for(call(folder, self.expected), WHOLE)
                except (AssertionError, TimeoutError, PageError) as failure:
                    # What the phones recorded and traced stays.
                    self.failures.append(failure)
                    continue
                self.times.append(first_audio)
                self.ways[pair] += 1
                with (internet.folder / "calls").open("a") as calls:
                    calls.write(f"{first_audio} {pair} {self.title}\n")
                shutil.rmtree(folder)
                if not RUNS and goes(pair, self.expected):
                    return

    def cells(self):
        times = sorted(self.times)
        taken = ", ".join(f"{pair} {count}" for pair, count in self.ways.most_common())
        middle, worst = at(times, 0.5), at(times, 0.99)
        return self.title, RUNS or len(times), taken, middle, worst, aim(self.title, self.expected), len(self.failures)


@pytest.fixture(scope="module")
def table(printed):
    rows = [("A : B", "calls", "way taken", "first audio p50 ms", "p99 ms", "aim p50 ms", "failed")]
    yield rows
    if RUNS:
        printed(rows)


@pytest.fixture(scope="module")
def measured(request, networks, tmp_path_factory, table):
    """Of a row, what makes it true: that all its calls connected, and went the expected way.

    Where each pair is called once, that begins when it is asked for. Where they are called often, all begin as soon as there
    is room, and a test waits for its own."""
    folders = tmp_path_factory.mktemp("networks")
    pool = ThreadPoolExecutor(AT_ONCE if RUNS else 1)
    begun = {}

    def begin(row):
        if row.title not in begun:
            begun[row.title] = row, pool.submit(row.measure, folders / str(len(begun)))
        return begun[row.title]

    def hold(row):
        if row.lacks:
            pytest.skip(f"this machine lacks {row.lacks}")
        row, measuring = begin(row)
        measuring.result()
        table.append(row.cells())
        if row.failures:
            raise row.failures[0]
        assert (all if RUNS else any)(goes(pair, row.expected) for pair in row.ways), row.ways

    if RUNS:
        for item in request.session.items:
            row = item.callspec.params.get("row") if hasattr(item, "callspec") else None
            if isinstance(row, Row) and not row.lacks:
                begin(row)
    yield hold
    STOP.set()
    pool.shutdown(cancel_futures=True)


def rows(made):
    return pytest.mark.parametrize("row", made, ids=lambda row: row.title)


# A login over such a loss takes as long as TCP needs: too long for every `make test`.
@rows([
    Row(name, name, expected, by_phones(call_in))
    for name, expected in TOPOLOGIES.items() if RUNS or "lost" not in name])
def test_phones_in_two_networks_hear_each_other(row, measured):
    measured(row)


@rows([
    Row(f"{name}, {UNTRICKLED}", name, expected, by_phones(partial(call_in, trickles=False)))
    for name, expected in WITHOUT_TRICKLE.items()])
def test_descriptions_with_all_candidates_connect_as_well(row, measured):
    measured(row)


def test_a_relay_that_refuses_is_told_of_and_leaves_the_way_through_ports(networks, tmp_path):
    async def call(internet):
        async with NetworkCall.between(internet, Home(internet), Home(internet)) as talk:
            await talk.connect()
            await talk.hear()
            await talk.of_each(lambda _, phone: phone.expect("relaysUnavailable"))
            return await settled(talk.pairs(), PUNCHED)

    with Internet(tmp_path, secret="another-than-the-relay's") as internet:
        assert goes(asyncio.run(call(internet)), PUNCHED)


@asynccontextmanager
async def chromium_in(internet, edge, *options):
    """A Chromium where that edge is."""
    program = internet.folder / "chromium"
    program.write_text(f"#!/bin/sh\nexec {' '.join(edge.within)} {shutil.which('chromium')} \"$@\"\n")
    program.chmod(0o755)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=program, timeout=1_000 * PATIENCE,
            args=[
                "--no-sandbox", "--autoplay-policy=no-user-gesture-required",
                "--disable-features=WebRtcHideLocalIpsWithMdns,LocalNetworkAccessChecks", *options,
            ])
        try:
            yield browser
        finally:
            await browser.close()


@asynccontextmanager
async def page_in(browser, internet):
    """A page in a profile of its own, which is logged in as a peer."""
    profile = await browser.new_context()
    try:
        page = await profile.new_page()
        page.set_default_timeout(1_000 * PATIENCE)
        await page.goto(PAGE.as_uri())
        await page.evaluate(
            "([url, password, tone]) => { window.peer = new BrowserPeer(url, 'peer', password, tone) }",
            [internet.url, PASSWORDS["peer"], BROWSER_TONE])
        await page.evaluate("peer.connect()")
        yield page
    finally:
        await profile.close()


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


@asynccontextmanager
async def between_browser_and_phone(internet, near, far):
    """One Chromium, and for each call another page of it and another phone."""
    async with chromium_in(internet, near) as browser:
        async def call(folder, expected):
            async with page_in(browser, internet) as page, phone_in(internet, far) as phone:
                with SETUP:
                    first_audio = await connected(page, phone)
                await asyncio.gather(phone.hears(BROWSER_TONE), page.evaluate(f"peer.reaches({PHONE_TONE}, true)"))
                assert await page.evaluate("peer.candidatesRefused") == []
                pair = await settled(pairs_of(page), expected)
                await page.evaluate("peer.hangUp()")
                await phone.expect("ended")
                return first_audio, pair
        yield call


async def connected(page, phone):
    """Calls, and returns once both have audio: milliseconds until the later does."""
    begin = time.monotonic()
    first_audio = asyncio.create_task(phone.expect("firstAudio", unless="ended"))
    await page.evaluate("peer.call('phone')")
    await asyncio.gather(first_audio, page.evaluate("peer.firstAudio"))
    return round((time.monotonic() - begin) * 1000)


@rows([
    Row(f"Chromium in {name}", name, expected, between_browser_and_phone)
    for name, expected in BROWSER_TOPOLOGIES.items()])
def test_chromium_in_a_network_and_a_phone_in_another_hear_each_other(row, measured):
    measured(row)


@rows([
    Row(f"{name}, {FROM_THE_ANSWER}", name, expected, by_phones(answered_in))
    for name, expected in WHILE_RINGING.items()])
def test_media_that_connects_while_it_rings_costs_the_answer_alone(row, measured):
    measured(row)


class OfBothNames:
    exchange_name = EXCHANGE_NAME + EXCHANGE_NAME6


async def way_of_one(internet, near, far, folder, expected):
    """The expected way if one of a few calls takes it, or that of the last."""
    # on purpose: each try is a call of its own
    for _ in range(TRIES):
        _, pair = await call_in(internet, near, far, folder, expected)
        if goes(pair, expected):
            return expected
    return way(pair)


class HomeOfBothNames(OfBothNames, Home):
    pass


class RoutedOfBothNames(OfBothNames, Routed):
    pass


@pytest.mark.parametrize("kind, expected", [(HomeOfBothNames, PUNCHED), (RoutedOfBothNames, DIRECT)])
def test_an_exchange_with_addresses_of_both_families_is_reached_by_either(kind, expected, networks, tmp_path):
    with Internet(tmp_path) as internet:
        assert asyncio.run(way_of_one(internet, kind(internet), Open(internet), tmp_path, expected)) == expected


def test_a_call_whose_wifi_carries_signaling_alone_goes_over_cellular(networks, tmp_path):
    with Internet(tmp_path) as internet:
        near = Home(internet, lets_out=f"tcp dport {PORT} accept;")
        Home(internet, carrier=Carrier(internet), device="rmnet0", beside=near, metric=600)
        assert asyncio.run(way_of_one(internet, near, Home(internet), tmp_path, PUNCHED)) == PUNCHED


def at(times, share):
    """The value that this share of the times does not exceed."""
    return times[min(int(share * len(times)), len(times) - 1)] if times else "-"

"""A network changes in the middle of a call: it heals by itself, and both sides are heard again.

CARILLON_HANDOVER_RUNS=5 changes each so often, compares times and counts of restarts, and prints a table of the gaps in the
recordings. Without it, what holds on a machine that is busy with other things is asserted.
"""

import asyncio
import json
import os
from functools import partial

import pytest

from edges import SYMMETRIC, Carrier, Home
from gaps import gaps
from internet import Internet
from network_call import FIRST, OTHER, SECOND, NetworkCall
from patience import WHOLE

RUNS = int(os.environ.get("CARILLON_HANDOVER_RUNS", "0"))


class Change:
    """One change. `near` is where the caller is, `beside` its second network, `far` where the callee is."""

    near = far = staticmethod(Home)
    second = None
    """The device of the second network, which is there from the start if it is not hidden."""
    is_hidden = False
    changed = ()
    """The phones that lose an address or their default route, of which they learn from the kernel."""
    changes = 1
    """How often they learn of it."""
    restarts = None
    """How many; nothing where that depends on who notices first. A busy machine may be silent for a second, and restart once
    more for that."""
    reason = None
    """Why a side looked for another path, if it has to."""
    tells = ()
    """The phones whose path stays, so that what they tell of the gap is what they recorded."""
    away = 0
    """Seconds without any network."""
    aim = 0.5
    """Seconds of silence beyond those, at most, on a machine that does nothing else."""
    metric = 600
    """The rank of the second network among the ways to elsewhere; that of the first is 100."""

    def __init__(self, internet):
        self.internet = internet
        self.near, self.far = self.near(internet), self.far(internet)
        self.beside = None
        if self.second:
            self.beside = Home(
                internet, carrier=Carrier(internet), device=self.second, beside=self.near, metric=self.metric)
            if self.is_hidden:
                self.beside.vanish()

    async def happen(self, talk):
        raise NotImplementedError

    async def heal(self, talk):
        """What holds when both are heard again."""


class InterfaceVanishes(Change):
    """The interface in use vanishes, another is up."""

    aim = 1.2
    second, changed, restarts = "rmnet0", ("peer",), 1

    async def happen(self, talk):
        (await self.in_use(talk)).vanish()

    async def in_use(self, talk):
        async def sent():
            await talk.phones["peer"].expect("tone")
            return [edge.space.sent(edge.device) for edge in (self.near, self.beside)]

        # Words of a tone come every second: that much sound went over one of the two.
        talk.phones["peer"].forget("tone")
        before, after = await sent(), await sent()
        near, beside = (later - earlier for earlier, later in zip(before, after))
        return self.near if near > beside else self.beside


class PathGoesSilent(InterfaceVanishes):
    """Media no longer passes the interface in use, another is up."""

    changed, restarts, reason = (), None, "silence"

    async def happen(self, talk):
        (await self.in_use(talk)).cut(udp_alone=True)


class InterfaceGoesDead(InterfaceVanishes):
    """Nothing passes the interface in use, another is up."""

    # The exchange has to be reached over the other one first, and that its connection is dead is known after five seconds.
    changed, restarts, aim = (), None, 6

    async def happen(self, talk):
        (await self.in_use(talk)).cut()


class CellularIsUp(InterfaceVanishes):
    """A cellular interface is up beside Wi-Fi, which has the default route."""

    changed, restarts = (), 0
    aim = 0.1

    async def happen(self, talk):
        assert await self.in_use(talk) is self.near


class CellularComesLater(Change):
    """Wi-Fi is gone, cellular comes two seconds later."""

    second, is_hidden, changed = "rmnet0", True, ("peer",)
    away = 2

    async def happen(self, talk):
        self.near.vanish()
        self.beside.carry()
        await passing(self.away)
        self.beside.appear()


class Renumbered(Change):
    """Another address on the same interface."""

    changed, restarts = ("peer",), 1

    async def happen(self, talk):
        self.near.renumber()


class RenumberedBesideCellular(Renumbered):
    """Another address over Wi-Fi, while a cellular interface is up."""

    second = "rmnet0"


class WiFiComesBack(CellularIsUp):
    """Wi-Fi is gone, the call goes on over cellular, and Wi-Fi comes back and has the default route."""

    changed, changes, restarts = ("peer",), 2, None
    aim = 0.5

    async def happen(self, talk):
        self.near.vanish()
        await passing(2)
        self.near.appear()

    async def heal(self, talk):
        assert await self.in_use(talk) is self.near, "the network that the person pays for by volume is not used any more"


class BothRenumbered(Change):
    """Both sides get another address at once."""

    changed = ("peer", "phone")

    async def happen(self, talk):
        self.near.renumber()
        self.far.renumber()


class SymmetricRouterForgets(Change):
    """A router that gives another port for each destination forgets its connections."""

    near = staticmethod(partial(Home, translation=SYMMETRIC))
    aim = 1.2

    async def happen(self, talk):
        self.near.forget()


class PortKeepingRouterForgets(Change):
    """A router that keeps ports forgets its connections."""

    restarts = 0
    aim = 0.1

    async def happen(self, talk):
        self.near.forget()


class RelayRestarts(Change):
    """The relay in use is started anew."""

    near = far = staticmethod(partial(Home, translation=SYMMETRIC))
    aim = 1.5

    async def happen(self, talk):
        self.internet.relay.die()
        self.internet.relay.start()


class Silence(Change):
    """Nothing passes for three seconds."""

    away, tells = 3, ("peer", "phone")

    async def happen(self, talk):
        self.near.cut()
        await passing(self.away)
        self.near.mend()


class LongSilence(Silence):
    """Nothing passes for eight seconds."""

    away = 8


class LongestSilence(Silence):
    """Nothing passes for twenty seconds."""

    away = 20


class TunnelComesUp(Change):
    """A VPN comes up, and takes the default route."""

    second, is_hidden, metric = "tun0", True, 10
    changed, restarts = ("peer",), 1

    async def happen(self, talk):
        self.beside.appear()


async def passing(seconds):
    # on purpose: the network is away as long
    await asyncio.sleep(seconds)


CHANGES = [
    InterfaceVanishes, PathGoesSilent, InterfaceGoesDead, CellularIsUp, CellularComesLater, WiFiComesBack, Renumbered,
    RenumberedBesideCellular, BothRenumbered, SymmetricRouterForgets, PortKeepingRouterForgets, RelayRestarts, Silence,
    LongSilence, LongestSilence, TunnelComesUp]


async def changed(change):
    async with NetworkCall.between(change.internet, change.near, change.far) as talk:
        await talk.stand()
        await talk.of_each(lambda _, phone: phone.expect("tone"))
        await change.happen(talk)
        await talk.hear_anew()
        await change.heal(talk)
        await talk.reported()
        for name in talk.phones:
            assert not talk.told(name, "ended")
        await talk.hang_up()
        return talk


class Outcome:
    """Of each phone: the longest gap it recorded and the longest it told, how often it noticed that its network is
    another, why it looked for another path, and how many offers of other media it was asked to answer."""

    def __init__(self, kind, folder):
        folder.mkdir()
        with Internet(folder) as internet:
            talk = asyncio.run(asyncio.wait_for(changed(kind(internet)), WHOLE))
        self.gaps, self.told_gaps, self.noticed, self.reasons, self.asked = {}, {}, {}, {}, {}
        for name in talk.phones:
            other = OTHER[name]
            heard = gaps(folder / f"{name}.wav", [FIRST[other], SECOND[other]])
            self.gaps[name] = max(heard, default=0)
            self.noticed[name] = talk.told(name, "reconnecting", attempt=0)
            kept = talk.phones[name].kept
            self.told_gaps[name] = max(said["gap_ms"] or 0 for said in kept if said["event"] == "quality") / 1000
            self.reasons[name] = [said["reason"] for said in kept if said["event"] == "restart"]
            self.asked[name] = offers(folder / f"{name}.jsonl")


def offers(trace):
    """Of the other phone, that this one was asked to answer while the call stood."""
    events = (json.loads(line) for line in trace.read_text().splitlines())
    return sum(event["name"] == "received" and "telnyx_rtc.modify" in json.dumps(event["fields"]) for event in events)


@pytest.fixture(scope="module")
def table(printed):
    rows = [("change", "aim, s", "gap heard by the changed side, s", "by the other, s", "restarts", "failed")]
    yield rows
    if RUNS:
        printed(rows)


@pytest.mark.parametrize("kind", CHANGES, ids=lambda kind: kind.__name__)
def test_both_are_heard_again_after_a_change(kind, networks, tmp_path, table):
    outcomes, failures = [], []
    for run in range(RUNS or 1):
        try:
            outcomes.append(Outcome(kind, tmp_path / str(run)))
        except (AssertionError, TimeoutError) as failure:
            failures.append(failure)
    heard = [" ".join(f"{gap:.2f}" for gap in sorted(one.gaps[name] for one in outcomes)) for name in ("peer", "phone")]
    restarts = " ".join(str(sum(one.asked.values())) for one in outcomes)
    table.append((kind.__doc__, kind.away + kind.aim, *heard, restarts, len(failures)))
    if failures:
        raise failures[0]
    for outcome in outcomes:
        if kind.reason:
            assert kind.reason in sum(outcome.reasons.values(), [])
        (judge if RUNS else judge_busy)(kind, outcome)


def judge_busy(kind, outcome):
    """Of a machine that is busy with other things: what its speed does not change."""
    for name in kind.changed:
        assert outcome.noticed[name] >= kind.changes, "each change of the network is noticed"
    for name in kind.tells:
        assert outcome.told_gaps[name] >= kind.away - 0.5, "a phone tells how long it heard nothing"
    if kind.restarts:
        assert sum(outcome.asked.values()) >= kind.restarts
    if kind.restarts == 0:
        assert "networkLeft" not in sum(outcome.reasons.values(), []), "no network was left"
    elif kind.changed and kind.restarts:
        assert "networkLeft" in outcome.reasons[kind.changed[0]], "and why it looked for another path"


def judge(kind, outcome):
    for name, gap in outcome.gaps.items():
        assert gap <= kind.away + kind.aim, f"{name} was silent for longer than its network and the aim together"
    for name in kind.changed:
        assert outcome.noticed[name] == kind.changes, "each change of the network is noticed, once"
    for name in kind.tells:
        assert abs(outcome.told_gaps[name] - outcome.gaps[name]) < 0.5, "a phone tells how long it heard nothing"
    if kind.changed and kind.restarts:
        assert "networkLeft" in outcome.reasons[kind.changed[0]], "and why it looked for another path"
    if kind.restarts is not None:
        assert sum(outcome.asked.values()) == kind.restarts

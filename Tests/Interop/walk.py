"""A walk through networks: what happens to a phone in a call, at random but the same for the same seed."""

import asyncio
import time

from edges import SYMMETRIC, Carrier, Home

LOST, BACK, FORGOTTEN, KEPT = 1.2, 0.5, 1.5, 0.3
"""Seconds of silence beyond that of the network: after a path is lost while another is there, after the network is back,
after a relay or a router lost its state of the path, which a second of silence tells of, and where the path in use
stays."""
FAULTS = {
    "loss=5": 1, "loss=10 burst=4": 1, "loss=20": 1, "jitter=50": 1, "delay=100": 1, "rate=40": 3, "loss=2 delay=200": 2}
"""Bad networks, and how many seconds more each allows. It may lose what a new path is agreed with. A phone with another
address needs five round trips for its connection, login, offer, answer and check; 40 kbit/s take 0.2 s for each kilobyte of
that, beside the voice."""


class Walk:
    """The networks of both phones. The caller has Wi-Fi, cellular and a VPN; those that are on are in `up`."""

    def __init__(self, internet, random):
        self.internet, self.random = internet, random
        self.wifi = Home(internet, shaped=True)
        cellular = Home(internet, carrier=Carrier(internet), device="rmnet0", beside=self.wifi, metric=600)
        tunnel = Home(internet, device="tun0", beside=self.wifi, metric=10)
        tunnel.vanish()
        self.far = Home(internet, translation=SYMMETRIC)
        self.edges = {"Wi-Fi": self.wifi, "cellular": cellular, "VPN": tunnel}
        self.up = {"Wi-Fi", "cellular"}
        self.fault = ""

    def steps(self):
        """What may happen next: words, what does it, and the silence that is allowed beyond the network's."""
        for name, edge in self.edges.items():
            if name not in self.up:
                yield f"{name} comes up", self.appear(name), KEPT
            elif len(self.up) > 1:
                yield f"{name} is lost", self.vanish(name), LOST
            if name in self.up:
                yield f"another address over {name}", self.quickly(edge.renumber), BACK
        yield "everything is lost for a while", self.all_lost, BACK
        yield "the other side has another address", self.quickly(self.far.renumber), BACK
        yield "both sides have another address", self.both_renumber, BACK
        yield "the Wi-Fi router forgets", self.quickly(self.wifi.forget), KEPT
        yield "the other side's router forgets", self.quickly(self.far.forget), FORGOTTEN
        yield "the relay is started anew", self.relay_restarts, FORGOTTEN
        yield "nothing passes for a while", self.silence, BACK
        yield "the call is held for a while", self.hold, BACK
        if self.fault:
            yield "the network becomes good", self.shape(""), KEPT
        else:
            yield "the network becomes bad", self.shape(self.random.choice(list(FAULTS))), KEPT

    async def go(self, talk):
        """One step: its words, seconds without any network, and the silence that is allowed beyond them."""
        words, act, aim = self.random.choice(list(self.steps()))
        before = self.fault if "Wi-Fi" in self.up else ""
        begin = time.monotonic()
        lasts = await act(talk)
        since = self.fault if "Wi-Fi" in self.up else ""
        allowed = max(FAULTS.get(fault, 0) for fault in (before, since))
        return words, time.monotonic() - begin if lasts else 0, aim + allowed

    # Each gives whether there was no network, or no sound by wish, until it ended.

    def quickly(self, change):
        async def act(_):
            change()
            return False
        return act

    def appear(self, name):
        def change():
            self.edges[name].appear()
            self.up.add(name)
        return self.quickly(change)

    def vanish(self, name):
        def change():
            self.edges[name].vanish()
            self.up.discard(name)
        return self.quickly(change)

    def shape(self, words):
        def change():
            self.wifi.shaper.shape(words)
            self.fault = words
        return self.quickly(change)

    async def all_lost(self, _):
        back = self.random.choice(sorted(self.up))
        for name in self.up:
            self.edges[name].vanish()
        await self.passing(1, 5)
        self.edges[back].appear()
        self.up = {back}
        return True

    async def both_renumber(self, _):
        self.edges[sorted(self.up)[0]].renumber()
        self.far.renumber()
        return False

    async def relay_restarts(self, _):
        self.internet.relay.die()
        self.internet.relay.start()
        return True

    async def silence(self, _):
        for name in self.up:
            self.edges[name].cut()
        await self.passing(1, 6)
        for name in self.up:
            self.edges[name].mend()
        return True

    async def hold(self, talk):
        await talk.phones["peer"].do("hold")
        await self.passing(2, 10)
        await talk.phones["peer"].do("resume")
        return True

    async def passing(self, least, most):
        # on purpose: the network is away as long
        await asyncio.sleep(self.random.uniform(least, most))


def beyond(longest, away):
    """How much longer than the network a phone was silent."""
    return max(longest - away, 0)


def judged(steps, recordings):
    """The rows of a table, one for each kind of step, and the steps that were silent for too long, in words.

    steps: as of `Walk.go`. recordings: of each phone, the gaps of each leg; the first leg is before the first step, and
    the last after the last.
    """
    kinds, complaints = {}, []
    for number, (words, away, aim) in enumerate(steps, start=1):
        worst = {name: beyond(max(legs[number], default=0), away) for name, legs in recordings.items()}
        kind = kinds.setdefault(words, {"times": 0, "aim": aim, **dict.fromkeys(recordings, 0)})
        kind["times"] += 1
        kind["aim"] = max(kind["aim"], aim)
        for name, seconds in worst.items():
            kind[name] = max(kind[name], seconds)
            if seconds > aim:
                complaints.append(
                    f"step {number}, {words}: {name} heard nothing for {away + seconds:.2f} s,"
                    f" the network was away for {away:.2f} s, the aim is {aim} s")
    rows = [
        (words, kind["times"], *(f"{kind[name]:.2f}" for name in recordings), kind["aim"])
        for words, kind in sorted(kinds.items())]
    return rows, complaints

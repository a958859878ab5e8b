"""The networks between which calls are tried, the way that each pair of them is expected to take, and the times aimed at."""

from functools import partial

from edges import (
    SYMMETRIC, TLS_ONLY, WITHOUT_UDP, AddressRestricted, Carrier, DeadIPv4, FullCone, Home, Open, Routed, TranslatedTo4)


def bad(words, **how):
    """A home whose cable is as bad as that, from before the call on."""
    def build(internet):
        home = Home(internet, shaped=True, **how)
        home.shaper.shape(words)
        home.logins = 3 if "loss" in words else 1
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
    "ipv6, dead ipv4": DeadIPv4,
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
    "ipv6, dead ipv4 : open": DIRECT,
    "ipv6, dead ipv4 : port": RELAYED,
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

WITHOUT_TRICKLE = {
    "open : open": DIRECT,
    "port : port": PUNCHED,
    "symmetric : symmetric": RELAYED,
}
"""Where each side gathers all its candidates before it sends a description."""
UNTRICKLED = "without trickle"
OTHER_AIMS |= {f"{name}, {UNTRICKLED}": 350 for name in WITHOUT_TRICKLE}

ONE_CARRIER = {"one carrier, no hairpin": of_one_carrier(False), "one carrier, hairpin": of_one_carrier(True)}


def way(pair):
    if "relay" in pair:
        return RELAYED
    return DIRECT if pair == "host-host" else PUNCHED


def goes(pair, expected):
    """Whether a pair goes the expected way. Where no router translates, an address that a check revealed before its candidate
    came is the peer's own."""
    return way(pair) == expected or expected == DIRECT and pair in ("host-prflx", "prflx-host")


def ends(name, internet):
    """Where the caller is, and where the callee is."""
    if name in ONE_CARRIER:
        return ONE_CARRIER[name](internet)
    return tuple(KINDS[kind](internet) for kind in name.split(" : "))


def aim(title, expected):
    """Milliseconds to the first audio, in the middle of many calls."""
    return OTHER_AIMS.get(title, AIMS[expected])

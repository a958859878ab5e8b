"""Where phones are: what lies between each and the public network, and what happens there in the middle of a call."""

from internet import (
    EXCHANGE, EXCHANGE_NAME, EXCHANGE_NAME6, NOWHERE, PORT, PUBLIC, PUBLIC6, RELAY, RELAY_NAMES, TLS_RELAY,
    relay_names)
from spaces import cable, done

# nft 1.0.6 wants a line to end between two closing braces.

# A router that answers an unexpected packet with "port unreachable" notes it as a connection too. The phone's own
# packet that way then gets another port, and two such routers never let each other in. Real ones drop it.
SILENT = "chain silent { type filter hook input priority 0; iifname wan0 ct state new drop; }"

# The port is kept whatever the destination, and only who was sent to from it may answer.
PORT_KEEPING = "masquerade"
# Another port for every destination.
SYMMETRIC = "masquerade fully-random"

# Networks that let out these ports alone, and refuse the rest in one way or the other.
WITHOUT_UDP = f"tcp dport {{ 80, 443, {PORT} }} accept;"
TLS_ONLY = f"ip daddr {RELAY} drop; tcp dport {{ 443, {PORT} }} accept;"


class Edge:
    """A phone's device, in a namespace of its own or beside another edge's."""

    exchange_name, relay_names = EXCHANGE_NAME, RELAY_NAMES
    logins = 1
    """How often a phone may try to log in there. Where much is lost, TCP needs longer than the ten seconds of a login."""

    def __init__(self, internet, device="wlan0", beside=None, metric=100):
        self.device, self.metric = device, metric
        self.number = internet.number()
        self.space = beside.space if beside else internet.space("phone")
        if not beside:
            self.space.names(self.exchange_name + self.relay_names)

    @property
    def within(self):
        return self.space.within


class Open(Edge):
    """Public addresses of both families, and nothing between."""

    def __init__(self, internet):
        super().__init__(internet)
        host = 100 + self.number
        self.connect(internet, f"{PUBLIC}.{host}/24", f"{PUBLIC6}:{host}/64")
        self.space.lose_the_rest(self.device, NOWHERE)
        self.space.ip(f"route add default via {PUBLIC6}:1 dev {self.device}")

    def connect(self, internet, *addresses):
        internet.connect(self.space, self.device, self.number, *addresses)


class Shaped(Open):
    """Public addresses behind a cable that is as bad as asked: `shape`, as of `shaper.Way`."""

    def connect(self, internet, *addresses):
        self.shaper = internet.connect_shaped(self.space, self.device, self.number, *addresses)

    def shape(self, words):
        self.shaper.shape(words)


class Routed(Edge):
    """IPv6 alone. Behind a firewall only what answers comes in."""

    exchange_name = EXCHANGE_NAME6

    def __init__(self, internet, firewall=False):
        super().__init__(internet)
        net, way = f"2001:db8:{10 + self.number:x}:", f"{PUBLIC6}:{100 + self.number}"
        self.router = internet.space("router")
        cable(self.space, self.device, self.router, "lan0")
        internet.connect(self.router, "wan0", self.number, f"{way}/64")
        self.router.address("lan0", f"{net}:1/64")
        self.space.address(self.device, f"{net}:2/64")
        self.router.forward()
        self.space.ip(f"route add default via {net}:1")
        self.router.ip(f"route add default via {PUBLIC6}:1")
        internet.core.ip(f"route add {net}:/64 via {way}")
        if firewall:
            self.router.rules(
                "table ip6 f { chain f { type filter hook forward priority 0; policy drop;"
                " ct state established,related accept; iifname lan0 accept; }\n}")


class DeadIPv4(Routed):
    """IPv6 that works beside a network of IPv4 with addresses and a way to elsewhere, over which nothing passes."""

    exchange_name = EXCHANGE_NAME + EXCHANGE_NAME6

    def __init__(self, internet):
        super().__init__(internet)
        net = f"192.168.{self.number}"
        self.router.address("lan0", f"{net}.1/24")
        self.space.address(self.device, f"{net}.2/24")
        self.space.ip(f"route add default via {net}.1")
        self.router.rules("table ip dead { chain dead { type filter hook prerouting priority 0; policy drop; }\n}")


class TranslatedTo4(Edge):
    """IPv6 alone, as cellular networks have it: everything of IPv4 is reached by addresses of a prefix, which a router
    translates (NAT64), and names have such addresses only (DNS64). IPv6 itself leads nowhere else."""

    prefix = "2001:db8:64::"
    """The well-known prefix is not for addresses of documentation, which this Internet is made of."""
    exchange_name = f"{prefix}{EXCHANGE} exchange.test\n"
    relay_names = relay_names(prefix + RELAY, prefix + TLS_RELAY)

    def __init__(self, internet):
        super().__init__(internet)
        net, pool = f"2001:db8:{10 + self.number:x}:", f"192.168.{self.number}"
        self.router = internet.space("router")
        cable(self.space, self.device, self.router, "lan0")
        internet.connect(self.router, "wan0", self.number, f"{PUBLIC}.{100 + self.number}/24")
        self.router.lose_the_rest("wan0", NOWHERE)
        self.router.address("lan0", f"{net}:1/64")
        self.space.address(self.device, f"{net}:2/64")
        self.router.forward()
        self.space.ip(f"route add default via {net}:1")
        # Each address of the network inside has one of the pool, and these go out behind one.
        internet.translate(
            self.router,
            f"tun-device nat64\nipv4-addr {pool}.1\nipv6-addr {net}:64\nprefix {self.prefix}/96\n"
            f"dynamic-pool {pool}.0/24\n")
        self.router.ip("link set nat64 up", f"route add {pool}.0/24 dev nat64", f"route add {self.prefix}/96 dev nat64")
        self.router.rules(translating(PORT_KEEPING))


class Home(Edge):
    """A private network of IPv4 behind a router that translates.

    translation: the kind. lets_out: what a stricter network accepts, as rules; refusal: what becomes of the rest.
    net: the first three numbers of the addresses; one of its own where nothing is said. carrier: where the router is,
    if not in the public network. shaped: whether the router's cable outside can be made bad.
    """

    def __init__(
            self, internet, translation=PORT_KEEPING, lets_out=None, refusal="drop", net=None, carrier=None,
            shaped=False, **device):
        super().__init__(internet, **device)
        self.net = net or f"192.168.{self.number}"
        self.router = internet.space("router")
        cable(self.space, self.device, self.router, "lan0")
        self.router.address("lan0", f"{self.net}.1/24")
        self.router.forward()
        if carrier:
            carrier.subscribe(self)
        else:
            way = internet.connect_shaped if shaped else internet.connect
            self.shaper = way(self.router, "wan0", self.number, f"{PUBLIC}.{100 + self.number}/24")
            self.router.lose_the_rest("wan0", NOWHERE)
        self.translate(translation)
        if lets_out:
            self.router.rules(
                "table ip f { chain f { type filter hook forward priority 0;"
                f" ct state established,related accept; {lets_out} {refusal}; }}\n}}")
        self.address = f"{self.net}.2"
        self.appear()

    def translate(self, translation):
        self.router.rules(translating(translation))

    # What happens to it.

    def carry(self):
        """The access point is in reach, and has given no address yet."""
        self.space.carry(self.device)
        self.router.carry("lan0")

    def appear(self):
        self.carry()
        self.space.ip(f"address replace {self.address}/24 dev {self.device}", self.route)

    def vanish(self):
        """The access point is out of reach: the device is without address and carrier."""
        self.space.ip(f"address flush dev {self.device}", f"link set {self.device} down")

    def renumber(self):
        """Another address in the same network, as of a new lease."""
        before, self.address = self.address, f"{self.net}.{2 if self.address.endswith('.77') else 77}"
        self.space.ip(
            f"address del {before}/24 dev {self.device}", f"address add {self.address}/24 dev {self.device}",
            self.route)

    @property
    def route(self):
        return f"route replace default via {self.net}.1 dev {self.device} metric {self.metric}"

    def forget(self):
        """The router is started anew: it knows no connection."""
        done(*self.router.within, "conntrack", "-F")

    def cut(self, udp_alone=False):
        """Nothing passes the router, and no device is told. udp_alone: only UDP is dropped, so signaling goes on."""
        drops = "meta l4proto udp drop;" if udp_alone else "drop;"
        self.router.rules(f"table inet cut {{ chain f {{ type filter hook forward priority -5; {drops} }}\n}}")

    def mend(self):
        self.router.rules("delete table inet cut")


class FullCone(Home):
    """Who knows the public address reaches the phone."""

    def translate(self, translation):
        self.router.rules(
            f"table ip n {{ chain in {{ type nat hook prerouting priority -100;"
            f" iifname wan0 udp dport 1024-65535 dnat to {self.net}.2; }}\n{masquerading(translation)}\n{SILENT}\n}}")


class AddressRestricted(Home):
    """Who was sent to may answer, from any port."""

    def translate(self, translation):
        self.router.rules(
            f"table ip n {{ set peers {{ type ipv4_addr; flags dynamic,timeout; timeout 2m; }}\n"
            f"chain note {{ type filter hook forward priority 0;"
            f" iifname lan0 meta l4proto udp update @peers {{ ip daddr }}; }}\n"
            f"chain in {{ type nat hook prerouting priority -100;"
            f" iifname wan0 ip saddr @peers udp dport 1024-65535 dnat to {self.net}.2; }}\n"
            f"{masquerading(translation)}\n{SILENT}\n}}")


class Carrier:
    """The second translation, of many homes: each has an address of 100.64.0.0/10.

    hairpin: whether one subscriber reaches another by the public address. Linux does not do that by itself: a map of
    who was given which port stands in, for phones whose ports are kept.
    """

    def __init__(self, internet, translation=PORT_KEEPING, hairpin=False):
        self.number = internet.number()
        self.space = internet.space("carrier")
        address = f"{PUBLIC}.{100 + self.number}"
        internet.connect(self.space, "wan0", self.number, f"{address}/24")
        self.space.forward()
        self.space.lose_the_rest("wan0", NOWHERE)
        self.space.rules(hairpinned(address) if hairpin else translating(translation))

    def subscribe(self, home):
        net = f"100.64.{home.number}"
        cable(home.router, "wan0", self.space, f"sub{home.number}")
        home.router.address("wan0", f"{net}.2/24")
        self.space.address(f"sub{home.number}", f"{net}.1/24")
        home.router.ip(f"route add default via {net}.1")


def masquerading(translation):
    return f"chain out {{ type nat hook postrouting priority 100; oifname wan0 {translation}; }}"


def translating(translation):
    return f"table ip n {{\n{masquerading(translation)}\n{SILENT}\n}}"


def hairpinned(address):
    return f"""
table ip n {{
  map owners {{ type inet_service : ipv4_addr; flags dynamic,timeout; timeout 5m; }}
  chain note {{
    type filter hook forward priority 0;
    iifname != wan0 meta l4proto udp update @owners {{ udp sport : ip saddr }};
  }}
  chain in {{
    type nat hook prerouting priority -100;
    ip daddr {address} meta l4proto udp dnat to udp dport map @owners;
  }}
  chain out {{
    type nat hook postrouting priority 100;
    oifname wan0 masquerade;
    oifname "sub*" ip saddr 100.64.0.0/10 snat to {address};
  }}
  {SILENT}
}}
"""

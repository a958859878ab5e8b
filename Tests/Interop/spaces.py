"""Network namespaces and the cables between them."""

import ctypes
import itertools
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from patience import PATIENCE

HOSTS = pathlib.Path("/etc/netns")
"""Where `ip netns exec` looks for files that a namespace has in place of those of /etc."""

LIBC = ctypes.CDLL(None, use_errno=True)
CLONE_NEWNET, RTMGRP_LINK = 0x40000000, 1
"""Constants of setns(2) and rtnetlink(7)."""


class Space:
    """A network namespace, by a name of its own, until it is deleted. It can be made within another."""

    numbers = itertools.count(1)

    def __init__(self, purpose):
        self.name = f"carillon-{os.getpid()}-{next(Space.numbers)}-{purpose}"
        done("ip", "netns", "add", self.name)
        self.ip("link set lo up")
        # Whatever this machine prefers: with BBR, the timeouts of a stream of few packets double. All kernels have Reno.
        self.run("sysctl", "-qw", "net.ipv4.tcp_congestion_control=reno")

    @property
    def within(self):
        """Words before a command that runs it there."""
        return ["ip", "netns", "exec", self.name]

    def ip(self, *lines):
        """Changes, each as it follows the word `ip`."""
        done("ip", "-n", self.name, "-batch", "-", input="\n".join(lines) + "\n")

    def run(self, *words):
        return done(*self.within, *words)

    def rules(self, text):
        """Loads rules of nf_tables."""
        done(*self.within, "nft", "-f", "-", input=text)

    def address(self, device, *addresses):
        # An address of IPv6 is used at once: there is nothing in these networks that could have it too.
        self.ip(*(f"address add {one} dev {device}{' nodad' if ':' in one else ''}" for one in addresses))

    def forward(self):
        self.run("sysctl", "-qw", "net.ipv4.ip_forward=1", "net.ipv6.conf.all.forwarding=1")

    def carry(self, device):
        """Sets a device up, and returns once it carries packets. In the first second after its cable was down, what leaves by
        it may be lost; no network gives an address by DHCP that early."""
        with self.told_of_links() as told:
            self.ip(f"link set {device} up")
            while self.run("cat", f"/sys/class/net/{device}/operstate").strip() != "up":
                told.recv(65_536)

    def told_of_links(self):
        """A socket that receives a message whenever a device there changes."""

        def within():
            with open(f"/run/netns/{self.name}") as space:
                assert LIBC.setns(space.fileno(), CLONE_NEWNET) == 0, os.strerror(ctypes.get_errno())
            told = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, socket.NETLINK_ROUTE)
            told.bind((0, RTMGRP_LINK))
            told.settimeout(PATIENCE)
            return told

        # The namespace is that of the thread alone, which ends.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(within).result()

    def lose_the_rest(self, device, *gateways):
        """A route to everywhere behind which packets are lost without a word, as in the Internet.

        Where a private address is "unreachable" instead, coturn closes a whole allocation, and phones learn at once a
        thing that takes its time elsewhere.
        """
        for gateway in gateways:
            self.ip(
                f"neighbour replace {gateway} lladdr 02:00:00:00:00:fe nud permanent dev {device}",
                f"route add default via {gateway} dev {device} onlink")

    def sent(self, device):
        """Bytes over that device so far."""
        return int(self.run("cat", f"/sys/class/net/{device}/statistics/tx_bytes"))

    def names(self, hosts):
        """What names stand for there, in the form of /etc/hosts."""
        folder = HOSTS / self.name
        folder.mkdir(parents=True)
        (folder / "hosts").write_text(f"127.0.0.1 localhost\n{hosts}")

    def delete(self):
        remove(self.name)


def remove(name):
    subprocess.run(["ip", "netns", "del", name], capture_output=True)
    shutil.rmtree(HOSTS / name, ignore_errors=True)
    with suppress(OSError):  # Others have theirs there.
        HOSTS.rmdir()


def cable(space, device, other, other_device):
    """Phones leave out devices named as such cables usually are: name a phone's for the network it stands for."""
    space.ip(f"link add {device} type veth peer name {other_device} netns {other.name}", f"link set {device} up")
    other.ip(f"link set {other_device} up")


def done(*words, input=None):
    """What a command says that has to succeed."""
    result = subprocess.run(words, input=input, text=True, capture_output=True)
    assert result.returncode == 0, f"{' '.join(words)}\n{input or ''}{result.stdout}{result.stderr}"
    return result.stdout


def sweep():
    """Removes the namespaces of a run that was killed, with the processes in them."""
    for name in re.findall(r"^carillon-\d+-\d+-\w+", done("ip", "netns", "list"), re.MULTILINE):
        if pathlib.Path("/proc", name.split("-")[1]).exists():
            continue
        for process in done("ip", "netns", "pids", name).split():
            with suppress(ProcessLookupError):
                os.kill(int(process), signal.SIGKILL)
        remove(name)


RULES = """
table inet probe {
  chain nat { type nat hook postrouting priority 100; masquerade fully-random; }
  set peers { type ipv4_addr; flags dynamic,timeout; timeout 2m; }
}
"""


def missing():
    """What this machine lacks for networks like these, in words; nothing: it has all."""
    lacks = [tool for tool in ("ip", "nft", "conntrack", "turnserver", "openssl") if not shutil.which(tool)]
    if "ip" in lacks:
        return lacks
    try:
        sweep()
        probe = Space("probe")
    except AssertionError:
        return [*lacks, "the right to make a network namespace"]
    wanted = {
        "cables between namespaces (veth)": lambda: probe.ip("link add one type veth peer name two"),
        "bridges": lambda: probe.ip("link add bridge type bridge"),
        "address translation in nf_tables": lambda: "nft" in lacks or probe.rules(RULES),
        "IPv6": lambda: probe.ip("address add 2001:db8::1/64 dev lo nodad"),
    }
    for name, attempt in wanted.items():
        try:
            attempt()
        except AssertionError:
            lacks.append(name)
    probe.delete()
    return lacks

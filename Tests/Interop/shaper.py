"""A cable that loses, delays, reorders and limits what passes: two TAP devices in two namespaces and a process between.

It stands in for netem, which not every kernel has, and treats UDP and TCP, IPv4 and IPv6 alike. Of itself, as a
program, it takes two namespaces with a device in each, and words such as `loss=5 burst=4` on standard input, which
hold for both directions from then on.
"""

import ctypes
import fcntl
import heapq
import os
import random
import select
import struct
import subprocess
import sys
import time

from patience import PATIENCE

# Of <linux/if_tun.h>: make a device of frames, without a header before each.
TUNSETIFF, TAP, NO_HEADER = 0x400454CA, 0x0002, 0x1000
ORDERS = 0
"""Standard input."""


class Shaper:
    """Between `device` of one space and `other_device` of another, until it is stopped."""

    def __init__(self, space, device, other, other_device):
        self.process = subprocess.Popen(
            [sys.executable, __file__, space.name, device, other.name, other_device],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline() == "ready\n", "no TAP device could be made"
        space.ip(f"link set {device} up")
        other.ip(f"link set {other_device} up")

    def shape(self, words=""):
        """See `Way.shape`; nothing is a cable without faults."""
        self.process.stdin.write(f"{words}\n")
        self.process.stdin.flush()

    def stop(self):
        self.process.stdin.close()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Way:
    """One direction."""

    def __init__(self, to, seed):
        self.to, self.random = to, random.Random(seed)
        self.waiting, self.count = [], 0
        self.free = self.last = 0.0
        self.is_bad = False
        self.shape("")

    def shape(self, words):
        """loss: percent; burst: mean length of a run of losses; delay and jitter: ms, the latter uniform from 0 to twice
        that; order=1 keeps packets in order under jitter; rate: kbit/s with headers of IP; queue: ms of packets that
        wait for that rate before the last is dropped."""
        usual = {"loss": 0, "burst": 1, "delay": 0, "jitter": 0, "order": 0, "rate": 0, "queue": 300}
        given = dict(word.split("=") for word in words.split())
        assert set(given) <= set(usual), f"a cable has no {set(given) - set(usual)}"
        assert float(given.get("loss", 0)) < 100, "a cable that loses everything is none"
        self.faults = {**usual, **{name: float(value) for name, value in given.items()}}

    def loses(self):
        share, burst = self.faults["loss"] / 100, self.faults["burst"]
        if burst <= 1 or not share:
            return self.random.random() < share
        # Gilbert's: in the bad state everything is lost.
        leaves = 1 / burst
        enters = leaves * share / (1 - share)
        self.is_bad = self.random.random() < (1 - leaves if self.is_bad else enters)
        return self.is_bad

    def take(self, frame, now):
        # Neighbours have to find each other at once, or a cable that was plugged in takes seconds.
        if is_of_neighbours(frame):
            return self.push(now, frame)
        if self.loses():
            return
        at = now
        if self.faults["rate"]:
            at = max(now, self.free)
            if (at - now) * 1000 > self.faults["queue"]:
                return
            at += (len(frame) - 14) * 8 / (self.faults["rate"] * 1000)
            self.free = at
        at += (self.faults["delay"] + self.random.uniform(0, 2 * self.faults["jitter"])) / 1000
        if self.faults["order"]:
            at = self.last = max(at, self.last)
        self.push(at, frame)

    def push(self, at, frame):
        self.count += 1
        heapq.heappush(self.waiting, (at, self.count, frame))

    def pass_on(self, now):
        while self.waiting and self.waiting[0][0] <= now:
            try:
                os.write(self.to, heapq.heappop(self.waiting)[2])
            except OSError:
                pass  # The device is down: packets on their way are lost.


def is_of_neighbours(frame):
    """ARP, and ICMPv6, which finds neighbours."""
    return frame[12:14] == b"\x08\x06" or (frame[12:14] == b"\x86\xdd" and frame[20] == 58)


def tap(namespace, name):
    # os.setns comes with Python 3.12.
    enter = ctypes.CDLL(None).setns
    home = os.open("/proc/self/ns/net", os.O_RDONLY)
    there = os.open(f"/run/netns/{namespace}", os.O_RDONLY)
    assert enter(there, 0) == 0, f"no namespace {namespace}"
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH22x", name.encode(), TAP | NO_HEADER))
    assert enter(home, 0) == 0, "no way back"
    os.close(there)
    os.close(home)
    return device


def run(namespace, name, other_namespace, other_name):
    one, other = tap(namespace, name), tap(other_namespace, other_name)
    ways = {one: Way(other, 1), other: Way(one, 2)}
    print("ready", flush=True)
    while True:
        now = time.monotonic()
        due = min((way.waiting[0][0] for way in ways.values() if way.waiting), default=now + 60)
        for ready in select.select([*ways, ORDERS], [], [], max(due - now, 0))[0]:
            if ready == ORDERS:
                # Not a line at a time: select does not see the rest in a buffer of Python's.
                orders = os.read(ORDERS, 65_536).decode().splitlines()
                if not orders:
                    return
                for way in ways.values():
                    way.shape(orders[-1])
            else:
                drain(ready, ways[ready])
        for way in ways.values():
            way.pass_on(time.monotonic())


def drain(device, way):
    try:
        while True:
            way.take(os.read(device, 65_535), time.monotonic())
    except OSError:
        pass  # Nothing is left, or the device is down.


if __name__ == "__main__":
    run(*sys.argv[1:])

"""Pitfall 17: what outside media stacks need of the network the other tests run in, and what they must not find."""

import pathlib
import socket


def test_the_way_outside_begins_at_the_address_of_the_namespace(address):
    """Headless Chromium gathers on the default route only, aioice and libwebrtc on nothing but such an address."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("198.51.100.1", 9))  # sends nothing: the kernel only looks the route up
        assert probe.getsockname()[0] == address


def test_no_packet_leaves_the_kernel(address):
    """Every route ends at the other end of a cable that lies in the same namespace."""
    routes = pathlib.Path("/proc/net/route").read_text().splitlines()[1:]
    assert {route.split()[0] for route in routes} == {"veth-a"}
    with pathlib.Path("/proc/net/dev").open() as devices:
        assert any(line.strip().startswith("veth-b:") for line in devices)

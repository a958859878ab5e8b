"""The limit of one address, which loopback has none of."""

import contextlib
import socket

from server import serving

CONFIGURATION = """
listen: {{host: {address}, allow-plain-outside-loopback: true}}
limits: {{connections-of-address: 2}}
"""


def test_one_address_has_no_more_than_its_connections(address, tmp_path):
    with serving(tmp_path, CONFIGURATION.format(address=address), address) as port:

        def ask(connections):
            """The status of an answer, on a connection that stays open as long as the others."""
            connection = connections.enter_context(socket.create_connection((address, port), 10))
            connection.sendall(f"GET /healthz HTTP/1.1\r\nHost: {address}\r\n\r\n".encode())
            return connection.recv(4096).split(b" ")[1].decode()

        with contextlib.ExitStack() as connections:
            assert [ask(connections) for _ in range(3)] == ["200", "200", "429"]

        def ask_alone(_):
            with contextlib.ExitStack() as connections:
                return ask(connections)

        # The exchange decides when it notices that a client left.
        assert "200" in map(ask_alone, range(1000)), "who has left makes room"

"""A running `carillon serve`."""

import re
import socket
import subprocess
from contextlib import contextmanager

from phone import CARILLON


class Exchange:
    """An exchange on one database, which can die and be started again.

    configuration: YAML. host: the address it names; loopback where it names none. port: 0 for a free one at each start."""

    def __init__(self, folder, configuration, host="127.0.0.1", port=0):
        self.file = folder / "exchange.yaml"
        self.file.write_text(configuration)
        self.database = folder / "exchange.sqlite"
        self.host, self.wanted_port = host, port
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [CARILLON, "serve", "--config", str(self.file), "--port", str(self.wanted_port), "--database",
             str(self.database)], stdout=subprocess.PIPE, text=True)
        address = re.compile(re.escape(self.host) + r":(\d+)")
        found = next(filter(None, map(address.search, self.process.stdout)), None)
        if found is None:
            raise RuntimeError("the exchange did not come up")
        self.port = int(found[1])

    def die(self):
        """As by `kill -9`."""
        self.process.kill()
        self.process.wait(10)
        self.process.stdout.close()

    def stop(self):
        self.process.terminate()
        assert self.process.wait(20) == 0, "the exchange did not drain"
        self.process.stdout.close()


@contextmanager
def serving(folder, configuration, host="127.0.0.1"):
    """Serves that configuration from a database in the folder and hands out the port; at the end it has to drain."""
    exchange = Exchange(folder, configuration, host)
    yield exchange.port
    exchange.stop()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]

"""A running `carillon serve`."""

import re
import subprocess
from contextlib import contextmanager

from phone import CARILLON


@contextmanager
def serving(folder, configuration, host="127.0.0.1"):
    """Serves that configuration, YAML, from a database in the folder on a free port, which it hands out; at the end the
    exchange has to drain.

    host: the address the configuration names; loopback where it names none."""
    file = folder / "exchange.yaml"
    file.write_text(configuration)
    process = subprocess.Popen(
        [CARILLON, "serve", "--config", str(file), "--port", "0", "--database", str(folder / "exchange.sqlite")],
        stdout=subprocess.PIPE, text=True)
    found = next(filter(None, (re.search(re.escape(host) + r":(\d+)", line) for line in process.stdout)), None)
    if found is None:
        raise RuntimeError("the exchange did not come up")
    yield int(found[1])
    process.terminate()
    assert process.wait(20) == 0, "the exchange did not drain"

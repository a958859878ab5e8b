"""A running `carillon serve`."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from phone import CARILLON

LOGS = os.environ.get("CARILLON_TEST_LOGS")
"""The folder that `make test` searches for secrets in the end."""


class Exchange:
    """An exchange on one database, which can stand still, die and be started again.

    configuration: YAML. host: the address it names; loopback where it names none. port: 0 for a free one at each start."""

    started = []
    """Those of the test that runs."""

    def __init__(self, folder, configuration, host="127.0.0.1", port=0):
        self.file = folder / "exchange.yaml"
        # What an operator sees who looks for a mistake is searched for secrets as well.
        self.file.write_text(configuration if "log-level" in configuration else f"log-level: debug\n{configuration}")
        self.database = folder / "exchange.sqlite"
        self.log = folder / "exchange.log"
        self.host, self.wanted_port = host, port
        Exchange.started.append(self)
        self.start()

    def start(self, *before):
        """before: words before the command, such as those of a tracer that stays in the background."""
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [*before, CARILLON, "serve", "--config", str(self.file), "--port", str(self.wanted_port), "--database",
                 str(self.database)], stdout=subprocess.PIPE, stderr=log, text=True)
        address = re.compile(re.escape(self.host) + r":(\d+)")
        found = next(filter(None, map(address.search, self.process.stdout)), None)
        if found is None:
            self.tell()
            raise RuntimeError("the exchange did not come up")
        self.port = int(found[1])

    def kill_at(self, call, number):
        """It is killed when a thread of it comes to that system call for the nth time from now on."""
        self.trace(*killing_at(call, number))

    def follow(self, *calls):
        """Takes down those system calls from now on. Returns a function that tells them, a line each."""
        said = self.file.with_name("calls")
        self.trace("-f", "-qq", "-o", str(said), "-e", f"trace={','.join(calls)}")
        return said.read_text

    def trace(self, *options):
        tracer = subprocess.Popen(["strace", *options, "-p", str(self.process.pid)])
        threads = list(Path(f"/proc/{self.process.pid}/task").iterdir())
        end = time.monotonic() + 10
        while self.process.poll() is None and not all(map(is_traced, threads)):
            assert time.monotonic() < end and tracer.poll() in (None, 0), "it cannot be traced"
            time.sleep(0.01)

    def stand_still(self):
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self):
        self.process.send_signal(signal.SIGCONT)

    def die(self):
        """As by `kill -9`; it may be dead already."""
        self.process.kill()
        self.process.wait(10)
        self.process.stdout.close()
        self.tell()

    def stop(self):
        self.process.terminate()
        status = self.process.wait(20)
        self.process.stdout.close()
        self.tell()
        assert status == 0, "the exchange did not drain"

    def tell(self):
        """What it logged: for whoever reads of a failure, and for the search."""
        text = self.log.read_text()
        sys.stderr.write(text)
        if LOGS:
            with (Path(LOGS) / "interop.log").open("a") as log:
                log.write(text)


def is_traced(thread):
    """Whether it is, or has ended meanwhile."""
    try:
        return "TracerPid:\t0\n" not in (thread / "status").read_text()
    except OSError:
        return True


def killed_at(call, number):
    """Words before a command that kill it when a thread of it comes to that system call for the nth time."""
    return ["strace", "-D", *killing_at(call, number)]


def killing_at(call, number):
    return ["-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={number}"]


def can_be_traced():
    """Some machines let no process be traced, or none that runs already."""
    if not shutil.which("strace"):
        return False
    runs = subprocess.Popen(["sleep", "5"])
    tracer = subprocess.Popen(["strace", "-qq", "-o", "/dev/null", "-p", str(runs.pid)], stderr=subprocess.DEVNULL)
    while tracer.poll() is None and runs.poll() is None and not is_traced(Path(f"/proc/{runs.pid}")):
        time.sleep(0.01)
    is_seen = tracer.poll() is None and runs.poll() is None
    for process in [tracer, runs]:
        process.kill()
        process.wait(10)
    return is_seen


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

"""A running `carillon serve`."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

from changes import CHANGES
from patience import PATIENCE
from phone import CARILLON
from stopping import stop

LOGS = os.environ.get("CARILLON_TEST_LOGS")
"""The folder that `make test` searches for secrets in the end."""


class Exchange:
    """An exchange on one database, which can stand still, die and be started again.

    configuration: YAML. host: the address it names; loopback where it names none. port: 0 for a free one at each start.
    home: the folder of its database; the same folder, if none is named. environment: further variables."""

    started = []
    """Those of the test that runs."""

    def __init__(self, folder, configuration, host="127.0.0.1", port=0, home=None, environment=None):
        self.environment = {**os.environ, **(environment or {})}
        self.file = folder / "exchange.yaml"
        # What an operator sees who looks for a mistake is searched for secrets as well.
        self.file.write_text(unhurried(
            configuration if "log-level" in configuration else f"log-level: debug\n{configuration}"))
        self.database = (home or folder) / "exchange.sqlite"
        self.log = folder / "exchange.log"
        self.host, self.wanted_port = host, port
        self.started.append(self)
        self.start()

    def start(self, *before):
        """before: words before the command, such as those of a tracer that stays in the background."""
        self.process = subprocess.Popen(
            [*before, *self.command()], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.environment)
        self.logging = CHANGES.follow(self.process.stderr, self.log.open("w"))
        address = re.compile(re.escape(self.host) + r":(\d+)")
        found = next(filter(None, map(address.search, self.process.stdout)), None)
        if found is None:
            self.tell()
            raise RuntimeError("the exchange did not come up")
        self.port = int(found[1])

    def command(self):
        return [
            CARILLON, "serve", "--config", str(self.file), "--port", str(self.wanted_port), "--database", str(self.database)]

    def kill_at(self, call, number):
        """It is killed when a thread of it comes to that system call for the nth time from now on."""
        self.trace(*killing_at(call, number))

    def follow(self, *calls):
        """Takes down those system calls from now on. Returns a function that tells them, a line each."""
        said = self.file.with_name("calls")
        self.trace("-f", "-o", str(said), "-e", f"trace={','.join(calls)}")
        return said.read_text

    def trace(self, *options):
        assert attached(self.process.pid, *options), "it cannot be traced"

    def stand_still(self):
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self):
        self.process.send_signal(signal.SIGCONT)

    def die(self):
        """As by `kill -9`; it may be dead already."""
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.tell()

    def stop(self):
        try:
            assert stop(self.process, "the exchange") == 0, "the exchange did not drain"
        finally:
            self.process.stdout.close()
            self.tell()

    def tell(self):
        """Its log: for the reader of a failure, and for the search."""
        self.logging.join(PATIENCE)
        text = self.log.read_text()
        sys.stderr.write(text)
        if LOGS:
            with (Path(LOGS) / "interop.log").open("a") as log:
                log.write(text)


def unhurried(configuration):
    """Tests ring one user more often than a person does, on machines that are busy with other tests; what these limits do is
    tested with the exchange. A limit that a test gives itself stays."""
    usual = {
        "ring-starts-per-minute": 1_000_000, "device-wait-factor": 10, "ringing-seconds": 120, "login-seconds": 300}
    limits = ", ".join(f"{key}: {value}" for key, value in usual.items() if f"{key}:" not in configuration)
    if "limits:" not in configuration:
        return f"{configuration.rstrip()}\nlimits: {{{limits}}}\n"
    return re.sub(r"^limits: *\{", f"limits: {{{limits}, ", configuration, count=1, flags=re.MULTILINE)


def attached(process, *options):
    """A tracer of a process and its threads, once it has them all; nothing where it cannot. The process may have ended by then."""
    tracer = subprocess.Popen(["strace", *options, "-p", str(process)], stderr=subprocess.PIPE, text=True)
    # It says so when it has attached to each, and otherwise why it has not.
    said = next(filter(lambda line: "attached" in line or "attach: " in line, tracer.stderr), "")
    CHANGES.follow(tracer.stderr)
    return tracer if "attach: " not in said and said else None


def killed_at(call, number):
    """Words before a command that kill it when a thread of it comes to that system call for the nth time."""
    return ["strace", "-D", *killing_at(call, number)]


def killing_at(call, number):
    return ["-f", "-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={number}"]


def can_be_traced():
    """Some machines let no process be traced, or none that runs already."""
    if not shutil.which("strace"):
        return False
    runs = subprocess.Popen(["sleep", str(PATIENCE)])
    tracer = attached(runs.pid, "-o", "/dev/null")
    for process in filter(None, [tracer, runs]):
        process.kill()
        process.wait(PATIENCE)
    return tracer is not None


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

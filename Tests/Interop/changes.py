"""Wakes what waits for something that other processes do: each says a line when it has done something."""

import threading
import time

from patience import PATIENCE


class Changes:
    def __init__(self):
        self.condition = threading.Condition()
        self.count = 0

    def tell(self):
        with self.condition:
            self.count += 1
            self.condition.notify_all()

    def follow(self, stream, log=None):
        """Tells of every line of a stream and of its end, from now on; log: a file that gets the lines. Returns the reader."""

        def read():
            for line in stream:
                if log:
                    log.write(line)
                    log.flush()
                self.tell()
            if log:
                log.close()
            self.tell()

        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        return reader

    def wait(self, seen, limit):
        """Returns once there are more changes than those seen, or at the limit, in seconds."""
        with self.condition:
            self.condition.wait_for(lambda: self.count != seen, limit)


CHANGES = Changes()
"""Of all processes that a test runs."""


def until(look, what, limit=PATIENCE):
    """What a look finds, as soon as it finds something: it is taken again when a process has said something since.

    limit: in seconds; then it is taken once more, and fails with `what`."""
    end = time.monotonic() + limit
    while True:
        seen, is_last = CHANGES.count, time.monotonic() >= end
        found = look()
        if found:
            return found
        if is_last:
            raise AssertionError(what)
        CHANGES.wait(seen, max(end - time.monotonic(), 0))

"""Ends a process of a test in order. One that does not end is killed, and the failure tells where its threads stood."""

import shutil
import signal
import subprocess
from pathlib import Path

from patience import PATIENCE

MASKS = ("State:", "SigPnd:", "ShdPnd:", "SigBlk:", "SigIgn:", "SigCgt:")


def stop(process, name, by=signal.SIGTERM):
    """The status with which it ends after that signal."""
    process.send_signal(by)
    try:
        return process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        try:
            raise AssertionError(f"{name} did not end after {by.name}:\n{threads(process.pid)}") from None
        finally:
            process.kill()
            process.wait(PATIENCE)


def threads(pid):
    """Of each thread, its place in the kernel and its signals; with gdb, also its calls."""
    lines = [described(task) for task in sorted(Path(f"/proc/{pid}/task").iterdir())]
    if shutil.which("gdb"):
        traced = subprocess.run(
            ["gdb", "-p", str(pid), "-batch", "-ex", "thread apply all bt 30"], capture_output=True, text=True,
            timeout=PATIENCE)
        lines.append(traced.stdout)
    return "\n".join(lines)


def described(task):
    status = (task / "status").read_text().splitlines()
    masks = " ".join(" ".join(line.split()[:2]) for line in status if line.startswith(MASKS))
    return f"{task.name} {(task / 'comm').read_text().strip()}: in {(task / 'wchan').read_text()}; {masks}"

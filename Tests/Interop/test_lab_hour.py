"""Calls in the Phone Lab one after the other, and the memory that its page and its process take.

A few calls show that this works. `CARILLON_LAB_SECONDS=3600` plays calls for an hour.
"""

import asyncio
import json
import os
import pathlib
import re
import urllib.request
from contextlib import suppress

from lab_page import PICTURES, RINGING, Lab, heap, pages
from patience import PATIENCE, WHOLE

SECONDS = float(os.environ.get("CARILLON_LAB_SECONDS", "0"))
CALLS_MIN, SAMPLES = 3, 12
HEAP_MAX = 60_000_000
RESIDENT_MAX = 800_000_000
"""Bytes of the process: three whole phones, the exchange, and the newest 100,000 rows and lines of the trace."""
ROWS_KEPT, ROW_BYTES, GROWTH_MAX = 100_000, 200, 3_000_000
"""The rows that the page keeps, which fill in about an hour; the bytes that each of them may take with its changes; and the
bytes by which the page may grow otherwise between the half of a run and its end."""
TRACE = PICTURES.parent / "lab-hour-failed.jsonl"
"""What happened in the Lab until the test failed."""
ANSWERS = [("Anna", "bob-iphone", "Answer on"), ("Gus", "carol-iphone", RINGING), ("Nora", "dave-iphone", RINGING)]


def resident(process):
    """The bytes of memory that a process has."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) * 1_024


def counted(page):
    """How many rows the Lab has told the page so far, in a list of one."""
    rows = [0]

    def told(message):
        rows[0] = json.loads(message).get("next", rows[0])

    page.page.on("websocket", lambda socket: socket.on("framereceived", told))
    return rows


def test_calls_one_after_the_other_leave_the_memory_of_page_and_lab_bounded(tmp_path, chromium, printed):
    lab = Lab(tmp_path)
    samples = []

    async def scenario(page):
        rows = counted(page)
        await page.page.reload()
        await page.stand()
        loop = asyncio.get_running_loop()
        begun, count = loop.time(), 0
        while count < CALLS_MIN or loop.time() - begun < SECONDS:
            await page.talk(*ANSWERS[count % len(ANSWERS)])
            count += 1
            if (loop.time() - begun) * SAMPLES >= SECONDS * (len(samples) + 1):
                samples.append((round(loop.time() - begun), count, rows[0], await heap(page), resident(lab.process)))

    async def whole():
        async with pages(chromium, lab) as (page,):
            await scenario(page)

    try:
        chromium.run(whole(), SECONDS + 2 * WHOLE)
    except Exception:
        # Only the trace tells why a call of hundreds failed.
        with suppress(OSError), urllib.request.urlopen(f"{lab.url}trace.jsonl", timeout=PATIENCE) as trace:
            TRACE.parent.mkdir(exist_ok=True)
            TRACE.write_bytes(trace.read())
        raise
    finally:
        assert lab.stop() == 0
    printed([["s", "calls", "rows", "bytes of the page", "bytes of the Lab"], *samples])
    assert samples[-1][2] > 0, "no rows were counted"
    assert max(sample[3] for sample in samples) <= HEAP_MAX
    assert max(sample[4] for sample in samples) <= RESIDENT_MAX
    half, end = samples[len(samples) // 2], samples[-1]
    added = min(end[2], ROWS_KEPT) - min(half[2], ROWS_KEPT)
    assert end[3] - half[3] <= GROWTH_MAX + ROW_BYTES * added, (half, end)

"""The Phone Lab's page under load: twelve phones, two hundred events a second, and as many events as hours bring.

The events are those of a real Lab, told again and again by a stand-in for its socket; in one test twelve phones are real. The
tests assert counts that no machine's speed changes: drawings in a frame, changes in a drawing, elements, rows, bytes; and
that twelve phones are accessible on every screen. Tasks that were long are counted and printed, as a busy machine holds any
task up.
"""

import asyncio
import copy
import itertools
import json
from contextlib import asynccontextmanager

import pytest

from lab_page import DRAWN, LOOKS, RINGING, SCHEMES, SCREENS, TABS, Lab, LabPage, heap, pages, view
from patience import WHOLE
from web_phone import SCRIPT, Site

OTHERS = ["erin", "frank", "grace", "heidi", "ivan", "judy", "kim", "leo", "mia"]
"""Phones beside the real Lab's three, told to live through what one of those did."""
ONE = "carol"
RATE = 200
"""Events a second."""
BATCH = 0.016
"""Seconds between two batches: the Lab tells what happened every 16 ms."""
SECONDS = 10
LONG = 50
"""Milliseconds of the page's thread: its own time."""
BURST = 2_000
"""Events that come at once."""
ELEMENTS_MAX, ROWS_MAX = 1_500, 60
CHANGES_MAX = ELEMENTS_MAX
"""Changes of the document in one drawing, however many events came since the last."""
HEAP_MAX = 60_000_000
GROWTH_MAX = 3_000_000
"""Bytes that the page may hold after the second hundred thousand events beyond those after the first."""
DRAWINGS = """{
  // What a test asks of frames is no drawing of the page.
  const ask = window.testFrame = requestAnimationFrame.bind(window);
  const changes = new MutationObserver(() => { counts.meanwhile += 1; });
  let counts, now, inFrame;
  window.requestAnimationFrame = (draw) => ask((time) => {
    draw(time);
    if (!counts) return;
    inFrame = time === now ? inFrame + 1 : 1;
    now = time;
    counts.drawings += 1;
    counts.mostInFrame = Math.max(counts.mostInFrame, inFrame);
    counts.mostChanges = Math.max(counts.mostChanges, changes.takeRecords().length);
  });
  window.countDrawings = () => {
    counts ?? changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    changes.takeRecords();
    counts = window.drawn = { frames: 0, drawings: 0, mostInFrame: 0, mostChanges: 0, meanwhile: 0 };
    const own = counts;
    const count = () => { own.frames += 1; if (own === counts) ask(count); };
    ask(count);
  };
}"""
"""Counts what the page draws in animation frames, from `countDrawings()` on, in `drawn`."""
SETTLED = DRAWN.replace("requestAnimationFrame", "testFrame")
HELLO = """() => new Promise((resolve) => {
  const socket = new WebSocket(new URL("/socket", location.href).href.replace("http", "ws"), "carillon-lab.1");
  socket.onmessage = ({ data }) => {
    resolve(JSON.parse(data));
    socket.close();
  };
})"""


def renamed(told, name):
    """The same of another phone."""
    return json.loads(json.dumps(told).replace(ONE, name))


def owner(phone):
    """Whose phone it is, by its name."""
    return phone.removesuffix("-iphone")


class Retold:
    """A stand-in for the Lab's socket: what a real Lab told, from its beginning, again and again."""

    def __init__(self, hello):
        first = hello["rows"][0]["i"]
        self.now, self.next = hello["now"], hello["next"]
        for state in (hello["state"], hello["before"]):
            state.update({
                f"{kind}:{name}-iphone": renamed(state[f"{kind}:{ONE}-iphone"], name)
                for kind in ("phone", "call") if f"{kind}:{ONE}-iphone" in state for name in OTHERS})
        self.hello = {**hello, "first": first}
        self.phones = [key[len("phone:"):] for key in hello["state"] if key.startswith("phone:")]
        self.story = self.told()
        self.opened = asyncio.Event()
        self.socket = None

    def told(self):
        """Rows with the changes before each, without end: each turn is another phone's, in another session."""
        for turn, name in enumerate(itertools.cycle([ONE, *OTHERS])):
            changes = iter(renamed(self.hello["changes"], name))
            waiting = next(changes, None)
            for row in renamed(self.hello["rows"], name):
                due = []
                while waiting is not None and waiting["i"] <= row["i"]:
                    due.append(waiting)
                    waiting = next(changes, None)
                yield {**row, **({"call": f"{row['call']}-{turn}"} if "call" in row else {})}, due

    def take(self, socket):
        self.socket = socket
        socket.on_message(self.asked)
        socket.send(json.dumps(self.hello))
        self.opened.set()

    def asked(self, message):
        asked = json.loads(message)
        value = {"from": self.hello["first"], "rows": [], "changes": [], "state": {}} if asked["do"] == "range" else {}
        self.socket.send(json.dumps({"is": "answer", "id": asked["id"], "value": value}))

    def ring(self):
        """All phones ring, as the one rang, and the race has a lane for each."""
        changes = self.hello["changes"]
        rung = next(change["value"] for change in reversed(changes)
                    if change["key"] == f"phone:{ONE}-iphone" and change["value"]["screen"] == "ring")
        race = next(change["value"] for change in reversed(changes) if change["key"] == "race" and change["value"])
        lane = next(lane for lane in race["lanes"] if lane["device"] == f"{ONE}-iphone")
        began = self.now
        lanes = [
            {**renamed(lane, owner(phone)), "sent": began, "rings": began + 90 + 35 * index, "end": None,
             "mark": "rings", "note": ""} for index, phone in enumerate(self.phones)]
        self.now += 2_000
        self.send([], [
            {"key": "race", "value": {**race, "began": began, "end": None, "outcome": None, "lanes": lanes}},
            *[{"key": f"phone:{phone}", "value": renamed(rung, owner(phone))} for phone in self.phones]])

    def tell(self, count, passed):
        """Sends so many rows as one batch, in which so many milliseconds passed."""
        rows, changes = [], []
        for index in range(1, count + 1):
            row, due = next(self.story)
            at = self.now + passed * index / count
            changes += [{**change, "i": self.next, "at": at} for change in due]
            rows.append({**row, "i": self.next, "at": at})
            self.next += 1
        self.now += passed
        self.send(rows, changes)

    def send(self, rows, changes):
        """One batch; a change without a time is of now."""
        quality = [
            {"at": self.now, "phone": phone, "mos": 4.2, "jitter": 1.5, "loss": 0.1, "rtt": 20} for phone in self.phones]
        self.socket.send(json.dumps({
            "is": "batch", "now": self.now, "next": self.next, "rows": rows,
            "changes": [{"i": self.next, "at": self.now, **change} for change in changes], "quality": quality}))


@asynccontextmanager
async def retelling(chromium, lab, retold, **look):
    """A page of the Lab that is told events by a stand-in."""
    context = await chromium.context(**{"viewport": SCREENS["wide"], **look})
    page = LabPage(await context.new_page(), Site(lab.port))
    await page.page.add_init_script(f"{DRAWINGS}\n{SCRIPT}")
    await page.page.route_web_socket("**/socket", retold.take)
    await page.open(lab.url)
    await retold.opened.wait()
    yield page
    assert page.wrong == [], page.wrong
    await context.close()


@pytest.fixture
def told(tmp_path, chromium):
    """What makes pages of the Lab that are told events by a stand-in, each with that stand-in."""

    def play(scenario):
        lab = Lab(tmp_path)
        try:

            async def whole():
                async with pages(chromium, lab) as (page,):
                    hello = await record(page)

                    @asynccontextmanager
                    async def opened(**look):
                        retold = Retold(copy.deepcopy(hello))
                        async with retelling(chromium, lab, retold, **look) as other:
                            yield other, retold

                    await scenario(opened)

            chromium.run(whole())
        finally:
            lab.stop()

    return play


async def record(page):
    """A call that rings all phones and is answered, as the Lab tells it."""
    await page.stand()
    await page.press("Anna calls the company")
    await page.ring(3)
    await page.press(f"{RINGING} {ONE}-iphone")
    await page.phone(f"{ONE}-iphone", "call with Anna")
    await page.quiet()
    await page.press("Anna: hang up")
    await page.phone(f"{ONE}-iphone", never=["call with"])
    return await page.page.evaluate(HELLO)


@asynccontextmanager
async def tasks(browser):
    """The milliseconds that each task of the pages' threads took meanwhile, of the thread's own time, once it is over."""
    session = await browser.new_browser_cdp_session()
    events, took, complete = [], [], asyncio.Event()
    session.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    session.on("Tracing.tracingComplete", lambda _: complete.set())
    config = {"includedCategories": ["__metadata", "toplevel"]}
    await session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})
    yield took
    await session.send("Tracing.end")
    await complete.wait()
    threads = {
        (event["pid"], event["tid"]) for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"}
    took += [
        event["tdur"] / 1_000 for event in events
        if event["name"].endswith("::RunTask") and "tdur" in event and (event["pid"], event["tid"]) in threads]


async def drawn(page):
    """What the page has drawn by now, and the elements and rows that it has."""
    await page.page.evaluate(SETTLED)
    return await page.page.evaluate(
        """() => ({ ...drawn, elements: document.querySelectorAll("*").length,
          rows: document.querySelectorAll("#row-list > li").length })""")


def test_twelve_phones_and_two_hundred_events_a_second_are_drawn_once_a_frame(told, chromium, printed):
    async def scenario(opened):
        async with opened() as (page, retold):
            await measure(page, retold)

    async def measure(page, retold):
        count = round(RATE * BATCH)
        for _ in range(round(1 / BATCH)):
            retold.tell(count, BATCH * 1_000)
        await page.page.evaluate(SETTLED)
        loop = asyncio.get_running_loop()
        async with tasks(chromium.browser) as took:
            await page.page.evaluate("countDrawings()")
            start = loop.time()
            for batch in range(round(SECONDS / BATCH)):
                retold.tell(count, BATCH * 1_000)
                # on purpose: the events come at this pace
                await asyncio.sleep(max(0, start + (batch + 1) * BATCH - loop.time()))
            seconds = loop.time() - start
            steady = await drawn(page)
        long = [task for task in took if task > LONG]
        await page.page.evaluate("countDrawings()")
        for _ in range(10):
            retold.tell(BURST, BURST / RATE * 1_000)
        burst = await drawn(page)
        printed([["phones", "events/s", "frames/s", "tasks", f"of more than {LONG} ms", "longest ms", "ms of a second"],
                 [len(retold.phones), round(RATE * SECONDS / seconds), round(steady["frames"] / seconds), len(took),
                  len(long), round(max(took)), round(sum(took) / seconds)]])
        printed([list(steady), list(steady.values()), list(burst.values())])
        assert len(took) > SECONDS, "nothing was measured"
        for counts in (steady, burst):
            assert counts["drawings"] > 0 and counts["mostInFrame"] == 1, counts
            assert 0 < counts["mostChanges"] <= CHANGES_MAX, counts
            assert counts["elements"] <= ELEMENTS_MAX and counts["rows"] <= ROWS_MAX, counts

    told(scenario)


def test_twelve_phones_of_a_real_lab_ring_and_one_wins(tmp_path, chromium, printed):
    phones = [f"{name}-iphone" for name in ["bob", ONE, "dave", *OTHERS]]

    async def scenario(page):
        await page.phone(phones[0], "the app, its recent calls", "unlocked")
        for phone in phones[1:]:
            await page.phone(phone, "lock screen", "app killed", "locked")
        await page.page.evaluate("countDrawings()")
        async with tasks(chromium.browser) as took:
            await page.press("Anna: call the company")
            await page.ring(len(phones))
            await page.choose(f"{ONE}-iphone")
            await page.page.keyboard.press("a")
            await page.phone(f"{ONE}-iphone", "call with Anna")
            await page.quiet()
        counts = await drawn(page)
        long = [task for task in took if task > LONG]
        printed([["phones", "tasks", f"of more than {LONG} ms", "longest ms", *counts],
                 [len(phones), len(took), len(long), round(max(took)), *counts.values()]])
        assert counts["mostInFrame"] == 1 and 0 < counts["mostChanges"] <= CHANGES_MAX, counts
        assert counts["elements"] <= ELEMENTS_MAX and counts["rows"] <= ROWS_MAX, counts
        for phone in phones:
            if phone != f"{ONE}-iphone":
                await page.phone(phone, never=["Anna calls", "call with"])
        await page.press("Anna: hang up")
        await page.phone(f"{ONE}-iphone", never=["call with"])

    async def whole():
        async with pages(chromium, lab) as (page,):
            await page.page.add_init_script(DRAWINGS)
            await page.page.reload()
            await scenario(page)

    lab = Lab(tmp_path, "--phones", str(len(phones)))
    try:
        chromium.run(whole(), 2 * WHOLE)
    finally:
        lab.stop()


def test_the_page_does_not_grow_with_the_events_of_an_hour(told, printed):
    async def scenario(opened):
        async with opened() as (page, retold):
            await measure(page, retold)

    async def measure(page, retold):
        used = []
        for _ in range(3):
            for _ in range(100):
                retold.tell(1_000, 1_000 / RATE * 1_000)
                await page.page.evaluate("() => 0")
            await page.page.evaluate(SETTLED)
            used.append(await heap(page))
        printed([["events", "bytes held"], *[[(index + 1) * 100_000, size] for index, size in enumerate(used)]])
        assert max(used) <= HEAP_MAX, used
        assert used[2] - used[1] <= GROWTH_MAX, used

    told(scenario)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_twelve_phones_are_accessible_on_every_screen_and_looked_at(told, scheme):
    async def scenario(opened):
        findings = []
        for width, look in zip(SCREENS, LOOKS, strict=True):
            async with opened(**look, color_scheme=scheme, reduced_motion="reduce") as (page, retold):
                retold.tell(len(retold.hello["rows"]), 5_000)
                retold.ring()
                await page.tells("mia-iphone", "calls")
                findings += await view(page, width, f"lab-twelve-{scheme}", TABS["narrow"])
                assert await page.page.evaluate("document.querySelectorAll('*').length") <= ELEMENTS_MAX
        assert findings == [], "\n".join(findings)

    told(scenario)

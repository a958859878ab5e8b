"""The Phone Lab for tests: `carillon lab` with a database of its own, and pages of it in Debian's Chromium."""

import pathlib
import re
import signal
import subprocess
from contextlib import asynccontextmanager

from patience import PATIENCE
from phone import CARILLON
from stopping import stop
from web_phone import ROOT, SCRIPT, WEB, PhonePage, Site

PICTURES = pathlib.Path(__file__).parents[2] / ".build" / "pictures"
SCREENS = {
    "narrow": {"width": 360, "height": 780}, "middle": {"width": 1024, "height": 768},
    "wide": {"width": 1440, "height": 900}}
LOOKS = [
    {"viewport": size, "has_touch": width == "narrow", "is_mobile": width == "narrow"} for width, size in SCREENS.items()]
"""A narrow screen is a phone's, on which fingers press."""
TABS = {"narrow": ("devices", "sequence", "call"), "middle": ("sequence", "call"), "wide": ()}
"""The parts that a screen shows one at a time; a middle one has the devices beside them."""
SCHEMES = ["dark", "light"]
DRAWN = "() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))"
"""The page draws what has changed in the next frame."""
RINGING = "Slide to answer on"
"""What a locked phone's button is called; an unlocked one has a banner, whose button only says Answer."""


class Lab:
    """A running `carillon lab` with a database of its own, on a free port."""

    def __init__(self, folder, *options):
        self.said = (folder / "lab.log").open("w")
        self.process = subprocess.Popen(
            [CARILLON, "lab", "--port", "0", "--web", str(WEB), "--scenarios", str(ROOT / "Scenarios"), "--data",
             str(folder / "lab"), "--ring-seconds", "120", *options], stdout=subprocess.PIPE, stderr=self.said, text=True)
        address = re.compile(r"open (http://127\.0\.0\.1:(\d+)/)")
        found = next(filter(None, map(address.search, self.process.stdout)), None)
        if found is None:
            self.stop()
            raise RuntimeError("the Lab did not come up")
        self.url, self.port = found[1], int(found[2])

    def stop(self):
        """It ends as by a person's Ctrl+C."""
        try:
            return stop(self.process, "the Lab", by=signal.SIGINT)
        finally:
            self.process.stdout.close()
            self.said.close()


def play(chromium, folder, scenario, *options, looks=()):
    """Plays a scenario on the pages of a Lab of its own: one page, or one of each look."""
    lab = Lab(folder, *options)
    ended = None
    try:

        async def whole():
            async with pages(chromium, lab, *looks) as opened:
                await scenario(*opened)

        chromium.run(whole())
    finally:
        ended = lab.stop()
    assert ended == 0, f"the Lab ended with {ended}"


class LabPage(PhonePage):
    """A page of the Lab, and the person in front of it."""

    async def open(self, url):
        await self.page.goto(url)
        await self.shows("Devices")

    async def phone(self, name, *said, never=()):
        """Returns once a reader of the screen is told all of this of a phone, and nothing of that."""
        await self(
            """until(() => {
              const told = document.querySelector(`#device-${given[0]} .choose`)?.getAttribute("aria-label") ?? "";
              const tells = (words) => told.includes(words);
              return told && given[1].every(tells) && !given[2].some(tells);
            })""", name, list(said), list(never))

    async def tells(self, name, pattern):
        """Returns once what a reader of the screen is told of a phone is of this pattern."""
        await self(
            """until(() => new RegExp(given[1]).test(
              document.querySelector(`#device-${given[0]} .choose`)?.getAttribute("aria-label") ?? ""))""", name, pattern)

    async def stand(self):
        """Returns once three phones can be called: one with the app in front, two that only a push wakes."""
        await self.phone("bob-iphone", "the app, its recent calls", "app foreground", "unlocked")
        for name in ["carol-iphone", "dave-iphone"]:
            await self.phone(name, "lock screen", "app killed", "locked")
        await self("until(() => document.querySelector('#conditions .count')?.textContent === 'what happens to it')")

    async def ring(self, count):
        await self("until(() => document.getElementById('summary').textContent.endsWith(`${given[0]} ringing`))", count)

    async def quiet(self):
        await self("until(() => !document.getElementById('summary').textContent.includes('ringing'))")

    async def talk(self, party, phone, button="Answer on"):
        """A party of the public network calls the company, a phone of three answers and hears it, the party hangs up."""
        await self.press(f"{party}: call the company")
        await self.ring(3)
        await self.press(f"{button} {phone}")
        await self.phone(phone, f"call with {party}")
        await self.quiet()
        await self.choose(phone)
        await self("until(() => document.getElementById('quality-of').textContent.includes(' hears '))")
        await self.press(f"{party}: hang up")
        await self.phone(phone, never=["call with"])

    async def plays(self, name, tone, does=True):
        """Returns once the phone's loudspeaker plays a tone, in hertz, or plays it no longer."""
        await self.choose(name)
        await self("until(() => document.getElementById('quality-of').textContent.includes(given[0]) === given[1])",
                   f"{tone} Hz", does)

    async def give_up(self, party):
        """A party whose call still rings hangs up; returns once nothing rings."""
        await self(
            """until(() => {
              const button = (words) => document.querySelector(`#others [aria-label="${given[0]}: ${words}"]`);
              const end = button("hang up");
              end?.click();
              return end ?? button("call the company");
            })""", party)
        await self.quiet()

    async def choose(self, name):
        await self.page.evaluate("(name) => document.querySelector(`#device-${name} .choose`).click()", name)
        await self("until(() => document.querySelector('#conditions h2').textContent === given[0])", name)

    async def pressed(self, control):
        """Returns once a control of the chosen phone shows that it is in force."""
        await self(
            """until(() => [...document.querySelectorAll("#conditions [aria-pressed=true]")]
              .some((one) => one.textContent === given[0]))""", control)

    async def devices(self):
        """The names of the phones, in the order in which the page has them."""
        return await self.page.eval_on_selector_all(
            "[id^=device-]", "(found) => found.map(({ id }) => id.replace('device-', ''))")

    async def find(self, words):
        """Looks among all rows for those with these words."""
        await self.page.select_option("#call-choice", "all")
        await self.page.fill("#filter", words)

    async def row(self, sentence):
        """Returns once a row says that."""
        await self(
            """until(() => [...document.querySelectorAll("#row-list .row")]
              .some((row) => row.getAttribute("aria-label").includes(given[0])))""", sentence)


async def heap(page):
    """The bytes of JavaScript that a page holds, after a collection of garbage."""
    session = await page.page.context.new_cdp_session(page.page)
    await session.send("HeapProfiler.collectGarbage")
    used = (await session.send("Runtime.getHeapUsage"))["usedSize"]
    await session.detach()
    return used


async def view(page, width, name, tabs=TABS["narrow"], part=None):
    """Takes a picture of each of these parts, or of the whole where it fits, and returns their faults.

    tabs: none where a dialog covers them. part: the id of the part that is scrolled into view."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    findings = []
    shown = [tab for tab in TABS[width] if tab in tabs] or (TABS[width][:1] if tabs else ()) or ["all"]
    for tab in shown:
        if tab != "all":
            await page.page.click(f"#tabs [data-to={tab}]")
        # The rules put the focus everywhere, which scrolls.
        await page.page.evaluate(
            "() => { for (const part of document.querySelectorAll('#stage, #panels')) part.scrollTop = 0; }")
        if part:
            await page.page.evaluate("(part) => document.getElementById(part).scrollIntoView({ block: 'center' })", part)
        await page.page.evaluate(DRAWN)
        picture = f"{name}-{tab}-{width}"
        await page.page.screenshot(path=PICTURES / f"{picture}.png", animations="disabled", caret="initial")
        findings += [f"{picture}: {finding}" for finding in await page("findings()")]
    if TABS[width] and tabs:
        await page.page.click(f"#tabs [data-to={TABS[width][0]}]")
    return findings


@asynccontextmanager
async def pages(chromium, lab, *looks):
    """A page for each look, such as a width and a color scheme."""
    contexts = [
        await chromium.context(**{"viewport": SCREENS["wide"], "reduced_motion": "reduce", **look})
        for look in looks or [{}]]
    try:
        opened = []
        for context in contexts:
            context.set_default_timeout(PATIENCE * 1_000)
            page = LabPage(await context.new_page(), Site(lab.port))
            await page.page.add_init_script(f"window.testTone = 440;\n{SCRIPT}")
            await page.open(lab.url)
            opened.append(page)
        yield opened
        for page in opened:
            assert page.wrong == [], page.wrong
    finally:
        for context in contexts:
            await context.close()

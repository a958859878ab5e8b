"""The Phone Lab and the browser phone together: a page and an iPhone call each other, and both are heard.

And what a person does in the Lab's page to recordings, and to a phone that is killed while it rings.
"""

import shutil

import pytest

from lab_page import DRAWN, PICTURES, RINGING, Lab, pages
from web_phone import SCRIPT, Chromium, PhonePage, Site

pytestmark = pytest.mark.skipif(shutil.which("chromium") is None, reason="no chromium")

BOB_TONE, PAGE_TONE = 700, 440
"""What bob's iPhone sounds, and what the page does."""
HEARS = "the other side is heard"


@pytest.fixture(scope="module")
def chromium():
    browser = Chromium()
    yield browser
    browser.stop()


@pytest.fixture
def run(tmp_path, chromium, address):
    """Plays a scenario with a page of a Lab."""

    def play(scenario, *options):
        lab = Lab(tmp_path, *options)
        try:

            async def whole():
                async with pages(chromium, lab) as (page,):
                    await scenario(page)

            chromium.run(whole(), 160)
        finally:
            lab.stop()

    return play


async def web_phone(chromium, page, name):
    """The browser phone, opened by the Lab's own link and signed in."""
    url = await page("until(() => document.querySelector('#others a')?.href)")
    context = await chromium.browser.new_context(viewport={"width": 1280, "height": 860})
    phone = PhonePage(await context.new_page(), Site(0))
    await phone.page.add_init_script(f"window.testTone = {PAGE_TONE};\n{SCRIPT}")
    await phone.page.goto(url)
    await phone.shows("Sign in with your name")
    await phone.page.keyboard.type(name)
    await phone.page.keyboard.press("Tab")
    await phone.page.keyboard.type(f"secret of {name}")
    await phone.page.keyboard.press("Enter")
    await phone.shows("Ready on this page")
    return phone


async def sounds(page, name):
    """Returns once the phone's own measurement says that sound arrives and is good."""
    await page.choose(name)
    await page("until(() => Number.parseFloat(document.querySelector('#quality .plot b').textContent) >= 3.6)")


def test_a_page_calls_an_iphone_and_the_iphone_calls_the_page_and_both_are_heard(run, chromium):
    async def scenario(page):
        await page.stand()
        web = await web_phone(chromium, page, "erin")
        await web.dial("bob")
        await page.press("Answer on bob-iphone")
        await page.phone("bob-iphone", "call with")
        await web("hears(given[0], true)", BOB_TONE)
        await sounds(page, "bob-iphone")
        await page.press("Mute on bob-iphone")
        await web("hears(given[0], false)", BOB_TONE)
        await web.press("End")
        await page.phone("bob-iphone", never=["call with"])
        await page.page.fill("#dial", "erin")
        await page.page.press("#dial", "Enter")
        await web.press("Answer")
        await web("hears(given[0], true)", BOB_TONE)
        await sounds(page, "bob-iphone")
        await page.press("End on bob-iphone")
        await web.shows("Call ended")
        assert web.wrong == [], web.wrong
        await web.page.context.close()

    run(scenario)


def test_a_phone_that_is_killed_while_it_rings_is_started_again(run):
    async def scenario(page):
        await page.stand()
        await page.press("Anna calls the company")
        await page.ring(3)
        await page.choose("carol-iphone")
        await page.press("Crash")
        await page.phone("carol-iphone", "app killed", never=["Anna calls"])
        await page.press("Unlocked")
        await page.press("Open")
        await page.phone("carol-iphone", "app foreground")
        await page.press("Answer on bob-iphone")
        await page.phone("bob-iphone", "call with Anna")
        await page.phone("carol-iphone", never=["Anna calls", "call with"])
        await page("until(() => document.querySelector('#race svg').getAttribute('aria-label').includes(given[0]))",
                   "bob-iphone ✓ won")
        await page.press("End on bob-iphone")
        await page.phone("bob-iphone", never=["call with"])

    run(scenario)


def test_the_race_says_who_answered_and_the_call_tells_of_each_device(run):
    async def scenario(page):
        await page.stand()
        await page.press("Anna calls the company")
        await page.ring(3)
        await page.press(f"{RINGING} carol-iphone")
        await page.quiet()
        await page("until(() => document.querySelector('#race svg').getAttribute('aria-label').includes(given[0]))",
                   "bob-iphone answered on carol-iphone")
        lanes = await page("until(() => document.querySelectorAll('#lanes li').length > 6 &&"
                           " [...document.querySelectorAll('#lanes li')].map((lane) => lane.textContent))")
        assert lanes == ["Annapublic", "Carriercarrier", "Exchange", "Applepush", "bobiphone", "caroliphone",
                         "daveiphone"]
        await page.press("Anna: hang up")
        await page.phone("carol-iphone", never=["call with"])

    run(scenario)


def test_the_same_scenario_on_our_phone_and_on_the_naive_one_are_compared(run):
    PICTURES.mkdir(parents=True, exist_ok=True)

    async def scenario(page):
        await page.stand()
        await page.page.keyboard.press("Control+k")
        await page.shows("Pitfall 1")
        await page.page.keyboard.type("reported before anything")
        await page.press("a push is reported before anything is waited for: Ours")
        await page.shows("our phone")
        await page.press("Compare")
        await page.press("The naive phone")
        await page.shows("compared with")
        await page("until(() => [...document.querySelectorAll('#row-list em')].some((one) => one.textContent"
                   " === 'only here'))")
        await page("until(() => document.querySelector('#row-list .ghost'))")
        await page.page.evaluate(DRAWN)
        await page.page.screenshot(path=PICTURES / "lab-compared.png", animations="disabled", caret="initial")
        findings = await page("findings()")
        assert findings == [], findings

    run(scenario)

"""The Phone Lab and the browser phone together: a page and iPhones ring, call each other, and are heard.

And what a person does in the Lab's page to recordings, and to a phone that is killed while it rings.
"""

import asyncio
from functools import partial
from urllib.parse import urlsplit

import pytest

from lab_page import DRAWN, PICTURES, RINGING, SCREENS, LabPage, play, view
from web_phone import SCRIPT, PhonePage, Site

BOB_TONE, CAROL_TONE, PAGE_TONE, ANNA_TONE, GUS_TONE = 700, 800, 622, 440, 523
"""What bob's iPhone sounds, what carol's does, what the page does, and what the parties say. The page has Nora's tone, for
which the phones listen."""


@pytest.fixture
def run(tmp_path, chromium, address):
    """Plays a scenario with a page of a Lab."""
    return partial(play, chromium, tmp_path)


async def web_phone(chromium, page, name):
    """The browser phone, opened by the Lab's own link and signed in."""
    url = await page("until(() => document.querySelector('#others a')?.href)")
    context = await chromium.context(viewport={"width": 1280, "height": 860})
    phone = PhonePage(await context.new_page(), Site(0))
    phone.at_carrier = asyncio.Event()
    phone.page.on("websocket", lambda socket: note_carrier(phone, socket, urlsplit(url).port))
    await phone.page.add_init_script(f"window.testTone = {PAGE_TONE};\n{SCRIPT}")
    await phone.page.goto(url)
    await phone.shows("Sign in with your name")
    await phone.page.keyboard.type(name)
    await phone.page.keyboard.press("Tab")
    await phone.page.keyboard.type(f"secret of {name}")
    await phone.page.keyboard.press("Enter")
    await phone.shows("Ready on this page")
    return phone


def note_carrier(phone, socket, exchange):
    """Notes when the phone has logged in on a socket that is none of the exchange's: public calls ring it from then on."""
    if urlsplit(socket.url).port == exchange:
        return

    def hear(frame):
        if "clientReady" in str(frame):
            phone.at_carrier.set()

    socket.on("framereceived", hear)


async def raced(page, *said):
    """Returns once the ring race says all of this, with its text."""
    return await page(
        """until(() => {
          const told = document.querySelector('#race svg').getAttribute('aria-label');
          return given[0].every((words) => told.includes(words)) && told;
        })""", list(said))


def test_a_page_calls_an_iphone_and_the_iphone_calls_the_page_and_both_are_heard(run, chromium):
    async def scenario(page):
        await page.stand()
        web = await web_phone(chromium, page, "erin")
        await web.dial("bob")
        await page.press("Answer on bob-iphone")
        await page.phone("bob-iphone", "call with")
        await web("hears(given[0], true)", BOB_TONE)
        await page.plays("bob-iphone", PAGE_TONE)
        await page.press("Mute on bob-iphone")
        await web("hears(given[0], false)", BOB_TONE)
        await web.press("Mute")
        await page.plays("bob-iphone", PAGE_TONE, False)
        await web.press("End")
        await page.phone("bob-iphone", never=["call with"])
        await page.page.fill("#dial", "erin")
        await page.page.press("#dial", "Enter")
        await web.press("Answer")
        await web("hears(given[0], true)", BOB_TONE)
        await page.plays("bob-iphone", PAGE_TONE)
        await page.press("End on bob-iphone")
        await web.shows("Call ended")
        assert web.wrong == [], web.wrong
        await web.page.context.close()

    run(scenario)


def test_a_page_transfers_an_iphone_to_another_that_a_push_wakes(run, chromium):
    async def scenario(page):
        await page.stand()
        web = await web_phone(chromium, page, "erin")
        await page.choose("bob-iphone")
        await page.page.fill("#dial", "erin")
        await page.page.press("#dial", "Enter")
        await web.press("Answer")
        await page.phone("bob-iphone", "call with")
        await web("hears(given[0], true)", BOB_TONE)
        await web.press("Transfer")
        await web.page.fill(".transfer input", "carol")
        await web.page.press(".transfer input", "Enter")
        await page.phone("carol-iphone", "locked", "calls")
        # The call goes on until the other has answered.
        await web("hears(given[0], true)", BOB_TONE)
        await page.press(f"{RINGING} carol-iphone")
        await web.shows("Transferred")
        for name, other in (("bob-iphone", CAROL_TONE), ("carol-iphone", BOB_TONE)):
            await page.phone(name, "call with")
            await page.plays(name, other)
        await page.find("transfer")
        await page.row("to Exchange: transfer")
        await page.find("push: ring")
        await page.row("Exchange to Apple: push: ring")
        await page.press("End on carol-iphone")
        await page.phone("bob-iphone", never=["call with"])
        assert web.wrong == [], web.wrong
        await web.page.context.close()

    run(scenario)


def test_an_iphone_transfers_a_call_from_its_app_and_the_lab_shows_who_has_it(run, chromium):
    async def scenario(page):
        await page.stand()
        web = await web_phone(chromium, page, "erin")
        await web.dial("bob")
        await page.press("Answer on bob-iphone")
        await page.phone("bob-iphone", "call with")
        await web("hears(given[0], true)", BOB_TONE)
        await page.choose("bob-iphone")
        await page.page.fill("#transfer", "no-such-user")
        await page.page.press("#transfer", "Enter")
        await page.find("not transferred")
        await page.row("bob-iphone: the app shows: not transferred (unreachable)")
        await web("hears(given[0], true)", BOB_TONE)
        await page.page.fill("#transfer", "carol")
        await page.page.press("#transfer", "Enter")
        await page.press(f"{RINGING} carol-iphone")
        await page.phone("bob-iphone", never=["call with"])
        await web("hears(given[0], true)", CAROL_TONE)
        await page.plays("carol-iphone", PAGE_TONE)
        await page.find("transfer")
        await page.row("bob-iphone: transfers the call to carol")
        await page.row("bob-iphone to Exchange: transfer")
        await page.row("Exchange: transferred to carol-iphone")
        await web.press("End")
        await page.phone("carol-iphone", never=["call with"])
        assert web.wrong == [], web.wrong
        await web.page.context.close()

    run(scenario)


def test_a_public_party_rings_three_iphones_and_a_page_and_one_of_them_wins(run, chromium):
    async def scenario(page):
        await page.stand()
        web = await web_phone(chromium, page, "erin")
        await web.at_carrier.wait()
        await page.press("Anna: call the company")
        await page.ring(3)
        await web.shows("calls you")
        await page.press(f"{RINGING} carol-iphone")
        # The page is another person's, and is not told whose device it was. Its sheet and its announcer say so.
        await web.shows("nswered on another device")
        race = await raced(page, "carol-iphone ✓ won", *[
            f"{name}-iphone answered on carol-iphone" for name in ("bob", "dave")])
        # The page's lane as well. A failure prints the race as it was.
        print(race)
        await page(
            """until(() => document.querySelector('#race svg').getAttribute('aria-label')
              .split('answered on carol-iphone').length === 4)""")
        await page.phone("carol-iphone", "call with Anna")
        await page.plays("carol-iphone", ANNA_TONE)
        for name in ("bob-iphone", "dave-iphone"):
            await page.phone(name, never=["Anna calls", "call with"])
        await page.press("Anna: hang up")
        await page.phone("carol-iphone", never=["call with"])
        await page.press("Gus: call the company")
        await page.ring(3)
        await web.shows("calls you")
        await web.press("Answer")
        await page.quiet()
        await web("hears(given[0], true)", GUS_TONE)
        told = await raced(page, "✓ won", *[f"{name}-iphone answered on" for name in ("bob", "carol", "dave")])
        assert "iphone ✓ won" not in told, told
        await page.press("Gus: hang up")
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


async def saved(page, path):
    """The trace as a file, by the page's own button."""
    async with page.page.expect_download() as download:
        await page.press("Save")
    await (await download.value).save_as(path)
    return path


async def runs(page, name):
    """Returns once the page shows this run."""
    await page("until(() => document.getElementById('run-name').textContent.includes(given[0]))", name)


async def follow_link(page):
    """Copies the link to the moment, and opens it in a page of its own."""
    await page.press("Copy a link to this moment")
    await page.shows("The link to this moment")
    other = LabPage(await page.page.context.new_page(), page.site)
    await other.page.add_init_script(SCRIPT)
    await other.open(page.page.url)
    return other


def test_a_trace_is_saved_and_opened_and_compared_with_another(run, tmp_path):
    async def scenario(page):
        await page.stand()
        await page.talk("Anna", "bob-iphone")
        first = await saved(page, tmp_path / "first.jsonl")
        await page.talk("Gus", "bob-iphone")
        second = await saved(page, tmp_path / "second.jsonl")
        assert first.stat().st_size < second.stat().st_size
        await page.page.set_input_files("#file", first)
        await runs(page, "first.jsonl")
        await page.press("Copy a link to this moment")
        await page.shows("A trace from a file has no link")
        await page.page.fill("#filter", "calls +")
        await page.row("Anna: calls")
        assert await page.page.evaluate("() => !document.querySelector('#row-list').textContent.includes('Gus')")
        await page.page.set_input_files("#file", second)
        await runs(page, "second.jsonl")
        await page.press("Compare")
        await page.press("first.jsonl")
        await page.shows("compared with first.jsonl")
        await page.row("Gus: calls")
        only = await page(
            """until(() => {
              const told = [...document.querySelectorAll("#row-list .row")].map((row) => row.getAttribute("aria-label"));
              const only = told.filter((words) => words.endsWith("only here"));
              return only.length > 0 && only;
            })""")
        assert len(only) == 1 and "Gus: calls" in only[0], only

    run(scenario)


def test_a_link_leads_to_the_moment_of_the_run_and_of_a_scenario(run):
    async def scenario(page):
        await page.stand()
        await page.talk("Anna", "bob-iphone")
        await page.page.fill("#filter", "taps Answer")
        await page.row("bob-iphone: taps Answer")
        await page.page.click("#row-list .row")
        await page.shows("You look at the past")
        await page.page.fill("#filter", "")
        await page("until(() => document.getElementById('now').textContent !== '0.000 s')")
        moment = await page.page.inner_text("#now")
        other = await follow_link(page)
        await other.shows("You look at the past")
        await other("until(() => document.getElementById('now').textContent === given[0])", moment)
        await other.phone("bob-iphone", "calls, banner")
        await other.page.close()
        await page.page.keyboard.press("Control+k")
        await page.page.keyboard.type("reported before anything")
        await page.press("a push is reported before anything is waited for: Naive")
        await runs(page, "naive phone")
        other = await follow_link(page)
        await runs(other, await page.page.inner_text("#run-name"))
        assert other.wrong == [], other.wrong
        await other.page.close()

    run(scenario)


def test_the_same_scenario_on_our_phone_and_on_the_naive_one_are_compared(run):
    PICTURES.mkdir(parents=True, exist_ok=True)

    async def scenario(page):
        await page.stand()
        await page.page.keyboard.press("Control+k")
        await page.shows("Pitfall 1")
        await page.page.keyboard.type("reported before anything")
        await page.press("a push is reported before anything is waited for: Ours")
        await runs(page, "our phone")
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


def test_a_person_keeps_two_calls_of_the_live_run_and_sees_what_differs(run):
    async def keep(page, name):
        await page.press("Compare")
        await page.press("Keep this run")
        await runs(page, name)

    async def told(page, words):
        """Each row with these words, and whether only this run has it."""
        await page.page.fill("#filter", words)
        await page.row(words)
        return await page.page.evaluate(
            """() => [...document.querySelectorAll("#row-list .row")]
              .map((row) => row.getAttribute("aria-label").endsWith("only here"))""")

    async def scenario(page):
        await page.stand()
        await page.talk("Anna", "bob-iphone")
        await keep(page, "Run 1")
        await page.shows("keep another run")
        await page.page.keyboard.press("Escape")
        await page.press("Live")
        await page.press("Anna: call the company")
        await page.ring(3)
        await page.press("Answer on bob-iphone")
        await page.phone("bob-iphone", "call with Anna")
        await page.choose("bob-iphone")
        await page.press("Cut for 5 s")
        await page.find("on Wi-Fi again")
        await page.row("bob-iphone: the phone is on Wi-Fi again")
        await page.page.fill("#filter", "")
        await page.page.select_option("#call-choice", "newest")
        await page.press("Anna: hang up")
        await page.phone("bob-iphone", never=["call with"])
        await keep(page, "Run 2")
        await page.press("Run 1")
        await page.shows("compared with Run 1")
        assert await told(page, "taps Answer") == [False], "both calls have it"
        assert all(await told(page, "on Wi-Fi again")), "the first call was not cut"

    run(scenario)


def test_on_a_narrow_screen_runs_are_compared_and_linked_to_as_well(run):
    async def scenario(page):
        await page.stand()
        await page.page.set_viewport_size(SCREENS["narrow"])
        await page.page.click("#picker")
        await page.page.keyboard.type("reported before anything")
        await page.press("a push is reported before anything is waited for: Ours")
        await runs(page, "our phone")
        await page.press("Compare")
        await page.press("The naive phone")
        await page.page.click("#tabs [data-to=sequence]")
        await page("until(() => document.querySelector('#row-list .ghost'))")
        await page.press("Copy a link to this moment")
        await page.shows("The link to this moment")
        findings = await view(page, "narrow", "lab-compared", ["sequence"])
        assert findings == [], findings

    run(scenario)

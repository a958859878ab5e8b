"""The Phone Lab in Debian's Chromium: its page, opened by `carillon lab`, and what a person sees and does on it."""

from functools import partial

import pytest

from lab_page import DRAWN, LOOKS, RINGING, SCHEMES, SCREENS, TABS, play, view

ANNA_TONE = 440
"""What Anna sounds like, in hertz."""


@pytest.fixture
def run(tmp_path, chromium):
    """Plays a scenario on the pages of a Lab of its own."""
    return partial(play, chromium, tmp_path)


def test_a_public_party_calls_and_one_phone_of_three_wins(run):
    async def scenario(page):
        await page.stand()
        await page.press("Anna calls the company")
        await page.ring(3)
        await page.press(f"{RINGING} carol-iphone")
        await page.phone("carol-iphone", "call with Anna")
        await page.quiet()
        await page.phone("bob-iphone", never=["Anna calls", "call with"])
        await page.phone("dave-iphone", never=["Anna calls", "call with"])
        await page("until(() => document.querySelector('#race svg').getAttribute('aria-label').includes(given[0]))",
                   "carol-iphone ✓ won")
        await page.shows("talks")
        await page.press("End on carol-iphone")
        await page.phone("carol-iphone", "lock screen", never=["call with"])

    run(scenario)


def test_the_person_holds_mutes_and_types_and_the_call_outlives_five_seconds_without_a_network(run):
    async def scenario(page):
        await page.stand()
        await page.press("Anna calls the company")
        await page.ring(3)
        await page.press("Answer on bob-iphone")
        await page.phone("bob-iphone", "call with Anna")
        await page.choose("bob-iphone")
        await page("until(() => document.querySelector('#state svg').getAttribute('aria-label') === given[0])",
                   "The call is active")
        # Before the carrier has joined both legs, nothing that bob types reaches Anna.
        await page.plays("bob-iphone", ANNA_TONE)
        await page.press("Hold on bob-iphone")
        await page.phone("bob-iphone", ", on hold")
        await page.press("Hold on bob-iphone")
        await page.phone("bob-iphone", "call with Anna", never=["on hold"])
        await page.press("Mute on bob-iphone")
        await page.phone("bob-iphone", ", muted")
        await page.press("Mute on bob-iphone")
        await page.phone("bob-iphone", "call with Anna", never=["muted"])
        await page.page.fill("#digits", "15#")
        await page.page.press("#digits", "Enter")
        await page.shows("was sent 15#")
        digits = page.page.get_by_label("Digits that Anna presses")
        await digits.fill("7*")
        await digits.press("Enter")
        await page.find("types")
        await page.row("Anna: types 7*")
        without_network = await page.watch(
            "document.querySelector('#device-bob-iphone .choose').getAttribute('aria-label').includes('no network')")
        counts_down = await page.watch("document.body.innerText.includes('cut, back in')")
        reconnects = await page.watch("document.querySelector('#state .strips .lit.cut')")
        await page.plays("bob-iphone", ANNA_TONE)
        silent = await page.watch(
            "!document.getElementById('quality-of').textContent.includes(given[0])", f"{ANNA_TONE} Hz")
        await page.press("Cut for 5 s")
        await without_network()
        await counts_down()
        await reconnects()
        await silent()
        await page.phone("bob-iphone", "call with Anna", "Wi-Fi", never=["no network", "reconnecting"])
        await page("until(() => document.querySelector('#state .strips .lit.cut') === null)")
        await page.plays("bob-iphone", ANNA_TONE)
        await page.shows("talks")
        await page.press("Anna: hang up")
        await page.phone("bob-iphone", never=["call with"])

    run(scenario)


def test_keys_act_on_the_chosen_phone_as_its_buttons_do(run):
    async def scenario(page):
        await page.stand()
        press = page.page.keyboard.press
        await page.choose("bob-iphone")
        await page.press("Anna calls the company")
        await page.ring(3)
        await press("a")
        await page.phone("bob-iphone", "call with Anna")
        await press("n")
        await page.phone("bob-iphone", "no network")
        await press("n")
        await page.phone("bob-iphone", "call with Anna", "Wi-Fi", never=["no network", "reconnecting"])
        await press("e")
        await page.phone("bob-iphone", never=["call with"])
        await press("l")
        await page.phone("bob-iphone", "; locked;")
        await press("ArrowLeft")
        await page.shows("You look at the past")
        await press("End")
        await page.hides("You look at the past")
        await press("l")
        await page.phone("bob-iphone", "; unlocked;")
        await press("q")
        await page.phone("bob-iphone", "app killed")
        await press("/")
        assert await page.page.evaluate("document.activeElement.id") == "filter"

    run(scenario)


def test_a_phone_is_locked_unlocked_killed_while_it_rings_and_started_again(run):
    async def scenario(page):
        await page.stand()
        await page.choose("bob-iphone")
        await page.press("Locked")
        await page.phone("bob-iphone", "lock screen", "; locked;")
        await page.press("Unlocked")
        await page.phone("bob-iphone", "; unlocked;")
        await page.press("Anna calls the company")
        await page.ring(3)
        await page.choose("dave-iphone")
        await page.press("Crash")
        await page.press("Answer on bob-iphone")
        await page.phone("bob-iphone", "call with Anna")
        await page.quiet()
        await page.phone("dave-iphone", never=["Anna calls", "call with"])
        await page.find("crash")
        await page.row("dave-iphone: the app crashes")
        await page.press("End on bob-iphone")
        await page.phone("bob-iphone", never=["call with"])
        await page.choose("dave-iphone")
        await page.press("Unlocked")
        await page.phone("dave-iphone", "; unlocked;")
        await page.press("Open")
        await page.phone("dave-iphone", "app foreground")

    run(scenario)


def test_the_naive_phone_shows_the_rule_it_broke_in_red_and_gets_no_push_after_the_third(run):
    async def scenario(page):
        await page.phone("bob-iphone", "app foreground")
        await page.phone("carol-iphone", "naive", "lock screen", "app killed")
        # A push of the call's end can be a second one that the app does not report.
        for told in ["broke", r"broke rules ([2-9]|\d\d)", "gets no more pushes"]:
            await page.press("Anna: call the company")
            await page.tells("carol-iphone", told)
            await page.press("Anna: hang up")
        await page.shows("carol-iphone broke")
        await page.find("no report")
        await page.row("breaks C2")

        async def color(rows):
            return await page(
                """until(() => {
                  const row = document.querySelector(`#row-list ${given[0]} .what`);
                  return row && getComputedStyle(row).color.match(/[\\d.]+/g).slice(0, 3).map(Number);
                })""", rows)

        red, green, blue = await color(".row.violation")
        assert red > green + 40 and red > blue + 40, (red, green, blue)
        await page.page.click("#row-list .row")
        red, green, _ = await color(".row.violation.later")
        assert red <= green + 40, "a rule that is broken later looks broken already"
        await page.press("Go live")
        assert await page("until(() => document.querySelector('#device-carol-iphone.broke .badge')?.checkVisibility())")
        assert not await page.page.evaluate("document.querySelector('#device-bob-iphone').matches('.broke')")

    run(scenario, "--phones", "2", "--naive")


def test_every_ring_story_is_played_from_the_page_to_its_end(run):
    stories = {
        "all ring, one wins": "bob-iphone: taps Resume", "answered behind the lock": "dave-iphone: taps Answer",
        "the network is cut in a call": "bob-iphone: no network for 5 s",
        "killed while it rings": "dave-iphone: the app crashes", "a push is late": "dave-iphone: pushes come 3 s late",
        "the caller gives up": "Anna: hangs up"}

    async def scenario(page):
        await page.stand()
        await page.press("8 times the speed")
        for story, act in stories.items():
            await page.page.click("#picker")
            await page.press(f"{story}: Ours")
            await page.find("story")
            await page(
                """until(() => {
                  const rows = [...document.querySelectorAll("#row-list .row")].map((row) => row.ariaLabel).slice(-2);
                  return rows[0]?.endsWith(`story: ${given[0]}`) && rows[1]?.endsWith("the story is over");
                })""", story)
            await page.find(act.split(": ")[1])
            await page.row(act)
            await page.give_up("Anna")
            await page("until(() => document.querySelector('#others [aria-label=\"Anna: call the company\"]'))")

    run(scenario)


def test_a_ring_story_is_played_with_the_naive_app_and_with_ours(run):
    async def scenario(page):
        await page.stand()
        await page.press("8 times the speed")
        await page.page.click("#picker")
        await page.press("all ring, one wins: Naive")
        await page.phone("dave-iphone", "naive", "broke")
        await page.find("the story is over")
        await page.row("the story is over")
        await page.choose("dave-iphone")
        await page.press("Ours")
        await page.phone("dave-iphone", "lock screen", "app killed", never=["naive"])

    run(scenario)


def test_a_page_that_is_loaded_again_has_the_time_line_from_its_beginning(run):
    async def scenario(page):
        await page.stand()
        await page.press("Anna calls the company")
        await page.ring(3)
        await page.press("Answer on bob-iphone")
        await page.phone("bob-iphone", "call with Anna")
        await page.page.reload()
        await page.phone("bob-iphone", "call with Anna")
        await page.find("taps Answer")
        await page.row("bob-iphone: taps Answer")
        await page.find("login")
        await page.row("to Exchange: login")
        await page.page.click("#row-list .row")
        await page.shows("You look at the past")
        await page.phone("bob-iphone", never=["Anna calls", "call with"])
        await page.press("Go live")
        await page.phone("bob-iphone", "call with Anna")
        await page.press("End on bob-iphone")
        await page.phone("bob-iphone", never=["call with"])

    run(scenario)


def test_the_page_may_load_nothing_from_elsewhere_and_run_nothing_of_its_markup(run):
    async def scenario(page):
        answer = await page.page.reload()
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "script-src 'self'" in policy, policy
        assert "unsafe" not in policy and "*" not in policy, policy

    run(scenario)


@pytest.mark.parametrize("wish, moves", [("reduce", False), ("no-preference", True)])
def test_a_phone_that_rings_moves_unless_the_person_wants_no_motion(run, wish, moves):
    async def scenario(page):
        await page.stand()
        await page.press("Anna calls the company")
        await page.ring(3)
        await page.page.evaluate(DRAWN)
        assert await page.page.evaluate("document.getAnimations().length > 0") == moves
        await page.press("Anna: hang up")
        await page.quiet()

    run(scenario, looks=[{"reduced_motion": wish}])


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_view_is_accessible_and_looked_at(run, scheme):
    async def scenario(*opened):
        findings = []

        async def look(name, tabs=("devices",)):
            for page, width in zip(opened, SCREENS, strict=True):
                findings.extend(await view(page, width, f"lab-{name}-{scheme}", tabs))

        async def look_into(name, opens, said):
            """Looks at a dialog, and closes it."""
            for page in opened:
                await opens(page)
                await page.shows(said)
            await look(name, ())
            for page in opened:
                await page.page.keyboard.press("Escape")

        async def tell(name, *said):
            for page in opened:
                await page.phone(name, *said)

        wide = opened[-1]
        await wide.phone("bob-iphone", "app foreground")
        await tell("dave-iphone", "naive", "lock screen", "app killed")
        await look("start")
        await wide.press("Anna calls the company")
        await wide.ring(2)
        await tell("dave-iphone", "broke")
        await look("ringing", TABS["narrow"])
        # The looks may have taken longer than a call rings. The next call is answered at once.
        await wide.give_up("Anna")
        await wide.press("Anna: call the company")
        await wide.press(f"{RINGING} carol-iphone")
        await tell("carol-iphone", "call with Anna")
        for page in opened:
            await page.choose("carol-iphone")
        await look("talking", TABS["narrow"])
        await look_into("scenarios", lambda page: page.page.click("#picker"), "the push method is no async one")
        await look_into("keys", lambda page: page.page.keyboard.press("?"), "Single letters and digits act")
        await look_into("rules", lambda page: page.page.click("#alert .quiet"), "Broken rules")
        await look_into("comparing", lambda page: page.press("Compare"), "Keep this run")
        for part in ("others", "conditions"):
            for page, width in zip(opened, SCREENS, strict=True):
                findings.extend(await view(page, width, f"lab-{part}-{scheme}", ("devices",), part))
        await wide.press("End on carol-iphone")
        await wide.phone("carol-iphone", never=["call with"])
        for page in opened:
            await page.page.route_web_socket("**/socket", lambda socket: socket.close())
            await page.page.reload()
            await page.shows("The Lab is not reached.")
        await look("lost")
        assert not findings, "\n".join(findings)

    looks = [{**look, "color_scheme": scheme} for look in LOOKS]
    run(scenario, "--naive", looks=looks)


def test_a_page_of_the_lab_drives_the_bridge_of_a_phone_and_others_do_not(run):
    asked = """([url, messages]) => new Promise((resolve) => {
      const told = [];
      const socket = new WebSocket(url);
      socket.onopen = () => { for (const message of messages) socket.send(JSON.stringify(message)); };
      socket.onmessage = ({ data }) => {
        told.push(JSON.parse(data));
        if (told.length === messages.length) socket.close();
      };
      socket.onclose = () => resolve(told);
    })"""

    async def scenario(page):
        await page.stand()
        bridges = f"ws://127.0.0.1:{page.site.port}/lab/bridge"
        messages = [{"id": 1, "method": "getSnapshot"}, {"id": 2, "method": "fly"}]
        told = {one["id"]: one for one in await page.page.evaluate(asked, [f"{bridges}/bob-iphone", messages])}
        assert "cursor" in told[1]["result"], told
        assert told[2]["error"]["code"] == "UNIMPLEMENTED"
        unknown, = await page.page.evaluate(asked, [f"{bridges}/zoe-iphone", messages[:1]])
        assert "There is no phone" in unknown["end"]
        asleep, = await page.page.evaluate(asked, [f"{bridges}/carol-iphone", messages[:1]])
        assert asleep["end"] == "the app shows no page now"
        other = await page.page.context.new_page()
        await other.route(
            "http://app.example/", lambda route: route.fulfill(content_type="text/html", body="<title>other</title>"))
        await other.goto("http://app.example/")
        assert await other.evaluate(asked, [f"{bridges}/bob-iphone", messages]) == []

    run(scenario)

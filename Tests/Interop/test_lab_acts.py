"""The controls of the Lab's page that change a phone, in Debian's Chromium."""

from lab_page import RINGING, play

PRESSED = "pressed"
ACTS = [
    ("Cellular", "the phone is on the cellular network", "; Cellular"),
    ("Other Wi-Fi", "the phone is on another Wi-Fi", "; Wi-Fi"),
    ("None", "the phone is without a network", "; no network"), ("Wi-Fi", "the phone is on Wi-Fi", "; Wi-Fi"),
    ("Late by 4 s", "pushes come 4 s late", PRESSED), ("Twice", "each push comes twice", PRESSED),
    ("Swapped", "two pushes come in the other order", PRESSED), ("Never", "no push comes", PRESSED),
    ("Prompt", "pushes come promptly", PRESSED), ("Do Not Disturb", "Do Not Disturb is on", PRESSED),
    ("Leave", "leaves the app", "home screen"), ("Reclaim memory", "the system reclaims the app's memory", "app killed"),
    ("Open", "opens the app", "app foreground"), ("Crash", "the app crashes", "app killed"),
    ("Rings", "a telephone call rings", None), ("Answered", "the telephone call is answered", None),
    ("Ends", "the telephone call ends", None), ("Restart call services", "the call daemon restarts", None),
    ("Locked", "locks the phone", "; locked;"), ("Restart", "restarts the phone", "; before first unlock;"),
    ("Unlocked", "unlocks the phone", "; unlocked;"), ("Install anew", "installs the app anew", None),
]
"""What can happen to a phone without a call: the words of its control, the row that tells it, and how the page shows it:
in the phone's sentence, or by the control itself."""


def test_what_happens_to_a_phone_without_a_call_has_a_control_that_does_it(tmp_path, chromium):
    async def scenario(page):
        await page.stand()
        # The rows can be searched once there was a call.
        await page.press("Anna: call the company")
        await page.ring(3)
        await page.press("Anna: hang up")
        await page.quiet()
        await page.choose("bob-iphone")
        await page.page.click("#conditions summary")
        for control, told, shown in ACTS:
            await page.press(control)
            await page.find(told)
            await page.row(told)
            if shown == PRESSED:
                await page.pressed(control)
            elif shown:
                await page.phone("bob-iphone", shown)
        assert await page.page.text_content("#toast") == "", "the Lab refused a command"

    play(chromium, tmp_path, scenario)


def test_an_entry_of_recents_calls_back_and_swapped_pushes_ring_a_phone_all_the_same(tmp_path, chromium):
    async def scenario(page):
        await page.stand()
        await page.choose("carol-iphone")
        await page.press("Swapped")
        await page.press("Anna: call the company")
        await page.ring(3)
        await page.press("Anna: hang up")
        await page.quiet()
        await page.choose("bob-iphone")
        await page.page.fill("#dial", "carol")
        await page.page.press("#dial", "Enter")
        await page.ring(1)
        await page.press("End on bob-iphone")
        await page.quiet()
        await page.press("Call carol back on bob-iphone")
        await page.ring(1)
        await page.press(f"{RINGING} carol-iphone")
        await page.phone("bob-iphone", "call with carol")
        await page.phone("carol-iphone", "call with bob")

    play(chromium, tmp_path, scenario)


def test_a_phone_changes_its_ios_and_another_one_comes_each_in_its_place(tmp_path, chromium):
    async def scenario(page):
        await page.stand()
        await page.choose("bob-iphone")
        await page.page.select_option("[aria-label^='iOS version: another']", "ios18")
        await page.phone("bob-iphone", "iOS 18", "app foreground")
        await page.stand()
        await page.page.select_option("[aria-label='Kind of the phone to add']", "naive")
        await page.press("Add an iPhone")
        await page.phone("erin-iphone", "iOS 26.4, naive", "lock screen", "app killed")
        for again in [False, True]:
            if again:
                await page.open(page.site.origin)
                await page.phone("erin-iphone", "naive")
            assert await page.devices() == [f"{name}-iphone" for name in ["bob", "carol", "dave", "erin"]]
        await page.choose("bob-iphone")
        await page.stand()
        await page.press("Anna: call the company")
        await page.ring(3)
        await page.phone("bob-iphone", "banner")
        await page.give_up("Anna")

    play(chromium, tmp_path, scenario)


def test_sound_of_a_call_is_routed_interrupted_and_silenced_and_the_carrier_is_cut(tmp_path, chromium):
    async def scenario(page):
        await page.stand()
        await page.choose("bob-iphone")
        await page.press("Anna: call the company")
        await page.ring(3)
        await page.press("Answer")
        await page.phone("bob-iphone", "call with Anna")
        await page.plays("bob-iphone", 440)
        await page.press("Anna speaks")
        await page.plays("bob-iphone", 440, False)
        await page.press("Anna speaks")
        await page.plays("bob-iphone", 440)
        await page.page.click("#conditions summary")
        for route in ["Speaker", "Bluetooth", "Headphones", "Receiver"]:
            await page.press(route)
            await page.pressed(route)
        await page.press("Interrupt")
        await page.plays("bob-iphone", 440, False)
        for control, told in [
                ("Let go on", "the alarm is over"), ("Cut the carrier", "every socket of the carrier's edge breaks")]:
            await page.press(control)
            await page.find(told)
            await page.row(told)
        await page.find("socket to the carrier closed")
        await page.row("bob-iphone: socket to the carrier closed")
        assert await page.page.text_content("#toast") == "", "the Lab refused a command"
        await page.press("Anna: hang up")
        await page.phone("bob-iphone", never=["call with"])

    play(chromium, tmp_path, scenario)

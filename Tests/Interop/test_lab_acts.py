"""Each control of the Lab's page that changes a phone, in Debian's Chromium."""

from lab_page import RINGING, Lab, pages
from patience import WHOLE


def play(scenario, chromium, folder):
    """Plays a scenario on a page of a Lab of its own."""
    lab = Lab(folder)
    try:

        async def whole():
            async with pages(chromium, lab) as (page,):
                await scenario(page)

        chromium.run(whole(), 2 * WHOLE)
    finally:
        ended = lab.stop()
    assert ended == 0, f"the Lab ended with {ended}"


ACTS = {
    "Cellular": "the phone is on the cellular network", "Other Wi-Fi": "the phone is on another Wi-Fi",
    "None": "the phone is without a network", "Wi-Fi": "the phone is on Wi-Fi",
    "Twice": "each push comes twice", "Never": "no push comes", "Prompt": "pushes come promptly",
    "Do Not Disturb": "Do Not Disturb is on", "Leave": "leaves the app",
    "Reclaim memory": "the system reclaims the app's memory", "Open": "opens the app", "Crash": "the app crashes",
    "Rings": "a telephone call rings", "Answered": "the telephone call is answered", "Ends": "the telephone call ends",
    "Restart call services": "the call daemon restarts", "Restart": "restarts the phone",
    "Unlocked": "unlocks the phone", "Install anew": "installs the app anew",
}
"""What can happen to a phone without a call, by the words of its control, and the row that tells it."""


def test_whatever_can_happen_to_a_phone_has_a_control_that_does_it(tmp_path, chromium):
    async def scenario(page):
        await page.stand()
        # The rows can be searched once there was a call.
        await page.press("Anna: call the company")
        await page.ring(3)
        await page.press("Anna: hang up")
        await page.quiet()
        await page.choose("bob-iphone")
        await page.page.click("#conditions summary")
        for control, told in ACTS.items():
            await page.press(control)
            await page.find(told)
            await page.row(told)
        await page.hides("The Lab refuses")

    play(scenario, chromium, tmp_path)


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
        await page.press("Call carol back on bob-iphone")
        await page.ring(1)
        await page.press(f"{RINGING} carol-iphone")
        await page.phone("bob-iphone", "call with")
        await page.phone("carol-iphone", "call with bob")

    play(scenario, chromium, tmp_path)

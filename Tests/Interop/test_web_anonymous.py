"""A page without an account in Debian's Chromium, logged in for one target: here a user of an exchange of ours."""

import pytest

from web_phone import WEB, phone_site

CALL = """async ([url, target]) => {
  const { createWebPhone } = await import("/web/index.js");
  const { createAssistant } = await import("/web/assistant/assistant.js");
  window.phone = createWebPhone({ url, credentials: { assistant: target } });
  window.assistant = createAssistant(phone);
  await phone.connect();
  window.call = await phone.dial("bob");
}"""
ACTIVE = """() => new Promise((resolve) => {
  const look = () => phone.getSnapshot().calls[0]?.phase === "active" && resolve();
  phone.subscribe(look);
  look();
})"""


REFUSED = """() => new Promise((resolve) => {
  const look = () => assistant.getSnapshot().transcript[0]?.isRefused && resolve();
  assistant.subscribe(look);
  assistant.send("Hello");
})"""


async def opens(visitor):
    """A blank page, which also has the entry that the exchange does not serve, because its own page does without."""
    async def give_out(route):
        name = route.request.url.rsplit("/", 1)[1]
        await route.fulfill(content_type="text/javascript", body=(WEB / "assistant" / name).read_text())

    await visitor.page.route("**/web/assistant/*", give_out)
    await visitor.open_blank()


def test_a_page_without_an_account_calls_its_target_and_both_are_heard(tmp_path, chromium, address):
    async def scenario(site):
        async with (
                chromium.phones(site, "bob") as (bob,),
                chromium.phones(site, "alice", signed_in=False) as (visitor,)):
            await opens(visitor)
            await visitor.page.evaluate(CALL, [site.signaling, "bob"])
            await bob.shows("calls you")
            await bob.press("Answer")
            await visitor.page.evaluate(ACTIVE)
            await visitor.hears("bob")
            await bob.hears("alice")
            # A user understands no written message: it is sent, refused, and marked.
            await visitor.page.evaluate(REFUSED)
            await visitor.page.evaluate("() => phone.hangUp(call)")
            await bob.shows("Call ended")

    with phone_site(tmp_path, "anonymous-login: {targets: [bob], display-name: Website}\n") as (site, _):
        chromium.run(scenario(site))


def test_a_page_is_not_let_in_for_another_target(tmp_path, chromium, address):
    async def scenario(site):
        async with chromium.phones(site, "alice", signed_in=False) as (visitor,):
            await opens(visitor)
            with pytest.raises(Exception, match="the assistant cannot be reached"):
                await visitor.page.evaluate(CALL, [site.signaling, "carol"])

    with phone_site(tmp_path, "anonymous-login: {targets: [bob]}\n") as (site, _):
        chromium.run(scenario(site))

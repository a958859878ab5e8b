"""The plugin for pages without a native side, in Debian's Chromium: a page asks its methods, and a person at the
browser phone is called, heard and missed."""

import asyncio

import pytest

from patience import PATIENCE
from web_phone import PASSWORDS, WEB, phone_site

OPEN = """async ([url, login, password]) => {
  const [{ createWebPhone }, { createWebPlugin }, { bridgeEvents }] = await Promise.all(
    ["index.js", "providers/web-plugin.js", "providers/bridge-names.js"].map((file) => import(`/web/${file}`)));
  const phone = createWebPhone({ url, credentials: { login, password } });
  addEventListener("pagehide", () => phone.close());
  window.plugin = createWebPlugin(phone, { deviceId: "this-page" });
  const told = [];
  let look = () => {};
  for (const name of bridgeEvents) {
    await plugin.addListener(name, (data) => {
      told.push({ name, data });
      look();
    });
  }
  /** Resolves with the next event of that name; those before it are passed over. */
  window.tells = (name) => new Promise((resolve) => {
    look = () => {
      const index = told.findIndex((one) => one.name === name);
      if (index < 0) return;
      look = () => {};
      resolve(told.splice(0, index + 1).at(-1).data);
    };
    look();
  });
  await plugin.connect();
}"""


async def give_out(route):
    """The plugin belongs to the package. The browser phone does without it, so the exchange serves no such file."""
    path = route.request.url.split("/web/")[1]
    await route.fulfill(content_type="text/javascript", body=(WEB / path).read_bytes())


class PluginPage:
    """A page of an app's own, which asks the plugin."""

    def __init__(self, phone):
        self.phone, self.page = phone, phone.page

    async def open(self, name):
        await self.phone.open_blank()
        await self.page.route("**/web/**/*.js", give_out)
        await self.page.evaluate(OPEN, [self.phone.site.signaling, name, PASSWORDS[name]])

    async def ask(self, method, **given):
        return await self.page.evaluate("([method, given]) => plugin[method](given)", [method, given])

    async def tells(self, event):
        return await asyncio.wait_for(self.page.evaluate("(name) => tells(name)", event), PATIENCE)


@pytest.fixture
def run(tmp_path, chromium, address):
    """Plays a scenario with alice's page of the plugin and bob's browser phone."""

    def play(scenario):
        async def whole(site):
            async with chromium.phones(site, "alice", "bob", signed_in=False) as (alice, bob):
                plugin = PluginPage(alice)
                await plugin.open("alice")
                await bob.sign_in("bob")
                await scenario(plugin, bob)

        with phone_site(tmp_path) as (site, _):
            chromium.run(whole(site))

    return play


def test_a_page_calls_by_the_plugin_and_both_are_heard_and_held(run):
    async def scenario(alice, bob):
        assert (await alice.ask("getConnectionState"))["state"] == "connected"
        call = await alice.ask("call", destinationNumber="bob")
        await alice.tells("callRinging")
        await bob.press("Answer")
        assert (await alice.tells("callAnswered"))["callId"] == call["callId"]
        await alice.phone.hears("bob")
        await bob.hears("alice")
        assert (await alice.ask("toggleMute"))["enabled"]
        await bob.loses("alice")
        await alice.ask("setMute", muted=False)
        await bob.hears("alice")
        await alice.ask("setHold", onHold=True)
        assert (await alice.tells("holdStateChanged"))["onHold"]
        await bob.shows("put you on hold")
        assert not (await alice.ask("toggleHold"))["enabled"]
        await bob.hears("alice")
        await alice.ask("sendDTMF", digit="15#")
        assert (await alice.tells("dtmfSent"))["count"] == 3
        assert (await alice.tells("callQualityUpdated"))["quality"]["route"] == "host"
        await alice.ask("hangup")
        end = await alice.tells("callEnded")
        assert (end["disposition"], end["direction"], end["answered"]) == ("completed", "outbound", True)
        await bob.shows("Call ended")

    run(scenario)


def test_a_page_is_called_by_the_plugin_and_keeps_a_notice_of_a_missed_call(run):
    async def scenario(alice, bob):
        await bob.dial("alice")
        assert (await alice.tells("incomingCall"))["call"]["callerName"] == "Bob A."
        await alice.ask("answer")
        await alice.phone.hears("bob")
        await bob.hears("alice")
        await bob.press("End")
        assert (await alice.tells("callEnded"))["answeredOn"] is None
        await bob.dial("alice")
        call = (await alice.tells("incomingCall"))["callId"]
        await bob.press("End")
        assert (await alice.tells("missedCall"))["callId"] == call
        assert (await alice.tells("unreadCountChanged"))["count"] == 1
        notice, = (await alice.ask("getSnapshot"))["notices"]
        assert (notice["kind"], notice["callerName"]) == ("missed", "Bob A.")
        await alice.ask("readNotice", callId=call)
        assert (await alice.tells("unreadCountChanged"))["count"] == 0
        cursor = (await alice.ask("getSnapshot"))["cursor"]
        await alice.ask("disconnect")
        await alice.tells("disconnected")
        events = (await alice.ask("getEvents", since=cursor))["events"]
        assert [event["name"] for event in events] == ["disconnected"]

    run(scenario)

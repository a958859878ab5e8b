"""The package's news in Debian's Chromium: an application publishes by Pusher's own client, and a page whose socket is cut
hears each event once."""

import asyncio
import hashlib
import hmac

import pusher

from breakable import breakable
from patience import PATIENCE
from web_phone import BROADCAST, phone_site

SECRET = "a-secret-of-the-application"
"""That of the application of the exchange that `phone_site` starts."""
CHANNEL = "private-orders"
OPEN = """async ([url, channel]) => {
  const { createNews } = await import("/web/index.js");
  const heard = [];
  let look = () => {};
  window.news = createNews({
    url, authorize: async (channel, socket) => ({ auth: await authorize(channel, socket) }),
    onEvent: ({ event, data, version, isReplay }) => {
      heard.push([event, data.number, version, isReplay]);
      look();
    },
  });
  /** Resolves with all that was heard, once it is as many events. */
  window.hears = (count) => new Promise((resolve) => {
    look = () => heard.length >= count && resolve(heard);
    look();
  });
  /** Resolves once connection and channel are in these states. */
  window.becomes = (state, listening) => new Promise((resolve) => {
    const look = () => {
      const { state: now, channels } = news.getSnapshot();
      if (now === state && (!listening || channels[channel]?.state === listening)) resolve();
    };
    news.subscribe(look);
    look();
  });
  news.listen(channel, 0);
  news.connect();
}"""


def authorize(channel, socket):
    """An application's backend lets the page listen."""
    return f"{BROADCAST}:{hmac.new(SECRET.encode(), f'{socket}:{channel}'.encode(), hashlib.sha256).hexdigest()}"


def test_a_page_whose_socket_was_cut_hears_each_missed_event_once_and_in_order(tmp_path, chromium):
    async def scenario(site):
        publisher = pusher.Pusher(
            app_id="1", key=BROADCAST, secret=SECRET, host="127.0.0.1", port=site.port, ssl=False)

        async def publish(*numbers):
            for number in numbers:
                await asyncio.to_thread(publisher.trigger, CHANNEL, "order", {"number": number})

        async with (
                breakable(site.port) as (port, cut),
                chromium.phones(site, "alice", signed_in=False) as (alice,)):

            async def page(expression):
                return await asyncio.wait_for(alice.page.evaluate(expression), PATIENCE)

            await alice.open_blank()
            await alice.page.expose_function("authorize", authorize)
            await alice.page.evaluate(OPEN, [f"ws://127.0.0.1:{port}/app/{BROADCAST}", CHANNEL])
            await page("becomes('connected', 'listening')")
            await publish(1)
            await page("hears(1)")
            async with cut():
                await page("becomes('waiting')")
                await publish(2, 3)
            await page("becomes('connected', 'listening')")
            await publish(4)
            heard = await page("hears(4)")
            assert [(event, number, isReplay) for event, number, _, isReplay in heard] == [
                ("order", 1, False), ("order", 2, True), ("order", 3, True), ("order", 4, False)]
            first = heard[0][2]
            assert [version - first for _, _, version, _ in heard] == [0, 1, 2, 3]

    with phone_site(tmp_path) as (site, _):
        chromium.run(scenario(site))

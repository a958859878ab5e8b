"""Media that connects while a call rings, between pages in Debian's Chromium and with our phone."""

import pytest

from phone import Phone
from web_phone import PASSWORDS, TONES, WEB, phone_site

MEDIA = """
async () => {
  const { CallMedia } = await import("/web/media/call-media.js");
  const { Capture } = await import("/web/media/capture.js");
  let opened = 0;
  const devices = {
    getUserMedia: (constraints) => { opened += 1; return navigator.mediaDevices.getUserMedia(constraints); },
    addEventListener() {}, enumerateDevices: () => navigator.mediaDevices.enumerateDevices(),
  };
  /** One side's media, with its reports; `to` are those that get its candidates. */
  const side = () => {
    const own = { news: [], to: [], states: [], waiting: [] };
    own.tell = () => { for (const check of [...own.waiting]) check(); };
    own.media = new CallMedia({
      microphone: new Capture(devices, "microphone", {}), camera: new Capture(devices, "camera", {}),
      trickles: true, speaker: () => "",
      configuration: () => ({ iceServers: [] }),
      report: (news) => {
        own.news.push(news);
        if (news.kind === "state") own.states.push(news.state);
        if (news.kind === "candidate") {
          for (const other of own.to) other.media.carryOut({ kind: "candidate", candidate: news.candidate });
        }
        own.tell();
      },
    });
    own.when = (look) => new Promise((resolve) => {
      const check = () => {
        const found = look();
        if (!found) return;
        own.waiting = own.waiting.filter((one) => one !== check);
        resolve(found);
      };
      own.waiting.push(check);
      check();
    });
    own.described = (id) => own.when(() => own.news.find((one) => one.kind === "description" && one.id === id)?.sdp);
    own.done = (id) => own.when(() => own.news.find((one) => "id" in one && one.id === id));
    own.connected = () => own.when(() => own.states.at(-1) === "connected");
    return own;
  };
  const [caller, first, second] = [side(), side(), side()];
  const ring = async (device) => {
    device.media.carryOut({ kind: "open", isSilent: true });
    device.media.carryOut({ kind: "sound", sends: false, hears: false });
    device.media.carryOut({ kind: "acceptOffer", id: 1, sdp: window.offered, fresh: false });
    return device.described(1);
  };
  window.early = {
    caller, first, second, ring, opened: () => opened,
    async call() {
      caller.media.carryOut({ kind: "open", isSilent: false });
      caller.media.carryOut({ kind: "offer", id: 1, restarts: false, fresh: false });
      window.offered = await caller.described(1);
      caller.media.carryOut({ kind: "sound", sends: false, hears: false });
    },
    async take(id, sdp, isProvisional, device) {
      const before = caller.states.length;
      caller.media.carryOut({ kind: "acceptAnswer", id, sdp, isProvisional });
      device.to = [caller];
      caller.to = [device];
      for (const { candidate } of device.news.filter(({ kind }) => kind === "candidate")) {
        caller.media.carryOut({ kind: "candidate", candidate });
      }
      for (const { candidate } of caller.news.filter(({ kind }) => kind === "candidate")) {
        device.media.carryOut({ kind: "candidate", candidate });
      }
      const { kind } = await caller.done(id);
      return { kind, before };
    },
    answer(device) {
      device.media.carryOut({ kind: "microphone", id: null });
      device.media.carryOut({ kind: "sound", sends: true, hears: true });
      caller.media.carryOut({ kind: "sound", sends: true, hears: true });
    },
    /** Resolves when sound arrives. */
    async hears(own) {
      const context = new AudioContext();
      const [track] = own.media.remoteStream.getTracks();
      const analyser = new AnalyserNode(context);
      const tone = context.createMediaStreamSource(new MediaStream([track]));
      const processor = context.createScriptProcessor(2_048, 1, 1);
      tone.connect(analyser).connect(processor).connect(context.destination);
      return new Promise((resolve) => {
        processor.onaudioprocess = ({ inputBuffer }) => {
          if (Math.max(...inputBuffer.getChannelData(0)) > 0.05) resolve(true);
        };
      });
    },
  };
}
"""


@pytest.fixture
def media(chromium):
    """Plays a scenario on a page that has the package's media alone, of a caller and two devices."""

    async def serve(route):
        path = WEB / route.request.url.split("/web/", 1)[1]
        await route.fulfill(content_type="text/javascript", body=path.read_text())

    def play(scenario):
        async def whole():
            async with chromium.phones(None, "alice", signed_in=False) as (page,):
                await page.page.route("http://localhost/**", lambda route: route.fulfill(
                    content_type="text/html", body="<!doctype html><title>blank</title>"))
                await page.page.route("http://localhost/web/**", serve)
                await page.page.goto("http://localhost/blank")
                await page.page.evaluate(MEDIA)
                await scenario(page.page)

        chromium.run(whole())

    return play


def test_a_page_without_a_microphone_connects_before_the_answer_and_is_heard_after_it(media):
    async def scenario(page):
        await page.evaluate("() => early.call()")
        assert await page.evaluate("early.opened()") == 1, "the caller's alone"
        told = await page.evaluate("() => early.ring(early.first)")
        assert "a=sendrecv" in told
        taken = await page.evaluate("(sdp) => early.take(2, sdp, true, early.first)", told)
        assert taken["kind"] == "accepted"
        await page.evaluate("() => Promise.all([early.caller.connected(), early.first.connected()])")
        assert await page.evaluate("early.opened()") == 1
        taken = await page.evaluate("(sdp) => early.take(3, sdp, false, early.first)", told)
        assert taken["kind"] == "accepted"
        await page.evaluate("() => early.answer(early.first)")
        await page.evaluate("() => Promise.all([early.hears(early.caller), early.hears(early.first)])")
        assert await page.evaluate("early.caller.states.filter((one) => one === 'connected').length") == 1

    media(scenario)


@pytest.mark.parametrize("is_told_first", [True, False])
def test_another_page_answers_than_the_one_that_media_connected_with(media, is_told_first):
    """The one that rang is told that it is over, before the caller is told of the answer or after. Before that the caller
    connects with no other: what the first still sends comes over the same sockets."""
    async def scenario(page):
        await page.evaluate("() => early.call()")
        told = await page.evaluate("() => early.ring(early.first)")
        other = await page.evaluate("() => early.ring(early.second)")
        await page.evaluate("(sdp) => early.take(2, sdp, true, early.first)", told)
        await page.evaluate("() => Promise.all([early.caller.connected(), early.first.connected()])")
        if is_told_first:
            await page.evaluate("() => early.first.media.carryOut({ kind: 'close' })")
        taken = await page.evaluate("(sdp) => early.take(3, sdp, false, early.second)", other)
        assert taken["kind"] == "accepted"
        if not is_told_first:
            await page.evaluate("() => early.first.media.carryOut({ kind: 'close' })")
        await page.evaluate("() => early.second.connected()")
        await page.evaluate("(before) => early.caller.when(() => early.caller.states.length > before)", taken["before"])
        await page.evaluate("() => early.caller.connected()")
        await page.evaluate("() => early.answer(early.second)")
        await page.evaluate("() => Promise.all([early.hears(early.caller), early.hears(early.second)])")

    media(scenario)


PHONE = """
async ([url, login, password]) => {
  const { createWebPhone } = await import("/web/index.js");
  const phone = createWebPhone({
    url, credentials: { login, password }, connectsWhileRinging: true, storage: null });
  phone.subscribe(() => {
    const { connection, calls } = phone.getSnapshot();
    document.body.innerText = [connection.state, ...calls.map((call) => `${call.phase}, ${call.media}`)].join("\\n");
  });
  await phone.connect();
  window.desk = { phone, get call() { return phone.getSnapshot().calls[0]; } };
}
"""


@pytest.fixture
def run(tmp_path, chromium, address):
    """Plays a scenario with alice's page, whose app permits it, and bob's telephone, which does as well."""

    def play(scenario):
        async def whole(site):
            async with chromium.phones(site, "alice", signed_in=False) as (page,):
                await page.open_blank()
                await page.page.evaluate(PHONE, [site.signaling, "alice", PASSWORDS["alice"]])
                phone = await Phone.start(
                    site.signaling, "bob", PASSWORDS["bob"], "--trickle", "--connect-while-ringing", "--play",
                    f"tone:{TONES['bob']}", "--listen-for", str(TONES["alice"]), "--local-address", address)
                try:
                    await scenario(page, phone)
                    await page.hears("bob")
                    await phone.hears(TONES["alice"])
                finally:
                    await phone.stop()

        with phone_site(tmp_path, "calls: {connect-while-ringing: colleagues}\n") as (site, _):
            chromium.run(whole(site))

    return play


def test_a_page_that_rings_is_connected_with_our_phone_before_it_answers(run):
    async def scenario(page, phone):
        await phone.do("dial alice")
        await phone.expect("media", state="connected")
        await page.shows("incoming, connected")
        await page.page.evaluate("() => desk.phone.answer(desk.call.id)")
        await page.shows("active, connected")

    run(scenario)


def test_a_page_that_calls_is_connected_with_our_phone_before_that_answers(run):
    async def scenario(page, phone):
        await page.page.evaluate("async () => { await desk.phone.dial('bob'); }")
        await page.shows("ringing, connected")
        await phone.expect("media", state="connected")
        await phone.do("answer")
        await page.shows("active, connected")

    run(scenario)


def test_the_served_phone_connects_while_it_rings_where_the_operator_permits_it(tmp_path, chromium, address):
    async def whole(site):
        async with chromium.phones(site, "alice") as (page,):
            phone = await Phone.start(
                site.signaling, "bob", PASSWORDS["bob"], "--trickle", "--connect-while-ringing", "--play",
                f"tone:{TONES['bob']}", "--listen-for", str(TONES["alice"]), "--local-address", address)
            try:
                await phone.do("dial alice")
                await page.shows("calls you")
                await phone.expect("media", state="connected")
                await page.press("Answer")
                await page.hears("bob")
                await phone.hears(TONES["alice"])
            finally:
                await phone.stop()

    with phone_site(tmp_path, "calls: {connect-while-ringing: colleagues}\n") as (site, _):
        chromium.run(whole(site))

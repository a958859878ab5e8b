"""The package in pages of real React and real Vue, in Debian's Chromium: a component draws the call store, and its
buttons control a call. React is Debian's, and Vue is the one that `trame-client` brings."""

import pathlib

import pytest

from test_web_plugin import give_out
from web_phone import PASSWORDS, phone_site

REACT = [pathlib.Path(f"/usr/share/nodejs/{name}/umd/{name}.production.min.js") for name in ("react", "react-dom")]
APP = """
  const { createWebPhone } = await import("/web/index.js");
  const phone = createWebPhone({ url, credentials: { login, password } });
  addEventListener("pagehide", () => phone.close());
  window.listeners = 0;
  const { subscribe } = phone;
  phone.subscribe = (listener) => {
    const leave = subscribe(listener);
    listeners += 1;
    return () => {
      leave();
      listeners -= 1;
    };
  };
  const root = document.body.appendChild(document.createElement("main"));
  const call = () => phone.getSnapshot().calls[0]?.id;
  const words = ({ connection, calls, ended }) => `${connection.state}; ${calls[0]?.phase ?? "no call"}${calls[0]?.isHeld ? " on hold" : ""}; ` +
    `${ended[0]?.ending.reason ?? "none ended"}`;
  const acts = {
    dial: () => phone.dial("bob"), hold: () => phone.setHeld(call(), true), resume: () => phone.setHeld(call(), false),
    end: () => phone.hangUp(call()),
  };
"""
"""The part of both pages: the phone, its listeners, the words that a component shows, and the acts of its buttons."""
FRAMEWORKS = {
    "React": """async ([url, login, password]) => {
      const { makeUsePhone } = await import("/web/store/react.js");
      """ + APP + """
      const { createElement: h, useSyncExternalStore } = React;
      const usePhone = makeUsePhone(useSyncExternalStore);
      const View = () => h("div", null, h("output", null, words(usePhone(phone))), ...Object.entries(acts).map(
        ([name, act]) => h("button", { key: name, onClick: () => void act() }, name)));
      const view = ReactDOM.createRoot(root);
      view.render(h(View));
      window.leave = () => view.unmount();
      await phone.connect();
    }""",
    "Vue": """async ([url, login, password]) => {
      const { makeUsePhone } = await import("/web/store/vue.js");
      """ + APP + """
      const { createApp, h, onScopeDispose, shallowRef } = Vue;
      const usePhone = makeUsePhone({ shallowRef, onScopeDispose });
      const app = createApp({
        setup() {
          const snapshot = usePhone(phone);
          return () => h("div", [h("output", words(snapshot.value)), ...Object.entries(acts).map(
            ([name, act]) => h("button", { onClick: () => void act() }, name))]);
        },
      });
      app.mount(root);
      window.leave = () => app.unmount();
      await phone.connect();
    }""",
}


def scripts(framework):
    """The framework's own files, as a browser loads them."""
    if framework == "React":
        found = REACT
    else:
        client = pytest.importorskip("trame_client")
        found = [pathlib.Path(client.__file__).parent / "module" / "vue3-www" / "vue.global.js"]
    lacks = [str(file) for file in found if not file.is_file()]
    if lacks:
        pytest.skip(f"this machine lacks {', '.join(lacks)}")
    return found


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_a_component_draws_a_call_and_its_buttons_control_it(tmp_path, chromium, address, framework):
    files = scripts(framework)

    async def scenario(site):
        async with chromium.phones(site, "alice", "bob", signed_in=False) as (alice, bob):
            await bob.sign_in("bob")
            await alice.open_blank()
            await alice.page.route("**/web/**/*.js", give_out)
            for file in files:
                await alice.page.add_script_tag(path=file)
            await alice.page.evaluate(FRAMEWORKS[framework], [site.signaling, "alice", PASSWORDS["alice"]])
            await alice.shows("ready; no call; none ended")
            await alice.press("dial")
            await alice.shows("ready; ringing; none ended")
            await bob.press("Answer")
            await alice.shows("ready; active; none ended")
            await bob.hears("alice")
            await alice.press("hold")
            await alice.shows("ready; active on hold; none ended")
            await bob.shows("put you on hold")
            await alice.press("resume")
            await alice.shows("ready; active; none ended")
            await alice.press("end")
            await alice.shows("ready; no call; completed")
            assert await alice.page.evaluate("listeners") > 0
            left = await alice.page.evaluate("() => { leave(); return listeners; }")
            assert left == 0, "a component that is gone still listens"

    with phone_site(tmp_path) as (site, _):
        chromium.run(scenario(site))

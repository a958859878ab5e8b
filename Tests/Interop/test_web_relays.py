"""What a call of the package's page tells of relays that refuse."""

from conftest import turnserver
from phone import Phone
from web_phone import PASSWORDS, TONES, phone_site

WRONG = "another-secret"


def test_a_call_whose_relay_takes_no_credential_says_so_and_goes_the_direct_way(tmp_path, chromium, address):
    servers = f"ice-servers:\n  - {{urls: 'turn:{address}:3478', username: relay, credential: {WRONG}}}\n"
    told = []

    async def scenario(page, phone):
        await page.page.evaluate("() => phone.dial('bob')")
        # A page that has a path before it asks a relay asks none, so the answer waits.
        told.append(await becomes(page, "calls[0]?.phase === 'ringing' && calls[0].relaysUnavailable"))
        await phone.do("answer")
        await page.hears("bob")
        await phone.hears(TONES["alice"])
        told.append(await becomes(page, "calls[0].phase === 'active' && calls[0].relaysUnavailable"))
        await phone.do("hang")
        told.append(await becomes(page, "ended[0]?.relaysUnavailable"))

    async def whole(site):
        async with chromium.phones(site, "alice", signed_in=False) as (page,):
            await page.open_phone(
                url=site.signaling, credentials={"login": "alice", "password": PASSWORDS["alice"]}, storage=None)
            phone = await Phone.start(
                site.signaling, "bob", PASSWORDS["bob"], "--trickle", "--play", f"tone:{TONES['bob']}", "--listen-for",
                str(TONES["alice"]), "--local-address", address)
            try:
                await scenario(page, phone)
            finally:
                await phone.stop()

    with turnserver(address, tmp_path, "--lt-cred-mech", "--user", "relay:relay-secret"), \
            phone_site(tmp_path, servers) as (site, _):
        chromium.run(whole(site))
    [refusals, *later] = told
    assert {refusal["code"] for refusal in refusals} == {401}, refusals
    assert all(refusal["url"].startswith(f"turn:{address}:3478") for refusal in refusals), refusals
    assert later == [refusals, refusals] and WRONG not in str(told)


async def becomes(page, look):
    """What that is of the page's snapshot, as soon as it is something."""
    return await page.page.evaluate(f"""async () => {{
      const look = ({{ calls, ended }}) => {look};
      return look(await becomes(look));
    }}""")

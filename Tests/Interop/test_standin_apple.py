"""Sign in with Apple, as the stand-in does it, seen by PyJWT, which knows nothing of it."""

import hashlib
import time

import jwt
import pytest
import requests

from standin import Standin

CLIENT = "com.example.phone"


@pytest.fixture
def apple(tmp_path):
    standin = Standin("apple", tmp_path, "--client", CLIENT)
    yield standin
    standin.stop()


def secret(apple, **changed):
    now = int(time.time())
    claims = {
        "iss": apple.team_id, "sub": CLIENT, "aud": "https://appleid.apple.com", "iat": now, "exp": now + 300, **changed}
    return jwt.encode(claims, open(apple.key_file).read(), "ES256", headers={"kid": apple.key_id})


def post(apple, path, **fields):
    form = {"client_id": CLIENT, "client_secret": secret(apple), **fields}
    return requests.post(f"https://localhost:{apple.port}/auth/{path}", data=form, verify=apple.ca_file, timeout=60)


def read(apple, token):
    keys = requests.get(f"https://localhost:{apple.port}/auth/keys", verify=apple.ca_file, timeout=60).json()["keys"]
    kid = jwt.get_unverified_header(token)["kid"]
    key = next((key for key in keys if key["kid"] == kid), None)
    if key is None:
        raise LookupError(kid)
    return jwt.decode(
        token, jwt.PyJWK(key).key, ["RS256"], audience=CLIENT, issuer="https://appleid.apple.com")


def test_a_person_signs_in_once_with_a_code(apple):
    nonce = hashlib.sha256(b"raw nonce").hexdigest()
    given = apple.ask("POST", "authorize", {"nonce": nonce, "email": "x@privaterelay.appleid.com"})
    claims = read(apple, given["identity_token"])
    assert claims["nonce"] == nonce and claims["sub"] == given["sub"] and claims["email_verified"] is True
    assert given["is_first"] and given["name"]["givenName"]
    reply = post(apple, "token", grant_type="authorization_code", code=given["code"]).json()
    assert read(apple, reply["id_token"])["sub"] == given["sub"]
    again = post(apple, "token", grant_type="authorization_code", code=given["code"])
    assert (again.status_code, again.json()) == (400, {"error": "invalid_grant"})
    fresh = post(apple, "token", grant_type="refresh_token", refresh_token=reply["refresh_token"])
    assert read(apple, fresh.json()["id_token"])["sub"] == given["sub"]
    assert "name" not in apple.ask("POST", "authorize", {"sub": given["sub"]}), "a name is given once"


def test_a_code_is_good_for_five_minutes(apple):
    code = apple.ask("POST", "authorize", {})["code"]
    apple.ask("POST", "clock", {"advance_ms": 290_000})
    # The secret is made by this machine's clock and still holds.
    assert post(apple, "token", grant_type="authorization_code", code=code).status_code == 200
    code = apple.ask("POST", "authorize", {})["code"]
    apple.ask("POST", "clock", {"advance_ms": 300_000})
    late = post(
        apple, "token", grant_type="authorization_code", code=code,
        client_secret=secret(apple, exp=int(time.time()) + 3_000))
    assert late.json() == {"error": "invalid_grant"}


def test_revocation_ends_a_grant_and_answers_the_same_for_rubbish(apple):
    given = apple.ask("POST", "authorize", {})
    token = post(apple, "token", grant_type="authorization_code", code=given["code"]).json()["refresh_token"]
    assert post(apple, "revoke", token="rubbish").status_code == 200
    assert post(apple, "token", grant_type="refresh_token", refresh_token=token).status_code == 200
    assert post(apple, "revoke", token=token, token_type_hint="refresh_token").status_code == 200
    assert post(apple, "token", grant_type="refresh_token", refresh_token=token).json() == {"error": "invalid_grant"}


@pytest.mark.parametrize("changed", [
    {"iss": "OTHERTEAM0"}, {"sub": "com.example.other"}, {"aud": "https://else.where"}, {"exp": 1_000},
    {"exp": 4_000_000_000}, {"iat": 4_000_000_000},
])
def test_a_client_secret_is_looked_at_closely(apple, changed):
    code = apple.ask("POST", "authorize", {})["code"]
    reply = post(
        apple, "token", grant_type="authorization_code", code=code, client_secret=secret(apple, **changed))
    assert (reply.status_code, reply.json()) == (400, {"error": "invalid_client"})
    assert post(apple, "token", grant_type="authorization_code", code=code).status_code == 200, "the code is not spent"


def test_what_is_forged_or_turned_is_so(apple):
    with pytest.raises(LookupError):
        read(apple, apple.ask("POST", "authorize", {"forged": True})["identity_token"])
    with pytest.raises(jwt.InvalidAudienceError):
        read(apple, apple.ask("POST", "authorize", {"claims": {"aud": "com.example.other"}})["identity_token"])
    kid = apple.ask("POST", "rotate")["kid"]
    token = apple.ask("POST", "authorize", {})["identity_token"]
    assert jwt.get_unverified_header(token)["kid"] == kid and read(apple, token)


def test_a_notification_carries_its_event_as_text(apple):
    import json

    told = apple.ask("POST", "notify", {"type": "consent-revoked", "sub": "001.x"})
    claims = read(apple, told["payload"])
    event = json.loads(claims["events"])
    assert event["type"] == "consent-revoked" and event["sub"] == "001.x" and claims["jti"]

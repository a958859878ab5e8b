"""SQL in every string of the HTTP API: each place its own document names, for every asker that may. Nothing but an
answer comes of it, and the store is the same."""

import json
import re
import sqlite3
import urllib.error
import urllib.parse
import urllib.request

from patience import PATIENCE
from world import ENDING, TOKEN, api, ask, log_in_registered, things, world  # noqa: F401

PAYLOADS = [
    "'; DROP TABLE organization; --", "' OR '1'='1", '" OR ""="', "x'); DELETE FROM organization; --",
    "' UNION SELECT sql FROM sqlite_master --", "%' OR 1=1 --",
    # Where there is no room for a space.
    "';DROP/**/TABLE/**/organization;--", "'OR'1'='1", "1;ATTACH/**/':memory:'/**/AS/**/x",
]


class Document:
    def __init__(self, text):
        self.text = text

    def operations(self):
        for path, methods in self.text["paths"].items():
            for method, operation in methods.items():
                yield path, method.upper(), operation

    def plain(self, schema):
        """The schema itself, where it is named or one of several: the first."""
        while True:
            if "$ref" in schema:
                schema = self.text["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
            elif several := schema.get("oneOf") or schema.get("anyOf"):
                schema = several[0]
            else:
                return schema

    def kind(self, schema):
        kind = self.plain(schema).get("type", "object")
        return kind if isinstance(kind, str) else next(name for name in kind if name != "null")

    def body(self, operation):
        content = operation.get("requestBody", {}).get("content", {})
        return self.plain(content["application/json"]["schema"]) if "application/json" in content else None

    def sample(self, schema, place=(), payload=None):
        """The least that is valid; at a place in it, the payload."""
        schema = self.plain(schema)
        if payload is not None and not place:
            return payload.ljust(schema.get("minLength", 0), "-")
        match self.kind(schema):
            case "object":
                properties = schema.get("properties", {})
                named = [*schema.get("required", []), *place[:1]]
                return {name: self.sample(properties[name], *self.beneath(place, name, payload))
                        for name in properties if name in named}
            case "array":
                count = max(schema.get("minItems", 0), 1 if place else 0)
                return [self.sample(schema["items"], *self.beneath(place, 0, payload)) for _ in range(count)]
            case "string":
                return schema.get("enum", ["7" * max(schema.get("minLength", 0), 8)])[0]
            case "boolean":
                return False
            case _:
                return schema.get("minimum", 1)

    @staticmethod
    def beneath(place, name, payload):
        return (place[1:], payload) if place and place[0] == name else ((), None)

    def places(self, schema):
        """Where a schema takes a text that is not one of a few."""
        schema = self.plain(schema)
        match self.kind(schema):
            case "object":
                return [(name, *rest) for name, property in schema.get("properties", {}).items()
                        for rest in self.places(property)]
            case "array":
                return [(0, *rest) for rest in self.places(schema["items"])]
            case "string":
                return [] if "enum" in schema else [()]
            case _:
                return []


def requests(document, known):
    """Method, path, headers, body and name of the place, for every operation, place and payload."""
    for path, method, operation in document.operations():
        parameters = operation.get("parameters", [])
        schema = document.body(operation)
        # Nothing that is there is to be removed by it.
        values = {} if method == "DELETE" else known
        paths = {name: values.get(name, "unknown") for name in re.findall(r"\{(\w+)\}", path)}

        def made(paths=paths, query=None, headers=None, body=None):
            address = re.sub(r"\{(\w+)\}", lambda part: urllib.parse.quote(paths[part[1]], safe=""), path)
            if query:
                address += "?" + urllib.parse.urlencode(query)
            return method, address, headers or {}, body, operation["operationId"]

        least = document.sample(schema) if schema else None
        for payload in PAYLOADS:
            for parameter in parameters:
                name = parameter["name"]
                match parameter["in"]:
                    case "path":
                        yield f"{name} in the path", made({**paths, name: payload}, body=least)
                    case "query":
                        yield f"{name} in the query", made(query={name: payload}, body=least)
                    case "header":
                        yield f"header {name}", made(headers={name: payload}, body=least)
            for place in document.places(schema) if schema else []:
                yield f"{place} in the body", made(body=document.sample(schema, place, payload))


def status(url, method, path, headers, body, token):
    data = json.dumps(body).encode() if body is not None else None
    headers = {**headers, "Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = urllib.request.Request(url + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
            return reply.status
    except urllib.error.HTTPError as error:
        return error.code


def tables(database):
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as store:
        assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return store.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()


def test_sql_in_any_string_is_a_text_like_any_other(api, things, tmp_path):  # noqa: F811
    database = tmp_path / "exchange.sqlite"
    document = Document(ask(f"{api}/api/openapi.json"))
    session = log_in_registered(api)["access_token"]
    before = tables(database)
    answers, places = {}, set()
    for place, (method, path, headers, body, operation) in requests(document, things):
        for token in [TOKEN, session]:
            if token == session and operation in ENDING:
                continue
            answer = status(api, method, path, headers, body, token)
            assert answer < 500, (place, method, path, headers, body, answer)
            if place.endswith("in the path") and method == "GET":
                assert answer >= 400, (place, method, path, "something was found")
            answers[answer] = answers.get(answer, 0) + 1
            places.add((operation, place))
    print(f"{sum(answers.values())} requests at {len(places)} places: {dict(sorted(answers.items()))}")
    assert len(places) > 60 and answers[200] + answers.get(201, 0) > 60

    assert tables(database) == before
    home = ask(f"{api}/api/organizations/home", token=session)
    assert home["id"] == "home"
    assert {member["user"] for member in ask(f"{api}/api/organizations/home/members", token=session)["members"]} == {
        "alice", "bob"}
    assert [message["id"] for message in ask(f"{api}/api/voicemail", token=session)["messages"]] == [things["message"]]

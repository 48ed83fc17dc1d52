"""The form of the API: bodies, numbers, the document, and missing things."""

from __future__ import annotations

from typing import Any

from starlette.routing import Route

from boche.server import limits
from boche.server.database.store import Store
from boche.server.limits import Limit, Rules
from boche.server.web.api.routes import OPERATIONS, ROUTES
from tests.server.web.site import Site

BODIES = [
    (b"{", 400, "not JSON"),
    (b"[]", 400, "not a JSON object"),
    (b'"game"', 400, "not a JSON object"),
    (b"\xff\xfe", 400, "not JSON"),
    (b"[" * 100_000, 400, "not JSON"),
    (b'{"game":' * 10_000 + b"1" + b"}" * 10_000, 400, "not JSON"),
    (b"9" * 5000, 400, "not JSON"),
    (b'{"game": "' + b"x" * 131_072 + b'"}', 413, "131,072 bytes"),
    (b'{"game": "\\ud800"}', 400, "an unpaired surrogate"),
    (b'{"game": "bo\\u0000che"}', 400, "NUL"),
    (b'{"game": 17}', 400, "game: expected a text"),
    (b'{"game": null}', 400, "game: expected a text"),
    (b'{"game": "chess"}', 400, "chess"),
    (b'{"game": "boche", "\\ud800": 1}', 400, "unknown field"),
    (b'{"game": "boche", "options": []}', 400, "an object"),
    (b'{"game": "boche", "options": {"size": 1e400}}', 400, "size"),
    (b'{"game": "boche", "options": {"size": 4.5}}', 400, "size"),
    (b'{"game": "boche", "options": {"size": null}}', 400, "size"),
    (b'{"game": "boche", "options": {"size": [[]]}}', 400, "size"),
    (b'{"game": "boche", "options": {"size": "\\ud800"}}', 400, "size"),
    (b'{"game": "boche", "options": {"\\ud800": 1}}', 400, "option"),
    (b'{"game": "boche", "options": {"a\\nb": 1}}', 400, "option"),
    (b'{"game": "boche", "options": {"size": 1' + b"0" * 400 + b"}}", 400, "size"),
    (b'{"game": "boche", "clock": {"start": 1' + b"0" * 400 + b"}}", 400, "start"),
    (b'{"game": "boche", "clock": {"start": NaN}}', 400, "start"),
    (b'{"game": "boche", "rated": 1}', 400, "rated: expected true or false"),
    (b'{"game": "boche", "rated": true}', 400, "two accounts"),
    (b'{"game": "boche", "against": "me"}', 400, "against"),
    (b'{"game": "boche", "against": "name", "name": "ann"}', 401, "sign in"),
    (b'{"game": "boche", "against": "level"}', 400, "level"),
    (b'{"game": "boche", "against": "level", "level": 10}', 400, "level"),
    (b'{"game": "boche", "begins": "ann"}', 400, "begins"),
    (b'{"game": "boche", "as": "a\\u202eb"}', 400, "printable"),
    (b'{"game": "boche", "as": "' + b"x" * 33 + b'"}', 400, "32"),
]
"""Invalid bodies for a new board, with the status and a part of the reason."""


def test_a_body_that_cannot_be_taken_is_refused_in_a_line(site: Site) -> None:
    for content, status, reason in BODIES:
        found = site.refused("POST", "/api/boards", content=content)
        assert (found[0], reason in found[1]) == (status, True), f"{content[:80]!r}: {found}"
    assert site.get("/api/boards")["boards"] == []


def test_numbers_too_large_or_none_are_refused(site: Site) -> None:
    for number in (10**8, 10**30, -1, "x", "1.5", "9" * 5000, "%00", "%ff"):
        for path in ("", "/notes", "/record.sgf", "/targets", "/events"):
            assert site.refused("GET", f"/api/boards/{number}{path}")[0] == 404
        assert site.refused("POST", f"/api/boards/{number}/moves", {"move": "c:a1"})[0] == 404
    number, one, _ = site.friends(clock={"start": 3600})
    for ply in (10**30, -1, 0, 1.5, "1", True):
        found = site.refused("POST", f"/api/boards/{number}/moves", {"move": "c:a1", "ply": ply},
                             auth=one)  # fmt: skip
        assert found == (400, "ply: expected a whole number from 1 to 1000000")
    for seconds in (10**400, -1, 0, "1", None, True, float("inf"), float("nan"), 1e300):
        path = f"/api/boards/{number}/time"
        assert site.refused("POST", path, {"seconds": seconds}, auth=one)[0] == 400
    ann = site.sign_up("ann")
    for days in (10**400, -1, 0, float("nan"), 367, "1"):
        assert site.refused("POST", "/api/me/vacation", {"days": days}, auth=ann)[0] == 400
    for query in ("before=-1", f"before={10**30}", "most=x", "state=x", "game=x", "user=a%00b"):
        assert site.refused("GET", f"/api/boards?{query}")[0] in (400, 404)


def test_wrong_types_are_refused_by_every_operation_that_takes_a_body(site: Site) -> None:
    number, one, _ = site.friends()
    ann = site.sign_up("ann")
    wrong = {
        "string": 5,
        "boolean": "yes",
        "number": "x",
        "integer": "x",
        "array": "x",
        "object": 3,
    }
    for each in OPERATIONS:
        path = each.path.replace("{board:number}", str(number)).replace("{name}", "ann")
        path = path.replace("{tournament:number}", "1")
        auth = one if "{board:number}" in each.path else ann
        for name, schema in each.body.items():
            if (value := wrong.get(schema.get("type", "string"))) is None:
                continue
            body = dict.fromkeys(each.needed, "text") | {name: value}
            status, reason = site.refused(each.method, path, body, auth=auth)
            assert status in (400, 401), f"{each.method} {each.path} {name}: {reason}"
        status, reason = site.refused(each.method, path, {"nonsense": 1}, auth=auth) if (
            each.body) else (400, "nonsense")  # fmt: skip
        assert status == 400
        assert "nonsense" in reason


def test_names_in_paths_may_be_anything(site: Site) -> None:
    for name in ("a%00b", "%ff", "%F0%9F%A6%8A", "x" * 5000, "a%2Fb", "..", "'", "%25"):
        assert site.refused("GET", f"/api/users/{name}")[0] == 404
        assert site.refused("GET", f"/api/standings/{name}")[0] == 404


def test_what_there_is_not_is_said_in_json(site: Site) -> None:
    assert site.refused("GET", "/api/nothing") == (404, "page not found")
    assert site.refused("PUT", "/api/games") == (405, "this method is not allowed here")
    assert site.refused("GET", "/command") == (405, "this method is not allowed here")


def test_the_document_describes_every_route_and_no_other(site: Site) -> None:
    document = site.get("/api/openapi.json")
    assert document["openapi"].startswith("3.1")
    assert document["info"]["title"]
    assert document["info"]["version"]
    described = {
        (method.upper(), path) for path, own in document["paths"].items() for method in own
    }
    routes = {
        (method, route.path.replace(":number", ""))
        for route in ROUTES if isinstance(route, Route)
        for method in (route.methods or ()) if method != "HEAD"
    }  # fmt: skip
    assert described == routes
    served = {
        (method, route.path.replace(":number", ""))
        for route in site.app.routes if isinstance(route, Route)
        if route.path.startswith(("/api/", "/command"))
        for method in (route.methods or ()) if method != "HEAD"
    }  # fmt: skip
    assert described == served


def test_the_document_has_the_shape_of_openapi(site: Site) -> None:
    document = site.get("/api/openapi.json")
    for path, own in document["paths"].items():
        gaps = {part.strip("{}") for part in path.split("/") if part.startswith("{")}
        for method, operation in own.items():
            assert method in ("get", "post", "put", "patch", "delete")
            places = operation.get("parameters", [])
            assert {each["name"] for each in places if each["in"] == "path"} == gaps
            assert all(each["required"] for each in places if each["in"] == "path")
            assert operation["summary"].endswith(".")
            assert all(each["description"] for each in operation["responses"].values())
            body = operation.get("requestBody")
            for media in body["content"].values() if body else ():
                schema = media["schema"]
                assert set(schema.get("required", ())) <= set(schema.get("properties", ()))


def test_a_command_by_http(site: Site) -> None:
    def say(content: bytes, **headers: str) -> tuple[int, str]:
        answer = site.ask("POST", "/command", content=content, **headers)
        return answer.status_code, answer.text

    assert say(b"help\n")[0] == 200
    assert say(b"help\r\n")[0] == 200
    status, text = say(b"\xff")
    assert (status, text) == (400, "the command is not UTF-8\n")
    assert say(b"")[0] == 400
    assert say(b"nonsense") == (404, "unknown command; 'help' lists them all\n")
    assert say(b"he\0lp")[0] == 400
    assert say(b"x" * 200_000)[0] == 413
    assert say(b"help", auth="Bearer nonsense")[0] == 401


def test_a_guest_plays_by_commands_with_the_seat_s_secret(site: Site) -> None:
    number, one, two = site.friends()
    answer = site.ask("POST", "/command", content=f"boche move {number} c:a1".encode(), auth=one)
    assert answer.status_code == 200
    assert "1. c:a1 played" in answer.text
    chat = f"boche chat {number}\nhello\nthere".encode()
    assert site.ask("POST", "/command", content=chat, auth=two).status_code == 200
    assert site.ask("POST", "/command", content=chat).status_code == 401


def test_limits_are_shared_by_all_servers_of_a_database(store: Store) -> None:
    def opened(site: Site, address: str) -> Any:
        return site.ask("POST", "/api/boards", {"game": "boche"}, x_forwarded_for=address)

    limits.set_rules(Rules({limits.BOARDS.name: Limit(limits.BOARDS.name, 4, 20.0)}))
    try:
        with Site(store) as one, Site(store) as other:
            asked = (one, other, one, other)
            assert [opened(each, "192.0.2.1").status_code for each in asked] == [200] * 4
            answer = opened(other, "192.0.2.1")
            assert answer.status_code == 429
            assert 1 <= int(answer.headers["retry-after"]) <= 20
            assert opened(one, "192.0.2.2").status_code == 200
    finally:
        limits.set_rules(Rules())

"""Permissions by HTTP: every operation with no rights, another's, expired and forged ones."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from socket import gethostname
from typing import Any

import pytest

from boche.server import limits
from boche.server.database.store import Store
from boche.server.limits import Limit, Rules
from boche.server.people.accounts import SESSION
from boche.server.web.api.routes import OPERATIONS
from boche.server.web.authentication import COOKIE
from tests.server.desk import PASSWORD
from tests.server.web.site import Site

BOARD = "/api/boards/{board:number}"
SEEK = "/api/seeks/{board:number}"
TOURNAMENT = "/api/tournaments/{tournament:number}"
LIKE_IT = {"game": "boche"}
PLAN = {"title": "Friday", "game": "boche", "kind": "swiss", "rounds": 3, "size": 8,
        "clock": {"start": 86400.0}}  # fmt: skip


@dataclass(frozen=True)
class Expected:
    """Expected statuses: for a stranger without rights, and for another account."""

    nobody: int
    other: int
    body: Any = None
    forged: int = 401


TABLE = {
    "GET /api/games": Expected(200, 200, forged=200),
    "GET /api/openapi.json": Expected(200, 200, forged=200),
    "GET /api/standings/{game}": Expected(200, 200, forged=200),
    "GET /api/users/{name}": Expected(200, 200, forged=200),
    f"GET {BOARD}/record.sgf": Expected(200, 200, forged=200),
    f"GET {BOARD}/shared": Expected(200, 200, forged=200),
    f"GET {BOARD}/positions": Expected(200, 200, forged=200),
    f"GET {BOARD}/targets": Expected(200, 200, forged=200),
    f"GET {BOARD}/choices": Expected(404, 404, forged=404),
    f"GET {BOARD}/pick": Expected(400, 400, forged=400),
    f"GET {BOARD}/analysis": Expected(200, 200),
    f"POST {BOARD}/analysis": Expected(409, 409),
    "GET /api/analysis": Expected(400, 400, forged=400),
    "POST /api/analysis": Expected(401, 200, LIKE_IT),
    "POST /api/analysis/record.sgf": Expected(200, 200, {"game": "boche", "lines": []}, forged=200),
    "GET /api/analysis/pick": Expected(400, 400, forged=400),
    "GET /api/analysis/shared": Expected(400, 400, forged=400),
    "GET /api/analysis/positions": Expected(400, 400, forged=400),
    "GET /api/analysis/targets": Expected(400, 400, forged=400),
    "GET /api/analysis/choices": Expected(400, 400, forged=400),
    f"GET {BOARD}/people": Expected(200, 200, forged=200),
    f"GET {BOARD}/events": Expected(200, 200),
    "GET /api/boards": Expected(200, 200),
    f"GET {BOARD}": Expected(200, 200),
    "POST /api/boards": Expected(200, 200, LIKE_IT),
    "POST /api/events": Expected(200, 200),
    "POST /command": Expected(200, 200),
    # By name and password: wrong ones are refused for everybody.
    "POST /api/accounts": Expected(400, 400, {"name": "x", "password": "-"}, forged=400),
    "POST /api/session": Expected(401, 401, {"name": "ann", "password": "wrong"}),
    # One's own account.
    "DELETE /api/session": Expected(401, 200),
    "GET /api/me": Expected(401, 200),
    "GET /api/me/turns": Expected(401, 200),
    "PATCH /api/me": Expected(401, 401, {"password": "another-one", "old": "wrong-one"}),
    "DELETE /api/me": Expected(401, 401, {"password": "wrong-one"}),
    "GET /api/me/export": Expected(401, 200),
    "POST /api/me/vacation": Expected(401, 200, {"days": 1}),
    "DELETE /api/me/vacation": Expected(401, 200),
    "GET /api/messages": Expected(401, 200),
    "POST /api/messages": Expected(401, 200, {"to": ["ann"], "text": "hello"}),
    "PUT /api/users/{name}/blocked": Expected(401, 200, {"blocked": True}),
    "PUT /api/users/{name}/followed": Expected(401, 200, {"followed": False}),
    "POST /api/users/{name}/report": Expected(401, 201, {"reason": "other", "text": "see"}),
    "GET /api/push-key": Expected(200, 200, forged=200),
    "POST /api/pushes": Expected(400, 400, {"endpoint": "http://x"}, forged=401),
    "DELETE /api/pushes": Expected(401, 200, {"endpoint": "https://x.example/y"}),
    # Tournaments: eve joins and leaves.
    "GET /api/tournaments": Expected(200, 200, forged=200),
    "POST /api/tournaments": Expected(401, 201, PLAN),
    f"GET {TOURNAMENT}": Expected(200, 200),
    f"GET {TOURNAMENT}/events": Expected(200, 200),
    f"PATCH {TOURNAMENT}": Expected(401, 403, {"title": "Saturday"}),
    f"DELETE {TOURNAMENT}": Expected(401, 403),
    f"POST {TOURNAMENT}/wait": Expected(401, 409),
    f"POST {TOURNAMENT}/bye": Expected(401, 409, {"round": 1}),
    f"POST {TOURNAMENT}/join": Expected(401, 200, {}),
    f"POST {TOURNAMENT}/leave": Expected(401, 200),
    # Ladders: ann has the first place, and eve, who has blocked her, joins and leaves.
    "GET /api/ladders": Expected(200, 200, forged=200),
    "GET /api/ladders/{game}": Expected(200, 200),
    "POST /api/ladders/{game}/join": Expected(401, 201),
    "POST /api/ladders/{game}/challenge": Expected(401, 403, {"name": "ann"}),
    "POST /api/ladders/{game}/leave": Expected(401, 200),
    # A seat's.
    f"DELETE {BOARD}": Expected(403, 403),
    f"POST {BOARD}/hint": Expected(403, 403),
    f"POST {BOARD}/moves": Expected(403, 403, {"move": "c:a1"}),
    f"POST {BOARD}/offers": Expected(403, 403, {"what": "draw"}),
    f"POST {BOARD}/answer": Expected(403, 403, {"accepted": True}),
    f"POST {BOARD}/come": Expected(403, 403),
    f"POST {BOARD}/here": Expected(403, 403),
    f"DELETE {BOARD}/here": Expected(403, 403),
    f"POST {BOARD}/abort": Expected(403, 403),
    f"POST {BOARD}/claim": Expected(403, 403),
    f"POST {BOARD}/report": Expected(403, 403, {"reason": "other", "text": "see"}),
    f"POST {BOARD}/resign": Expected(403, 403),
    f"POST {BOARD}/rematch": Expected(403, 403),
    f"POST {BOARD}/join": Expected(409, 409, {}),
    f"POST {BOARD}/chat": Expected(403, 403, {"text": "hello"}),
    f"PUT {BOARD}/name": Expected(403, 403, {"name": "Eve"}),
    f"PUT {BOARD}/mute": Expected(403, 403, {"muted": True}),
    f"POST {BOARD}/time": Expected(403, 403, {"seconds": 60}),
    f"GET {BOARD}/talk": Expected(403, 403),
    f"GET {BOARD}/notes": Expected(403, 403),
    f"PUT {BOARD}/notes": Expected(403, 403, {"notes": "mine"}),
    f"GET {BOARD}/plans": Expected(403, 403),
    f"POST {BOARD}/plans": Expected(403, 403, {"path": ["c:a1"], "move": "c:b1"}),
    f"DELETE {BOARD}/plans": Expected(403, 403),
    # Games that wait for anybody: this one waits for nobody.
    "GET /api/seeks": Expected(200, 200),
    "POST /api/seeks": Expected(200, 200, LIKE_IT),
    f"POST {SEEK}/accept": Expected(409, 409, {}),
    f"POST {SEEK}/here": Expected(403, 403),
    f"DELETE {SEEK}": Expected(403, 403),
}


def test_every_operation_stands_in_the_table() -> None:
    assert {f"{each.method} {each.path}" for each in OPERATIONS} == set(TABLE)


@pytest.fixture
def place(site: Site) -> Iterator[Place]:
    return Place(site)


class Place:
    """A board between two guests, and two accounts: ann, the subject, and eve, the requester."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.board, self.one, self.two = site.friends()
        ann = site.sign_up("ann")
        self.tournament = site.post("/api/tournaments", PLAN, auth=ann)["tournament"]
        site.post("/api/ladders/boche/join", auth=ann)
        self.eve = site.sign_up("eve")

    def ask(self, operation: str, **more: Any) -> int:
        method, path = operation.split(" ")
        for gap, value in (("{board:number}", self.board), ("{name}", "ann"), ("{game}", "boche"),
                           ("{tournament:number}", self.tournament)):  # fmt: skip
            path = path.replace(gap, str(value))
        if path == "/command":
            return self.site.ask(method, path, content=b"help", **more).status_code
        return self.site.ask(method, path, TABLE[operation].body, **more).status_code


ALL = [
    each
    for each in TABLE
    if not each.endswith(("/events", "/shared", "/positions", "/targets", "/choices"))
]
"""Operations to test: streams have no end (see test_events), and scenes need no rights."""


def test_with_no_rights(place: Place) -> None:
    found = {each: place.ask(each) for each in ALL}
    assert found == {each: TABLE[each].nobody for each in ALL}


def test_with_another_s_rights(place: Place) -> None:
    found = {}
    for each in ALL:
        found[each] = place.ask(each, auth=place.site.sign_up("eve"))
    assert found == {each: TABLE[each].other for each in ALL}


@pytest.mark.parametrize("how", ["forged", "expired", "basic", "not base64", "not ASCII"])
def test_with_rights_that_are_none(place: Place, how: str) -> None:
    auth = {
        "forged": "Bearer " + "x" * 43, "expired": place.eve, "not base64": "Basic &",
        "not ASCII": "Basic \xff\xfe",
        "basic": "Basic " + base64.b64encode(b"nobody\0:wrong-password").decode(),
    }[how]  # fmt: skip
    if how == "expired":
        place.site.now += SESSION
    few = ALL if how == "expired" else ["GET /api/me", "POST /api/boards", "POST /command"]
    found = {each: place.ask(each, auth=auth) for each in few}
    assert found == {each: TABLE[each].forged for each in few}


def test_with_a_wrong_seat_s_secret(place: Place) -> None:
    number, _, _ = place.site.friends()
    another = place.site.friends()[1]
    for auth in ("Seat " + "x" * 43, another, "Seat é\xff"):
        path = f"/api/boards/{number}/moves"
        assert place.site.refused("POST", path, {"move": "c:a1"}, auth=auth)[0] == 403


def test_a_cookie_that_is_over_is_no_cookie(place: Place) -> None:
    """Keep an expired cookie, as a browser does; a seat's link and signing in still work."""
    cookie = f"{COOKIE}={place.eve.removeprefix('Bearer ')}"
    site = place.site
    site.now += SESSION
    assert site.refused("GET", "/api/me", cookie=cookie)[0] == 401
    assert site.get(f"/api/boards/{place.board}", cookie=cookie)["own"] == []
    path = f"/api/boards/{place.board}/moves"
    assert site.post(path, {"move": "c:a1"}, auth=place.one, cookie=cookie)["ply"] == 1
    wanted = {"name": "eve", "password": PASSWORD}
    assert site.post("/api/session", wanted, cookie=cookie)["name"] == "eve"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"sec_fetch_site": "same-origin"}, 200),
        ({"sec_fetch_site": "none"}, 200),
        ({"sec_fetch_site": "same-site"}, 403),
        ({"sec_fetch_site": "cross-site"}, 403),
        ({"sec_fetch_site": "cross-site", "origin": "http://test"}, 403),
        ({"origin": "http://test"}, 200),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
    ],
)
def test_what_another_site_s_page_sends_is_refused(
    place: Place, headers: dict[str, str], status: int
) -> None:
    cookie = f"{COOKIE}={place.eve.removeprefix('Bearer ')}"
    site = place.site
    answer = site.ask("POST", "/api/me/vacation", {"days": 1}, cookie=cookie, **headers)
    assert answer.status_code == status
    answer = site.ask("POST", "/command", content=b"signoff", cookie=cookie, **headers)
    assert answer.status_code == status
    wanted = {"name": "eve", "password": PASSWORD}
    assert site.ask("POST", "/api/session", wanted, **headers).status_code == status
    # Nor may it do what a guest may, as that would use up the visitor's limits.
    for path, body in (("/command", b"help"), ("/api/boards", b'{"game": "boche"}')):
        assert site.ask("POST", path, content=body, **headers).status_code == status


def test_what_another_site_s_page_sends_spends_nothing_of_its_visitor_s(site: Site) -> None:
    limits.set_rules(
        Rules({"accounts": Limit("accounts", 1, 1e6), "commands": Limit("commands", 2, 1e6)})
    )
    try:
        given = {"name": "ann", "password": PASSWORD}
        line = f"signup ann {PASSWORD}".encode()
        for _ in range(3):
            for headers in ({"sec_fetch_site": "cross-site"}, {"origin": "null"}):
                refused = [
                    site.ask("POST", "/api/accounts", given, **headers),
                    site.ask("POST", "/command", content=line, **headers),
                    site.ask("POST", "/sign-up", content=b"name=ann", **headers),
                ]
                assert [each.status_code for each in refused] == [403] * 3
        assert site.ask("POST", "/command", content=line).status_code == 200
    finally:
        limits.set_rules(Rules())


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("play.example", 200), ("PLAY.example:443", 200), ("play.example:8321", 421),
        ("evil.example", 421), ("127.0.0.1", 421), ("a/b?c", 421),
    ],
)  # fmt: skip
def test_no_other_name_is_answered_than_the_server_s_own(
    site: Site, host: str, status: int
) -> None:
    site.service.host, site.service.secure = "play.example", True
    for method, path in (("GET", "/"), ("GET", "/api/games"), ("POST", "/command")):
        answer = site.ask(method, path, content=b"help", host=host)
        assert answer.status_code == status
        assert status == 200 or answer.text.count("\n") == 1


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8321", 200), ("127.0.0.1:8321", 200), ("[::1]:8321", 200), ("192.0.2.7", 200),
        ("nas", 200), ("nas.local:8321", 200), (gethostname(), 200), ("evil.example", 421),
        ("evil.example:8321", 421), ("127.0.0.1.evil.example", 421), ("local.evil.example.", 421),
    ],
)  # fmt: skip
def test_without_an_address_no_name_is_answered_that_may_be_another_site_s(
    site: Site, host: str, status: int
) -> None:
    for method, path in (("GET", "/api/games"), ("POST", "/command")):
        answer = site.ask(method, path, content=b"help", host=host, origin=f"http://{host}")
        assert answer.status_code == status
        assert status == 200 or "--address" in answer.text


@pytest.mark.parametrize("path", ["/games/", "/standings/", "/help/"])
def test_a_redirect_stays_here_whatever_the_request_calls_it(site: Site, path: str) -> None:
    site.service.host = "play.example"
    answer = site.ask("GET", path, host="play.example")
    assert answer.status_code == 307
    assert answer.headers["location"] == path.rstrip("/")
    site.service.host = None
    assert site.ask("GET", path, host="a/command?b").status_code == 400


def test_reading_by_a_cookie_needs_no_origin(place: Place) -> None:
    cookie = f"{COOKIE}={place.eve.removeprefix('Bearer ')}"
    assert place.site.get("/api/me", cookie=cookie, sec_fetch_site="cross-site")["name"] == "eve"


def test_every_answer_carries_what_keeps_it_safe(store: Store) -> None:
    with Site(store) as site:
        ann = site.sign_up("ann")
        for path in ("/api/games", "/nothing", "/api/me", "/api/me/export"):
            headers = site.ask("GET", path, auth=ann).headers
            assert headers["cache-control"] == "no-store"
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] in ("no-referrer", "same-origin")
            assert headers["content-security-policy"].startswith("default-src 'none'")

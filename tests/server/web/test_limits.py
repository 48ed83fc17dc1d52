"""Every act that counts, by every door: so often and no oftener, by account and by address."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import pytest
from sqlalchemy import update

from engine.games.registry import GAMES
from server import limits
from server.database.schema import users
from server.database.store import Unit
from server.limits import Limit, Rules
from server.people import accounts
from server.play import setup, turns
from server.play.actor import Actor
from server.play.clocks import Clock
from tests.server.desk import PASSWORD
from tests.server.web.site import Site

MOST, EVERY = 3, 1e5
HERE, ELSEWHERE = "203.0.113.7", "198.51.100.9"


@dataclass
class World:
    """People, and what they can do something to: each of ``boards`` is ann's turn against bob."""

    site: Site
    auth: dict[str, str] = field(default_factory=dict)
    boards: list[int] = field(default_factory=list)
    finished: list[int] = field(default_factory=list)
    free: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        for name in ("ann", "bob", "cid"):
            self.auth[name] = self.site.sign_up(name)
        self.site.service.store.write(self._furnish)

    def _furnish(self, unit: Unit) -> None:
        ann, bob, cid = (accounts.named(unit, name) for name in self.auth)
        terms = setup.Terms.of("boche", {"size": 4}, Clock(10 * 86_400.0))
        for _ in range(2 * MOST + 2):
            pair = (setup.Sitter(ann), setup.Sitter(bob))
            self.boards.append(setup.make(unit, terms, pair, self.site.now).number)
            over = setup.make(unit, terms, pair, self.site.now).number
            turns.resign(unit, Actor(ann.id), over, self.site.now)
            self.finished.append(over)
            waiting = (setup.Sitter(cid), None)
            self.free.append(setup.make(unit, terms, waiting, self.site.now).number)
        for user in (ann, bob):
            settings = {"operator": True}
            row = update(users).where(users.c.id == user.id)
            unit.connection.execute(row.values(settings=settings))

    def status(self, who: str, address: str, asked: Asked) -> int:
        """What it is answered with."""
        method, path, body = asked
        content = None
        if isinstance(body, str):
            content, body = body.encode(), None
        auth = None if who == "nobody" else self.auth[who]
        answer = self.site.ask(
            method, path, body, auth=auth, content=content, x_forwarded_for=address
        )
        if answer.status_code >= 400:
            assert answer.status_code == 429, f"{asked}: {answer.status_code} {answer.text[-300:]}"
            assert int(answer.headers["retry-after"]) > 0
        return answer.status_code


Asked = tuple[str, str, Any]
Door = Callable[[World, int], Asked]
"""A way to do something for the nth time."""


def api(method: str, path: str, body: Callable[[int], Any] = lambda n: None) -> Door:
    return lambda world, n: (method, put(path, world, n), body(n))


def form(path: str, fields: Callable[[int], Mapping[str, str]] = lambda n: {}) -> Door:
    return lambda world, n: ("POST", put(path, world, n), urlencode(fields(n)))


def command(line: str, body: str = "") -> Door:
    return lambda world, n: ("POST", "/command", put(f"{line}\n{body}", world, n))


def multiple(line: str) -> Door:
    return command("multiple", line)


def put(text: str, world: World, n: int) -> str:
    """The text with boards and numbers in its gaps."""
    return text.format(
        n=n, board=world.boards[0], nth=world.boards[n], over=world.finished[n],
        free=world.free[n], what=("draw", "end")[n % 2],
        away=("back", "vacation 1")[n % 2],
    )  # fmt: skip


def front(n: int) -> dict[str, str]:
    game = GAMES["boku"]
    options = {f"option-{each.name}": str(int(each.default)) for each in game.options}
    return {"game": "boku", "against": "open", "clock": "none", "begins": "me"} | options


def person(n: int) -> dict[str, str]:
    return {"name": f"person{n}", "password": PASSWORD}


def signing(n: int) -> dict[str, str]:
    return {"name": "ann", "password": PASSWORD}


BOARD = "/api/boards/{board}"
TABLE: dict[Limit, dict[str, Door]] = {
    limits.BOARDS: {
        "api": api("POST", "/api/boards", lambda n: {"game": "boche", "against": "open"}),
        "form": form("/", front),
        "challenge": command("boche challenge ann bob"),
        "multiple": multiple("boche challenge ann bob"),
        "join": api("POST", "/api/boards/{free}/join", lambda n: {}),
        "join form": form("/games/{free}/join"),
        "join command": command("boche join {free}"),
        "rematch": api("POST", "/api/boards/{over}/rematch"),
        "rematch command": command("boche rematch {over}"),
    },
    limits.MESSAGES: {
        "api": api("POST", "/api/messages", lambda n: {"to": ["cid"], "text": f"{n}"}),
        "form": form("/messages", lambda n: {"to": "cid", "text": f"{n}"}),
        "command": command("message cid", "hello {n}"),
    },
    limits.BROADCASTS: {"command": command("broadcast", "hello {n}")},
    limits.CHATS: {
        "api": api("POST", f"{BOARD}/chat", lambda n: {"text": f"{n}"}),
        "command": command("boche chat {board} hello"),
        "multiple": multiple("boche chat {board} hello"),
    },
    limits.OFFERS: {
        "api": api("POST", f"{BOARD}/offers", lambda n: {"what": ("draw", "end")[n % 2]}),
        "command": command("boche move {board} propose={what}"),
        "multiple": multiple("boche move {board} propose={what}"),
    },
    limits.NOTES: {"api": api("PUT", f"{BOARD}/notes", lambda n: {"notes": f"{n}"})},
    limits.PLANS: {
        "api": api("POST", f"{BOARD}/plans", lambda n: {"path": ["c:a1", "c:a2"], "move": "c:a3"}),
        "command": command("boche queue {board} c:a1"),
        "multiple": multiple("boche queue {board} c:a1"),
    },
    limits.GIFTS: {"api": api("POST", f"{BOARD}/time", lambda n: {"seconds": 60})},
    limits.WATCHED: {
        "command": command("boche watch {nth}"), "multiple": multiple("boche watch {nth}"),
    },
    limits.BLOCKED: {
        "api": api("PUT", "/api/users/level-{n}/blocked", lambda n: {"blocked": True}),
        "form": form("/people/level-{n}/block", lambda n: {"blocked": "1"}),
        "command": command("block level-{n}"),
    },
    limits.ADDRESSES: {
        "api": api("PATCH", "/api/me", lambda n: {"mail": f"a{n}@example.org"}),
        "form": form("/account/mail", lambda n: {"mail": f"a{n}@example.org"}),
        "command": command("change address a{n}@example.org"),
        "multiple": multiple("add address a{n}@example.org"),
    },
    limits.VACATIONS: {
        "api": lambda world, n: (("DELETE", "POST")[n % 2], "/api/me/vacation", {"days": 1}),
        "form": lambda world, n: (
            "POST", ("/account/back", "/account/away")[n % 2], urlencode({"days": "1"})
        ),
        "command": command("{away}"),
    },
    limits.SESSIONS: {
        "api": api("POST", "/api/session", signing),
        "form": form("/sign-in", signing),
    },
    limits.ACCOUNTS: {
        "api": api("POST", "/api/accounts", person),
        "form": form("/sign-up", person),
        "command": command(f"signup person{{n}} {PASSWORD}"),
        "multiple": multiple(f"signup person{{n}} {PASSWORD}"),
    },
}  # fmt: skip
WITHOUT_ACCOUNT = (limits.ACCOUNTS,)
CASES = [(limit, name) for limit, doors in TABLE.items() for name in doors]


@pytest.fixture
def world(site: Site) -> Iterator[World]:
    yield World(site)
    limits.use(Rules())


def few(limit: Limit) -> None:
    limits.use(Rules({limit.name: Limit(limit.name, MOST, EVERY)}))


def who_asks(limit: Limit) -> str:
    return "nobody" if limit in WITHOUT_ACCOUNT else "ann"


@pytest.mark.parametrize(
    ("limit", "name"), CASES, ids=[f"{limit.name} {name}" for limit, name in CASES]
)
def test_each_door_counts(world: World, limit: Limit, name: str) -> None:
    few(limit)
    door, asker = TABLE[limit][name], who_asks(limit)
    found = [world.status(asker, HERE, door(world, n)) for n in range(1, MOST + 1)]
    assert max(found) < 400
    # By whichever door: it is one count.
    for other in TABLE[limit].values():
        assert world.status(asker, HERE, other(world, MOST + 1)) == 429
    again = TABLE[limit][name](world, MOST + 1)
    if limit in WITHOUT_ACCOUNT:
        assert world.status(asker, ELSEWHERE, again) < 400
        return
    assert world.status(asker, ELSEWHERE, again) == 429
    if limit not in (limits.SESSIONS, limits.VACATIONS):
        assert world.status("bob", HERE, again) == 429
    world.site.now += MOST * EVERY
    assert world.status(asker, HERE, again) < 400

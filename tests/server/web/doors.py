"""Every action that counts against limits, and the interfaces it can come by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from boche.engine.games.registry import GAMES
from boche.server import limits
from boche.server.database.store import Store, Transaction
from boche.server.limits import Limit
from boche.server.people import accounts, operators
from boche.server.play import moves, setup
from boche.server.play.actor import Actor
from boche.server.play.clocks import Clock
from tests.server.desk import HASH, PASSWORD

NAMES = ("ann", "bob", "cid")


@dataclass
class World:
    """People and the objects of their actions, ``count`` of each kind.

    ``boards`` are played by ann and bob, and so were the ``finished`` ones; on the ``free`` ones
    cid waits.
    """

    store: Store
    now: float
    count: int
    auth: dict[str, str] = field(default_factory=dict)
    boards: list[int] = field(default_factory=list)
    finished: list[int] = field(default_factory=list)
    free: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.store.write(self._furnish)

    def _furnish(self, transaction: Transaction) -> None:
        now = self.now
        ann, bob, cid = (accounts.sign_up(transaction, name, HASH, now) for name in NAMES)
        for user in (ann, bob, cid):
            self.auth[user.name] = f"Bearer {accounts.open_session(transaction, user.id, now)}"
            operators.appoint(transaction, user.id, now)
        terms = setup.Terms.of("boche", {"size": 4}, Clock(10 * 86_400.0))
        for _ in range(self.count):
            pair = (setup.SeatTaker(ann), setup.SeatTaker(bob))
            self.boards.append(setup.make(transaction, terms, pair, now).number)
            over = setup.make(transaction, terms, pair, now).number
            moves.resign(transaction, Actor(ann.id), over, now)
            self.finished.append(over)
            self.free.append(
                setup.make(transaction, terms, (setup.SeatTaker(cid), None), now).number
            )


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
    """Fill boards and numbers into a text."""
    return text.format(
        n=n, level=n % 8 + 1, board=world.boards[0], nth=world.boards[n], over=world.finished[n],
        free=world.free[n], what=("draw", "end")[n % 2],
        away=("back", "vacation 1")[n % 2], rival=("cid", "bob")[n % 2],
    )  # fmt: skip


def front(n: int) -> dict[str, str]:
    game = GAMES["boku"]
    options = {f"option-{each.name}": str(int(each.default)) for each in game.options}
    clock = {"clock": "days", "days": str(n)}  # the same twice is one game
    return {"game": "boku", "against": "open", "begins": "me"} | clock | options


def opened(n: int) -> dict[str, Any]:
    return {"game": "boche", "clock": {"start": 86_400.0 * n}}


def person(n: int) -> dict[str, str]:
    return {"name": f"person{n}", "password": PASSWORD}


def signing(n: int) -> dict[str, str]:
    return {"name": "ann", "password": PASSWORD}


BOARD = "/api/boards/{board}"
REPORT = {"reason": "other", "text": "see there"}
TABLE: dict[Limit, dict[str, Door]] = {
    limits.BOARDS: {
        "api": api("POST", "/api/boards", lambda n: opened(n) | {"against": "open"}),
        "form": form("/", front),
        "seek": api("POST", "/api/seeks", opened),
        "seek form": form("/lobby", front),
        "accept": api("POST", "/api/seeks/{free}/accept", lambda n: {}),
        "accept form": form("/lobby/{free}/accept"),
        "challenge": command("boche challenge ann {rival}"),
        "multiple": multiple("boche challenge ann {rival}"),
        "seek command": command("boche seek --unrated -size={level}"),
        "join": api("POST", "/api/boards/{free}/join", lambda n: {}),
        "join form": form("/games/{free}/join"),
        "join command": command("boche join {free}"),
    },
    limits.REPORTS: {
        "person": api("POST", "/api/users/cid/report", lambda n: REPORT),
        "board": api("POST", "/api/boards/{board}/report", lambda n: REPORT),
        "person form": form("/people/cid/report", lambda n: REPORT),
        "board form": form("/board/{board}/report", lambda n: REPORT),
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
        "rematch": api("POST", "/api/boards/{over}/rematch"),
        "rematch command": command("boche rematch {over}"),
    },
    limits.POSITIONS: {
        "api": api("POST", "/api/analysis", lambda n: {"game": "boche", "options": {"size": n + 2}})
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
        "api": api("PUT", "/api/users/level-{level}/blocked", lambda n: {"blocked": True}),
        "form": form("/people/level-{level}/block", lambda n: {"blocked": "1"}),
        "command": command("block level-{level}"),
    },
    limits.FOLLOWED: {
        "api": api("PUT", "/api/users/cid/followed", lambda n: {"followed": True}),
        "form": form("/people/cid/follow", lambda n: {"followed": "1"}),
    },
    limits.ADDRESSES: {
        "api": api("PATCH", "/api/me", lambda n: {"mail": f"a{n}@example.org", "old": PASSWORD}),
        "form": form("/account/mail", lambda n: {"mail": f"a{n}@example.org", "old": PASSWORD}),
        "command": command(f"change address ann {PASSWORD} a{{n}}@example.org"),
        "multiple": multiple(f"add address ann {PASSWORD} a{{n}}@example.org"),
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
"""Limits that apply without an account."""

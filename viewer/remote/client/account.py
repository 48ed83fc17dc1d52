"""The account view of a server: the user's games, games of others to join, and challenges."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from boche.engine.errors import BocheError, NewerOptionError
from boche.engine.game import Game, OptionValue
from boche.engine.games.registry import GAMES, stored_options
from boche.engine.json_values import list_of
from boche.engine.languages.current import tr
from boche.engine.printable import one_line, printable
from boche.viewer.remote.client.login import Login
from boche.viewer.remote.errors import UnbelievableError, not_a_server
from boche.viewer.remote.parsing import new_board_of, seconds_of
from boche.viewer.remote.seat_link import Place

MOST = 200  # maximum number of boards to request of each kind
LATEST = 20  # finished games in which a rematch is looked for
DAY = 86_400
MOST_SEEKS = 1000
LONGEST_NAME, LONGEST_CLOCK = 40, 60  # characters
ANYBODY, NAMED = "open", "name"
WRONG = (TypeError, KeyError, ValueError, IndexError, OverflowError, AttributeError)
"""Errors in reading what a server has sent, if it is none of ours."""


@dataclass(frozen=True)
class Listed:
    """A board in a list: its number, game and players, and what the user can do there.

    ``own`` is the number of the user's seat, or None. ``due`` means that it is the user's turn,
    ``asks`` that the user has to answer a challenge or a proposed rematch, ``waits`` that the game
    has not begun, ``over`` that it has ended.
    ``deadline`` is a time by the clock of this machine.
    """

    place: Place
    game: Game = field(compare=False)
    options: Mapping[str, OptionValue] = field(compare=False)
    names: tuple[str, str]
    ply: int
    due: bool = False
    waits: bool = False
    asks: bool = False
    over: bool = False
    own: int | None = None
    rated: bool = False
    deadline: float | None = None

    def __str__(self) -> str:
        return str(self.place)

    @property
    def opponent(self) -> str:
        """The name of the other player, empty if nobody has taken that seat."""
        return self.names[1 - (self.own or 0)]


@dataclass(frozen=True)
class Seek:
    """A game that waits for anybody: with whom, and the clock in words."""

    place: Place
    game: Game = field(compare=False)
    options: Mapping[str, OptionValue] = field(compare=False)
    name: str
    clock: str
    rated: bool

    def __str__(self) -> str:
        return str(self.place)


def own_games(login: Login, now: Callable[[], float]) -> list[Listed]:
    """Return the user's games that go on, in the order of the server's list of own games.

    That is: those that wait for an answer, those in which it is the user's turn, those in which it
    is the opponent's, and those that have not begun; the nearest deadline first. ``now`` returns
    the time by the clock of this machine. Raises ``RemoteError``.
    """
    due, active, not_begun, ended = (
        _boards(login, f"user=me&{query}", now)
        for query in ("next=1", "state=active", "state=open", f"state=inactive&most={LATEST}")
    )
    theirs = sorted((game for game in active if not game.due), key=_by_deadline)
    asking = [game for game in (*not_begun, *ended) if game.asks]
    games = [*asking, *(game for game in due if game.due), *theirs, *not_begun]
    mine = [game for game in games if game.own is not None]
    return list({game.place.board: game for game in mine}.values())


def seeks(login: Login) -> list[Seek]:
    """Return the games of others that the user may join, the newest first.

    Raises ``RemoteError``.
    """
    value = login.client().get("/api/seeks")
    try:
        rows = list_of("seeks", value["seeks"], MOST_SEEKS)
        free = [row for row in rows if not (row.get("own") or row.get("barred"))]
        return [_seek(login, row) for row in free if _is_known(row)]
    except WRONG as error:
        raise not_a_server(login.server) from error


def _seek(login: Login, row: Mapping[str, Any]) -> Seek:
    return Seek(
        Place(login.server, int(row["board"])), *_game(row),
        one_line(str(row["name"]), LONGEST_NAME),
        one_line(str(row["clock"]["text"]), LONGEST_CLOCK), row.get("rated") is True,
    )  # fmt: skip


def _is_known(row: Mapping[str, Any]) -> bool:
    """Return whether a board can be played here: its game is there, in a version new enough."""
    if row["game"] not in GAMES:
        return False
    try:
        _game(row)
    except NewerOptionError:
        return False
    return True


def _game(row: Mapping[str, Any]) -> tuple[Game, Mapping[str, OptionValue]]:
    """Return the game of a board, and its options. Raises ``ValueError``, ``NewerOptionError``."""
    name = row["game"]
    try:
        return GAMES[name], stored_options(name, dict(row.get("options") or {}))
    except NewerOptionError:
        raise
    except BocheError as error:
        raise ValueError(tr("unknown options")) from error


def _by_deadline(game: Listed) -> tuple[float, int]:
    return (math.inf if game.deadline is None else game.deadline, game.place.board)


def _boards(login: Login, query: str, now: Callable[[], float]) -> list[Listed]:
    most = "" if "most=" in query else f"&most={MOST}"
    value = login.client().get(f"/api/boards?{query}{most}")
    try:
        rows = list_of("boards", value["boards"], MOST)
        ahead = seconds_of(value, "now")
        behind = now() - ahead if ahead is not None else 0.0
        return [_row(login, row, behind) for row in rows if _is_known(row)]
    except WRONG as error:
        raise not_a_server(login.server) from error


def _row(login: Login, row: Mapping[str, Any], behind: float) -> Listed:
    """Return a board of a list; ``behind`` is how much this machine's clock is ahead."""
    game, options = _game(row)
    first, second = (printable(str(player))[:LONGEST_NAME] for player in row["names"])
    name = (login.name or "").casefold()
    own = [number for number, player in enumerate((first, second)) if player.casefold() == name]
    state, turn, deadline = row["state"], row["turn"], seconds_of(row, "deadline")
    is_open, over = state == "open", state == "over"
    due = state == "active" and turn in own
    seat = turn if due else own[0] if own else None
    present, offer = row.get("here", [True, True]), row.get("offer") or {}
    rematch = over and offer.get("what") == "rematch" and offer.get("seat") not in own
    return Listed(
        place=Place(login.server, int(row["board"])),
        game=game,
        options=options,
        names=(first, second),
        ply=int(row["ply"]),
        due=due,
        waits=is_open,
        asks=bool(own) and (rematch or (is_open and any(not present[number] for number in own))),
        over=over,
        own=seat,
        rated=row.get("rated") is True,
        deadline=None if deadline is None else deadline + behind,
    )


def challenge(
    login: Login, game: str, options: Mapping[str, Any], rival: str, begins: str, days: int,
    rated: bool = False,
) -> Place:  # fmt: skip
    """Create a board against a named opponent, or with an open seat if ``rival`` is empty.

    ``begins`` is ``me``, ``other`` or ``random``. ``days`` is the time per move, 0 for no clock. If
    ``rated``, the game counts for both players' ratings. Raises ``RemoteError``.
    """
    time = days * DAY
    body: dict[str, Any] = {"game": game, "options": dict(options), "begins": begins,
                            "rated": rated, "against": NAMED if rival else ANYBODY}  # fmt: skip
    body |= {"name": rival} if rival else {}
    body |= {"clock": {"start": time, "increment": time, "most": time}} if days else {}
    return _place(login, login.client().post("/api/boards", body))


def join(login: Login, place: Place) -> Place:
    """Take the free seat of a board. Raises ``RemoteError``."""
    return _place(login, login.client().post(f"{place.path}/join"))


def _place(login: Login, answer: Any) -> Place:
    try:
        return Place(login.server, new_board_of(answer))
    except UnbelievableError as error:
        raise not_a_server(login.server) from error

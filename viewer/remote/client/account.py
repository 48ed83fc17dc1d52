"""The account view of a server: the user's games, open seats and challenges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from boche.engine.games.registry import GAMES
from boche.engine.printable import printable
from boche.viewer.remote.client.login import Login
from boche.viewer.remote.errors import RemoteError, UnbelievableError
from boche.viewer.remote.seat_link import Place

MOST = 50  # maximum number of boards to request
DAY = 86_400
ANYBODY, NAMED = "open", "name"


@dataclass(frozen=True)
class Listed:
    """A board in a list: its number, game and players, and what the user can do there.

    ``due`` means that it is the user's turn, ``free`` that the user may take a seat, ``asks`` that
    the user has to accept or decline a challenge, ``waits`` that the game has not begun.
    """

    place: Place
    title: str
    names: tuple[str, str]
    ply: int
    due: bool = False
    free: bool = False
    waits: bool = False
    asks: bool = False

    def __str__(self) -> str:
        return str(self.place)

    @property
    def label(self) -> str:
        """The text of the board in a list."""
        names = " - ".join(name or "open seat" for name in self.names)
        if self.asks:
            state = "waits for your answer"
        elif self.free:
            state = "take the open seat"
        elif self.waits:
            state = "waits for somebody"
        else:
            state = f"move {self.ply + 1}, " + ("your turn" if self.due else "their turn")
        return f"{self.place.board}: {self.title}, {names}, {state}"


def games_of(login: Login) -> list[Listed]:
    """Return the user's unfinished games, then the open seats.

    Challenges to answer come first, then games in which it is the user's turn. Raises
    ``RemoteError``.
    """
    client, name = login.client(), (login.name or "").casefold()
    games = [
        game
        for query in ("user=me&state=active", "user=me&state=open", "state=open")
        for game in _listed(login, client.get(f"/api/boards?{query}&most={MOST}"), name)
    ]
    games = list({game.place.board: game for game in games}.values())
    return sorted(
        games, key=lambda game: (not game.asks, game.free, not game.due, -game.place.board)
    )


def _listed(login: Login, value: Any, name: str) -> list[Listed]:
    try:
        rows = value["boards"]
        if not isinstance(rows, list) or len(rows) > 2 * MOST:
            raise TypeError("its list is none")
        return [_row(login, row, name) for row in rows if row["game"] in GAMES]
    except (TypeError, KeyError, ValueError, IndexError, OverflowError) as error:
        raise UnbelievableError(f"{login.server}: that is no server of ours") from error


def _row(login: Login, row: Mapping[str, Any], name: str) -> Listed:
    first, second = (printable(str(player))[:40] for player in row["names"])
    own = [number for number, player in enumerate((first, second)) if player.casefold() == name]
    is_open = row["state"] == "open"
    present = row.get("here", [True, True])
    asks = is_open and any(not present[number] for number in own)
    return Listed(
        Place(login.server, int(row["board"])), GAMES[row["game"]].title, (first, second),
        int(row["ply"]), not is_open and row["turn"] in own, is_open and not own, is_open, asks,
    )  # fmt: skip


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
    number = answer.get("board") if isinstance(answer, dict) else None
    if isinstance(number, bool) or not isinstance(number, int) or not 0 < number < 10**9:
        raise RemoteError(f"{login.server}: that is no server of ours")
    return Place(login.server, number)

"""Local data of games with remote opponents, kept between runs of the program.

``STATE/far/HASH.json``, which only the user can read, holds the board's address, the secret of the
seat (none if it belongs to an account), the last valid board, the unsent move, and the file in
which the library keeps the game.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boche.viewer.remote.client.address import check_server
from boche.viewer.remote.client.login import write_secret
from boche.viewer.remote.seat_link import Place
from boche.viewer.storage.paths import read_plain, state_folder

MOST_BYTES = 8_000_000


@dataclass(frozen=True)
class Unsent:
    """A move that is yet to be sent: its number, from 1, and its text."""

    ply: int
    move: str


@dataclass
class SavedBoard:
    """The file of one board. ``board`` is JSON as the server sent it; readers validate it."""

    place: Place
    secret: str | None = None
    board: Any = None
    unsent: Unsent | None = None
    record: str | None = None

    @property
    def path(self) -> Path:
        """The path of the file, derived from the board's address."""
        import hashlib  # it loads OpenSSL, which a game at one table does not need

        name = hashlib.sha256(str(self.place).encode()).hexdigest()[:24]
        return state_folder() / "far" / f"{name}.json"

    def write(self) -> None:
        """Write the current state to the file. Raises ``FileError``."""
        unsent = self.unsent
        data = {
            "server": self.place.server, "number": self.place.board, "secret": self.secret,
            "board": self.board, "record": self.record,
            "unsent": None if unsent is None else [unsent.ply, unsent.move],
        }  # fmt: skip
        write_secret(self.path, json.dumps(data))


def saved_places() -> list[Place]:
    """Return the boards with a file here, the most recently written first."""
    places: list[tuple[float, Place]] = []
    with suppress(OSError):
        for path in (state_folder() / "far").glob("[!.]*.json"):
            with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
                data = json.loads(read_plain(path, MOST_BYTES))
                place = Place(check_server(data["server"]), int(data["number"]))
                places.append((path.stat().st_mtime, place))
    return [place for _, place in sorted(places, key=lambda entry: -entry[0])]


def load_saved_board(place: Place, secret: str | None) -> SavedBoard:
    """Return the local data of a board, empty if there is no file or it is damaged.

    If ``secret`` is None, that of the file is used.
    """
    saved = SavedBoard(place, secret)
    with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
        data = json.loads(read_plain(saved.path, MOST_BYTES))
        if (check_server(data["server"]), data["number"]) != (place.server, place.board):
            return saved
        saved.board, saved.record = data["board"], _text(data["record"])
        saved.secret = secret or _text(data["secret"])
        if data["unsent"] is not None:
            ply, move = data["unsent"]
            saved.unsent = Unsent(int(ply), str(move))
    return saved


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None

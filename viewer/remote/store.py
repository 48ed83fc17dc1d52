"""What is known here of a game with somebody far away, kept from one start to the next.

``STATE/far/HASH.json``, which nobody else can read: the board's address, the secret of the seat
(none where an account has it), the board as it was believed last, the move that is yet to be sent,
and the file in which the library keeps the game.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from viewer.remote.asking.address import check_server
from viewer.remote.asking.secret_file import write_secret
from viewer.remote.link import Place
from viewer.storage.paths import read_plain, state_folder

MOST_BYTES = 8_000_000


@dataclass(frozen=True)
class Unsent:
    """A move that is yet to be sent: its number, from 1, and its text."""

    ply: int
    move: str


@dataclass
class Kept:
    """One board's file. ``board`` is JSON as the server sent it; whoever reads it judges it."""

    place: Place
    secret: str | None = None
    board: Any = None
    unsent: Unsent | None = None
    record: str | None = None

    @property
    def path(self) -> Path:
        """Where it lies: by the board's address, so that each has one."""
        import hashlib  # it loads OpenSSL, which a game at one table does not need

        name = hashlib.sha256(str(self.place).encode()).hexdigest()[:24]
        return state_folder() / "far" / f"{name}.json"

    def write(self) -> None:
        """Keep it as it is now. Raises ``FileError``."""
        unsent = self.unsent
        data = {
            "server": self.place.server, "number": self.place.board, "secret": self.secret,
            "board": self.board, "record": self.record,
            "unsent": None if unsent is None else [unsent.ply, unsent.move],
        }  # fmt: skip
        write_secret(self.path, json.dumps(data))


def kept_places() -> list[Place]:
    """The boards of which something is kept here, those that were written last first."""
    found: list[tuple[float, Place]] = []
    with suppress(OSError):
        for path in (state_folder() / "far").glob("[!.]*.json"):
            with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
                data = json.loads(read_plain(path, MOST_BYTES))
                place = Place(check_server(data["server"]), int(data["number"]))
                found.append((path.stat().st_mtime, place))
    return [place for _, place in sorted(found, key=lambda each: -each[0])]


def kept_of(place: Place, secret: str | None) -> Kept:
    """What is kept of a board, or nothing yet; a file that is damaged counts as none.

    ``secret`` None is that of the file.
    """
    kept = Kept(place, secret)
    with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
        data = json.loads(read_plain(kept.path, MOST_BYTES))
        if (check_server(data["server"]), data["number"]) != (place.server, place.board):
            return kept
        kept.board, kept.record = data["board"], _text(data["record"])
        kept.secret = secret or _text(data["secret"])
        if data["unsent"] is not None:
            ply, move = data["unsent"]
            kept.unsent = Unsent(int(ply), str(move))
    return kept


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None

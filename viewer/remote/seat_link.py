"""Links of boards: ``https://play.example/board/17#seat=SECRET``.

Whoever has that link has the seat. One with ``#watch=SECRET`` shows a private board, and no more.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import urlsplit

from boche.engine.languages.current import tr, tr_later
from boche.engine.program import PROGRAM
from boche.viewer.remote.client.address import check_server
from boche.viewer.remote.errors import RemoteError

BOARD = re.compile(r"/board/([1-9][0-9]{0,8})/?", re.ASCII)
SECRET = re.compile(r"(seat|watch)=([A-Za-z0-9_-]{8,200})", re.ASCII)
LINK_NEEDED = tr_later(
    "expected the link of a seat, such as https://play.example/board/17#seat=SECRET"
)


@dataclass(frozen=True)
class Place:
    """A board on a server; ``str`` is its address, without any secret."""

    server: str
    board: int

    def __str__(self) -> str:
        return f"{self.server}/board/{self.board}"

    @property
    def host(self) -> str:
        """The server's name for display, without the scheme."""
        return self.server.partition("://")[2]

    @property
    def path(self) -> str:
        """The board's path in the API."""
        return f"/api/boards/{self.board}"


@dataclass(frozen=True)
class SeatLink:
    """A place and the secret of a seat there, or None if an account or the disk holds it.

    ``str`` is the place alone.
    """

    place: Place
    secret: str | None = field(repr=False)

    def __str__(self) -> str:
        return str(self.place)

    @property
    def credential(self) -> str:
        """The value of the header ``Authorization``, for ``Client``, or an empty string."""
        return f"Seat {self.secret}" if self.secret else ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the link of a seat. Raises ``RemoteError`` if it is invalid or has no secret."""
        place, kind, secret = _parts(text)
        if kind == "watch":
            raise RemoteError(
                tr(
                    "this link shows the game and gives no seat; to watch: {program} remote watch "
                    "LINK",
                    program=PROGRAM,
                )
            )
        if secret is None:
            raise RemoteError(
                tr(
                    "the seat in this link is missing or incomplete: {needed}",
                    needed=tr(LINK_NEEDED),
                )
            )
        return cls(place, secret)

    @classmethod
    def parse_to_watch(cls, text: str) -> Self:
        """Parse any link of a board, to watch it. Raises ``RemoteError`` if it is invalid."""
        place, _kind, secret = _parts(text)
        return cls(place, secret)


def _parts(text: str) -> tuple[Place, str, str | None]:
    """Return a link's board and the kind and value of its secret. Raises ``RemoteError``."""
    try:
        parts = urlsplit(text.strip())
    except ValueError:
        raise RemoteError(tr(LINK_NEEDED)) from None
    board, secret = BOARD.search(parts.path), SECRET.fullmatch(parts.fragment)
    if board is None or board.end() != len(parts.path) or not parts.hostname:
        raise RemoteError(tr(LINK_NEEDED))
    server = check_server(f"{parts.scheme}://{parts.netloc}{parts.path[: board.start()]}")
    place = Place(server, int(board[1]))
    return (place, secret[1], secret[2]) if secret else (place, "", None)

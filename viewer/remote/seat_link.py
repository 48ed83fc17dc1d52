"""Seat links: ``https://play.example/board/17#seat=SECRET``. Whoever has the link has the seat."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import urlsplit

from boche.engine.languages.current import tr, tr_later
from boche.viewer.remote.client.address import check_server
from boche.viewer.remote.errors import RemoteError

BOARD = re.compile(r"/board/([1-9][0-9]{0,8})/?", re.ASCII)
SECRET = re.compile(r"seat=([A-Za-z0-9_-]{8,200})", re.ASCII)
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

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a link. Raises ``RemoteError`` if it is invalid or has no seat secret."""
        try:
            parts = urlsplit(text.strip())
        except ValueError:
            raise RemoteError(tr(LINK_NEEDED)) from None
        board, secret = BOARD.search(parts.path), SECRET.fullmatch(parts.fragment)
        if board is None or board.end() != len(parts.path) or not parts.hostname:
            raise RemoteError(tr(LINK_NEEDED))
        if secret is None:
            raise RemoteError(
                tr(
                    "the seat in this link is missing or incomplete: {needed}",
                    needed=tr(LINK_NEEDED),
                )
            )
        server = check_server(f"{parts.scheme}://{parts.netloc}{parts.path[: board.start()]}")
        return cls(Place(server, int(board[1])), secret[1])

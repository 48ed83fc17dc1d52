"""Opening of a board at the table: fetched once, then updated over its own connection."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.engine.record import Record
from boche.viewer.remote.client.http import Client
from boche.viewer.remote.client.login import Login
from boche.viewer.remote.connection import FIRST, LONGEST, Line
from boche.viewer.remote.errors import RemoteError, UnbelievableError, UnreachableError
from boche.viewer.remote.parsing import OVER, RemoteBoard, board_of
from boche.viewer.remote.seat_link import SeatLink
from boche.viewer.remote.session import RemoteSession
from boche.viewer.remote.store import SavedBoard, load_saved_board, saved_places
from boche.viewer.session import Session
from boche.viewer.session.record_file import stamp_of


def open_board(
    link: SeatLink, login: Login | None = None, pauses: tuple[float, float] = (FIRST, LONGEST)
) -> RemoteSession:
    """Return the session of a board from the user's seat there, with the connection started.

    Without a network the board is opened as last seen here. Raises ``RemoteError`` if nothing is
    known of it, if the user has no seat there, or if the server refuses.
    """
    saved = load_saved_board(link.place, link.secret)
    pass_ = _pass(saved, login)
    board = _board(saved, pass_)
    if not board.own:
        raise RemoteError(tr("{place}: not one of your seats", place=link.place))
    side = board.own[0]
    if len(board.own) == 2 and board.turn is not None:
        side = board.turn
    line = Line(saved, pass_, board, pauses)
    session = RemoteSession(board, side, line, _record(saved))
    if saved.record is not None and Path(saved.record).exists():
        session.file.library_copy = Path(saved.record), stamp_of(Path(saved.record))
    line.start()
    return session


def known_here() -> list[tuple[SeatLink, str]]:
    """Return the games seen here that are not known to be over, each with its text for a list.

    No server is contacted.
    """
    entries = []
    for place in saved_places():
        saved = load_saved_board(place, None)
        with suppress(UnbelievableError):
            board = board_of(saved.board, place.board)
            if board.state != OVER:
                names = " - ".join(seat.name or tr("open seat") for seat in board.seats)
                number = len(board.moves) + 1
                label = tr(
                    "{game}, {names}, move {number}",
                    game=board.game.title,
                    names=names,
                    number=number,
                )
                entries.append((SeatLink(place, None), f"{label}, {place.host}"))
    return entries


def _pass(saved: SavedBoard, login: Login | None) -> str:
    if saved.secret:
        return SeatLink(saved.place, saved.secret).credential
    return login.pass_ if login is not None and login.server == saved.place.server else ""


def _board(saved: SavedBoard, pass_: str) -> RemoteBoard:
    """Return the current board, or the last valid one if the server cannot be reached."""
    known = None
    with suppress(UnbelievableError):
        known = board_of(saved.board, saved.place.board) if saved.board is not None else None
    try:
        raw = Client(saved.place.server, pass_).get(saved.place.path)
        board = board_of(raw, saved.place.board, known)
    except UnreachableError:
        if known is None:
            raise
        return known
    except UnbelievableError as error:
        raise RemoteError(
            tr("{host} sent something impossible: {error}", host=saved.place.host, error=error)
        ) from error
    if board.own:
        saved.board = raw
        saved.write()
    return board


def _record(saved: SavedBoard) -> Record | None:
    """Return the game from the library, with the comments made here, or None."""
    if saved.record is None:
        return None
    try:
        return Session.open(saved.record).record
    except (BocheError, OSError):
        return None

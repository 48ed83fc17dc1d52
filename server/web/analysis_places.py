"""Places on an analysis board: lines from a finished game, or from the start of any game.

A request names a finished board and ``ply``, or a game and its options; and a line from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from boche.engine.errors import BocheError, RefusedMoveError
from boche.engine.games.registry import find
from boche.engine.languages.current import tr
from boche.server.errors import BadRequestError, ConflictError, error_text
from boche.server.play.match import OVER, Match, load
from boche.server.play.position_cache import position_of
from boche.server.play.setup import Terms
from boche.server.web.api import fields
from boche.server.web.api.fields import query_integer
from boche.server.web.authentication import Requester, check_board
from boche.server.web.service import Place, service_of

MOST_LINE = 200
"""Moves of a line; the longest that a page sends."""
MOST_TEXT = 400
OPTION = "option-"
"""Beginning of an option's name in a query, as in the front page's form."""


@dataclass(frozen=True)
class Start:
    """What a body says of where lines begin: a finished board, or a game and its options."""

    board: int | None
    game: str | None
    options: Mapping[str, Any]

    @property
    def place(self) -> Place:
        """The start of the game. Raises ``BadRequestError``."""
        return start_place(fields.text({"game": self.game}, "game"), self.options)


async def finished(request: Request, number: int) -> Match:
    """Return a board whose game is over. Raises ``ConflictError`` for a running one."""
    await check_board(request, number)
    board = await service_of(request).read(lambda transaction: load(transaction, number))
    if board.row.state != OVER:
        raise ConflictError(
            tr("board {number}: its game goes on; analyse it once it is over", number=number)
        )
    return board


async def line_place(
    request: Request, requester: Requester, start: Start, ply: Any, line: Sequence[str]
) -> Place:
    """Return a place that the requester may ask the computer about.

    An account may ask; a guest about a game of theirs, with the seat. Raises ``BadRequestError``.
    """
    if start.board is None:
        requester.signed_in()
        place = start.place
    else:
        board = await finished(request, start.board)
        if not requester.actor.seats(board):
            requester.signed_in()
        last = len(board.moves)
        place = _at(board, last if ply is None else fields.integer({"ply": ply}, "ply", 0, last))
    return await _along(request, place, tuple(line))


async def query_place(request: Request) -> Place:
    """Return the place that a query names. Raises ``BadRequestError``."""
    query = request.query_params
    line = tuple(query.getlist("line"))
    number = query_integer(query, "board")
    if number is None:
        place = start_place(query.get("game", ""), options_in(query))
    else:
        board = await finished(request, number)
        place = _at(board, query_integer(query, "ply", len(board.moves)))
    return await _along(request, place, line)


def options_in(query: Mapping[str, str]) -> dict[str, object]:
    """Return the options in a query, by their names. Raises ``BadRequestError``."""
    game, found = query.get("game", ""), dict[str, object]()
    try:
        flags = {option.name for option in find(game).options if option.is_flag}
    except BocheError as error:
        raise BadRequestError(error_text(error)) from error
    for name in query:
        if name.startswith(OPTION):
            value = query_integer(query, name)
            option = name.removeprefix(OPTION)
            found[option] = bool(value) if option in flags else value
    return found


def start_place(game: str, options: Mapping[str, object]) -> Place:
    """Return the start of a game. Raises ``BadRequestError``."""
    terms = Terms.of(game, options)
    return Place(terms.game, terms.options, (), 0)


def _at(board: Match, ply: int | None) -> Place:
    if ply is None or ply > len(board.moves):
        raise BadRequestError(
            tr("ply: board {board} has {count} moves", board=board.number, count=len(board.moves))
        )
    return Place(board.row.game, board.options, board.moves[:ply], 0)


async def _along(request: Request, place: Place, line: tuple[str, ...]) -> Place:
    """Return the place after a line, its moves as the game writes them."""
    if len(line) > MOST_LINE or any(len(text) > MOST_TEXT for text in line):
        raise BadRequestError(tr("line: too long"))

    def work() -> Place:
        moves = place.moves
        try:
            for text in line:
                position = position_of(place.game, place.options, moves)
                moves = (*moves, position.format(position.parse(text)))
            position_of(place.game, place.options, moves)
        except RefusedMoveError as error:
            raise BadRequestError(error.message) from error
        return Place(place.game, place.options, moves, 0)

    return await service_of(request).slow(work) if line else place

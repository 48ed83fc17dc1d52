"""API operations on analyses by the server's computer: of finished games, and of positions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from starlette.requests import Request
from starlette.responses import Response

from boche.engine.errors import BocheError, RefusedMoveError
from boche.engine.languages.current import tr
from boche.engine.record import Record, dump_sgf, play
from boche.server.analysis import fairness, going_on, requests, results
from boche.server.analysis.requests import AnalysedPosition
from boche.server.analysis.results import Progress, Texts
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, NotFoundError, error_text
from boche.server.play.actor import Actor
from boche.server.play.match import Match, load
from boche.server.play.position_cache import position_of
from boche.server.play.records import record_of
from boche.server.play.stored_options import options_of_row
from boche.server.web import scene_data
from boche.server.web.analysis_places import (
    MOST_LINE,
    MOST_TEXT,
    Start,
    finished,
    line_place,
    query_place,
)
from boche.server.web.api import fields
from boche.server.web.api.fields import NOTHING, NUMBER, TEXT
from boche.server.web.api.operation import Operation, operation
from boche.server.web.authentication import Requester
from boche.server.web.service import Packed, Place, Service, service_of

BOARD = "/api/boards/{board:number}/analysis"
LINES = {"type": "array", "items": {"type": "array", "items": TEXT}}
PLACE = {"board": NUMBER, "ply": NUMBER, "game": TEXT, "line": TEXT}
LONGEST_KEY = 80
MOST_LINES, MOST_RECORD = 100, 3000
"""Lines of a record, and moves in all of them."""


@operation("GET", BOARD, "A finished game as the computer sees it, as far as it is analysed.")
async def of_board(service: Service, actor: Actor, number: int) -> dict[str, Any]:
    """Return whether the actor may ask for the analysis of a game, how far it is, the review."""

    def work(transaction: Transaction) -> tuple[Match, Progress, Texts]:
        board = load(transaction, number)
        row = requests.analysis_of(transaction, requests.key_of_board(number))
        return board, results.progress(transaction, row), results.texts_of(transaction, row)

    board, progress, texts = await service.read(work)
    found = {
        "board": number, "state": progress.state, "text": progress.text,
        "done": progress.done, "count": progress.count, **_may(board, actor, progress),
    }  # fmt: skip
    if not texts:
        return found | {"review": None}
    key = ("review", number, board.row.events, len(texts))
    packed = await service.packed.get(
        key, lambda: service.slow(lambda: _packed(results.review(board, texts)))
    )
    return found | {"review": json.loads(packed.data)}


def _packed(data: Mapping[str, Any]) -> Packed:
    return Packed.of(json.dumps(data).encode())


def _may(board: Match, actor: Actor, progress: Progress) -> dict[str, Any]:
    """Return whether the actor may ask for the analysis, or why not."""
    if progress.state in (results.WAITING, results.DONE):
        return {"may": False, "why": ""}
    try:
        requests.check_game(board, actor)
    except BocheError as error:
        return {"may": False, "why": error_text(error)}
    return {"may": True, "why": ""}


@operation("POST", BOARD, "Have a finished game analysed, unless it is.")
async def ask_for_board(service: Service, actor: Actor, number: int) -> dict[str, Any]:
    """Have a finished game analysed; return the analysis as it is.

    Raises as ``requests.ask_game``.
    """
    board, own, running = await service.read(
        lambda transaction: requests.rivals(transaction, actor, number)
    )
    game, options, moves = board.row.game, board.options, board.moves

    def check() -> None:
        fairness.check(game, options, moves, own)
        going_on.check_game(game, options, moves, running)

    if own or running:
        await service.slow(check)
    await service.write(
        lambda transaction: requests.ask_game(transaction, actor, number, service.now())
    )
    found: dict[str, Any] = await of_board.run(service, actor, number)
    return found


@operation("POST", "/api/analysis",
           "Ask the computer about a position: a line from after ``ply`` moves of a finished game, "
           "or from the start of any game.")  # fmt: skip
async def ask_position(
    request: Request, service: Service, requester: Requester, board: int | None = None,
    ply: Annotated[Any, NUMBER] = None, game: str | None = None,
    options: Mapping[str, Any] = NOTHING,
    line: Annotated[Sequence[str], range(MOST_LINE + 1)] = (),
) -> dict[str, Any]:  # fmt: skip
    """Ask about a position: a line from a finished game, or from the start of any game."""
    actor = requester.actor
    place = await line_place(request, requester, Start(board, game, options), ply, line)
    asked = AnalysedPosition(place.game, place.options, place.moves)
    position = await service.slow(lambda: position_of(asked.game, asked.options, asked.moves))
    if position.outcome is not None:
        raise BadRequestError(tr("the game is over there: there is no move to search"))
    count = len(asked.moves)
    own, running = await service.read(
        lambda transaction: (
            fairness.running_games(transaction, actor, asked.game, asked.options),
            going_on.running_among(transaction, asked.game, count, count),
        )
    )

    def check() -> None:
        fairness.check(asked.game, asked.options, asked.moves, own)
        going_on.check_line(asked.game, asked.options, asked.moves, running)

    if own or running:
        await service.slow(check)
    await service.write(
        lambda transaction: requests.ask_position(transaction, actor, asked, service.now())
    )
    return await _position(service, asked.key)


@operation("GET", "/api/analysis", "What was found at a position.")
async def of_position(service: Service, key: str) -> dict[str, Any]:
    """Return what was found at a position that was asked about; ``key`` names it."""
    if len(key) > LONGEST_KEY or not key.startswith("position "):
        raise BadRequestError(tr("key: expected the key from the answer about the position"))
    return await _position(service, key)


async def _position(service: Service, key: str) -> dict[str, Any]:
    def work(transaction: Transaction) -> tuple[Any, Progress, Texts]:
        row = requests.analysis_of(transaction, key)
        return row, results.progress(transaction, row), results.texts_of(transaction, row)

    row, progress, texts = await service.read(work)
    if row is None:
        raise NotFoundError(tr("nobody has asked about that position today"))

    def found() -> dict[str, Any] | None:
        if 0 not in texts:
            return None
        position = position_of(row.game, options_of_row(row), tuple(row.moves))
        known = results.evaluation_at(len(row.moves), None, position, texts[0])
        return None if known is None else results.evaluation_json(known)

    return {"key": key, "state": progress.state, "text": progress.text,
            "found": await service.slow(found), "eval": texts.get(0, ())}  # fmt: skip


@operation("POST", "/api/analysis/record.sgf",
           "Lines from a finished game, or from the start of any game, as a record.",
           media="application/x-go-sgf")  # fmt: skip
async def record(
    request: Request, service: Service, board: int | None = None, game: str | None = None,
    options: Mapping[str, Any] = NOTHING, lines: Annotated[Any, LINES] = None,
) -> Response:  # fmt: skip
    """Return lines from a finished game, or from the start of any game, as one record."""
    texts = _lines(lines)
    place, match, known = await _beginning(request, Start(board, game, options))

    def work() -> bytes:
        kept = record_of(match, None, known) if match else Record(place.game, place.options)
        try:
            for line in texts:
                _add(kept, line)
        except RefusedMoveError as error:
            raise BadRequestError(error.message) from error
        return dump_sgf(kept)

    return Response(await service.slow(work), media_type="application/x-go-sgf")


def _lines(value: object) -> list[list[str]]:
    """Return the lines of a body, each from the start on. Raises ``BadRequestError``."""
    if not isinstance(value, list) or len(value) > MOST_LINES:
        raise BadRequestError(tr("lines: expected a list of at most {most} lines", most=MOST_LINES))
    lines = [fields.texts({"lines": line}, "lines", MOST_RECORD) for line in value]
    if sum(map(len, lines)) > MOST_RECORD:
        raise BadRequestError(tr("lines: more than {most} moves", most=MOST_RECORD))
    return lines


async def _beginning(request: Request, start: Start) -> tuple[Place, Match | None, Texts]:
    """Return the start that a body names, the finished board if it is one, and what is known."""
    number = start.board
    if number is None:
        return start.place, None, {}
    board = await finished(request, number)
    texts = await service_of(request).read(
        lambda transaction: results.texts_of_board(transaction, number)
    )
    return Place(board.row.game, board.options, (), 0), board, texts


def _add(kept: Record, line: list[str]) -> None:
    """Add a line to a record; moves that it has already are followed."""
    node = kept.root
    for text in line:
        if len(text) > MOST_TEXT:
            raise BadRequestError(tr("lines: a move is too long"))
        node = play(kept, node, text)


async def _where(request: Request) -> tuple[Place, int]:
    """Return a query's place, and the position before it, from which its last move comes."""
    place = await query_place(request)
    return place, max(len(place.moves) - 1, 0)


positions, targets, choices, pick, shared = (
    Operation("GET", f"/api/analysis/{name}", about, scene_data.part(name, _where),
              query=PLACE | dict.fromkeys(more, TEXT),
              media=scene_data.PACKED if name != "pick" else "application/json")
    for name, about, more in (
        ("positions", "The position after a line, and the one before it.", ()),
        ("targets", "Where something can be played there.", ("taken",)),
        ("choices", "What can be played at a place.", ("taken", "target")),
        ("pick", "The place that a pointer means.", ("taken", "near", "far")),
        ("shared", "What all positions of the game share.", ()),
    )
)  # fmt: skip

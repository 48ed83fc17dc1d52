"""Puzzles: a list for each game, today's, and one to solve, with forms that need no scripts.

A page's whole state is in its address, so that every answer can be linked. Moves and hints are
posted: those of an account count, once; of anybody else nothing is kept.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.errors import BocheError
from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr
from boche.engine.puzzles import Puzzle, daily, find_puzzle, puzzles
from boche.engine.puzzles.judging import Attempt, attempt_of, solved
from boche.engine.puzzles.standing import Standing, chosen
from boche.engine.typed_move import bare, joined
from boche.server import limits
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, NotFoundError
from boche.server.people import puzzles as results
from boche.server.people.puzzles import Past
from boche.server.thinking.pictures import figure, replay
from boche.server.web.authentication import Requester, anybody, count
from boche.server.web.noscript.picture import SVG, cacheable
from boche.server.web.pages import tasks
from boche.server.web.pages.forms import form_of
from boche.server.web.pages.layout import go_to, page, segment
from boche.server.web.pages.tasks import TaskPosition, texts_of
from boche.server.web.service import Place, service_of


@dataclass(frozen=True)
class VisitorResults:
    """A visitor's results; nothing for a guest. ``past`` is what was done at a puzzle."""

    today: date
    standings: Mapping[str, Standing] = field(default_factory=dict)
    seen: Mapping[str, date] = field(default_factory=dict)
    days: int = 0
    past: Past = field(default_factory=Past)

    def standing(self, game: str) -> Standing:
        """Return the standing in a game."""
        return self.standings.get(game, Standing())


async def _visitor_results(
    request: Request, requester: Requester, puzzle: Puzzle | None = None
) -> VisitorResults:
    service, user = service_of(request), requester.user
    now = service.now()
    today = results.day_of(now)
    if user is None:
        return VisitorResults(today)
    return await service.read(
        lambda transaction: VisitorResults(
            today,
            results.standings(transaction, user.id),
            results.last_answer_days(transaction, user.id),
            results.days_in_a_row(transaction, user.id, now),
            results.past(transaction, user.id, puzzle, now) if puzzle else Past(),
        )
    )


async def overview(request: Request) -> Response:
    """Return the lists, and the puzzles of the day."""
    requester = await anybody(request)
    own = await _visitor_results(request, requester)
    games = [
        (game, puzzles(game.name), daily(own.today, game.name))
        for game in GAMES.values()
        if puzzles(game.name)
    ]
    return await page(request, "puzzles.html", requester, games=games, own=own)


async def following(request: Request) -> Response:
    """Go to a puzzle near one's rating; a guest's is a beginner's."""
    game = request.path_params["game"]
    offered = puzzles(game) if game in GAMES else ()
    if not offered:
        raise NotFoundError(tr("unknown game; /puzzles lists the puzzles"))
    own = await _visitor_results(request, await anybody(request))
    rating = own.standing(game).rating.value
    return go_to(path_of(chosen(offered, rating, own.seen, random.Random())))


async def puzzle_page(request: Request) -> Response:
    """Return the page of a puzzle in the state of its address."""
    puzzle, query = puzzle_of(request), query_of(request.query_params)
    return await _puzzle_response(request, await anybody(request), puzzle, query)


async def _puzzle_response(
    request: Request,
    requester: Requester,
    puzzle: Puzzle,
    query: Query,
    error: BocheError | None = None,
    typed: str = "",
) -> Response:
    service, own = service_of(request), await _visitor_results(request, requester, puzzle)
    is_open = requester.user is not None and own.past.counts
    if is_open:
        query = replace(query, hint=min(query.hint, own.past.hints))
    try:
        attempt = await service.slow(lambda: query.of(puzzle))
    except BocheError as refused:
        error, typed, query = refused, query.move, replace(query, move="")
        attempt = await service.slow(lambda: query.of(puzzle))
    if is_open and attempt.over:  # a link shows an answer, and this account has given none
        return go_to(path_of(puzzle))
    asks = attempt.asked is not None
    hint = attempt.hint if query.hint else ""
    values = await service.slow(
        lambda: tasks.values_of(attempt.position, query.taken, query.place, asks=asks, hint=hint)
    )
    return await page(
        request, "puzzle.html", requester, error=error, typed=typed, puzzle=puzzle, state=attempt,
        query=query, own=own, path_of=path_of, script=await tasks.script(request),
        most_text=tasks.MOST_TEXT, **values,
    )  # fmt: skip


# -- what is done


async def answer(request: Request) -> Response:
    """Try a move."""
    form, requester, puzzle = await form_of(request), await anybody(request), puzzle_of(request)
    query, service = query_of(form), service_of(request)
    before = replace(query, move="")
    try:
        if not query.move:
            raise BadRequestError(tr("choose a move, or write one"))
        await count(request, requester, limits.PUZZLES)
        attempt = await service.slow(lambda: query.of(puzzle))
    except BocheError as error:
        return await _puzzle_response(request, requester, puzzle, before, error, query.move)
    if attempt.over:
        await _note(request, requester, puzzle, missed=not attempt.done)
        return go_to(path_of(puzzle, found=query.found, move=query.move))
    return go_to(path_of(puzzle, found=" ".join(attempt.found)))


async def hint(request: Request) -> Response:
    """Show where the move begins, the move, or the solution."""
    form, requester, puzzle = await form_of(request), await anybody(request), puzzle_of(request)
    query, service = query_of(form), service_of(request)
    number, place = query.hint, ""
    await count(request, requester, limits.PUZZLES)
    attempt = await service.slow(lambda: replace(query, hint=0, move="").of(puzzle))
    if attempt.over or not number:
        raise BadRequestError(tr("this puzzle is over: it asks for no move here"))
    if number == SOLUTION:
        await _note(request, requester, puzzle, missed=True)
        return go_to(path_of(puzzle, found=query.found, hint=number))
    if number == PLACE:
        place = await service.slow(lambda: _beginning(attempt))
        number = PLACE if place else MOVE
    if (user := requester.user) is not None:
        await service.write(
            lambda transaction: results.take_hint(
                transaction, user.id, puzzle, number, service.now()
            )
        )
    return go_to(path_of(puzzle, found=query.found, hint=number, place=place) + "#your-move")


def _beginning(attempt: Attempt) -> str:
    from boche.server.scenes import in_words

    return in_words.beginning(attempt.position, attempt.hint)


async def _note(request: Request, requester: Requester, puzzle: Puzzle, *, missed: bool) -> None:
    """Keep an account's answer."""
    service, user = service_of(request), requester.user
    if user is None:
        return

    def work(transaction: Transaction) -> None:
        results.answer(transaction, user.id, puzzle, missed, service.now())

    await service.write(work)


# -- the board


async def _where(request: Request) -> TaskPosition:
    puzzle, query = puzzle_of(request), query_of(request.query_params)

    def work() -> TaskPosition:
        moves = (*puzzle.moves, *query.of(puzzle).moves)
        place = Place(puzzle.game_name, puzzle.record.options, moves, 0)
        return TaskPosition(place, query.first(puzzle))

    return await service_of(request).slow(work)


async def drawing(request: Request) -> Response:
    """Return the board after some tries as a drawing."""
    return cacheable(request, await tasks.drawn(request, _where, figure), SVG)


async def board(request: Request) -> Response:
    """Return the same as a page to rotate; only this server's pages may embed it."""
    content = await tasks.drawn(request, _where, replay)
    return cacheable(
        request, content, "text/html",
        **{"Content-Security-Policy": "frame-ancestors 'self'", "X-Frame-Options": "SAMEORIGIN"},
    )  # fmt: skip


ROUTES = [
    Route("/puzzles", overview),
    Route("/puzzles/next/{game}", following),
    Route("/puzzles/{name}.svg", drawing),
    Route("/puzzles/{name}.html", board),
    Route("/puzzles/{name}", puzzle_page),
    Route("/puzzles/{name}", answer, methods=["POST"]),
    Route("/puzzles/{name}/hint", hint, methods=["POST"]),
    *tasks.scene_routes("/puzzles/{name}", _where),
]


# The state of a puzzle's page as its address has it.

PLACE, MOVE, SOLUTION = 1, 2, 3
"""Hints: where the move begins, the move, and the solution to the end."""


@dataclass(frozen=True)
class Query:
    """The moves found, one more that is tried, and the hint shown.

    ``taken`` and ``place`` begin a move.
    """

    found: str = ""
    move: str = ""
    hint: int = 0
    taken: str = ""
    place: str = ""

    def of(self, puzzle: Puzzle) -> Attempt:
        """Return the state of a puzzle. Raises ``BocheError`` for an illegal move."""
        attempt = attempt_of(puzzle, self._tries)
        return solved(attempt) if self.hint == SOLUTION else attempt

    def first(self, puzzle: Puzzle) -> int:
        """Return the number of moves before the last try, or before the last move without one."""
        if self.hint == SOLUTION:
            return len(puzzle.moves) + len(attempt_of(puzzle, self._tries).moves)
        if not self._tries:
            return max(len(puzzle.moves) - 1, 0)
        return len(puzzle.moves) + len(attempt_of(puzzle, self._tries[:-1]).moves)

    @property
    def _tries(self) -> list[str]:
        return [*self.found.split(), *filter(None, [self.move])]


def query_of(fields: Mapping[str, str]) -> Query:
    """Return the state in an address or a form. Raises ``BadRequestError``."""
    found, move, taken, place = texts_of(fields, "found", "move", "taken", "place")
    hint = fields.get("hint", "0")
    if hint not in ("0", "1", "2", "3"):
        raise BadRequestError(tr("hint: 1 for the place, 2 for the move, 3 for the solution"))
    return Query(found, bare(joined(move)), int(hint), taken, place)


def path_of(puzzle: Puzzle, kind: str = "", **query: Any) -> str:
    """Return the path of a puzzle's page; ``kind`` is added to its name."""
    values = {name: value for name, value in query.items() if value}
    return f"/puzzles/{segment(puzzle.id)}{kind}" + (f"?{urlencode(values)}" if values else "")


def puzzle_of(request: Request) -> Puzzle:
    """Return the puzzle that a request names. Raises ``NotFoundError``."""
    puzzle = find_puzzle(request.path_params["name"])
    if puzzle is None:
        raise NotFoundError(tr("unknown puzzle; /puzzles lists them all"))
    return puzzle

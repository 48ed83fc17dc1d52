"""Lessons: the list, and one to take, the desk's own files judged by the desk's own rules.

A page's whole state is in its address: the exercise, the right answers so far, and one more. The
exercises that an account has done are stored; a guest's are kept by the browser alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.errors import BocheError
from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr, tr_later
from boche.engine.typed_move import bare, joined
from boche.server import limits
from boche.server.errors import BadRequestError, NotFoundError, error_text
from boche.server.people import lessons as results
from boche.server.thinking.pictures import figure
from boche.server.web.authentication import Requester, anybody, count
from boche.server.web.noscript.picture import SVG, cacheable
from boche.server.web.pages import tasks
from boche.server.web.pages.forms import form_of
from boche.server.web.pages.layout import go_to, page, segment
from boche.server.web.pages.tasks import TaskPosition
from boche.server.web.service import Place, service_of
from boche.viewer.games.registry import ViewError
from boche.viewer.lessons.catalogue import catalogue_of, lesson_after
from boche.viewer.lessons.lesson import Lesson, key_of, moves_to
from boche.viewer.lessons.replay import COMMAND, state_after
from boche.viewer.lessons.state import LessonState, right_move

PLACE, MOVE = 1, 2
"""Hints: where the move begins, and the move."""

COMMANDS = {"top": tr_later("Look from above"), "explode": tr_later("Spread the levels")}
"""Labels of the buttons for the desk's commands that a lesson may ask for."""
GO_ON = tr_later("Continue")


@dataclass(frozen=True)
class Query:
    """The exercise, from 1; the right answers so far, one more, and the hint shown.

    ``taken`` and ``place`` begin a move.
    """

    exercise: int = 1
    found: str = ""
    answer: str = ""
    hint: int = 0
    taken: str = ""
    place: str = ""

    def of(self, lesson: Lesson) -> LessonState:
        """Return the state of a lesson. Raises ``BocheError`` for an illegal move."""
        return state_after(lesson, self.exercise - 1, self.found.split(), self.answer)

    def first(self, lesson: Lesson) -> int:
        """Return the number of moves before the last answer, or before the last move without."""
        if self.answer:
            return len(moves_to(replace(self, answer="").of(lesson).question))
        if not self.found:
            return max(len(self.of(lesson).moves) - 1, 0)
        *found, last = self.found.split()
        return len(replace(self, found=" ".join(found), answer=last).of(lesson).moves)


def _query_of(lesson: Lesson, fields: Mapping[str, str]) -> Query:
    found, answer, taken, place = tasks.texts_of(fields, "found", "answer", "taken", "place")
    exercise, hint = fields.get("exercise", "1"), fields.get("hint", "0")
    if exercise not in map(str, range(1, len(lesson.exercises) + 1)):
        raise NotFoundError(tr("this lesson has {count} exercises", count=len(lesson.exercises)))
    if hint not in ("0", "1", "2"):
        raise BadRequestError(tr("hint: 1 for the place, 2 for the move"))
    return Query(int(exercise), found, bare(joined(answer)), int(hint), taken, place)


def path_of(lesson: Lesson, kind: str = "", **query: Any) -> str:
    """Return the path of a lesson's page; ``kind`` is added to its name."""
    values = {name: value for name, value in query.items() if value}
    path = f"/learn/{segment(lesson.game)}/{segment(lesson.name)}{kind}"
    return path + (f"?{urlencode(values)}" if values else "")


def _lessons_of(game: str) -> tuple[Lesson, ...]:
    try:
        return catalogue_of(game).lessons
    except ViewError:
        return ()


async def _lesson_of(request: Request) -> Lesson:
    """Return the lesson that a request names. Raises ``NotFoundError``."""
    game, name = request.path_params["game"], request.path_params["name"]
    known = await service_of(request).slow(lambda: _lessons_of(game)) if game in GAMES else ()
    lesson = next((lesson for lesson in known if lesson.key == key_of(name)), None)
    if lesson is None:
        raise NotFoundError(tr("unknown lesson; /learn lists them all"))
    return lesson


async def _progress(request: Request, requester: Requester) -> Mapping[tuple[str, str], int]:
    user = requester.user
    if user is None:
        return {}
    return await service_of(request).read(
        lambda transaction: results.progress(transaction, user.id)
    )


async def overview(request: Request) -> Response:
    """Return the lists of lessons."""
    requester = await anybody(request)
    done = await _progress(request, requester)
    known = await service_of(request).slow(lambda: {name: _lessons_of(name) for name in GAMES})

    def left(lesson: Lesson) -> bool:
        return done.get((lesson.game, lesson.key), 0) < len(lesson.exercises)

    shelves = [
        (GAMES[name], lessons, next(filter(left, lessons), None))
        for name, lessons in known.items()
        if lessons
    ]
    return await page(request, "learn.html", requester, shelves=shelves, done=done, path_of=path_of)


async def lesson_page(request: Request) -> Response:
    """Return the page of a lesson in the state of its address."""
    lesson = await _lesson_of(request)
    query = _query_of(lesson, request.query_params)
    return await _lesson_response(request, await anybody(request), lesson, query)


async def _lesson_response(
    request: Request, requester: Requester, lesson: Lesson, query: Query,
    error: BocheError | None = None, typed: str = "",
) -> Response:  # fmt: skip
    service = service_of(request)
    try:
        state = await service.slow(lambda: query.of(lesson))
    except BocheError as refused:
        if not query.answer:
            raise BadRequestError(error_text(refused)) from refused
        error, typed, query = refused, query.answer, replace(query, answer="")
        state = await service.slow(lambda: query.of(lesson))
    asks, following = state.phase == "asks", lesson_after(lesson)

    def work() -> dict[str, Any]:
        hint = right_move(state) if asks and query.hint else ""
        position = _position(state)
        offers = asks and position.outcome is None
        values = tasks.values_of(position, query.taken, query.place, asks=offers, hint=hint,
                                 task=True)  # fmt: skip
        return values | {"hint": hint}

    def here(kind: str = "", **query: Any) -> str:
        return path_of(lesson, kind, **query)

    label = tr(COMMANDS.get(state.command, GO_ON)) if state.command else ""
    return await page(
        request, "lesson.html", requester, error=error, typed=typed, lesson=lesson, state=state,
        query=query, asks=asks, following=following, here=here, path_of=path_of, label=label,
        command=COMMAND + state.command if state.command else "", game=GAMES[lesson.game],
        place=_lessons_of(lesson.game).index(lesson) + 1,
        script=await tasks.script(request), most_text=tasks.MOST_TEXT, **await service.slow(work),
    )  # fmt: skip


def _position(state: LessonState) -> Any:
    position: Any = state.record.start
    for move in state.moves:
        position = position.play(move)
    return position


async def answer(request: Request) -> Response:
    """Judge an answer; store what an account has done."""
    form, requester = await form_of(request), await anybody(request)
    lesson, service, user = await _lesson_of(request), service_of(request), requester.user
    query = _query_of(lesson, form)
    before = replace(query, answer="", hint=0)
    try:
        if not query.answer:
            raise BadRequestError(tr("choose a move, or write one"))
        await count(request, requester, limits.LESSONS)
        state = await service.slow(lambda: query.of(lesson))
    except BocheError as error:
        return await _lesson_response(request, requester, lesson, before, error, query.answer)
    if user is not None and state.exercise_done:
        await service.write(
            lambda transaction: results.note_done(
                transaction, user.id, lesson.game, lesson.key, query.exercise
            )
        )
    found = query.found
    if state.phase == "asks":  # a command's praise is the next task, too
        return go_to(
            path_of(lesson, exercise=query.exercise, found=f"{found} {query.answer}".strip())
        )
    return go_to(path_of(lesson, exercise=query.exercise, found=found, answer=query.answer))


async def _where(request: Request) -> TaskPosition:
    lesson = await _lesson_of(request)
    query = _query_of(lesson, request.query_params)

    def work() -> TaskPosition:
        state = query.of(lesson)
        place = Place(lesson.game, state.record.options, state.moves, 0, task=True)
        return TaskPosition(place, query.first(lesson))

    try:
        return await service_of(request).slow(work)
    except BocheError as error:
        raise BadRequestError(error_text(error)) from error


async def drawing(request: Request) -> Response:
    """Return the board in the state of its address as a drawing."""
    return cacheable(request, await tasks.drawn(request, _where, figure), SVG)


PATH = "/learn/{game}/{name}"
ROUTES = [
    Route("/learn", overview),
    Route(f"{PATH}.svg", drawing),
    Route(PATH, lesson_page),
    Route(PATH, answer, methods=["POST"]),
    *tasks.scene_routes(PATH, _where),
]

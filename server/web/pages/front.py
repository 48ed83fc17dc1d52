"""The front page, where a game and an opponent are chosen and a board is set up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.durations import MINUTE
from boche.engine.errors import BocheError
from boche.engine.game import Game, Option
from boche.engine.games.registry import DEFAULT, GAMES
from boche.engine.puzzles import daily
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, NotAllowedError, NotFoundError
from boche.server.people.puzzles import day_of
from boche.server.play import lists
from boche.server.play.clocks import Clock
from boche.server.web.api import boards
from boche.server.web.authentication import Requester, anybody
from boche.server.web.board_rows import Figures, Shown, figures_of, rows_for
from boche.server.web.pages.boards import FRIEND_SEAT, MY_SEAT, links
from boche.server.web.pages.forms import Form, form_of, integer, number
from boche.server.web.pages.layout import page, rendered
from boche.server.web.service import service_of

LONGEST_LIST = 20
"""Maximum number of values in a list; otherwise the number is typed."""

DAYS, MINUTES, SECONDS = (0.01, 366.0), (0.2, 100_000.0), (0.0, 100_000.0)
"""Ranges of a form's clock."""

USUAL: Form = {
    "against": boards.FRIEND, "level": "3", "name": "", "friend": "", "clock": "none", "days": "7",
    "minutes": "15", "increment": "15", "begins": "me", "as": "", "rated": "",
}  # fmt: skip
"""Initial values of the form, without the game and its options."""

AT_NAME = (NotAllowedError, NotFoundError)
"""A refusal of the opponent named: no such person, or one who accepts no challenges."""

ASKED = ("game", "against", "name", "level")
"""Fields that a link to the front page may fill in."""


@dataclass(frozen=True)
class Choice:
    """An option in a form: ``values`` to choose from, or none if a number is typed."""

    option: Option
    value: str
    values: tuple[int, ...]

    @property
    def field(self) -> str:
        return field_of(self.option)

    @property
    def changed(self) -> bool:
        return self.value != _text(self.option.default)


def field_of(option: Option) -> str:
    """Return the name of an option's field."""
    return f"option-{option.name}"


def _text(value: int | bool) -> str:
    return str(int(value))


def choices_of(game: Game, form: Form | None) -> list[Choice]:
    """Return a game's options with the values of a submitted form."""
    choices = []
    for option in game.options:
        value = _text(option.default)
        if form is not None:
            value = form.get(field_of(option), "0" if option.is_flag else value)
        few = not option.is_flag and option.high - option.low < LONGEST_LIST
        values = option.values or (tuple(range(option.low, option.high + 1)) if few else ())
        choices.append(Choice(option, value, values))
    return choices


async def front(request: Request) -> Response:
    """Return the page with the games and the form to begin one."""
    query, requester = request.query_params, await anybody(request)
    preset = {name: query[name][:100] for name in ASKED if name in query}
    if preset.get("against") == boards.NAME:
        requester.signed_in()
    return await _front(request, requester, preset)


async def _front(
    request: Request, requester: Requester, form: Form, error: BocheError | None = None
) -> Response:
    game = GAMES.get(form.get("game", ""), DEFAULT)
    choices = choices_of(game, form if request.method == "POST" else None)
    return await page(
        request, "front.html", requester, error=error, game=game, choices=choices,
        at_name=isinstance(error, AT_NAME) and form.get("against") == boards.NAME,
        form={**USUAL, **form},
        days=DAYS, minutes=MINUTES, seconds=SECONDS,
        asking=await _asking_boards(request, requester),
        puzzle=daily(day_of(service_of(request).now()), game.name),
    )  # fmt: skip


async def asked(request: Request) -> Response:
    """Render the list of pending challenges, for a front page that is already open."""
    return rendered("asked.html", asking=await _asking_boards(request, await anybody(request)))


async def _asking_boards(request: Request, requester: Requester) -> list[Shown]:
    service, user = service_of(request), requester.user
    if user is None:
        return []

    def work(transaction: Transaction) -> tuple[list[lists.Listed], Figures]:
        boards = lists.asking(transaction, user.id)
        return boards, figures_of(transaction, boards)

    boards, figures = await service.read(work)
    return rows_for(boards, requester, service.now(), figures)


async def begin(request: Request) -> Response:
    """Set up a board from the form; its links are shown only this once."""
    form, requester = await form_of(request), await anybody(request)
    try:
        new_board = await boards.create_game(request, requester, payload_of(form, requester))
    except BocheError as error:
        return await _front(request, requester, form, error)
    own = new_board["own"][0]
    secrets = {MY_SEAT: new_board["secrets"][own], FRIEND_SEAT: new_board["secrets"][1 - own]}
    return await links(request, requester, form, new_board, secrets)


def payload_of(form: Form, requester: Requester) -> dict[str, Any]:
    """Convert the form to the API's fields. Raises ``BadRequestError``."""
    game = GAMES.get(form.get("game", ""))
    if game is None:
        raise BadRequestError("choose a game")
    payload: dict[str, Any] = {
        "game": game.name,
        "options": {option.name: option_of(option, form) for option in game.options},
        "clock": clock_of(form).fields,
        "rated": form.get("rated") == "1",
        "against": form.get("against", ""),
        "begins": form.get("begins", ""),
    }
    if requester.user is None:
        payload["as"] = form.get("as", "")
    if payload["against"] == boards.LEVEL:
        payload["level"] = integer(form, "level", "Level")
    elif payload["against"] == boards.NAME:
        payload["name"] = form.get("name", "").strip()
    elif payload["against"] == boards.FRIEND and form.get("friend", "").strip():
        payload["name"] = form["friend"]
    return payload


def option_of(option: Option, form: Form) -> int | bool:
    """Return the value of an option's field. Raises ``BadRequestError``."""
    if option.is_flag:
        return form.get(field_of(option)) == "1"
    return integer(form, field_of(option), option.title)


def clock_of(form: Form) -> Clock:
    """Return the clock of a form. Raises ``BadRequestError``."""
    kind = form.get("clock", "")
    if kind == "none":
        return Clock(None)
    if kind == "days":
        return Clock.days_a_move(number(form, "days", "Days for a move", *DAYS))
    if kind != "minutes":
        raise BadRequestError("choose a clock, or none")
    return Clock(
        number(form, "minutes", "Minutes", *MINUTES) * MINUTE,
        number(form, "increment", "Increment (s)", *SECONDS),
    )


ROUTES = [
    Route("/", front),
    Route("/", begin, methods=["POST"]),
    Route("/asked", asked),
]

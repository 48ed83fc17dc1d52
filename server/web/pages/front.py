"""The front page, where a game and an opponent are chosen and a board is set up."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.errors import BocheError
from boche.engine.game import Game, Option
from boche.engine.games.registry import DEFAULT, GAMES
from boche.engine.level import LEVEL_COUNT
from boche.server.database.store import Transaction
from boche.server.durations import MINUTE
from boche.server.errors import BadRequestError, NotAllowedError, NotFoundError
from boche.server.play import lists
from boche.server.play.clocks import Clock
from boche.server.web.api import boards
from boche.server.web.authentication import Requester, anybody
from boche.server.web.board_rows import Figures, Shown, figures_of, shown
from boche.server.web.pages.boards import FRIEND_SEAT, MY_SEAT, links
from boche.server.web.pages.forms import Form, form_of, number, whole
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
    found = []
    for option in game.options:
        value = _text(option.default)
        if form is not None:
            value = form.get(field_of(option), "0" if option.is_flag else value)
        few = not option.is_flag and option.high - option.low < LONGEST_LIST
        values = option.values or (tuple(range(option.low, option.high + 1)) if few else ())
        found.append(Choice(option, value, values))
    return found


async def front(request: Request) -> Response:
    """Return the page with the games and the form to begin one."""
    query, asker = request.query_params, await anybody(request)
    asked = {name: query[name][:100] for name in ASKED if name in query}
    if asked.get("against") == boards.NAME:
        asker.signed_in()
    return await _front(request, asker, asked)


async def _front(
    request: Request, asker: Requester, form: Form, error: BocheError | None = None
) -> Response:
    game = GAMES.get(form.get("game", ""), DEFAULT)
    choices = choices_of(game, form if request.method == "POST" else None)
    return await page(
        request, "front.html", asker, error=error, game=game, choices=choices,
        at_name=isinstance(error, AT_NAME) and form.get("against") == boards.NAME,
        form={**USUAL, **form}, levels=range(1, LEVEL_COUNT + 1),
        days=DAYS, minutes=MINUTES, seconds=SECONDS, asking=await _asking(request, asker),
    )  # fmt: skip


async def asked(request: Request) -> Response:
    """Render the list of pending challenges, for a front page that is already open."""
    return rendered("asked.html", asking=await _asking(request, await anybody(request)))


async def _asking(request: Request, asker: Requester) -> list[Shown]:
    service, user = service_of(request), asker.user
    if user is None:
        return []

    def work(transaction: Transaction) -> tuple[list[lists.Listed], Figures]:
        found = lists.asking(transaction, user.id)
        return found, figures_of(transaction, found)

    found, figures = await service.read(work)
    return shown(found, asker, service.now(), figures)


async def begin(request: Request) -> Response:
    """Set up a board from the form; its links are shown only this once."""
    form, asker = await form_of(request), await anybody(request)
    try:
        found = await boards.made_of(request, asker, given_by(form, asker))
    except BocheError as error:
        return await _front(request, asker, form, error)
    own = found["own"][0]
    secrets = {MY_SEAT: found["secrets"][own], FRIEND_SEAT: found["secrets"][1 - own]}
    return await links(request, asker, form, found, secrets)


def given_by(form: Form, asker: Requester) -> dict[str, Any]:
    """Convert the form to the API's fields. Raises ``BadRequestError``."""
    game = GAMES.get(form.get("game", ""))
    if game is None:
        raise BadRequestError("choose a game")
    given: dict[str, Any] = {
        "game": game.name,
        "options": {each.name: _option(each, form) for each in game.options},
        "clock": asdict(_clock(form)),
        "rated": form.get("rated") == "1",
        "against": form.get("against", ""),
        "begins": form.get("begins", ""),
    }
    if asker.user is None:
        given["as"] = form.get("as", "")
    if given["against"] == boards.LEVEL:
        given["level"] = whole(form, "level", "Level")
    elif given["against"] == boards.NAME:
        given["name"] = form.get("name", "").strip()
    elif given["against"] == boards.FRIEND and form.get("friend", "").strip():
        given["name"] = form["friend"]
    return given


def _option(option: Option, form: Form) -> int | bool:
    if option.is_flag:
        return form.get(field_of(option)) == "1"
    return whole(form, field_of(option), option.title)


def _clock(form: Form) -> Clock:
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

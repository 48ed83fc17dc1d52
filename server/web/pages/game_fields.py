"""Fields of forms that begin a game: its options, and its clock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from boche.engine.durations import MINUTE
from boche.engine.game import Game, Option
from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr, tr_word, word_later
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.people import preferences
from boche.server.play.clock_names import LIVE, NAMED, SLOW, NamedClock
from boche.server.play.clocks import Clock
from boche.server.web.authentication import Requester
from boche.server.web.pages.forms import Form, integer, number
from boche.server.web.service import service_of

LONGEST_KEPT = 20
"""Characters of a field that are remembered."""
LONGEST_LIST = 20
"""Maximum number of values in a list; otherwise the number is typed."""

Range = tuple[float, float]


@dataclass(frozen=True)
class Clocks:
    """The clocks of a form: those with names, and the ranges of its own ones."""

    live: tuple[NamedClock, ...] = LIVE
    slow: tuple[NamedClock, ...] = SLOW
    days: Range = (0.01, 366.0)
    minutes: Range = (0.2, 100_000.0)
    seconds: Range = (0.0, 100_000.0)


CLOCKS = Clocks()
NO_CLOCK, DAYS, MINUTES = "none", "days", "minutes"
# With the context of words: at the desk the same words are about a record.
WHICH_GAME = word_later("choose a game")
USUAL_CLOCK: Form = {"clock": NO_CLOCK, "days": "7", "minutes": "15", "increment": "15"}
"""Initial values of a form's clock."""


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


async def remembered(
    request: Request, requester: Requester, name: str, game: Game
) -> tuple[Form, Form | None]:
    """Return what an account chose in a form last: its fields, and the game's options, if any.

    Guests have their browser for that.
    """
    user = requester.user
    if user is None:
        return {}, None

    def work(transaction: Transaction) -> tuple[Form, Form]:
        return (
            preferences.form_of(transaction, user.id, name),
            preferences.form_of(transaction, user.id, f"{name} {game.name}"),
        )

    fields, options = await service_of(request).read(work)
    return fields, options or None


async def remember(
    request: Request, requester: Requester, name: str, form: Form, fields: Iterable[str]
) -> None:
    """Remember for an account the ``fields`` of a form that was accepted, and its options."""
    user = requester.user
    if user is None:
        return
    game = game_of(form)
    # What belongs to a choice that was not made is not sent, nor is a box that is not ticked.
    sent = {"rated": "", **form}
    chosen = {each: sent[each][:LONGEST_KEPT] for each in fields if each in sent}
    options = {each.field: each.value[:LONGEST_KEPT] for each in choices_of(game, form)}

    def work(transaction: Transaction) -> None:
        preferences.remember_form(transaction, user.id, name, chosen)
        preferences.remember_form(transaction, user.id, f"{name} {game.name}", options)

    await service_of(request).write(work)


def game_of(form: Form) -> Game:
    """Return the game that a form chooses. Raises ``BadRequestError``."""
    game = GAMES.get(form.get("game", ""))
    if game is None:
        raise BadRequestError(tr_word(WHICH_GAME))
    return game


def terms_of(form: Form) -> dict[str, Any]:
    """Return a form's game, options, clock, and whether it is rated, as the API's fields.

    Raises ``BadRequestError``.
    """
    game = game_of(form)
    return {"game": game.name, "options": options_of(game, form), "clock": clock_of(form).fields,
            "rated": form.get("rated") == "1"}  # fmt: skip


def ratings_of(form: Form) -> dict[str, int]:
    """Return the range of ratings that a form gives. Raises ``BadRequestError``."""
    titles = {"low": tr("Lowest rating"), "high": tr("Highest rating")}
    return {
        name: integer(form, name, title)
        for name, title in titles.items()
        if form.get(name, "").strip()
    }


def as_guest(form: Form, requester: Requester) -> dict[str, str]:
    """Return the name that a form gives a guest; an account has its own."""
    return {} if requester.user else {"as": form.get("as", "")}


def options_of(game: Game, form: Form) -> dict[str, int | bool]:
    """Return the options that a form chooses. Raises ``BadRequestError``."""
    return {option.name: _option(option, form) for option in game.options}


def _option(option: Option, form: Form) -> int | bool:
    if option.is_flag:
        return form.get(field_of(option)) == "1"
    return integer(form, field_of(option), tr(option.title))


def clock_of(form: Form) -> Clock:
    """Return the clock that a form chooses. Raises ``BadRequestError``."""
    kind = form.get("clock", "")
    if kind == NO_CLOCK:
        return Clock(None)
    if kind in NAMED:
        return NAMED[kind].clock
    if kind == DAYS:
        return Clock.days_a_move(number(form, "days", tr("Days for a move"), *CLOCKS.days))
    if kind != MINUTES:
        raise BadRequestError(tr("choose a clock, or none"))
    return Clock(
        number(form, "minutes", tr("Minutes"), *CLOCKS.minutes) * MINUTE,
        number(form, "increment", tr("Increment (s)"), *CLOCKS.seconds),
    )

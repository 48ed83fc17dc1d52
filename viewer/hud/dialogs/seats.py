"""The players as fields of a form: a person, a level of the computer, or another program."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from boche.engine.errors import BocheError
from boche.engine.game import Game
from boche.engine.languages.current import tr, tr_later
from boche.engine.players.errors import PlayerError
from boche.engine.players.levels import LEVELS as NUMBERS
from boche.engine.players.levels import level_of, nearest_level
from boche.engine.players.spec import PlayerSpec
from boche.engine.program import PROGRAM
from boche.viewer.hud.dialogs.game_dialogs import WARNINGS_TIP
from boche.viewer.hud.dialogs.model import Button, Field, Form, Values, localized
from boche.viewer.session import Seat, Session
from boche.viewer.session.words import PLAYER
from boche.viewer.storage.own_ratings import own_player, own_rating

PLACES = ("first", "second")
WARNINGS = "warnings"
"""The field for warnings of bad moves, which only a game against a level has."""
KINDS = (
    ("person", tr_later("Person")),
    ("computer", tr_later("Computer")),
    ("program", tr_later("Program")),
)
EVEN = ("even", tr_later("Equal"))
"""The kind of a computer player that is as strong as the user."""
LEVEL = ("computer", tr_later("Level"))

USUAL = 3  # the level offered if there was none
TIP = tr_later(
    "The number behind a level is its rating: 200 points more win three games of four. Levels 8 "
    "and 9 think for three seconds per move"
)
EVEN_TIP = tr_later(
    "A computer as strong as you: it gets stronger when you win, weaker when you lose"
)
KIND_TIPS = {
    "person": tr_later("Somebody at this computer"),
    "computer": tr_later("The computer, at a level from 1, very easy, to 9"),
    "even": EVEN_TIP,
    "program": tr_later("Another program, which speaks the Go Text Protocol"),
}


def level_choices(game: Game | None) -> tuple[tuple[int, str], ...]:
    """Return the levels with their labels; with their ratings if the game is known."""
    return tuple((number, _level_label(number, game)) for number in NUMBERS)


def _level_label(number: int, game: Game | None) -> str:
    if game is not None and (rating := level_of(game, number).rating):
        return f"{number} ({rating})"
    if number == 1:
        return tr("level {number}, very easy", number=number)
    if number == NUMBERS[-1]:
        return tr("level {number}, 3 s per move", number=number)
    return tr("level {number}", number=number)


def strength_label(game: Game) -> str:
    """Return the user's strength in words."""
    own = own_rating(game)
    level = nearest_level(game, own.opponent)
    return tr("{rating}, about level {number}", rating=own.opponent, number=level)


def seat_values(place: str, seat: Seat) -> dict[str, Any]:
    """Return the values of all fields that describe a seat."""
    spec, person = PlayerSpec.parse(seat.player), not seat.player
    level, even = spec.level is not None, spec.rating is not None
    kind = "person" if person else "computer" if level else EVEN[0] if even else "program"
    program = seat.player if spec.command is None else spec.command
    return {
        f"{place} kind": kind,
        f"{place} name": seat.name if person else "",
        f"{place} level": spec.level if level else USUAL,
        f"{place} program": "" if level or even else program,
    }


def seat_fields(
    place: str, colour: str, values: Mapping[str, Any], game: Game | None = None
) -> list[Field]:
    """Return the fields of a seat: who plays the colour, and the details of that player.

    If the game is known, a player of the user's strength is offered as well.
    """
    kind = values[f"{place} kind"]
    kinds = KINDS if game is None else (KINDS[0], LEVEL, EVEN, ("program", "GTP"))
    field = partial(Field, part="seats")
    who = field(f"{place} kind", "choice", PLAYER(colour=colour.capitalize()), kind,
                choices=localized(kinds), tip=tr(KIND_TIPS[kind]))  # fmt: skip
    if kind == "person":
        name = f"{place} name"
        return [who, field(name, "text", tr("Name"), values[name], tip=tr("name"))]
    if kind == "computer":
        name = f"{place} level"
        return [who, field(name, "number", tr("Strength"), values[name], 1, NUMBERS[-1],
                           choices=level_choices(game), tip=tr(TIP))]  # fmt: skip
    if kind == EVEN[0] and game is not None:
        only = ((0, strength_label(game)),)
        return [who, field(f"{place} even", "number", tr("Strength"), 0, choices=only,
                           tip=tr(EVEN_TIP))]  # fmt: skip
    name, tip = f"{place} program", tr("command that starts a GTP engine")
    return [who, field(name, "text", tr("Command"), values[name], tip=tip)]


def seat_of(place: str, values: Mapping[str, Any], before: Seat, game: Game | None = None) -> Seat:
    """Return the seat that the values describe. Raises ``BocheError`` for an unknown program.

    A computer that stays keeps its name in the record.
    """
    kind = values[f"{place} kind"]
    if kind == "person":
        return Seat(values[f"{place} name"].strip())
    name = before.name if before.player else ""
    if kind == "computer":
        return Seat(name, str(values[f"{place} level"]))
    if kind == EVEN[0] and game is not None:
        return Seat(name, own_player(game))
    return Seat(name, program_of(values[f"{place} program"].strip(), game))


def program_of(text: str, game: Game | None = None) -> str:
    """Return the player that a text names: one of our own (``uct:500``), else a command."""
    from boche.engine.players.registry import check_name, is_known

    if not text:
        raise PlayerError(tr("type the command that starts the program, such as {example}",
                             example=f"{PROGRAM} gtp"))  # fmt: skip
    player = text if is_known(PlayerSpec.parse(text)) else str(PlayerSpec.external(text))
    check_name(player, game)
    return player


class WarningsChoice:
    """Whether a game against a level warns of bad moves: as usual there, until the user chooses.

    ``warned`` returns whether a game between two players usually does, or None if it cannot;
    ``chosen`` is what the user has chosen before, if anything.
    """

    def __init__(
        self,
        warned: Callable[[Game, Sequence[str]], bool | None] = lambda game, players: None,
        chosen: bool | None = None,
    ) -> None:
        self.usual, self._chosen = warned, chosen
        self._shown, self._offered, self._fell = False, False, False

    @property
    def warns(self) -> bool | None:
        """Whether the user wants warnings in this game; None for what is usual."""
        return self._chosen if self._offered else None

    def fields(self, usual: bool | None) -> list[Field]:
        """Return the field, for what is usual between the players; none without warnings."""
        before, self._offered = self._offered and self._shown, usual is not None
        if usual is None:
            return []
        self._shown = usual if self._chosen is None else self._chosen
        self._fell = self._chosen is None and not self._shown and (before or self._fell)
        hint = tr("Off by itself at this level") if self._fell else ""
        tip = tr(WARNINGS_TIP)
        if usual and self._chosen is None:
            tip += f". {tr('On by itself against this level, until you change it')}"
        return [Field(WARNINGS, "flag", tr("Warn of bad moves"), self._shown, tip=tip,
                      part="seats", hint=hint)]  # fmt: skip

    def note(self, given: Mapping[str, Any]) -> None:
        """Note what the user has chosen; until then the field follows the level."""
        if given.get(WARNINGS, self._shown) != self._shown:
            self._chosen = self._shown = given[WARNINGS]


def players(
    seats: Mapping[str, Seat],
    keep: Callable[[dict[str, Seat]], None],
    game: Game | None = None,
    warnings: WarningsChoice | None = None,
) -> Form:
    """Return the form of the players by colour; ``keep`` gets them by colour as well."""
    choice = warnings or WarningsChoice()
    values: Values = {}
    for place, seat in zip(PLACES, seats.values(), strict=True):
        values |= seat_values(place, seat)

    def fields() -> list[Field]:
        both = (seat_fields(place, colour, values, game)
                for place, colour in zip(PLACES, seats, strict=True))  # fmt: skip
        return [*chain.from_iterable(both), *choice.fields(usual())]

    def chosen(given: Values) -> dict[str, Seat]:
        found = zip(PLACES, seats.items(), strict=True)
        return {c: seat_of(place, values | given, seat, game) for place, (c, seat) in found}

    def usual() -> bool | None:
        """Return whether the game warns unless the user chooses; None if it cannot."""
        try:
            sitting = chosen({})
        except BocheError:  # a program that is not typed yet
            return None
        return None if game is None else choice.usual(game, [s.player for s in sitting.values()])

    def take(given: Values) -> None:
        choice.note(given)
        keep(chosen(given))

    def live(given: Values) -> None:
        choice.note(given)
        values.update(given)
        form.refit(fields())

    buttons = (Button("keep", tr("OK"), take), Button("cancel", tr("Cancel")))
    form = Form("players", tr("Players"), fields(), buttons, live)
    return form


def players_of(
    session: Session,
    keep: Callable[[dict[str, Seat]], None],
    warnings: WarningsChoice | None = None,
) -> Form:
    """Return the form of a game's players by the colours they play now, which a swap exchanges.

    ``keep`` gets them by the colours that they started with.
    """
    began = {colour: session.exchanged(colour) for colour in session.record.game.colours}
    seats = {colour: session.seats[begun] for colour, begun in began.items()}
    game = session.record.game
    return players(seats, lambda found: keep({began[c]: seat for c, seat in found.items()}), game,
                   warnings)  # fmt: skip

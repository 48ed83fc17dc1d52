"""The start screen as a form: the game, its options, the players, and games to continue."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from boche.engine.errors import BocheError
from boche.engine.game import Game, Option
from boche.engine.games.registry import GAMES, find
from boche.engine.languages.current import tr, tr_later
from boche.engine.message import capitalized
from boche.engine.players.levels import LEVELS
from boche.engine.time_control import TimeControl
from boche.viewer.hud.dialogs.clock_fields import FIELD, clock_fields, clock_of, clock_values
from boche.viewer.hud.dialogs.model import Button, Field, Form, Values
from boche.viewer.hud.dialogs.seats import (
    PLACES,
    WarningsChoice,
    seat_fields,
    seat_of,
    seat_values,
)
from boche.viewer.session import Seat
from boche.viewer.session.rating import only_level
from boche.viewer.table.command_keys import keys_of

NAME = "new"
WEAKEST = LEVELS[0]
CASUAL = "casual"
"""The field for a game that does not count, which only one that could count has."""
LOST, KEPT = "lost", "kept"
"""The kinds of an unsaved or unfinished game, and of one in the library alone."""
CASUAL_TIP = tr_later("The game does not count for your rating")
EASED_TIP = tr_later("It stays on until you untick it")
CONTINUE, OTHERS = "continue", "go on"
"""The lists of unfinished games, and of other alternatives to a new one."""
TAKE = "take"
"""The button that takes a line of either list; it stands nowhere."""
DISCARD = "discard"
"""Prefix of a button that discards one; the game's name follows."""

LESSONS, LESSON, BEGINNER, WATCH = "lessons", "lesson", "beginner", "watch"
"""Kinds of what a beginner chooses: a game's page of lessons, its next lesson, its game for
beginners, and its demonstration."""
DUE, PUZZLE = "due", "puzzle"
"""Kinds of a chosen exercise: the mistakes that are due, or a game's puzzle of the day."""
FAR = "far"
"""The kind of a game against a remote opponent; a game's name and its options come with it."""
LIBRARY, PUZZLES, TOURNAMENT = "library", "puzzles", "tournament"
"""The kinds that open the library of records, a game's puzzles, and the tournament."""
OWN_GAMES, OWN_PAGE = "own_games", "own_page"
"""The kinds that open the user's online games, which have only a key, and progress."""
TOURNAMENT_PLAN = "tournament plan"
"""The name of the form of a new tournament; ``TOURNAMENT`` is that of its table."""

KEYED = (LESSONS, LIBRARY, PUZZLES, TOURNAMENT, OWN_GAMES, OWN_PAGE)
"""The kinds that are named as the commands that open the same."""

Start = Callable[[str, dict[str, Any], dict[str, Seat], TimeControl | None], None]


@dataclass(frozen=True)
class StartAlternative:
    """An alternative to a new game: ``("lost", NAME)``, ``("open", "")``, ``("file", PATH)``.

    ``LESSONS``, ``BEGINNER``, ``WATCH`` and ``PUZZLE`` come with a game's name, ``LESSON`` with a
    game's and a lesson's. ``about`` is a second line for an unfinished game: how far it is, and
    when it was played.
    """

    kind: str
    what: Any
    label: str
    tip: str = ""
    about: str = ""


class StartForm:
    """A form to choose a game. ``start`` gets its name, its options, the seats by colour
    and the clock.

    ``go_on`` is called with an alternative that is chosen instead, or with a ``discard`` of a lost
    game. ``others`` returns the alternatives for the chosen game. ``options`` are those of ``game``
    at first; ``seats`` are in order of play. ``lessons`` returns the label of the button to a
    game's lessons, or an empty text if it has none. ``warnings`` are offered against a level.
    ``eased`` returns whether somebody new to a game is offered the weakest level and a casual game,
    unless one was chosen before; ``casual`` is what was last chosen for any game, or None.
    ``won_casual`` is true after a casual game that was won, which the next one is not by itself.
    """

    def __init__(
        self,
        game: str,
        options: Mapping[str, Any],
        seats: Sequence[Seat],
        start: Start,
        others: Callable[[str], Sequence[StartAlternative]],
        go_on: Callable[[StartAlternative], None],
        title: str = "",
        lessons: Callable[[str], str] = lambda game: "",
        control: TimeControl | None = None,
        warnings: WarningsChoice | None = None,
        eased: Callable[[str], bool] = lambda game: False,
        casual: bool | None = None,
        *,
        won_casual: bool = False,
    ) -> None:
        self._warnings, self._eased = warnings or WarningsChoice(), eased
        self._casual_before, self._casual_shown = casual, bool(casual)
        self._won_casual = won_casual
        self.casual_chosen: bool | None = None  # None: the user has left the field as it was
        self._seats, self._start, self._others, self._go_on = seats, start, others, go_on
        self._options = {game: dict(options)}
        self._values: dict[str, Any] = {"game": game} | clock_values(control)
        for place, seat in zip(PLACES, seats, strict=True):
            self._values |= seat_values(place, seat)
        self._levels = {f"{place} level": self._values[f"{place} level"] for place in PLACES}
        self._level_chosen = False
        self._ease()
        self._lessons = lessons
        self.form = Form(NAME, title or tr("New game"), self._fields(), (), self._live,
                         extra=self._key)  # fmt: skip
        self._set_buttons()
        self.form.focus_on(-1)

    def offer_to_continue(self) -> None:
        """Choose the first unfinished game, if there is one: Enter then goes on with it."""
        first = self.form.fields[0]
        if first.name == CONTINUE:
            self.form.focus_on(0)
            first.value = first.choices[0][0]

    @property
    def warns(self) -> bool | None:
        """Whether the user wants warnings of bad moves in this game; None for what is usual."""
        return self._warnings.warns

    @property
    def casual(self) -> bool:
        """Whether the game does not count, so that hints and taking back cost nothing."""
        return self._can_be_casual and self._casual

    @property
    def declined(self) -> bool:
        """Whether somebody new to a game wants another one against a level than that offered."""
        eased = self._eased(self._game.name) and self._usual() is not None
        return eased and not (self._is_eased and self._casual)

    @property
    def _can_be_casual(self) -> bool:
        """Whether the game would count for the user's rating if it were not casual."""
        try:
            found = only_level(self._game, self._players())
        except BocheError:  # a program that is not typed yet
            return False
        return found is not None and bool(found[1].rating)

    @property
    def _casual(self) -> bool:
        """Whether the game is casual if it can be."""
        if self.casual_chosen is not None:
            return self.casual_chosen
        if self._casual_before is not None:
            return self._casual_before
        return self._eased(self._game.name)

    @property
    def _is_eased(self) -> bool:
        """Whether the game is the one that somebody new to it is offered first."""
        return (
            self._eased(self._game.name)
            and self._usual() is not None
            and any(self._values[f"{place} kind"] == "computer"
                    and self._values[f"{place} level"] == WEAKEST for place in PLACES)
        )  # fmt: skip

    def _ease(self) -> None:
        """Offer the weakest level of a game that is new to the user, unless one was chosen."""
        if not self._level_chosen:
            eased = self._eased(self._game.name)
            self._values |= {name: WEAKEST if eased else own for name, own in self._levels.items()}

    def _note_level(self, given: Values) -> None:
        """Note whether the user has chosen a level, and whether the game is to be casual."""
        shown = self._values
        if any(given.get(name, shown[name]) != shown[name] for name in self._levels):
            self._level_chosen = True
        if given.get(CASUAL, self._casual_shown) != self._casual_shown:
            self.casual_chosen = self._casual_shown = given[CASUAL]

    def _usual(self) -> bool | None:
        """Return whether the game warns unless the user chooses; None if it cannot."""
        try:
            return self._warnings.usual(self._game, self._players())
        except BocheError:  # a program that is not typed yet
            return None

    def _players(self) -> list[str]:
        """Return the players of both seats. Raises ``BocheError`` for an unknown program."""
        return [seat_of(place, self._values, seat, self._game).player
                for place, seat in zip(PLACES, self._seats, strict=True)]  # fmt: skip

    @property
    def _game(self) -> Game:
        return find(self._values["game"])

    def _set_buttons(self) -> None:
        """Offer what there is for the chosen game, and to discard unsaved games."""

        def to(kind: str, label: str) -> Button:
            other = StartAlternative(kind, self._game.name, "")
            return Button(kind, label, self._refreshing_on_error(lambda given: self._go_on(other)))

        def discard(lost: StartAlternative) -> Button:
            other = replace(lost, kind=DISCARD)
            do = self._refreshing_on_error(lambda given: self._go_on(other))
            return Button(f"{DISCARD}{lost.what}", "", do)

        told, form = self._lessons(self._game.name), self.form
        form.buttons = [
            Button("start", tr("Start"), self._refreshing_on_error(self._begin)),
            Button("cancel", tr("Cancel")),
            Button(FAR, tr("Play online"), self._refreshing_on_error(self._play_online)),
            to(LIBRARY, tr("Library")), to(PUZZLES, tr("Puzzles")),
            to(TOURNAMENT, tr("Tournament")), *([to(LESSONS, told)] if told else []),
            to(OWN_PAGE, tr("Your progress"))._replace(aside=True),
        ]  # fmt: skip
        lines = (one for field in form.fields if field.name == CONTINUE for one, _ in field.choices
                 if one.kind == LOST)  # fmt: skip
        form.more = [
            to(OWN_GAMES, ""),
            Button(TAKE, "", self._refreshing_on_error(self._take)), *map(discard, lines),
        ]  # fmt: skip

    def _fields(self) -> list[Field]:
        game, known = self._game, self._options.get(self._values["game"], {})
        titles = tuple((each.name, each.title) for each in GAMES.values())
        others = self._others(game.name)
        lost = tuple((one, one.label) for one in others if one.kind in (LOST, KEPT))
        lines = tuple((one, one.label) for one in others if one.kind not in (LOST, KEPT))
        fields = [Field(CONTINUE, "list", tr("Continue"), None, choices=lost, part=CONTINUE,
                        takes=TAKE)] if lost else []  # fmt: skip
        fields.append(Field("game", "cards", tr("Game"), game.name, choices=titles, part="games"))
        numbers = [option for option in game.options if not option.is_flag]
        flags = [option for option in game.options if option.is_flag]
        fields += [option_field(o, known.get(o.name, o.default)) for o in numbers + flags]
        for place, colour in zip(PLACES, game.colours, strict=True):
            fields += seat_fields(place, colour, self._values, game)
        fields += self._warnings.fields(self._usual())
        if self._can_be_casual:
            self._casual_shown = self._casual
            tip = tr(CASUAL_TIP)
            if self._casual and self.casual_chosen is None:
                tip += f". {tr(EASED_TIP)}"
            counts = self._won_casual and not self._casual and self.casual_chosen is None
            hint = tr("After your win this game counts") if counts else ""
            fields.append(Field(CASUAL, "flag", tr("Casual: free hints and undo"),
                                self._casual_shown, tip=tip, part="seats", hint=hint))  # fmt: skip
        fields += clock_fields(self._values, game.colours[1])
        if lines:
            fields.append(Field(OTHERS, "list", tr("Or begin with"), None, choices=lines,
                                part=OTHERS, takes=TAKE))  # fmt: skip
        return fields

    def _live(self, given: Values) -> None:
        self._warnings.note(given)
        self._note_level(given)
        self._options[self._game.name] = self._options_in(given)
        known = (*PLACES, FIELD)
        self._values.update({k: v for k, v in given.items() if k.partition(" ")[0] in known})
        self._values["game"] = given["game"]
        self._ease()
        self.form.refit(self._fields())
        self._set_buttons()

    def _refreshing_on_error(self, do: Callable[[Values], None]) -> Callable[[Values], None]:
        """Return a button's function that lists the alternatives anew if the other one fails."""

        def run(given: Values) -> None:
            try:
                do(given)
            except (BocheError, OSError):
                self.form.refit(self._fields())  # the chosen one no longer exists
                raise

        return run

    def _key(self, pressed: str) -> bool:
        """Discard the unfinished game that is chosen, or do what a key opens at the table.

        Return whether there is either here.
        """
        here = self.form.focused
        if pressed == "Delete" and here is not None and here.name == CONTINUE and here.value:
            if here.value.kind == KEPT:
                self.form.problem = tr("this game is kept: delete it in the library")
            else:
                self.form.press(f"{DISCARD}{here.value.what}")
            return True
        there = {OWN_GAMES, *(each.name for each in self.form.buttons)}
        names = [name for name in KEYED if name in there and pressed in keys_of(name)]
        for name in names:
            self.form.press(name)
        return bool(names)

    def _options_in(self, given: Values) -> dict[str, Any]:
        return {option.name: given[option.name] for option in self._game.options}

    def _play_online(self, given: Values) -> None:
        self._go_on(StartAlternative(FAR, (self._game.name, self._options_in(given)), ""))

    def _take(self, given: Values) -> None:
        """Carry out the alternative that has the focus."""
        here = self.form.focused
        if here is not None and here.value is not None:
            self._go_on(here.value)

    def _begin(self, given: Values) -> None:
        """Start the game."""
        self._warnings.note(given)
        self._note_level(given)
        game, values = self._game, self._values | given
        places = zip(PLACES, game.colours, self._seats, strict=True)
        seats = {c: seat_of(place, values, seat, game) for place, c, seat in places}
        self._start(game.name, self._options_in(given), seats, clock_of(values))


def option_field(option: Option, value: Any) -> Field:
    """Return the field of a game's option."""
    tip = capitalized(tr(option.help))
    kind: Any = "flag" if option.is_flag else "choice" if option.values else "number"
    choices = tuple((value, tr(option.in_words(value))) for value in option.values)
    named = tuple((number, tr(meaning)) for number, meaning in option.named)
    return Field(option.name, kind, tr(option.title), value, option.low, option.high, choices, tip,
                 part="options", named=named)  # fmt: skip

"""The interface between a game and the code that plays, records, shows or searches it.

A game is a ``Game`` in the registry (``engine.games.registry``): its name, its two colours, its
options and a function that makes the start position. Positions are immutable: ``play`` returns a
new one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, Self, runtime_checkable

from boche.engine.errors import BocheError, OptionError, nearest
from boche.engine.languages.current import tr, tr_later, translate
from boche.engine.level import LEVEL_COUNT, USUAL_LEVELS, Level
from boche.engine.message import Message, Phrase, capitalized
from boche.engine.pictures import Pictured
from boche.engine.words import DRAWN, NUMBERS

OptionValue = int | bool


@dataclass(frozen=True)
class Outcome:
    """The outcome of a finished game.

    ``winner`` is a colour of the game, or None for a draw. ``reason`` is one line for the user,
    such as ``"dark encloses a light group of 5 blobs"``. ``kind`` is a short, stable identifier
    for programs, such as ``path``; every game has ``resignation``.
    """

    winner: str | None
    reason: Message
    kind: str


def side_of(colour: str, colours: tuple[str, str], where: str = "") -> int:
    """Return the index of a colour among a game's two, 0 or 1.

    Raises ``OptionError`` for any other word; its message begins with ``where``.
    """
    if colour not in colours:
        first, second = colours
        text = tr(
            "unknown colour {colour!r} ({first} or {second})",
            colour=colour,
            first=first,
            second=second,
        )
        raise OptionError(f"{where}{text}")
    return colours.index(colour)


@dataclass(frozen=True)
class Option:
    """One option of a game: an ``int`` in ``low..high``, or a ``bool`` (then the range is unused).

    ``values`` are the only numbers allowed, in order, if the range has gaps.
    ``opposite`` is a second name that stands for ``not value``, as ``join_face`` may be for
    ``not join_any``. ``label`` is the name shown to people, such as ``Group to win``; if empty, it
    is derived from the name. ``named`` maps numbers with a special meaning to that meaning.
    """

    name: str
    default: OptionValue
    help: str
    low: int = 0
    high: int = 1
    opposite: str = ""
    values: tuple[int, ...] = ()
    label: str = ""
    named: tuple[tuple[int, str], ...] = ()

    def in_words(self, value: OptionValue) -> str:
        """Return a value as shown to people: ``on``, ``unlimited``, ``12``."""
        if self.is_flag:
            return tr_later("on") if value else tr_later("off")
        return dict(self.named).get(value, str(value))

    @property
    def title(self) -> str:
        """Name shown to people."""
        return capitalized(self.label or self.name.replace("_", " "))

    @property
    def full_title(self) -> str:
        """Title with the name used in flags and records: ``Tiles (num_tiles)``."""
        return f"{tr(self.title)} ({self.name})"

    @property
    def is_flag(self) -> bool:
        return isinstance(self.default, bool)

    def check(self, value: object) -> OptionValue:
        """Return ``value`` if it fits this option, else raise ``OptionError``."""
        if self.is_flag:
            if isinstance(value, bool):
                return value
            raise OptionError(
                tr(
                    "option {option}: {value!r} is not true or false",
                    option=self.full_title,
                    value=value,
                )
            )
        if isinstance(value, bool) or not isinstance(value, int):
            raise OptionError(
                tr(
                    "option {option}: {value!r} is not a whole number",
                    option=self.full_title,
                    value=value,
                )
            )
        if not self.low <= value <= self.high:
            raise OptionError(
                tr(
                    "option {option}: {value} is not between {low} and {high}",
                    option=self.full_title,
                    value=value,
                    low=self.low,
                    high=self.high,
                )
            )
        if self.values and value not in self.values:
            raise OptionError(
                tr(
                    "option {option}: {value} is not {allowed}",
                    option=self.full_title,
                    value=value,
                    allowed=self.range,
                )
            )
        return value

    @property
    def range(self) -> str:
        """Allowed numbers in the current language: ``1 to 12``, ``1 or 3``."""
        if self.values:
            return translate(NUMBERS(numbers=self.values))
        return tr("{low} to {high}", low=self.low, high=self.high)


class Move(Protocol):
    """A complete move: hashable, and ``str`` gives its text in the game's notation."""

    def __str__(self) -> str: ...
    def __hash__(self) -> int: ...


@dataclass(frozen=True)
class Step:
    """A choice within a move: the text up to and including it, and the move if it is complete."""

    text: str
    move: Move | None


class Standing(Protocol):
    """The state of a game: what positions share with the partial moves that a search visits.

    ``turn`` is the colour to move, ``swapped`` whether the two players have exchanged colours.
    """

    @property
    def game(self) -> Game: ...
    @property
    def options(self) -> Mapping[str, OptionValue]: ...
    @property
    def turn(self) -> str: ...
    @property
    def swapped(self) -> bool: ...
    @property
    def outcome(self) -> Outcome | None: ...
    def format(self, move: Any) -> str: ...
    def play(self, move: Any) -> Any: ...


@runtime_checkable
class Position(Standing, Pictured, Protocol):
    """A position of some game: immutable, hashable, equal when the rest of the game is equal.

    ``ply`` counts the moves played. ``turn`` and ``winner`` are colours; ``player`` to move and
    ``winning_player`` are the persons 0, who made the first move of the game, and 1: a swap
    exchanges colours, not persons. ``returns`` has each person's result. ``steps`` offers a move
    one choice at a time; ``target`` is what a legal move would fill, for highlighting it, or None;
    ``spots`` are the points of the plane where a move is. ``is_gift`` says of a move that what it
    places serves the opponent best, whatever its place.
    ``facts`` describes the position for programs, as JSON data. ``str`` gives the text board with
    coordinates; ``to_text`` the whole state in one line, which ``BasePosition.from_text`` reads;
    ``key`` and ``canonical_key`` are hashes of it, the latter shared by positions equal under
    symmetry. ``Pictured`` has the methods that draw it.
    """

    @property
    def ply(self) -> int: ...
    @property
    def player(self) -> int: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def winner(self) -> str | None: ...
    @property
    def winning_player(self) -> int | None: ...
    def returns(self) -> tuple[float, float]: ...
    def random_move(self, rng: random.Random | None = None) -> Move: ...
    def legal_moves(self) -> Sequence[Move]: ...
    def is_legal(self, move: Any) -> bool: ...
    def steps(self, taken: str = "") -> Sequence[Step]: ...
    def parse(self, text: str) -> Move: ...
    def target(self, move: Any) -> Any: ...
    def spots(self, move: Any) -> Sequence[tuple[float, float]]: ...
    def is_gift(self, move: Any) -> bool: ...
    def play(self, move: Any) -> Self: ...
    def resign(self, colour: str | None = None) -> Self: ...
    def text_board(self, *, coordinates: bool = False) -> str: ...
    def to_text(self) -> str: ...
    def key(self) -> str: ...
    def canonical_key(self) -> str: ...
    def facts(self) -> dict[str, Any]: ...


def seat_of(position: Standing, colour: str) -> int:
    """Return the seat that has a colour: 0, who began with the game's first colour, or 1.

    A swap exchanges the colours. Raises ``OptionError`` for a colour that the game does not have.
    """
    return side_of(colour, position.game.colours) ^ position.swapped


def colour_of(position: Standing, seat: int) -> str:
    """Return the colour that seat 0 or 1 has in a position."""
    return position.game.colours[seat ^ position.swapped]


class Reading(Protocol):
    """The reader of one record of a game with a codec, set up from the record's header."""

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """Complete options of the game."""

    @property
    def note(self) -> Message:
        """Remark for the user on how the record was read, or an empty message."""

    def move(self, text: str) -> str:
        """Return a move in the game's notation; other text is kept, for the rules to refuse."""

    def value(self, ident: str, text: str) -> str:
        """Translate a value of another property if it refers to the board; else return it."""

    def refusal(self, position: Any, written: str, error: BocheError) -> str:
        """Return why a move is refused, in the terms and squares of the record."""


class Codec(Protocol):
    """A game's own SGF dialect, if SGF defines one: a module with these functions.

    ``HEADER`` lists the root properties that it reads and writes. ``read_header`` gets all values
    of each root property, and reports a property and its problem to ``complain``. ``read_move``
    accepts any way of writing a move, ``write_move`` uses SGF's; they are inverses.
    """

    @property
    def HEADER(self) -> tuple[str, ...]: ...  # noqa: N802

    def read_header(
        self, header: Mapping[str, Sequence[str]], complain: Callable[[str, str], None]
    ) -> Reading: ...
    def write_header(
        self, options: Mapping[str, OptionValue]
    ) -> Sequence[tuple[str, tuple[str, ...]]]: ...
    def read_move(self, text: str) -> str: ...
    def write_move(self, text: str) -> str: ...


@dataclass(frozen=True)
class SgfForm:
    """A game's representation in SGF.

    ``gm`` is the value of GM. ``colours`` maps the game's colours to the letters B and W.
    ``size`` names the option that is stored in SZ, empty if the game has none; the other options
    are stored in RU in the play-by-mail server's syntax. A game with a ``codec`` leaves its options
    and moves to it, and has no ``size``. ``setup`` names the root properties in which its positions
    store what a record starts from, besides PL, the colour to move; none if records always start
    at the beginning.
    """

    gm: str
    colours: Mapping[str, str]
    size: str = "size"
    codec: Codec | None = None
    setup: tuple[str, ...] = ()

    @property
    def letters(self) -> dict[str, str]:
        """Colours by their letters."""
        return {letter: colour for colour, letter in self.colours.items()}


@dataclass(frozen=True, eq=False)
class Game:
    """A registered game.

    ``about`` describes it in one line. ``room`` is the game's package: the search uses its modules
    ``rules``, ``search`` and ``encoding``, if it has them. ``colours`` are in order of play;
    ``start`` takes the complete options. ``sgf`` is the format of its records. ``groups`` is the
    entry of ``Position.facts`` that lists the groups on the board, or empty. ``levels`` are those
    of the computer player, weakest first. ``unrated`` says why a game with some options is too
    small to count for ratings; empty if it may count. ``won_by`` maps kinds of outcome to phrases
    with the gap ``{winner}``, for use when only the result of a record is known, and by
    ``outcome_of``. ``move_texts(start, moves)`` returns the texts for readers of moves that
    are made one after the other from a position, each with a name of its place that no other one
    has; None for the moves' own texts.
    """

    name: str
    title: str
    about: str
    room: str
    colours: tuple[str, str]
    options: tuple[Option, ...]
    start: Callable[[Mapping[str, OptionValue]], Position]
    sgf: SgfForm
    warnings: Callable[[Mapping[str, OptionValue]], list[str]] = lambda _: []
    unrated: Callable[[Mapping[str, OptionValue]], str] = lambda _: ""
    groups: str = ""
    levels: tuple[Level, ...] = USUAL_LEVELS
    won_by: Mapping[str, Phrase] = field(default_factory=dict)
    move_texts: Callable[[Any, Sequence[str]], Sequence[str]] | None = None

    def __post_init__(self) -> None:
        if len(self.levels) != LEVEL_COUNT:
            raise ValueError(f"{self.name}: {len(self.levels)} levels, not {LEVEL_COUNT}")

    def option(self, name: str) -> Option:
        """Return the option of that name. Raises ``KeyError``."""
        return {option.name: option for option in self.options}[name]

    def complete(self, settings: Mapping[str, object]) -> dict[str, OptionValue]:
        """Return all options with defaults. Raises ``OptionError`` for a bad name or value."""
        values: dict[str, OptionValue] = {o.name: o.default for o in self.options}
        by_name = {o.name: o for o in self.options}
        by_opposite = {o.opposite: o for o in self.options if o.opposite}
        for name, value in settings.items():
            if name in by_name:
                values[name] = by_name[name].check(value)
            elif name in by_opposite:
                values[by_opposite[name].name] = not by_opposite[name].check(value)
            else:
                raise OptionError(self._no_option(name, (*by_name, *by_opposite)))
        return values

    def _no_option(self, name: str, words: Iterable[str]) -> str:
        """Return what is said of a name that is not among the words that name options."""
        gaps = {"game": self.name, "name": name[:40], "near": nearest(name, words)}
        known = ", ".join(option.name for option in self.options) or tr("none")
        if gaps["near"]:
            return tr(
                "{game} has no option {name!r}, did you mean {near!r}? (it has: {known})",
                known=known,
                **gaps,
            )
        return tr("{game} has no option {name!r} (it has: {known})", known=known, **gaps)

    def changed(self, options: Mapping[str, object]) -> dict[str, OptionValue]:
        """Return the options that differ from their defaults, in the game's order.

        It is the same for a game that was stored before an option existed. Raises ``OptionError``.
        """
        values = self.complete(options)
        return {o.name: values[o.name] for o in self.options if values[o.name] != o.default}

    def outcome_of(self, result: int) -> Outcome:
        """Return the outcome of a game that colour 0 or 1 has won, or that is a draw: 2.

        It is for games that are won in one way only, the single kind in ``won_by``.
        """
        if result not in (0, 1):
            return Outcome(None, DRAWN(), "draw")
        if len(self.won_by) != 1:
            kinds = ", ".join(self.won_by) or "none"
            raise NotImplementedError(
                f"{self.name}: won_by must have one kind of outcome (it has: {kinds}), "
                "or the position a method _end"
            )
        [(kind, phrase)] = self.won_by.items()
        winner = self.colours[result]
        return Outcome(winner, phrase(winner=winner), kind)

    def new(self, **options: object) -> Position:
        """Return the start position with the given options. Raises ``OptionError``."""
        values = self.complete(options)
        for option in self.options:
            if option.name in options and options.get(option.opposite) == options[option.name]:
                raise OptionError(
                    tr(
                        "options {name} and {opposite} contradict each other: give one of them",
                        name=option.name,
                        opposite=option.opposite,
                    )
                )
        return self.start(values)


def line_texts(position: Position, moves: Iterable[object]) -> tuple[str, ...]:
    """Return the texts, for readers, of moves that are made one after the other from a position.

    Readers may need more than a record says: see ``Game.move_texts``.
    """
    made, written = [str(move) for move in moves], position.game.move_texts
    return tuple(made if written is None else written(position, made))

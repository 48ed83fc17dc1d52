"""The contract between a game and everything that plays, records, shows or searches it.

A game is a ``Game`` in the registry (``engine.games.registry``): its name, its two colours, its
options and a function that makes the start position. Positions are immutable: ``play`` returns a
new one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, Self, runtime_checkable

from engine.errors import BocheError, OptionError
from engine.level import LEVEL_COUNT, USUAL_LEVELS, Level
from engine.message import Message, Phrase, begun

OptionValue = int | bool


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    ``winner`` is a colour of the game, or None for a draw. ``reason`` is one line for the user,
    such as ``"dark encloses a light group of 5 blobs"``. ``kind`` is a short, stable word for
    programs, such as ``path``; in every game there is ``resignation``.
    """

    winner: str | None
    reason: Message
    kind: str


def side_of(colour: str, colours: tuple[str, str], where: str = "") -> int:
    """Which of a game's two colours it is: 0 or 1.

    Raises ``OptionError`` for any other word; ``where`` goes before its text.
    """
    if colour not in colours:
        raise OptionError(f"{where}no colour {colour!r} ({' or '.join(colours)})")
    return colours.index(colour)


@dataclass(frozen=True)
class Option:
    """One option of a game: an ``int`` in ``low..high``, or a ``bool`` (then the range is unused).

    ``values`` are the only numbers allowed, in order, where not all of the range are.
    ``opposite`` is a second name that stands for ``not value``, as ``join_face`` may be for
    ``not join_any``. ``label`` is what a person calls it, such as ``Group to win``; if empty,
    it is made of the name. ``named`` are numbers that mean something else, and what they mean.
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

    def said(self, value: OptionValue) -> str:
        """A value as a person calls it: ``on``, ``unlimited``, ``12``."""
        if self.is_flag:
            return "on" if value else "off"
        return dict(self.named).get(value, str(value))

    @property
    def title(self) -> str:
        """What a person calls it."""
        return begun(self.label or self.name.replace("_", " "))

    @property
    def shown(self) -> str:
        """Its title with the name that flags and records have for it: ``Tiles (num_tiles)``."""
        return f"{self.title} ({self.name})"

    @property
    def is_flag(self) -> bool:
        return isinstance(self.default, bool)

    def check(self, value: object) -> OptionValue:
        """Return ``value`` if it fits this option, else raise ``OptionError``."""
        if self.is_flag:
            if isinstance(value, bool):
                return value
            raise OptionError(f"option {self.shown}: {value!r} is neither true nor false")
        if isinstance(value, bool) or not isinstance(value, int):
            raise OptionError(f"option {self.shown}: {value!r} is not a whole number")
        if not self.low <= value <= self.high:
            raise OptionError(
                f"option {self.shown}: {value} is not between {self.low} and {self.high}"
            )
        if self.values and value not in self.values:
            allowed = " or ".join(map(str, self.values))
            raise OptionError(f"option {self.shown}: {value} is not {allowed}")
        return value

    @property
    def range(self) -> str:
        """The numbers allowed, in words: ``1 to 12``, ``1 or 3``."""
        return " or ".join(map(str, self.values)) or f"{self.low} to {self.high}"


class Move(Protocol):
    """A whole move: hashable, and ``str`` gives its text in the game's notation."""

    def __str__(self) -> str: ...
    def __hash__(self) -> int: ...


@dataclass(frozen=True)
class Step:
    """One choice within a move: the text so far, what it adds, and the move if it is now whole."""

    text: str
    move: Move | None


class Standing(Protocol):
    """How a game stands: what positions, and the middles of moves that a search comes to, share.

    ``turn`` is the colour to move, ``swapped`` whether the two people have exchanged colours.
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
class Position(Standing, Protocol):
    """A position of some game: immutable, hashable, equal when the rest of the game is equal.

    ``ply`` counts the moves played. ``steps`` offers a move one choice at a time;
    ``target`` is what a legal move would fill, for marking it, or None. ``facts`` is what a
    program wants to know of the position, as JSON data.
    """

    @property
    def ply(self) -> int: ...
    def legal_moves(self) -> Sequence[Move]: ...
    def steps(self, taken: str = "") -> Sequence[Step]: ...
    def parse(self, text: str) -> Move: ...
    def target(self, move: Any) -> Any: ...
    def play(self, move: Any) -> Self: ...
    def resign(self, colour: str | None = None) -> Self: ...
    def text_board(self, *, coordinates: bool = False) -> str: ...
    def facts(self) -> dict[str, Any]: ...


def seat_of(position: Standing, colour: str) -> int:
    """Who has a colour: 0, the person who began with the game's first, or 1; a swap exchanges them.

    Raises ``OptionError`` for a colour that the game has not.
    """
    return side_of(colour, position.game.colours) ^ position.swapped


def colour_of(position: Standing, seat: int) -> str:
    """The colour that seat 0 or 1 has in a position."""
    return position.game.colours[seat ^ position.swapped]


class Reading(Protocol):
    """How one record of a game with a codec is read, as its header wants it."""

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """All options of the game."""

    @property
    def note(self) -> Message:
        """What whoever reads the record must know of how it is read; empty for nothing."""

    def move(self, text: str) -> str:
        """A move as the game writes it; what is no move comes back for the rules to refuse."""

    def value(self, ident: str, text: str) -> str:
        """A value of another property, where that speaks of the board; others as they are."""

    def refusal(self, position: Any, written: str, error: BocheError) -> str:
        """Why a move is refused, in the words and squares of the record that has it."""


class Codec(Protocol):
    """A game's own way in SGF, where SGF has one: a module of these functions.

    ``HEADER`` are the properties of the root that it reads and writes. ``read_header`` gets all
    values of each property of the root, and tells ``complain`` a property of it and what is wrong.
    ``read_move`` takes any way of writing a move, ``write_move`` is SGF's; each undoes the other.
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
    """One game's place in SGF.

    ``gm`` is the value of GM. ``colours`` maps the game's colours to the letters B and W.
    ``size`` names the option that stands in SZ, empty if the game has none; the other options
    stand in RU as the play-by-mail server writes them. A game with a ``codec`` writes its options
    and moves as that says, and has no ``size``.
    """

    gm: str
    colours: Mapping[str, str]
    size: str = "size"
    codec: Codec | None = None

    @property
    def letters(self) -> dict[str, str]:
        """The colours by their letters."""
        return {letter: colour for colour, letter in self.colours.items()}


@dataclass(frozen=True, eq=False)
class Game:
    """A registered game.

    ``about`` is one line on what it is. ``room`` is the package in which it lives: the search
    compiles its modules ``rules``, ``search`` and ``encoding``, if it has them. ``colours`` are in
    order of play; ``start`` takes the complete options. ``sgf`` is how its records look.
    ``groups`` is the entry of ``Position.facts`` that lists groups on the board, or empty.
    ``levels`` are those of the computer player, the weakest first. ``won_by`` says for a kind of
    its outcomes that ``{winner}`` won so, where nothing is known but the result of a record.
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
    groups: str = ""
    levels: tuple[Level, ...] = USUAL_LEVELS
    won_by: Mapping[str, Phrase] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.levels) != LEVEL_COUNT:
            raise ValueError(f"{self.name}: {len(self.levels)} levels, not {LEVEL_COUNT}")

    def option(self, name: str) -> Option:
        """Return the option of that name. Raises ``KeyError``."""
        return {each.name: each for each in self.options}[name]

    def complete(self, given: Mapping[str, object]) -> dict[str, OptionValue]:
        """All options, defaults filled in. Raises ``OptionError`` for a bad name or value."""
        values: dict[str, OptionValue] = {o.name: o.default for o in self.options}
        by_name = {o.name: o for o in self.options}
        by_opposite = {o.opposite: o for o in self.options if o.opposite}
        for name, value in given.items():
            if name in by_name:
                values[name] = by_name[name].check(value)
            elif name in by_opposite:
                values[by_opposite[name].name] = not by_opposite[name].check(value)
            else:
                known = ", ".join(by_name) or "none"
                raise OptionError(f"{self.name} has no option {name[:40]!r} (it has: {known})")
        return values

    def new(self, **options: object) -> Position:
        """The start position with the given options. Raises ``OptionError``."""
        return self.start(self.complete(options))

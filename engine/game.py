"""The contract between a game and everything that plays, records, shows or searches it.

A game is a ``Game`` in the registry (``engine.games.registry``): its name, its two colours, its options
and a function that makes the start position. Positions are immutable: ``play`` returns a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self, runtime_checkable

from engine.errors import OptionError

OptionValue = int | bool


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    ``winner`` is a colour of the game, or None for a draw. ``reason`` is one line for the user,
    such as ``"dark encloses a light group of 5 blobs"``. ``kind`` is a short, stable word for
    programs (Boche: ``enclosure``, ``path``; every game: ``resignation``).
    """

    winner: str | None
    reason: str
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

    ``opposite`` is a second name that stands for ``not value`` (Boche: ``join_face`` is
    ``not join_any``).
    """

    name: str
    default: OptionValue
    help: str
    low: int = 0
    high: int = 1
    opposite: str = ""

    @property
    def is_flag(self) -> bool:
        return isinstance(self.default, bool)

    def check(self, value: object) -> OptionValue:
        """Return ``value`` if it fits this option, else raise ``OptionError``."""
        if self.is_flag:
            if isinstance(value, bool):
                return value
            raise OptionError(f"option {self.name}: {value!r} is neither true nor false")
        if isinstance(value, bool) or not isinstance(value, int):
            raise OptionError(f"option {self.name}: {value!r} is not a whole number")
        if not self.low <= value <= self.high:
            raise OptionError(f"option {self.name}: {value} is not in {self.low} to {self.high}")
        return value


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


@dataclass(frozen=True)
class Game:
    """A registered game.

    ``about`` is one line on what it is. ``colours`` are in order of play; ``start`` takes the
    complete options.
    """

    name: str
    title: str
    about: str
    colours: tuple[str, str]
    options: tuple[Option, ...]
    start: Callable[[Mapping[str, OptionValue]], Position]
    warnings: Callable[[Mapping[str, OptionValue]], list[str]] = lambda _: []

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

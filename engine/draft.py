"""Boards being set up: pieces are put down and taken off at will, as in an editor of positions.

A ``Draft`` offers its edits as the steps of a position, so whatever shows a position and lets its
user choose a move can show a draft and let its user edit it. A game that has drafts has a module
``draft`` in its package, with a class ``Draft``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple, Self

from boche.engine.errors import BocheError, NotationError, why_not
from boche.engine.game import Option, OptionValue, Outcome, Position, Step
from boche.engine.languages.current import tr_later
from boche.engine.message import NOTHING, Message
from boche.engine.words import FOLLOWS, NO_MORE, NO_OTHER, NO_PIECE, NO_SETUP, STAYS

Values = Mapping[str, tuple[str, ...]]
"""Set-up properties by their names, as ``BasePosition.setup_values`` returns them."""

TURN, HAND = "turn", "hand"
"""The knobs for the colour to move, and for the colour of the pieces that are put down."""


class TakeOff(NamedTuple):
    """An edit that takes a piece off, in the form of a move."""

    place: str

    def __str__(self) -> str:
        return f"-{self.place}"


class Knob(NamedTuple):
    """A setting beside the board: its name, its label and value for people, to be translated.

    ``fixed`` says why it cannot be changed, or is empty.
    """

    name: str
    label: str
    value: str
    fixed: Message = NOTHING


class BaseDraft:
    """A board being set up: immutable, and in many ways a position that is never over.

    ``values`` has the pieces, ``turn`` is the colour of those that are put down, ``mover`` the
    colour to move once the board is finished. If ``taking``, the steps take pieces off. Everything
    else is that of a position with this board. A subclass has the rules of one game.
    """

    coloured = False
    """True if pieces have colours."""
    mover_follows = False
    """True if the pieces decide whose move it is."""

    def __init__(
        self, start: Position, values: Values, mover: str, hand: str, *, taking: bool = False
    ) -> None:
        """Set up a board. Raises ``BocheError`` with the reason why a piece cannot lie there."""
        self.start, self.values = start, values
        self.mover, self.hand, self.taking = mover, hand, taking
        begun: Any = start
        self.inner = begun.put_down(values, hand if self.coloured else mover)

    @classmethod
    def of(cls, position: Position) -> Self:
        """Return the board of a position."""
        start = position.game.start(position.options)
        return cls(start, cls.values_of(position), position.turn, position.turn)

    @staticmethod
    def values_of(position: Position) -> Values:
        """Return a position's pieces."""
        any_position: Any = position
        values: Values = any_position.setup_values()
        return values

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "inner":
            raise AttributeError(name)
        return getattr(self.inner, name)

    def __str__(self) -> str:
        return str(self.inner)

    # -- as a position

    @property
    def outcome(self) -> Outcome | None:
        """None: a board that is set up is never over."""
        return None

    def resign(self, colour: str | None = None) -> Self:
        """Return the draft: nobody plays here."""
        return self

    def legal_moves(self) -> Sequence[Any]:
        """Return all edits that are offered."""
        found = []
        for step in self.steps():
            below = (step,) if step.move is not None else self.steps(step.text)
            found += [each.move for each in below]
        return found

    def steps(self, taken: str = "") -> tuple[Step, ...]:
        """Return the edits that are offered: pieces to put down, or those to take off."""
        if self.taking:
            return () if taken else tuple(Step(p, TakeOff(p)) for p in self.pieces)
        return self.puts(taken)

    def puts(self, taken: str) -> tuple[Step, ...]:
        """Return the steps that put pieces down."""
        return tuple(self.inner.steps(taken))

    def refusal(self, place: str) -> Message:
        """Return why no piece at all can be put on a place now, or an empty message."""
        return NOTHING

    def target(self, move: Any) -> Any:
        """Return the place of an edit."""
        return move.place if isinstance(move, TakeOff) else self.inner.target(move)

    def parse(self, text: str) -> Any:
        """Parse an edit: a piece in the game's notation, or ``-`` and a place to take one off."""
        return TakeOff(text[1:]) if text.startswith("-") else self.inner.parse(text)

    def play(self, move: Any) -> Self:
        """Return the board after an edit. Raises ``BocheError``."""
        move = self.parse(str(move))
        return self.take(move.place) if isinstance(move, TakeOff) else self.put(str(move))

    # -- edits

    @cached_property
    def pieces(self) -> Mapping[str, str]:
        """Pieces that can be named: each by its place, with the text that puts it down."""
        raise NotImplementedError

    def put(self, text: str) -> Self:
        """Return the board with one more piece. Raises ``BocheError``."""
        raise NotImplementedError

    def without(self, place: str) -> Values:
        """Return what is left without the piece on a place that has one."""
        raise NotImplementedError

    def take(self, place: str) -> Self:
        """Return the board without the piece on a place. Raises ``BocheError``."""
        if place not in self.pieces:
            raise NotationError(NO_PIECE(place=place))
        try:
            return self.changed(values=self.without(place))
        except BocheError as error:
            raise NotationError(STAYS(place=place, problem=why_not(error))) from None

    def turned(self, place: str) -> Self:
        """Return the board with the piece on a place turned to the next way that fits.

        Raises ``BocheError``.
        """
        if place not in self.pieces:
            raise NotationError(NO_PIECE(place=place))
        for values in self.ways(place):
            try:
                return self.changed(values=values)
            except BocheError:
                continue
        raise NotationError(NO_OTHER(place=place))

    def ways(self, place: str) -> Sequence[Values]:
        """Return the pieces with the one on a place turned in each other way, the next first."""
        return ()

    def cleared(self) -> Self:
        """Return the empty board."""
        return self.changed(values={})

    def started(self) -> Self:
        """Return the usual start."""
        first = self.start.turn
        return self.changed(values=self.values_of(self.start), mover=first, hand=first)

    def changed(self, **changes: Any) -> Self:
        """Return the board with other attributes. Raises ``BocheError``."""
        now = {
            "start": self.start, "values": self.values, "mover": self.mover, "hand": self.hand,
            "taking": self.taking,
        }  # fmt: skip
        return type(self)(**{**now, **changes})

    # -- settings

    @cached_property
    def knobs(self) -> tuple[Knob, ...]:
        """Settings in the order in which they are shown."""
        return (*self.sides(), *self.own_knobs(), *map(self._option_knob, self.start.game.options))

    def sides(self) -> tuple[Knob, ...]:
        """Return the settings for the two colours."""
        hand = (Knob(HAND, tr_later("Pieces"), self.hand),) if self.coloured else ()
        mover = self.finished.turn if self.mover_follows and self.finished else self.mover
        why = FOLLOWS() if self.mover_follows else NOTHING
        return (*hand, Knob(TURN, tr_later("To move"), mover, why))

    def own_knobs(self) -> tuple[Knob, ...]:
        """Return the game's own settings."""
        return ()

    def _option_knob(self, option: Option) -> Knob:
        return Knob(option.name, option.title, option.in_words(self.start.options[option.name]))

    def adjusted(self, name: str, by: int) -> Self:
        """Return the board with a setting changed by one step, 1 or -1. Raises ``BocheError``."""
        knob = next(knob for knob in self.knobs if knob.name == name)
        if knob.fixed:
            raise NotationError(knob.fixed)
        if name == TURN:
            return self.changed(mover=self._other(self.mover))
        if name == HAND:
            return self.changed(hand=self._other(self.hand))
        options = [option for option in self.start.game.options if option.name == name]
        return self._with_option(options[0], by) if options else self.own_adjusted(name, by)

    def own_adjusted(self, name: str, by: int) -> Self:
        """Return the board with one of the game's own settings changed. Raises ``BocheError``."""
        raise NotImplementedError

    def _with_option(self, option: Option, by: int) -> Self:
        old = self.start.options[option.name]
        allowed: Sequence[OptionValue] = option.values or range(option.low, option.high + 1)
        new: OptionValue = not old
        if not option.is_flag:
            index = list(allowed).index(old) + by if old in allowed else 0
            if not 0 <= index < len(allowed):
                raise NotationError(NO_MORE(option=option.title))
            new = allowed[index]
        return self.changed(start=self.start.game.new(**{**self.start.options, option.name: new}))

    def _other(self, colour: str) -> str:
        first, second = self.start.game.colours
        return second if colour == first else first

    # -- the end

    def finish(self) -> Position:
        """Return the position that the board shows. Raises ``BocheError`` if there is none."""
        start: Any = self.start
        position: Position = start.from_setup(
            self.values, None if self.mover_follows else self.mover
        )
        return position

    @cached_property
    def finished(self) -> Position | None:
        """The position that the board shows, or None if there is none; then see ``problem``."""
        return None if self.problem else self.finish()

    @cached_property
    def problem(self) -> str:
        """The reason why no game can come to this board, in one line, or an empty text."""
        try:
            self.finish()
        except BocheError as error:
            return why_not(error)
        return ""

    # -- identity

    @property
    def _identity(self) -> tuple[Any, ...]:
        options = tuple(self.start.options.items())
        return (options, tuple(self.values.items()), self.mover, self.hand, self.taking)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._identity == getattr(other, "_identity", None)

    def __hash__(self) -> int:
        return hash(self._identity)


def draft_of(position: Position) -> BaseDraft:
    """Return the board of a position, to be edited.

    Raises ``NotationError`` if the game has no drafts.
    """
    name = f"{position.game.room}.draft"
    if not _is_module(name):
        raise NotationError(NO_SETUP(game=position.game.title))
    draft: BaseDraft = import_module(name).Draft.of(position)
    return draft


def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # the game is one module, not a package
        return False

"""What the positions of all games have in common: options, outcome, resigning, being equal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Self

from engine.errors import IllegalMoveError
from engine.game import Game, Move, OptionValue, Outcome, Step, side_of
from engine.message import Message
from engine.notebook import shown
from engine.words import GAME_OVER, RESIGNED


class BasePosition:
    """An immutable position of one game, made of a board that its rules play on.

    A game's own class has ``turn``, ``ply``, the moves and what there is to see, and ``_key``, all
    that two equal positions agree in; it may have ``_summary``, the words that ``repr`` begins
    with. What is here serves a game without swap, whose moves are single choices.
    """

    game: ClassVar[Game]
    """The game that it is a position of; its room sets it."""

    def __init__(self, options: Mapping[str, OptionValue], board: Any) -> None:
        self._options = MappingProxyType(dict(options))
        self._board = board
        self._outcome: Outcome | None = None

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """All options by name, read-only."""
        return self._options

    @property
    def board(self) -> Any:
        """What the rules play on, as they have it; shared, so never to be changed but in a copy."""
        return self._board

    @property
    def turn(self) -> str:
        """The colour to move; after the end, the colour that would have been."""
        raise NotImplementedError

    @property
    def ply(self) -> int:
        """Moves played."""
        raise NotImplementedError

    @property
    def swapped(self) -> bool:
        """Whether the two people have exchanged colours: never, in a game without a swap."""
        return False

    def _repr_png_(self) -> bytes | None:
        """A picture, for notebooks."""
        found: bytes | None = shown("png", self)
        return found

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self._outcome

    def format(self, move: Any) -> str:
        """The text of a move."""
        return str(move)

    def legal_moves(self) -> Sequence[Move]:
        """All legal moves."""
        raise NotImplementedError

    def steps(self, taken: str = "") -> Sequence[Step]:
        """The next choices within a move: every move is a single one, unless a game says more."""
        return () if taken else tuple(Step(str(move), move) for move in self.legal_moves())

    def facts(self) -> dict[str, Any]:
        """What a program wants to know of the position, as JSON data: nothing, unless told."""
        return {}

    def resign(self, colour: str | None = None) -> Self:
        """The position after ``colour`` (default: the one to move) resigned.

        Raises ``OptionError`` for no colour of the game, ``IllegalMoveError`` after its end.
        """
        loser, colours = colour or self.turn, self.game.colours
        winner = colours[1 - side_of(loser, colours, "resign: ")]
        self._refuse_after_end("resign")
        after = self.with_board(self._board)
        after._outcome = Outcome(winner, RESIGNED(loser=loser), "resignation")
        return after

    def _refuse_after_end(self, what: object) -> None:
        """Raise ``IllegalMoveError`` for what can only be done while the game goes on."""
        if self._outcome is not None:
            raise IllegalMoveError(GAME_OVER(reason=self._outcome.reason), what)

    def with_board(self, board: Any) -> Self:
        """A position of the same game on another board, its outcome still open."""
        after = object.__new__(type(self))
        after._options, after._board, after._outcome = self._options, board, None
        return after

    # -- copies

    def bare(self) -> Self:
        """An equal position without what was worked out of this one: it takes as little room."""
        after = self.with_board(self._board)
        after._outcome = self._outcome
        return after

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), dict(self._options), self._board, self._outcome)

    def __copy__(self) -> Self:
        return self  # nothing in it changes

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    # -- identity

    @property
    def _key(self) -> tuple[Any, ...]:
        raise NotImplementedError

    @property
    def _summary(self) -> str:
        return f"{self.game.title}, {self.ply} moves"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        state = self._outcome.reason if self._outcome else f"{self.turn} to move"
        return f"<{self._summary}, {state}>"


class PlainPosition(BasePosition):
    """A position of a game whose rules are plain: ``check``, ``generate`` and ``play`` on a board.

    ``Board.cells`` has an entry for each place, and a move is a place or a swap.

    A game's own class has ``rules``, which hold ``turn``, ``ply`` and, where there is a swap,
    ``swapped`` in ``Board.info``; ``parse`` and the two ways between a move and its number; the
    words for a move that ``check`` refuses, and the outcome that ``play`` returned.
    """

    rules: ClassVar[Any]
    """The module of its room."""

    @property
    def turn(self) -> str:
        """The colour to move; after the end, the colour that would have been."""
        return self.game.colours[self._board.info[self.rules.TURN]]

    @property
    def ply(self) -> int:
        """Moves played, a swap counted."""
        return int(self._board.info[self.rules.PLY])

    @property
    def swapped(self) -> bool:
        """Whether the two people have exchanged colours."""
        slot = getattr(self.rules, "SWAPPED", None)
        return slot is not None and bool(self._board.info[slot])

    def parse(self, text: str) -> Any:
        """Read a move's text. Raises ``NotationError`` or ``IllegalMoveError``."""
        raise NotImplementedError

    def number_of(self, move: Any) -> int:
        """The number that the rules have for a move."""
        raise NotImplementedError

    def move_of(self, number: int) -> Any:
        """The move that has that number."""
        raise NotImplementedError

    def target(self, move: Any) -> Any:
        """What a legal move would fill: a move is named by its place."""
        return move

    def legal_moves(self) -> Sequence[Any]:
        """All legal moves, in the order of the rules."""
        if self._outcome is not None:
            return ()
        numbers = [0] * (len(self._board.cells) + 1)
        count = self.rules.generate(self._board, numbers)
        return tuple(self.move_of(number) for number in numbers[:count])

    def play(self, move: Any) -> Self:
        """The position after ``move``. Raises ``IllegalMoveError`` or ``NotationError``."""
        move = self.parse(str(move))
        self._refuse_after_end(move)
        number, rules = self.number_of(move), self.rules
        why = rules.check(self._board, number)
        if why != rules.LEGAL:
            raise IllegalMoveError(self._refusal(move, why), move)
        after = self.with_board(type(self._board)(*(part[:] for part in self._board)))
        result = rules.play(after._board, number)
        if result != rules.UNDECIDED:
            after._outcome = after._end(result)
        return after

    def _refusal(self, move: Any, why: int) -> Message:
        """Why a move is not legal, by what ``check`` returned."""
        raise NotImplementedError

    def _end(self, result: int) -> Outcome:
        """How the game ended, by what ``play`` returned."""
        raise NotImplementedError


def _restored(
    kind: type[Any], options: dict[str, OptionValue], board: Any, outcome: Outcome | None
) -> Any:
    """A pickled position; what follows from its options is not pickled with it."""
    after = kind(options).with_board(board)
    after._outcome = outcome
    return after


def exchanged(outcome: Outcome, colours: tuple[str, str]) -> Outcome:
    """The outcome with the colours exchanged, in its reason too."""
    words = dict(zip(colours, reversed(colours), strict=True))
    reason = outcome.reason.exchanged(words)
    return Outcome(words.get(outcome.winner or ""), reason, outcome.kind)

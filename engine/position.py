"""What the positions of all games have in common: options, outcome, resigning, being equal."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Self

from engine.errors import IllegalMoveError
from engine.game import Game, OptionValue, Outcome, side_of
from engine.words import GAME_OVER, RESIGNED


class BasePosition:
    """An immutable position of one game, made of a board that its rules play on.

    A game's own class has ``turn``, ``ply``, the moves and what there is to see; ``_key``, all
    that two equal positions agree in; and ``_summary``, the words that ``repr`` begins with.
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
    def turn(self) -> str:
        """The colour to move; after the end, the colour that would have been."""
        raise NotImplementedError

    @property
    def swapped(self) -> bool:
        """Whether the two people have exchanged colours: never, in a game without a swap."""
        return False

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self._outcome

    def format(self, move: Any) -> str:
        """The text of a move."""
        return str(move)

    def resign(self, colour: str | None = None) -> Self:
        """The position after ``colour`` (default: the one to move) resigned.

        Raises ``OptionError`` for no colour of the game, ``IllegalMoveError`` after its end.
        """
        loser, colours = colour or self.turn, self.game.colours
        winner = colours[1 - side_of(loser, colours, "resign: ")]
        self._refuse_after_end("resign")
        after = self._with(self._board)
        after._outcome = Outcome(winner, RESIGNED(loser=loser), "resignation")
        return after

    def _refuse_after_end(self, what: object) -> None:
        """Raise ``IllegalMoveError`` for what can only be done while the game goes on."""
        if self._outcome is not None:
            raise IllegalMoveError(GAME_OVER(reason=self._outcome.reason), what)

    def _with(self, board: Any) -> Self:
        """A position of the same game on another board, its outcome still open."""
        after = object.__new__(type(self))
        after._options, after._board, after._outcome = self._options, board, None
        return after

    # -- copies

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
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        state = self._outcome.reason if self._outcome else f"{self.turn} to move"
        return f"<{self._summary}, {state}>"


def _restored(
    kind: type[Any], options: dict[str, OptionValue], board: Any, outcome: Outcome | None
) -> Any:
    """A pickled position; what follows from its options is not pickled with it."""
    after = kind(options)._with(board)
    after._outcome = outcome
    return after


def exchanged(outcome: Outcome, colours: tuple[str, str]) -> Outcome:
    """The outcome with the colours exchanged, in its reason too."""
    words = dict(zip(colours, reversed(colours), strict=True))
    reason = outcome.reason.exchanged(words)
    return Outcome(words.get(outcome.winner or ""), reason, outcome.kind)

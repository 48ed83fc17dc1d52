"""The uncompiled part of a game's search code: positions to states, moves to numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from boche.engine.game import Move
from boche.engine.native.arrays import as_arrays
from boche.engine.parts import PartError


def _state(position: Any, kernels: Any) -> Any:
    board, kind = position.board, kernels.State
    if board._fields != kind._fields:
        own, search = ", ".join(board._fields), f"{position.game.room}.search"
        raise PartError(
            f"{search}: State has other fields than the position's board ({own}); write "
            "State = rules.Board, or give ENCODING a make_state"
        )
    return as_arrays(board, kind)


def _most(position: Any) -> int:
    most: int = position.most_moves
    return most


def _keys(position: Any) -> int:
    return len(position.board.cells)


def _number(position: Any, move: Any) -> int:
    number: int = position.number_of(position.parse(str(move)))
    return number


def _move(position: Any, number: int) -> Any:
    return position.move_of(number)


@dataclass(frozen=True)
class ActionSpace:
    """The integer actions and observations of one game; see ``engine.learning``.

    - ``count(position)``: the number of actions; ``planes(position)``: what each plane of an
      observation shows, in order; ``area(position)``: rows and columns of a plane.
    - ``make_state(position, kernels)``: a new state, and ``number_of(position, step)``: the rules'
      number of a legal step in it, or -1 if it has none. By default they are those of the search.
    - ``made(position)``: the rules' numbers of the steps made since ``position.whole``, or None if
      they are not known; ``begun(whole, numbers)``: the position in the middle of a move after
      these; ``pairs(position)``: an upper bound for the whole moves, if ``learning.whole_moves``
      lists them. They are for games whose positions ``engine.learning.single`` can play.
    - ``changing``: the fields of ``State`` that change in the course of a game.
    - ``numbers``: numpy's name of a type of integers that is wide enough for all that the arrays in
      these ever hold, but for those named ``wide``, which stay int64. Narrow ones are faster.
    """

    count: Callable[[Any], int]
    planes: Callable[[Any], Sequence[str]]
    area: Callable[[Any], tuple[int, int]]
    make_state: Callable[[Any, Any], Any] | None = None
    number_of: Callable[[Any, Any], int] | None = None
    made: Callable[[Any], tuple[int, ...] | None] = lambda position: ()
    begun: Callable[[Any, tuple[int, ...]], Any] | None = None
    pairs: Callable[[Any], int] | None = None
    changing: tuple[str, ...] = ("board",)
    numbers: str = "int64"
    wide: tuple[str, ...] = ()


@dataclass(frozen=True)
class Encoding:
    """The conversion of one game's positions and moves to what its kernels work on.

    A game has one as ``ENCODING`` in the module ``encoding`` of its package. Each function takes a
    position of the game, or what ``searchable`` makes of one. The defaults suit an
    ``engine.position.PlainPosition``, that of ``key_count`` moves that are cells, or a swap.

    - ``longest(position)``: upper bound for the moves of a game that the search plays;
      ``most_moves``: upper bound for the legal moves of a position; ``key_count``: greater than
      any ``interface.key``. They determine the sizes of arrays.
    - ``make_state(position, kernels)``: a new ``State`` for the compiled ``search`` module; by
      default it is made of the ``Board``.
    - ``number_of(position, move)``: the number that the rules use for a legal move or its text;
      ``move_of(position, number)`` is the inverse. By default the position has methods for both.
    - ``classes(position)``: each legal move's number, mapped to that of the first move that is
      equivalent by symmetry. By default no two moves are equivalent.
    - ``moves_between(before, after)``: the moves from one position to another, one or two later;
      empty if they cannot be determined. By default they are known only if the caller passes them.
    - ``searchable(position)``: what is searched for a position if moves are made in steps, and
      ``steps_of(position, move)``: the steps of a move. See ``engine.search.steps``.
    - ``games_at_once``: the number of random games in one call of ``interface.playout``.
    - ``actions``: the integer actions for programs that learn, if there are any.
    - ``tuning``: values of ``SearchParams`` that do better in this game than the defaults;
      ``learned``: those with learned weights, if the game has any. ``weights(position)``: the name
      of a file of weights for the position's options in ``assets/weights``, or its path, or ''.
    """

    longest: Callable[[Any], int]
    most_moves: Callable[[Any], int] = _most
    key_count: Callable[[Any], int] = _keys
    make_state: Callable[[Any, Any], Any] = _state
    number_of: Callable[[Any, Any], int] = _number
    move_of: Callable[[Any, int], Any] = _move
    classes: Callable[[Any], dict[int, int]] | None = None
    moves_between: Callable[[Any, Any], Sequence[Move]] = lambda before, after: []
    searchable: Callable[[Any], Any] | None = None
    steps_of: Callable[[Any, Any], Sequence[Any]] | None = None
    games_at_once: Callable[[Any], int] = lambda position: 1
    actions: ActionSpace | None = None
    tuning: Mapping[str, float] = field(default_factory=dict)
    learned: Mapping[str, float] = field(default_factory=dict)
    weights: Callable[[Any], str] = lambda position: ""

    def numbered(self, position: Any) -> dict[int, int]:
        """Map each legal move's number to that of the first move equivalent by symmetry."""
        if self.classes is not None:
            return self.classes(position)
        numbers = [self.number_of(position, move) for move in position.legal_moves()]
        return {number: number for number in numbers}

"""What a game gives the search that is not compiled: states from positions, moves as numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.game import Move
from engine.jit.compile import as_arrays


def _state(position: Any, kernels: Any) -> Any:
    return as_arrays(position.board, kernels.State)


def _most(position: Any) -> int:
    return len(position.board.cells) + 1


def _keys(position: Any) -> int:
    return len(position.board.cells)


def _number(position: Any, move: Any) -> int:
    number: int = position.number_of(position.parse(str(move)))
    return number


def _move(position: Any, number: int) -> Any:
    return position.move_of(number)


@dataclass(frozen=True)
class Encoding:
    """How one game's positions and moves become what its kernels work on.

    A game has one as ``ENCODING`` in the module ``encoding`` of its room. Each function takes a
    position of the game, or what ``searchable`` makes of one. What is left out is as it must be for
    an ``engine.position.PlainPosition`` whose moves are places, or a swap.

    - ``longest(position)``: no game that the search plays has more moves, ``most_moves``: no
      position has more legal ones, ``key_count``: no ``interface.key`` is as high. They bound
      arrays.
    - ``make_state(position, kernels)``: a ``State`` of its own for the compiled ``search`` module;
      if left out, that is the ``Board``.
    - ``number_of(position, move)``: the number that the rules have for a legal move or its text;
      ``move_of(position, number)`` is the inverse. If left out, positions have both for moves.
    - ``classes(position)``: each legal move's number, with that of the first one that is the same
      by symmetry. If left out, each is like no other.
    - ``moves_between(before, after)``: the moves from one position to another, one or two later;
      empty where that is not clear. If left out, they are known only where they are told.
    - ``searchable(position)``: what is searched for a position where a move is made in steps, and
      ``steps_of(position, move)`` the steps of a move: see ``engine.search.steps``.
    - ``games_at_once``: the random games in one call of ``interface.playout``.
    - ``tuning``: settings of ``SearchParams`` that do better in this game than its own.
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
    tuning: Mapping[str, float] = field(default_factory=dict)

    def numbered(self, position: Any) -> dict[int, int]:
        """Each legal move's number, with that of the first one that is the same by symmetry."""
        if self.classes is not None:
            return self.classes(position)
        numbers = [self.number_of(position, move) for move in position.legal_moves()]
        return {number: number for number in numbers}

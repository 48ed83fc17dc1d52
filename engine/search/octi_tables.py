"""Octi for the tree search, the part that is not compiled: states from positions, steps as plies.

The search goes step by step, so what it is given is a ``StepPosition``: like a position, but each
of its moves is one step of ``Position.steps``, as its text.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

import numpy as np

from engine.compiled import as_arrays
from engine.errors import IllegalMoveError
from engine.game import Game, OptionValue, Outcome
from engine.octi import rules
from engine.octi.geometry import COLOURS
from engine.octi.position import Position
from engine.octi.turns import MOST_STEPS
from engine.search import octi
from engine.search.contract import DRAW, UNDECIDED

MOST_STEPS_A_TURN = 7 + 7 * 3 * rules.MOST_HOPS
"""Seven pods chosen, and of each hop its way, what it captures, and going on."""


class StepPosition:
    """A position of Octi whose moves are single steps.

    ``whole`` is the position at the beginning of the turn, ``taken`` what of a move is chosen.
    """

    def __init__(self, whole: Position, taken: str = "") -> None:
        self.whole, self.taken = whole, taken

    @property
    def game(self) -> Game:
        return self.whole.game

    @property
    def options(self) -> Mapping[str, OptionValue]:
        return self.whole.options

    @property
    def turn(self) -> str:
        return self.whole.turn

    @property
    def ply(self) -> int:
        """Whole moves played; a turn in the making counts for nothing."""
        return self.whole.ply

    @property
    def swapped(self) -> bool:
        return False

    @property
    def outcome(self) -> Outcome | None:
        return self.whole.outcome

    def legal_moves(self) -> tuple[str, ...]:
        """The texts of the steps that may follow."""
        return tuple(step.text for step in self.whole.steps(self.taken))

    def parse(self, text: str) -> str:
        """A step by its text. Raises ``IllegalMoveError`` for one that there is not."""
        if text not in self.legal_moves():
            raise IllegalMoveError(f"{text[:40]}: no step from here")
        return text

    def format(self, step: str) -> str:
        return step

    def play(self, step: str) -> StepPosition:
        """The position after a step. Raises ``IllegalMoveError``."""
        for each in self.whole.steps(self.taken):
            if each.text == step:
                if each.move is None:
                    return StepPosition(self.whole, step)
                return StepPosition(self.whole.play(str(each.move)))
        raise IllegalMoveError(f"{step[:40]}: no step from here")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StepPosition):
            return NotImplemented
        return (self.whole, self.taken) == (other.whole, other.taken)

    def __hash__(self) -> int:
        return hash((self.whole, self.taken))


def searchable(position: Position | StepPosition) -> StepPosition:
    """What the search is given for a position."""
    return position if isinstance(position, StepPosition) else StepPosition(position)


# -- states


def make_state(position: Position | StepPosition, kernels: ModuleType) -> Any:
    """The position as a ``State`` of its own, for the compiled functions ``kernels``."""
    here, compiled = searchable(position), kernels.rules
    turn = here.whole.turn_at(here.taken) if here.outcome is None else here.whole._start
    board = as_arrays(turn.board, compiled.Board)
    seen = int(board.info[rules.SEEN])
    history = np.zeros(seen + octi.MOST_TURNS + 2, np.int64)
    history[:seen] = board.history[:seen]
    return kernels.State(
        geo=as_arrays(turn.geometry, compiled.Geometry),
        board=board._replace(history=history),
        variant=compiled.Variant(*turn.variant),
        steps=np.zeros(MOST_STEPS, np.int64),
        start=here.whole.ply,
        horizon=octi.HORIZON,
    )


def most_moves(position: Position | StepPosition) -> int:
    """No stage of a turn has more steps than this."""
    return MOST_STEPS


def longest(position: Position | StepPosition) -> int:
    """No search follows a game for more steps than this."""
    return octi.MOST_TURNS * 24 + MOST_STEPS_A_TURN


def key_count(position: Position | StepPosition) -> int:
    """The keys run from 0 to this, which is not one of them."""
    return octi.KEYS


# -- steps


def number_of(position: StepPosition, step: Any) -> int:
    """The number that the rules have for a step."""
    turn = position.whole.turn_at(position.taken)
    texts = position.legal_moves()
    if str(step) not in texts:
        raise IllegalMoveError(f"{str(step)[:40]}: no step from here")
    return turn.steps()[texts.index(str(step))]


def move_of(position: StepPosition, number: int) -> str:
    """The step that has that number."""
    return position.whole.turn_at(position.taken).step(number).text


def seat_to_move(position: Position | StepPosition) -> int:
    """See ``engine.search.contract``."""
    return COLOURS.index("white" if position.turn == "white" else "black")


def result_of(position: Position | StepPosition) -> int:
    """The result of a position, as in ``engine.search.contract``."""
    if position.outcome is None:
        return UNDECIDED
    winner = position.outcome.winner
    return DRAW if winner is None else int(winner == "white")


def games_at_once(position: Position | StepPosition) -> int:
    """The random games in one call of ``playout``."""
    return 1


def way(before: StepPosition, after: StepPosition) -> list[str]:
    """The steps between two positions: they are not guessed, ``Searcher.advance`` is told them."""
    return []


def classes(position: StepPosition) -> dict[int, int]:
    """Each legal step's number, itself: symmetry is not used."""
    turn = position.whole.turn_at(position.taken) if position.outcome is None else None
    numbers = turn.steps() if turn is not None else []
    return {number: number for number in numbers}

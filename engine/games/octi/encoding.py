"""The part of Octi's tree search that is not compiled: states from positions, steps as plies.

The search goes step by step, since there are too many whole moves to branch on (see
``engine.search.steps``). A ``StepPosition`` is like a position, but each of its moves is the text
of one step of ``Position.steps``.
"""

from __future__ import annotations

from functools import cache, cached_property
from types import ModuleType
from typing import Any

import numpy as np

from boche.engine.errors import IllegalMoveError
from boche.engine.games.octi import learning, rules
from boche.engine.games.octi import search as octi
from boche.engine.games.octi.board import geometry_of
from boche.engine.games.octi.geometry import LETTERS
from boche.engine.games.octi.notation import Move, parse_draft
from boche.engine.games.octi.position import Position
from boche.engine.games.octi.turns import MOST_STEPS, Turn
from boche.engine.games.octi.words import NO_STEP
from boche.engine.native.arrays import as_arrays
from boche.engine.recent import use
from boche.engine.search.encoding import ActionSpace, Encoding
from boche.engine.search.steps import BaseStepPosition

LEARNED = {
    "explore": 0.0, "amaf": 0.0, "prior": 0.5, "first_play": 0.5, "trust": 1.0, "expand": 1,
}  # fmt: skip
"""Settings of the tree search with learned weights; see ``SearchParams``."""

MOST_STEPS_A_TURN = 7 + 7 * 3 * rules.MOST_HOPS
"""Most steps in a turn: seven pods chosen, then per hop a direction, a capture and going on."""


class StepPosition(BaseStepPosition):
    """A position of Octi whose moves are single steps.

    ``whole`` is the position at the beginning of the turn; ``taken`` is the text of the move so
    far.
    """

    whole: Position

    def __init__(
        self, whole: Position, taken: str | None = "", made: tuple[int, ...] | None = None
    ) -> None:
        """Begin a turn, by the text of the choices or, without one, by the rules' numbers."""
        self.whole, self._written = whole, taken
        self.made = () if taken == "" else made
        use(self)

    def _text(self) -> str:
        return self._turn.text if self._written is None else self._written

    taken = cached_property(_text)
    """The text of the move so far."""

    @cached_property
    def _turn(self) -> Turn:
        """The turn so far; it is known by the numbers of its steps."""
        assert self.made is not None
        turn = self.whole.turn_at("")
        for number in self.made:
            turn = turn.step(number)
        return turn

    @property
    def ply(self) -> int:
        """Number of whole moves played; an unfinished turn does not count."""
        return self.whole.ply

    @cached_property
    def _steps(self) -> dict[str, Move | None]:
        """Texts of the possible next steps, each with the move it completes, or None."""
        return {step.text: step.move for step in self.whole.steps(self.taken)}  # type: ignore[misc]

    def legal_moves(self) -> tuple[str, ...]:
        """Return the texts of the possible next steps."""
        return tuple(self._steps)

    def parse(self, text: str) -> str:
        """Return a step's text if there is such a step; else raise ``IllegalMoveError``."""
        if text not in self._steps:
            raise IllegalMoveError(NO_STEP(), text[:40])
        return text

    def play(self, step: str) -> StepPosition:
        """Return the position after a step. Raises ``IllegalMoveError``."""
        move = self.completed(self.parse(step))
        if move is None:
            return StepPosition(self.whole, step)
        return StepPosition(self.whole.play(move))

    def move_so_far(self, step: str) -> str:
        """Return the text of the move up to and including this step."""
        return step

    def completed(self, step: str) -> Move | None:
        """Return the move of the game that a step completes, or None if more steps follow."""
        return self._steps[step]


def searchable(position: Position | StepPosition) -> StepPosition:
    """Return a position in the form that the search takes."""
    return position if isinstance(position, StepPosition) else StepPosition(position)


# -- states


def make_state(position: Position | StepPosition, kernels: ModuleType) -> Any:
    """Return the position as a new ``State`` for the compiled functions ``kernels``."""
    here, compiled = searchable(position), kernels.rules
    whole = here.whole
    begin = Turn(whole.geometry, whole.variant, whole.board)
    turn = whole.turn_at(here.taken) if here.outcome is None else begin
    board = as_arrays(turn.board, compiled.Board)
    earlier = whole.board.history
    seen = board.info[rules.SEEN] = len(earlier)
    history = np.zeros(seen + octi.MOST_TURNS + 2, np.int64)
    history[:seen] = earlier
    return kernels.State(
        geo=compiled.Geometry(*_geometry(bool(whole.options["wrap"]))),
        board=board._replace(history=history),
        variant=compiled.Variant(*turn.variant),
        steps=np.zeros(MOST_STEPS, np.int64),
        start=here.whole.ply,
        horizon=octi.HORIZON,
    )


@cache
def _geometry(wrap: bool) -> rules.Geometry:
    """Return the board in shared read-only arrays; making them takes longer than a short search."""
    geometry: rules.Geometry = as_arrays(geometry_of(wrap), rules.Geometry)
    return geometry


def most_moves(position: Position | StepPosition) -> int:
    """Return an upper bound on the number of steps at any stage of a turn."""
    return MOST_STEPS


def longest(position: Position | StepPosition) -> int:
    """Return an upper bound on the number of steps for which a search follows a game."""
    return octi.MOST_TURNS * 24 + MOST_STEPS_A_TURN


def key_count(position: Position | StepPosition) -> int:
    """Return the number of step keys; keys run from 0 to one less than this."""
    return octi.KEYS


def weights(position: Position | StepPosition) -> str:
    """Return the name of the learned weights, which are for the default options alone."""
    return "" if position.game.changed(position.options) else "octi"


# -- steps


def number_of(position: StepPosition, step: Any) -> int:
    """Return the rules' number of a step."""
    texts = position.legal_moves()
    return position.whole.turn_at(position.taken).steps()[texts.index(position.parse(str(step)))]


def move_of(position: StepPosition, number: int) -> str:
    """Return the step with a number."""
    return position.whole.turn_at(position.taken).step(number).text


def steps_of(position: Position, move: Move | str) -> list[str]:
    """Return the steps of a move. Raises the same errors as ``Position.play``."""
    position.play(move)
    wanted = position.parse(str(move))
    found = _steps_to(position, "", wanted)
    if found is None:
        raise AssertionError(f"{wanted} is legal, and cannot be reached step by step")
    return found


def _steps_to(position: Position, taken: str, wanted: Move) -> list[str] | None:
    """Return the steps after ``taken`` that lead to a move, or None if it cannot be reached."""
    for step in position.steps(taken):
        if step.move is not None:
            if step.move == wanted:
                return [step.text]
        elif parse_draft(step.text).leads_to(wanted):
            rest = _steps_to(position, step.text, wanted)
            if rest is not None:
                return [step.text, *rest]
    return None


def classes(position: StepPosition) -> dict[int, int]:
    """Map each legal step's number to itself; symmetry is not used."""
    turn = position.whole.turn_at(position.taken) if position.outcome is None else None
    numbers = turn.steps() if turn is not None else []
    return {number: number for number in numbers}


# -- actions and observations

_SIDES = ("my", "the opponent's")
_STAGES = (
    "a turn begins",
    "a pod gets a prong",
    "a prong is given up for the new one",
    "a pod moves",
    "pods are captured",
)

PLANES = (
    *(f"{side} pods, a seventh for each" for side in _SIDES),
    *(
        f"{side} pods with the prong {letter}, a seventh for each"
        for side in _SIDES
        for letter in LETTERS
    ),
    *(f"{side} home squares" for side in _SIDES),
    "the square of the pod chosen, a seventh for each pod still to move from there",
    "the square that the moving pod has reached",
    "the pods captured in this turn, a seventh for each",
    *(f"everywhere the share of {side} pods in reserve" for side in _SIDES),
    *(f"everywhere the share of {side} pods that are captured" for side in _SIDES),
    *(f"everywhere the share of {side} prongs in hand" for side in _SIDES),
    *(f"everywhere 1 if {stage}" for stage in _STAGES),
    *(f"everywhere 1 if the new prong is {letter}" for letter in LETTERS),
    "everywhere 1 if it is my turn",
)
"""Contents of each plane; rows and columns are the digits of the squares."""


def learning_made(position: Position | StepPosition) -> tuple[int, ...] | None:
    """Return the rules' numbers of the steps made in this turn, if they are known."""
    return position.made if isinstance(position, StepPosition) else ()


ACTIONS = ActionSpace(
    count=lambda position: learning.ACTIONS,
    planes=lambda position: PLANES,
    area=lambda position: (9, 9),
    made=learning_made,
    begun=lambda whole, made: StepPosition(whole, None, made),
    numbers="int16",
    wide=("info", "history", "jumped"),
)

ENCODING = Encoding(
    longest=longest,
    most_moves=most_moves,
    key_count=key_count,
    make_state=make_state,
    number_of=number_of,
    move_of=move_of,
    classes=classes,
    searchable=searchable,
    steps_of=steps_of,
    actions=ACTIONS,
    learned=LEARNED,
    weights=weights,
)

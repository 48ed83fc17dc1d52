"""An exercise in progress: an immutable state, and functions that return the next one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from boche.engine.game import Position
from boche.engine.puzzles.standing import Score
from boche.viewer.training import words
from boche.viewer.training.exercise import Answer, Exercise, Quality

Phase = Literal["arrives", "asks", "judging", "wrong", "reply", "done"]


@dataclass(frozen=True)
class TrainingState:
    """What is asked, the last answer, and the moves on the table.

    ``heading`` is the exercise's place in its series. ``base`` are the moves to the position asked
    about, ``moves`` those on the table, ``ahead`` those that follow by themselves. In the phase
    ``arrives`` the last of ``base`` is yet to come. In ``asks`` a try is awaited, in ``judging`` it
    is being searched; in ``wrong`` it stays with its refutation until it is taken back. In
    ``reply`` the other side answers a right move; in ``done`` nothing more is asked. ``answer`` is
    the answer to the last try and ``quality`` its judgement, None for other lines. ``hints`` counts
    those at this place, ``most`` the most at any. ``noted`` is the line on the result.
    """

    exercise: Exercise = field(compare=False)
    heading: str
    base: tuple[str, ...]
    moves: tuple[str, ...]
    place: Any = field(compare=False)
    phase: Phase = "asks"
    quality: Quality | None = None
    answer: str = ""
    ahead: tuple[str, ...] = ()
    hints: int = 0
    most: int = 0
    missed: bool = False
    noted: str = ""

    @property
    def moving(self) -> bool:
        """True if the exercise goes on by itself."""
        return self.phase in ("arrives", "reply") or bool(self.ahead)

    @property
    def over(self) -> bool:
        """True if the result is certain: the exercise is done, or a try was not right."""
        return self.missed or self.phase == "done"

    @property
    def score(self) -> Score:
        """How it went so far."""
        return Score(self.most, self.missed)


def initial_state(exercise: Exercise, heading: str) -> TrainingState:
    """Return the state at the beginning; the last move before the position is yet to come."""
    base = tuple(exercise.record.moves())
    phase: Phase = "arrives" if base else "asks"
    return TrainingState(exercise, heading, base, base[:-1], exercise.place, phase)


def tried(state: TrainingState, position: Position, move: str) -> TrainingState:
    """Return the state after a legal move, played in ``position``."""
    state = replace(state, moves=(*state.base, move))
    answer = state.exercise.judge(state.place, position, move)
    if answer is None:
        exercise = state.exercise
        return replace(state, phase="judging", quality="wrong" if exercise.strict else None,
                       answer=exercise.meanwhile(move),
                       missed=state.missed or exercise.strict)  # fmt: skip
    return answered(state, answer)


def answered(state: TrainingState, answer: Answer) -> TrainingState:
    """Return the state once the move on the table has been judged.

    A move that a hint has shown is not praised.
    """
    right = answer.quality == "right"
    phase: Phase = "wrong"
    if right:
        phase = "done" if answer.place is None else "reply"
    shown = right and state.score.is_shown
    text = words.WAS_SHOWN() if shown and phase == "done" else answer.text
    return replace(state, phase=phase, quality=None if shown else answer.quality, answer=text,
                   ahead=answer.ahead, place=answer.place if phase == "reply" else state.place,
                   missed=state.missed or not right)  # fmt: skip


def unjudged(state: TrainingState, reason: str) -> TrainingState:
    """Return the state after a search that failed: the move is taken back."""
    text = words.NOT_SEARCHED(move=state.moves[-1], reason=reason)
    return replace(taken_back(state), answer=text)


def went_on(state: TrainingState) -> TrainingState:
    """Return the state after the next step that comes by itself."""
    if state.phase == "arrives":
        return replace(state, phase="asks", moves=state.base)
    if state.ahead:
        state = replace(state, moves=(*state.moves, state.ahead[0]), ahead=state.ahead[1:])
    if state.phase == "reply" and not state.ahead:
        return replace(state, phase="asks", base=state.moves, hints=0)
    return state


def taken_back(state: TrainingState) -> TrainingState:
    """Return the state with a try, its refutation and the answer to it taken back."""
    return replace(state, moves=state.base, phase="asks", ahead=(), answer="", quality=None)


def hinted(state: TrainingState, text: str, hints: int) -> TrainingState:
    """Return the state after a hint, the first or the second one."""
    return replace(state, hints=hints, most=max(hints, state.most), quality=None, answer=text)


def solved(state: TrainingState) -> TrainingState:
    """Return the state in which the solution is being played; it counts as not found."""
    first, *rest = state.exercise.solution(state.place)
    answer = (
        words.SOLUTION_LINE(move=first, rest=", ".join(rest))
        if rest
        else words.SOLUTION(move=first)
    )
    return replace(state, moves=(*state.base, first), ahead=tuple(rest), phase="done",
                   quality=None, answer=answer, missed=True)  # fmt: skip

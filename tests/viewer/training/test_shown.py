"""An exercise whose solution was shown by hints: it is not praised."""

from __future__ import annotations

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.languages.current import translate
from boche.viewer.training import state as training
from boche.viewer.training.courses import PuzzleExercise
from boche.viewer.training.state import TrainingState
from tests.viewer.training.made import made_puzzles

every_game = pytest.mark.parametrize("game", GAMES)


def played(game: str, hints: int) -> TrainingState:
    """Return the state after the right move of a puzzle of one move, played after some hints."""
    exercise = PuzzleExercise(made_puzzles(game)[0])
    state = training.went_on(training.initial_state(exercise, ""))
    for number in range(1, hints + 1):
        state = training.hinted(state, "", number)
    position = exercise.record.position(exercise.record.main_line()[-1])
    return training.tried(state, position, exercise.solution(exercise.place)[0])


@every_game
def test_a_move_that_was_shown_is_not_praised(game: str) -> None:
    state = played(game, hints=2)
    assert state.phase == "done"
    assert not state.score.is_found
    assert state.quality is None
    assert translate(state.answer) == "The solution was shown: not counted as solved."


@every_game
@pytest.mark.parametrize("hints", [0, 1])
def test_a_move_that_was_found_is(game: str, hints: int) -> None:
    state = played(game, hints)
    assert (state.quality, translate(state.answer)) == ("right", "Solved.")

"""The commands of an exercise, and their conditions."""

from __future__ import annotations

from boche.viewer.table import move_input
from boche.viewer.table.context import Command, Context
from boche.viewer.training import words
from boche.viewer.training.session import TrainingSession

LEAVE_DONE = Command("training_over", (), "leave after the last exercise", "")
"""What the window does after the last exercise; it has no key of its own."""


def can_leave(context: Context) -> str:
    return "" if context.table.training is not None else words.NO_EXERCISE


def can_go_on(context: Context) -> str:
    """Refuse until a try has been answered."""
    training = context.table.training
    if training is None:
        return words.NO_EXERCISE
    phase = training.state.phase
    if phase == "judging":
        return words.SEARCHED
    return words.FIND_FIRST if phase == "asks" else ""


def can_hint(context: Context) -> str:
    """Refuse while no move is asked for."""
    training = context.table.training
    if training is None:
        return words.NO_EXERCISE
    return words.GO_ON if training.state.phase == "done" else ""


def on_table(context: Context) -> TrainingSession:
    """Return the exercise on the table."""
    training = context.table.training
    assert training is not None
    return training


def go_on(context: Context) -> None:
    """Go on to the next move or exercise, or leave after the last one."""
    training = on_table(context)
    phase = training.state.phase
    if phase == "wrong":
        training.take_back()
    elif phase != "done":
        training.go_on()
    elif (exercise := training.course.next()) is not None:
        context.table.set_session(TrainingSession(training.course, exercise))
    elif context.window is not None:
        context.window[LEAVE_DONE]()


def again(context: Context) -> None:
    """Take a try back; without one, start the exercise again."""
    training = on_table(context)
    state = training.state
    if state.phase in ("wrong", "judging"):
        training.take_back()
    else:
        fresh = TrainingSession(training.course, training.exercise, state.noted)
        context.table.set_session(fresh)


def hint(context: Context) -> None:
    """Choose the place where the move begins; asked again, show the move."""
    table, training = context.table, on_table(context)
    _ask_now(training)
    table.follow(0.0)
    text = training.exercise.solution(training.state.place)[0]
    move = table.position.parse(text)
    first = table.selection.first_target(move)
    whole = first and table.selection.targets()[first].move is not None
    if training.state.hints or whole or not first:
        shown = move_input.show_move(table, move)
        training.hint((words.MOVE if shown else words.PLAIN_MOVE)(move=text), 2)
        return
    training.hint(words.PIECE(place=first.strip("+-:")), 1)
    table.follow(0.0)
    table.selection.choose(first)
    table.pointing.leave_to_keys(table.picker.place(table.position, first, table.display))


def _ask_now(training: TrainingSession) -> None:
    """Go to where a move is asked for: let moves arrive, and take a try back."""
    if training.state.phase in ("wrong", "judging"):
        training.take_back()
    while training.state.phase in ("arrives", "reply"):
        training.go_on()
    training.cursor.last()


def solve(context: Context) -> None:
    """Play the solution on the board."""
    training = on_table(context)
    _ask_now(training)
    training.solve()

"""The commands of an exercise, and their conditions."""

from __future__ import annotations

import numpy as np

from boche.engine.game import Step
from boche.engine.languages.current import tr, tr_later
from boche.engine.record import Node
from boche.engine.record.marks import CIRCLE, Mark, marks_of, toggle
from boche.viewer.games.view import Pick
from boche.viewer.table import move_input
from boche.viewer.table.command_keys import with_keys
from boche.viewer.table.context import Command, Context
from boche.viewer.table.state import Table
from boche.viewer.training import words
from boche.viewer.training.session import TrainingSession

AROUND, BESIDE = 6, 4
"""Places that a hint marks if one place is a whole move, and how far they may be beside it."""

LEAVE_DONE = Command("training_over", (), tr_later("leave after the last exercise"), "")
"""What the window does after the last exercise; it has no key of its own."""


def _no_exercise() -> str:
    return with_keys(words.NO_EXERCISE, retry="retry_mistakes", puzzles="puzzles")


def can_leave(context: Context) -> str:
    return "" if context.table.training is not None else _no_exercise()


def can_go_on(context: Context) -> str:
    """Refuse until a try has been answered."""
    training = context.table.training
    if training is None:
        return _no_exercise()
    phase = training.state.phase
    if phase == "judging":
        return with_keys(words.SEARCHED, key="training_again")
    if phase != "asks":
        return ""
    return with_keys(words.FIND_FIRST, hint="training_hint", solution="training_show")


def can_hint(context: Context) -> str:
    """Refuse while no move is asked for."""
    training = context.table.training
    if training is None:
        return _no_exercise()
    return tr(words.GO_ON) if training.state.phase == "done" else ""


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
    """Mark where the move begins; asked again, show the move."""
    table, training = context.table, on_table(context)
    _ask_now(training)
    table.follow(0.0)
    move_input.let_go(table)
    text = training.exercise.solution(training.state.place)[0]
    move = table.position.parse(text)
    first = table.selection.first_target(move)
    if training.state.hints or first is None:
        shown = move_input.show_move(table, move)
        training.hint((words.MOVE if shown else words.PLAIN_MOVE)(move=text), 2)
        return
    places = _places_near(table, first)
    _circle(training.cursor.node, places)
    # Moves are written without the level that the name of a mark may have.
    place = first.text if places[0].startswith(first.text) else places[0]
    training.hint(words.PIECE(place=place) if len(places) == 1
                  else words.AMONG(count=len(places)), 1)  # fmt: skip
    table.follow(0.0)


def _places_near(table: Table, first: Step) -> list[str]:
    """Return the place of a target, or those around it if it is a whole move."""
    position, picker = table.position, table.picker
    targets = [first.text]
    if first.move is not None:
        at = {text: picker.place(position, text, table.display)
              for text in table.selection.targets()}  # fmt: skip
        near = sorted(at, key=lambda text: float(np.sum((at[text] - at[first.text]) ** 2)))
        beside = near[min(1 + position.ply % BESIDE, len(near) - 1)]
        near.sort(key=lambda text: float(np.sum((at[text] - at[beside]) ** 2)))
        among = near[:AROUND] if first.text in near[:AROUND] else [*near[: AROUND - 1], first.text]
        targets = among
    spots = (picker.spot(position, Pick(text)) or text.strip("+-:") for text in targets)
    return list(dict.fromkeys(spots))


def _circle(node: Node, places: list[str]) -> None:
    """Draw a circle on each of some places that has none."""
    for mark in (Mark(CIRCLE, place) for place in places):
        if mark not in marks_of(node):
            toggle(node, mark)


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

"""Steps that a position offers to a pointer: targets, and the choices of each.

A *target* is a step that names a place; its *choices* are the steps below it. A choice that is not
yet a whole move is taken, and the targets are then the steps that follow it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from boche.engine.game import Step
from boche.viewer.games.view import Picker


def targets_of(picker: Picker, position: Any, taken: str = "") -> dict[str, Step]:
    """Return the steps after ``taken`` that name a place, by their text; none after the end."""
    if position is None or position.outcome is not None:
        return {}
    return {
        step.text: step
        for step in picker.steps(position, taken)
        if step.move is None or picker.target_of(position, step.move) is not None
    }


def choices_of(picker: Picker, position: Any, target: Step) -> Sequence[Step]:
    """Return the steps below a target, or itself if it is a whole move or no letter chooses."""
    if target.move is not None:
        return (target,)
    below = picker.steps(position, target.text)
    return below if all(picker.key_of(each.text) for each in below) else (target,)


Targets = Callable[[str], Mapping[str, Step]]
Choices = Callable[[Step], Sequence[Step]]


def way_to(
    picker: Picker, targets: Targets, choices: Choices, move: Any, taken: str = ""
) -> list[tuple[Step, Step]] | None:
    """Return the targets after ``taken``, each with its choice, that make a move, or None.

    ``targets`` and ``choices`` are as ``targets_of`` and ``choices_of`` in a position.
    """
    for target in targets(taken).values():
        for choice in choices(target):
            if choice.move is not None:
                if choice.move == move:
                    return [(target, choice)]
            elif picker.leads is not None and picker.leads(choice.text, move):
                rest = way_to(picker, targets, choices, move, choice.text)
                if rest is not None:
                    return [(target, choice), *rest]
    return None

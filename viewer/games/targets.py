"""Steps that a position offers to a pointer: targets, and the choices of each.

A *target* is a step that names a place; its *choices* are the steps below it. A choice that is not
yet a whole move is taken, and the targets are then the steps that follow it.
"""

from __future__ import annotations

from collections.abc import Sequence
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

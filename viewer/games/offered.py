"""What a position offers to whoever makes a move by pointing: targets, and the choices of each.

A *target* is a step that names a place; its *choices* are the steps below it. Where a choice is not
yet a whole move it is taken, and the targets are what follows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import Step
from viewer.games.view import Picker


def targets_of(picker: Picker, position: Any, taken: str = "") -> dict[str, Step]:
    """The steps behind ``taken`` that name a place, by their text; none after the end."""
    if position is None or position.outcome is not None:
        return {}
    return {
        step.text: step
        for step in picker.steps(position, taken)
        if step.move is None or picker.target_of(position, step.move) is not None
    }


def choices_of(picker: Picker, position: Any, target: Step) -> Sequence[Step]:
    """The steps below a target: itself where it is a whole move, or where no letter chooses."""
    if target.move is not None:
        return (target,)
    below = picker.steps(position, target.text)
    return below if all(picker.key_of(each.text) for each in below) else (target,)

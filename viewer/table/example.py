"""An example of a typed move: one that may be played in the position on the table."""

from __future__ import annotations

from typing import Any

from boche.engine.errors import NotationError, quoted
from boche.engine.message import NOTHING, Message
from boche.engine.words import REFUSED
from boche.viewer.table import words

SWAP = "swap"
NO_MOVE = ".no-move"
"""The end of the kind of each game's message for a text that is not a move."""


def example_of(position: Any) -> Message:
    """Return a legal move as an example, with the swap if that is possible; empty after the end."""
    steps = position.steps()
    swaps = any(step.text == SWAP for step in steps)
    steps = [step for step in steps if step.text != SWAP]
    if not steps:
        return words.ONLY_SWAP() if swaps else NOTHING
    # The middle one: the first moves of a list are in a corner, where nobody plays.
    step = steps[len(steps) // 2]
    while step.move is None:
        steps = position.steps(step.text)
        whole = [each for each in steps if each.move is not None]
        step = (whole or steps)[0]
    move = position.format(step.move)
    return words.EXAMPLE_OR_SWAP(move=move) if swaps else words.EXAMPLE(move=move)


def with_example(position: Any, text: str, error: Exception) -> Message:
    """Return why a text is not a move with an example from this position, or an empty message.

    The rules' own message names a move of some board and position; anything else that is wrong
    with a move they say better.
    """
    if not isinstance(error, NotationError) or not error.reason.kind.endswith(NO_MOVE):
        return NOTHING
    example = example_of(position)
    return (
        REFUSED(move=quoted(text), reason=words.NOT_A_MOVE(example=example)) if example else example
    )

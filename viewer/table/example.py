"""An example of a typed move: one that may be played in the position on the table."""

from __future__ import annotations

from typing import Any

from boche.engine.errors import NotationError, quoted
from boche.engine.message import NOTHING, Message
from boche.engine.threats import CAPTURE, threats_of
from boche.engine.words import REFUSED
from boche.viewer.table import words

SWAP = "swap"
NO_MOVE = ".no-move"
"""The end of the kind of each game's message for a text that is not a move."""


def example_of(position: Any, *, captures: bool = True) -> Message:
    """Return a legal move as an example; empty after the end.

    The swap is added if it is possible, else a capture: nobody guesses how that is written. An
    exercise may ask for one; then ``captures`` is false.
    """
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
    if swaps:
        return words.EXAMPLE_OR_SWAP(move=move)
    capture = _capture(position) if captures else ""
    if capture and capture != move:
        return words.EXAMPLE_OR_CAPTURE(move=move, capture=capture)
    return words.EXAMPLE(move=move)


def _capture(position: Any) -> str:
    """Return a move of the side to move that captures, or an empty text."""
    found = (each for each in threats_of(position) if each.colour == position.turn)
    moves = (move for each in found if each.kind == CAPTURE for move in each.moves)
    return next((move for move in moves if position.is_legal(move)), "")


def with_example(position: Any, text: str, error: Exception, *, captures: bool = True) -> Message:
    """Return why a text is not a move with an example from this position, or an empty message.

    The rules' own message names a move of some board and position; anything else that is wrong
    with a move they say better.
    """
    if not isinstance(error, NotationError) or not error.reason.kind.endswith(NO_MOVE):
        return NOTHING
    example = example_of(position, captures=captures)
    return (
        REFUSED(move=quoted(text), reason=words.NOT_A_MOVE(example=example)) if example else example
    )

"""How lines end that end otherwise than by the rules: resigned, lost on time, agreed.

SGF has one place for that, RE in the root, and it speaks of the main line. Other lines keep their
own RE in their last node; when a line becomes the main one, its result moves up, and the result of
the line that was the main one moves down. So promoting a line loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.game import Outcome, Position
from engine.record import Node, Record, read_result, write_result
from engine.words import RESIGNED
from viewer.session import words

_REASONS = {
    "resignation": RESIGNED,
    "time": words.ON_TIME,
    "forfeit": words.FORFEITED,
    "draw": words.DRAWN,
    "": words.WON,
}


def other_colour(record: Record, colour: str) -> str:
    first, second = record.rules.colours
    return second if colour == first else first


def declared(record: Record, node: Node, main_end: Node) -> Outcome | None:
    """The ending that the record declares at a node, the last of a line; rules aside."""
    if node.children:
        return None
    text = record.result if node is main_end else node.text("RE")
    if not text:
        return None
    result = read_result(record.form, text)
    if result is None or result.kind not in _REASONS:
        return None
    if result.winner is None:
        draw = Outcome(None, words.DRAWN(), "draw")
        return draw if result.kind == "draw" else None
    loser = other_colour(record, result.winner)
    reason = _REASONS[result.kind](loser=loser, winner=result.winner)
    return Outcome(result.winner, reason, result.kind)


def declare(record: Record, node: Node, main_end: Node, text: str) -> None:
    """Write the result of the line that ends with a node; an empty text removes it."""
    (record.root if node is main_end else node).set_text("RE", text)


def follow_main_line(
    record: Record, old_end: Node, new_end: Node, position_at: Callable[[Node], Position]
) -> None:
    """Keep the results where they belong after the main line's end changed."""
    if old_end is new_end:
        return
    text = record.result
    if text and not old_end.children and is_in(record, old_end):
        outcome = position_at(old_end).outcome
        if outcome is None or write_result(record.form, outcome) != text:
            old_end.set_text("RE", text)
    outcome = position_at(new_end).outcome
    if outcome is not None:
        record.result = write_result(record.form, outcome)
    elif new_end is record.root:
        record.result = ""
    else:
        own = new_end.text("RE")
        if own:
            new_end.set_text("RE", "")
        if own != text:
            record.result = own


def is_in(record: Record, node: Node) -> bool:
    """Whether a node is part of the record's tree."""
    here: Node | None = node
    while here is not None and here is not record.root:
        here = here.parent
    return here is record.root

"""Going over a record: how its moves are judged, from mistake to mistake, what was missed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from engine.record import Node
from engine.record.judgement import Judgement, judgement_of
from engine.search.analysis import Mistake
from viewer.table import words
from viewer.table.context import Context
from viewer.table.keys import TIMELINE
from viewer.table.playback import DROP

Mistakes = Mapping[Node, Mistake]

BACK = "Shift+I"
"""The key that shows what was missed, and goes back from there."""


class Missed(NamedTuple):
    """A mistake, its node, and whether the place shown lies in the line that was missed."""

    mistake: Mistake
    node: Node
    shown: bool


def judged(node: Node, mistakes: Mistakes) -> Judgement | None:
    """How a move is judged: as the record does it, else as an analysis has found it."""
    return judgement_of(node) or analysed(node, mistakes)


def analysed(node: Node, mistakes: Mistakes) -> Judgement | None:
    """How an analysis judges a move; None for one that it has nothing against."""
    found = mistakes.get(node)
    return Judgement(found.sign, found.text) if found is not None else None


def missed_at(node: Node, mistakes: Mistakes) -> Missed | None:
    """The mistake that a node is, or that the line it lies in would have been better than."""
    if node in mistakes:
        return Missed(mistakes[node], node, False)
    here: Node | None = node
    while mistakes and here is not None and here.parent is not None:
        for other in here.parent.children:
            if other in mistakes and mistakes[other].line[0] == here.move:
                return Missed(mistakes[other], other, True)
        here = here.parent
    return None


def mistakes_of(context: Context) -> Mistakes:
    """The mistakes that are known, by their nodes; none where nobody has looked for them."""
    return context.assistant.mistakes if context.assistant is not None else {}


def marked(nodes: Iterable[Node], mistakes: Mistakes) -> Iterator[Node]:
    """Those nodes whose moves are bad: what the list, the graph and the timeline mark."""
    for node in nodes:
        if not node.properties and node not in mistakes:
            continue  # asked at each look at the table, of many nodes
        found = judged(node, mistakes)
        if found is not None and found.bad:
            yield node


def next_mistake(context: Context, by: int) -> Node | None:
    """The next mistake of the line shown, or the one before for -1, round its ends; or None."""
    cursor, known = context.table.session.cursor, mistakes_of(context)
    later, earlier = cursor.line[cursor.index + 1 :], cursor.line[: cursor.index]
    around = later + earlier if by > 0 else earlier[::-1] + later[::-1]
    return next(marked(around, known), None)


def no_other_mistake(context: Context) -> str:
    """Why there is no mistake to go to; empty if there is one."""
    if next_mistake(context, 1) is not None:
        return ""
    node, known = context.table.session.cursor.node, mistakes_of(context)
    return words.ONLY_MISTAKE if any(marked([node], known)) else words.NONE_MISSED


def to_mistake(context: Context, by: int) -> None:
    """Go to the next mistake of the line shown, or to the one before for -1, round its ends."""
    node, table = next_mistake(context, by), context.table
    table.timeline.playing, table.used = False, TIMELINE
    if node is not None:
        table.session.cursor.go(node)


def show_missed(context: Context) -> None:
    """Show the line that was missed here, as a variation; from there, go back to the game's move.

    What of it is new in the record is one change. No computer plays on at its end unasked.
    """
    table = context.table
    found = missed_at(table.session.cursor.node, mistakes_of(context))
    if found is None:
        return
    table.timeline.playing, table.used = False, TIMELINE
    if found.shown:
        table.session.cursor.go(found.node)
        return
    mistake, before = found.mistake, found.node.parent
    assert before is not None
    if context.assistant is not None:
        context.assistant.keep_still()
    better = table.session.add_line("show what was missed", before, mistake.line, mistake.comment)
    # The better move is seen being made, from the position in which it was missed.
    table.session.cursor.go(before)
    table.follow(0.0)
    table.session.cursor.go(better)
    table.follow(DROP)
    table.say(words.MISSED_SHOWN(better=mistake.line[0], played=found.node.move, back=BACK))

"""Reviewing a record: judgements of moves, going from mistake to mistake, missed moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from boche.engine.record import Node, node_text
from boche.engine.record.judgement import Judgement, judgement_of
from boche.engine.search.analysis import Mistake
from boche.viewer.session import Session
from boche.viewer.table import words
from boche.viewer.table.command_keys import shown_key, with_keys
from boche.viewer.table.context import Context
from boche.viewer.table.keys import TIMELINE
from boche.viewer.table.playback import DROP

Mistakes = Mapping[Node, Mistake]


class Missed(NamedTuple):
    """A mistake, its node, and whether the current position lies in the missed line."""

    mistake: Mistake
    node: Node
    shown: bool


def judged(node: Node, mistakes: Mistakes) -> Judgement | None:
    """Return the judgement of a move: the record's, else that of an analysis."""
    return judgement_of(node) or analysed(node, mistakes)


def analysed(node: Node, mistakes: Mistakes) -> Judgement | None:
    """Return an analysis's judgement of a move, or None if it found no mistake."""
    found = mistakes.get(node)
    return Judgement(found.sign, found.text) if found is not None else None


def missed_at(node: Node, mistakes: Mistakes) -> Missed | None:
    """Return the mistake at a node, or the mistake whose better line contains the node, or None."""
    if node in mistakes:
        return Missed(mistakes[node], node, False)
    here: Node | None = node
    while mistakes and here is not None and here.parent is not None:
        for other in here.parent.children:
            if other in mistakes and mistakes[other].line[0] == here.move:
                return Missed(mistakes[other], other, True)
        here = here.parent
    return None


def is_tried(session: Session) -> bool:
    """Return whether the line shown leaves the game of the record, to try something else."""
    return session.cursor.line[-1] is not session.positions.main_end


def mistakes_of(context: Context) -> Mistakes:
    """Return the known mistakes by their nodes; empty without an analysis."""
    return context.assistant.mistakes if context.assistant is not None else {}


def marked(nodes: Iterable[Node], mistakes: Mistakes) -> Iterator[Node]:
    """Yield the nodes of bad moves, which the list, the graph and the timeline mark."""
    for node in nodes:
        if not node.properties and node not in mistakes:
            continue  # a fast path: this runs for many nodes at each view of the table
        found = judged(node, mistakes)
        if found is not None and found.bad:
            yield node


def next_mistake(context: Context, by: int) -> Node | None:
    """Return the next mistake of the current line (previous for -1), wrapping around, or None."""
    cursor, known = context.table.session.cursor, mistakes_of(context)
    later, earlier = cursor.line[cursor.index + 1 :], cursor.line[: cursor.index]
    around = later + earlier if by > 0 else earlier[::-1] + later[::-1]
    return next(marked(around, known), None)


def no_other_mistake(context: Context) -> str:
    """Return why there is no mistake to go to, or an empty text."""
    if next_mistake(context, 1) is not None:
        return ""
    node, known = context.table.session.cursor.node, mistakes_of(context)
    return (
        words.ONLY_MISTAKE
        if any(marked([node], known))
        else with_keys(words.NONE_MISSED, key="analyse")
    )


def to_mistake(context: Context, by: int) -> None:
    """Go to the next mistake of the current line (previous for -1), wrapping around."""
    node, table = next_mistake(context, by), context.table
    table.timeline.playing, table.used = False, TIMELINE
    if node is not None:
        table.session.cursor.go(node)


def show_missed(context: Context) -> None:
    """Show the missed line as a variation, or go back from there to the game's move.

    New moves enter the record as one change. No computer continues at the line's end by itself.
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
    changes = table.session.edits.changes
    better = table.session.add_line("show what was missed", before, mistake.line, mistake.comment)
    # Animate the better move from the position in which it was missed.
    table.session.cursor.go(before)
    table.follow(0.0)
    table.session.cursor.go(better)
    table.follow(DROP)
    start = table.session.record.start
    first, played = (node_text(start, node) for node in (better, found.node))
    told = words.MISSED_ADDED if table.session.edits.changes != changes else words.MISSED_SHOWN
    table.say(told(better=first, played=played, back=shown_key("show_missed")))

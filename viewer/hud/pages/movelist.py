"""A record's tree as rows of the move list: two moves per row, variations indented below."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from boche.engine.record import Node
from boche.engine.record.judgement import Judgement, judgement_of

DEEPEST = 4
"""The maximum indentation of nested variations."""


@dataclass(frozen=True)
class Entry:
    """A move in the list. ``number`` counts the moves from 1; 0 is the start of the game.

    Entries that are not moves, such as a resignation, have no colour. ``judgement`` is the record's
    judgement of the move, if any.
    """

    node: Node = field(compare=False)
    text: str
    number: int
    colour: str
    comment: bool
    judgement: Judgement | None = None


@dataclass(frozen=True)
class Row:
    """One or two moves. ``depth`` is 0 in the main line, ``opens`` marks a variation's first row.

    With ``alone`` an entry has the whole width, because it is not a move or because the moves of
    its record are long.
    """

    depth: int
    first: Entry | None
    second: Entry | None
    opens: bool = False
    alone: bool = False


def apart(found: list[Row]) -> list[Row]:
    """Return the same rows with one move in each."""
    made = []
    for row in found:
        if row.first is not None:
            made.append(Row(row.depth, row.first, None, row.opens, True))
        if row.second is not None:
            opens = row.opens and row.first is None
            made.append(Row(row.depth, None, row.second, opens, True))
    return made


TextOf = Callable[[Node], str]


def rows(root: Node, text_of: TextOf = lambda node: node.move or "") -> list[Row]:
    """Return the rows of a tree in reading order; the tree may be deep, so nothing here recurses.

    ``text_of`` returns the text of a node's move.
    A variation stands below the row of the move it replaces.
    """
    made: list[Row] = []
    waiting: list[tuple[Node, int, int, bool]] = [(root, 1, 0, False)]
    while waiting:
        node, number, depth, opens = waiting.pop()
        line = _line(node, number, opens, text_of)
        done = 0
        while done < len(line):
            row, taken = _pair(line[done:], depth, opens and done == 0)
            made.append(row)
            done += taken
        if line and _branches(line[-1].node):
            last = line[-1].node
            assert last.parent is not None
            if last.children:
                waiting.append((last.children[0], line[-1].number + 1, depth, False))
            deeper, at = min(depth + 1, DEEPEST), line[-1].number
            waiting += [(other, at, deeper, True) for other in reversed(last.parent.children[1:])]
    return made


def _line(node: Node, number: int, opens: bool, text_of: TextOf) -> list[Entry]:
    """Return the entries from a node along first children, up to one with variations beside it.

    Nodes without a move are left out, unless they have something to show.
    """
    line: list[Entry] = []
    here: Node | None = node
    while here is not None:
        text = text_of(here) or here.text("RE")
        if here.move is not None:
            said, colour = judgement_of(here), here.colour or ""
            line.append(Entry(here, text, number, colour, bool(here.comment), said))
            number += 1
        elif here.parent is not None and (opens or here.comment or text or _branches(here)):
            line.append(Entry(here, text or "…", number, "", bool(here.comment)))
        if line and line[-1].node is here and _branches(here):
            return line
        opens = False
        here = here.children[0] if here.children else None
    return line


def _pair(line: list[Entry], depth: int, opens: bool) -> tuple[Row, int]:
    """Return the next row and its number of entries; a second player's move is on the right."""
    head = line[0]
    if not head.colour:
        return Row(depth, head, None, opens, alone=True), 1
    if head.number % 2 == 0:
        return Row(depth, None, head, opens), 1
    if len(line) == 1 or line[1].number != head.number + 1 or _branches(head.node):
        return Row(depth, head, None, opens), 1
    return Row(depth, head, line[1], opens), 2


def _branches(node: Node) -> bool:
    """Return whether a node is the first of several variations."""
    parent = node.parent
    return parent is not None and len(parent.children) > 1 and parent.children[0] is node

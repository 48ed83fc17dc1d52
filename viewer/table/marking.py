"""Drawing marks on the board: by the mouse, by keys, and typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr_word, word_later
from boche.engine.record import Node, marks
from boche.engine.record.marks import Mark
from boche.viewer.games.drawing import top_of
from boche.viewer.games.info import Located
from boche.viewer.games.view import Pick
from boche.viewer.session.undo import NOTE
from boche.viewer.table import words
from boche.viewer.table.command_keys import with_keys
from boche.viewer.table.state import Table

KINDS = {
    frozenset[str](): marks.CIRCLE,
    frozenset({"shift"}): marks.SQUARE,
    frozenset({"ctrl"}): marks.TRIANGLE,
    frozenset({"alt"}): marks.CROSS,
    frozenset({"ctrl", "shift"}): marks.LABEL,
    frozenset({"ctrl", "alt"}): marks.LABEL,
}
"""What the right button draws on a place, by the keys held down."""

AROUND = ".,;:!?()[]\"'„“”‚‘’«»…\u00a0"
"""What may stand round a name in a text."""

SHAPES = {
    "circle": marks.CIRCLE,
    "square": marks.SQUARE,
    "triangle": marks.TRIANGLE,
    "cross": marks.CROSS,
}
"""Shapes by the words with which they are typed, which other languages may have as well."""

WORDS = (
    word_later("circle"), word_later("square"), word_later("triangle"), word_later("cross"),
)  # fmt: skip


class MarkError(BocheError):
    """A mark that cannot be drawn; the message is one line with the reason."""


def pointed_at(table: Table) -> str:
    """Return the name of the place under the pointer, or nothing beside all places."""
    return table.picker.spot(table.position, table.pointing.pick)


def stroke(table: Table, place: str, end: str, held: Iterable[str]) -> Mark:
    """Return what the right button draws from a place to another one, or to the same."""
    if end and end != place:
        return Mark(marks.ARROW, place, end)
    held = frozenset(held)
    kind = KINDS.get(held, marks.CIRCLE)
    if kind != marks.LABEL:
        return Mark(kind, place)
    node = table.session.cursor.node
    there = [m.to for m in marks.marks_of(node) if m.kind == kind and m.place == place]
    return Mark(kind, place, (there or [marks.next_label(node, numbers="alt" in held)])[0])


def draw(table: Table, mark: Mark) -> None:
    """Draw a mark, or take it off if it is there."""
    if mark.kind != marks.LABEL or mark.to:
        _edit(table, f"mark {mark.place}", lambda node: marks.toggle(node, mark))
        table.pointing.rest_at_mark()


def mark_chosen(table: Table) -> None:
    """Draw the next shape on the place chosen by keys, or else pointed at. Raises ``MarkError``."""
    place = _chosen(table)
    if not place:
        if table.position.outcome is not None:
            raise MarkError(with_keys(words.TYPE_TO_MARK, key="type_mark"))
        raise MarkError(with_keys(words.CHOOSE_TO_MARK, arrows="other_focus", type="type_mark"))
    _edit(table, f"mark {place}", lambda node: marks.next_shape(node, place))
    table.pointing.rest_at_mark()


def clear(table: Table) -> None:
    """Take all marks of this position off."""
    if not marks.marks_of(table.session.cursor.node):
        table.say(words.NO_MARKS)
        return
    _edit(table, "clear the marks", marks.clear)


def type_mark(table: Table) -> None:
    """Start to type a mark, on the place that is chosen or pointed at."""
    place = _chosen(table)
    table.writing.open("mark", f"{place} " if place else "")


def draw_typed(table: Table, text: str) -> None:
    """Draw a typed mark: ``e4``, ``e4 square``, ``e4 f5``, ``e4-f5`` or ``e4 A``.

    Raises ``MarkError``.
    """
    place, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    if not rest:
        place, rest = _ends(table, place)
    if not place:
        return
    if not _exists(table, place):
        raise MarkError(words.NO_PLACE(place=place[:20]))
    shapes = {**{tr_word(word).lower(): SHAPES[word] for word in WORDS}, **SHAPES}
    if rest.lower() in shapes or not rest:
        draw(table, Mark(shapes[rest.lower() or "circle"], place))
    elif _exists(table, rest):
        draw(table, stroke(table, place, rest, ()))
    elif any(_exists(table, word) for word in rest.split()):  # an arrow, and more
        raise MarkError(words.MARK_FORMAT(place=place))
    elif len(rest) > marks.LONGEST:
        raise MarkError(words.LONG_LABEL(most=marks.LONGEST))
    else:
        draw(table, Mark(marks.LABEL, place, rest))


# -- places that are read beside the board


def named_marks(table: Table, where: Located | None) -> tuple[Mark, ...]:
    """Return the marks of the places that the pointer reads: circles, or squares round these.

    ``where`` has further places that are to be marked. So is the place without a move marked on
    which arrow keys stand.
    """
    passed = table.passed
    if not table.named and where is None and passed is None:
        return ()
    circled = {m.place for m in marks.marks_of(table.session.cursor.node) if m.kind == marks.CIRCLE}
    further = where.places if where is not None else ()
    places = dict.fromkeys((*_places_in(table, table.named), *further))
    if passed is not None:
        places[passed.spot] = None
    return tuple(
        Mark(marks.SQUARE if place in circled else marks.CIRCLE, place) for place in places
    )


def _places_in(table: Table, text: str) -> Iterator[str]:
    """Yield the places that a word names, as a place or in a move: ``b3``, ``c:b3/1``, ``37-55``.

    What stands behind a place in a move, such as a letter, is left out.
    """
    if "%" in text:
        return
    for part in re.split("[:+]", text.strip(AROUND)):
        # A minus may be part of a place's name.
        for word in (part,) if _is_seen(table, part) else re.split("[-x>]", part):
            ends = range(len(word), 0, -1)
            yield from [word[:end] for end in ends if _is_seen(table, word[:end])][:1]


def _is_seen(table: Table, place: str) -> bool:
    """Return whether the board has a place of that name in view, and not only its game."""
    if not any(map(str.isdigit, place)):
        return False
    at, bounds = top_of(table.picker, table.position, place, table.display), table.bounds
    low, high = bounds.min(axis=0) - 1.0, bounds.max(axis=0) + 1.0
    return at is not None and all(low[:2] <= at[:2]) and all(at[:2] <= high[:2])


def _ends(table: Table, text: str) -> tuple[str, str]:
    """Return the ends of an arrow typed as ``e4-f5``; any other text alone.

    A minus may be part of a place's name.
    """
    for at, sign in enumerate(text):
        start, end = text[:at], text[at + 1 :].removeprefix(">")
        if sign == "-" and _exists(table, start) and _exists(table, end):
            return start, end
    return text, ""


def _exists(table: Table, place: str) -> bool:
    return top_of(table.picker, table.position, place, table.display) is not None


def _chosen(table: Table) -> str:
    """Return the place chosen by keys, else the one under the pointer, or nothing."""
    target = table.selection.target
    if table.pointing.by_keys and target is not None:
        return table.picker.spot(table.position, Pick(target))
    passed = table.passed
    return passed.spot if passed is not None else pointed_at(table)


def _edit(table: Table, title: str, change: Callable[[Node], object]) -> None:
    node = table.session.cursor.node

    def make() -> Node:
        change(node)
        return node

    table.session.edits.edit(title, [node], make, NOTE)

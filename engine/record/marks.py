"""Marks drawn on a position for teaching: SGF's AR, CR, LB, MA, SQ and TR."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from boche.engine.arguments import ArgumentError, check_text, in_short
from boche.engine.languages.current import tr
from boche.engine.mark import ARROW, CIRCLE, CROSS, LABEL, SQUARE, TRIANGLE, Mark
from boche.engine.record.grammar import sgf_grammar
from boche.engine.record.tree import Node, Property

__all__ = [
    "ARROW",
    "CIRCLE",
    "CROSS",
    "KINDS",
    "LABEL",
    "LONGEST",
    "MOST",
    "SHAPES",
    "SQUARE",
    "TRIANGLE",
    "Mark",
    "check_mark",
    "check_marks",
    "clear",
    "marks_of",
    "next_label",
    "next_shape",
    "replace",
    "toggle",
]

SHAPES = (CIRCLE, SQUARE, TRIANGLE, CROSS)
"""The shapes in the order in which a key goes through them; a place has at most one."""

KINDS = (ARROW, *SHAPES, LABEL)
MOST, LONGEST = 400, 12
"""The maximum number of marks of a position, and of characters of a place or a label."""


def marks_of(node: Node) -> tuple[Mark, ...]:
    """Return the marks of a node in the order of ``KINDS``; values that make no sense are left out.

    Whether the game has such a place is not checked.
    """
    if not any(name in KINDS for name, _ in node.properties):
        return ()
    found: dict[Mark, None] = {}
    for kind in KINDS:
        for mark in _read(node, kind):
            found[mark] = None
            if len(found) == MOST:
                return tuple(found)
    return tuple(found)


def check_marks(name: str, marks: object) -> tuple[Mark, ...]:
    """Return marks as given by a caller: a sequence of ``Mark``, or of tuples like it.

    Whether the game has such places is not checked. Raises ``ArgumentError``.
    """
    listed = list(marks) if isinstance(marks, Iterable) and not isinstance(marks, str) else [None]
    found = []
    for each in listed:
        parts = each if isinstance(each, tuple) else ()
        mark = Mark(*parts) if 2 <= len(parts) <= 3 and _are_texts(parts) else None
        if mark is None or mark.kind not in KINDS or _parsed(mark.kind, _value(mark)) != mark:
            raise ArgumentError(
                tr(
                    "{name}: {value} is not a mark, as Mark.circle makes one",
                    name=name,
                    value=in_short(marks if each is None else each),
                )
            )
        found.append(mark)
    if len(found) > MOST:
        raise ArgumentError(
            tr("{name}: {count} marks, and at most {most} are shown",
               name=name, count=len(found), most=MOST)
        )  # fmt: skip
    return tuple(found)


def check_mark(mark: Mark) -> None:
    """Raise ``ArgumentError`` for a mark that makes no sense on any board."""
    for name, text in (("place", mark.place), ("label" if mark.kind == LABEL else "to", mark.to)):
        check_text(name, text)
        if len(text) > LONGEST:
            raise ArgumentError(
                tr("{name}: {value} is too long, at most {most} characters",
                   name=name, value=in_short(text), most=LONGEST)
            )  # fmt: skip
    check_marks("mark", [mark])


def _are_texts(parts: tuple[object, ...]) -> bool:
    return all(isinstance(part, str) for part in parts)


def replace(node: Node, marks: Sequence[Mark]) -> None:
    """Put these marks in place of all that are there."""
    clear(node)
    for mark in marks:
        _add(node, mark)


def toggle(node: Node, mark: Mark) -> None:
    """Take a mark off if it is there, else draw it in place of another shape or label there."""
    there = mark in marks_of(node)
    if there or mark.kind == ARROW:
        _drop(node, lambda other: other == mark)
    else:
        group = (LABEL,) if mark.kind == LABEL else SHAPES
        _drop(node, lambda other: other.place == mark.place and other.kind in group)
    if not there:
        _add(node, mark)


def clear(node: Node) -> None:
    """Take all marks off, readable or not."""
    node.properties = tuple(held for held in node.properties if held[0] not in KINDS)


def next_shape(node: Node, place: str) -> None:
    """Exchange the shape at a place for the next one; after the last there is none."""
    shown = next((m.kind for m in marks_of(node) if m.place == place and m.kind in SHAPES), "")
    after = SHAPES.index(shown) + 1 if shown else 0
    toggle(node, Mark(SHAPES[after] if after < len(SHAPES) else shown, place))


def next_label(node: Node, *, numbers: bool = False) -> str:
    """Return the first letter, or number, that no label has yet; empty if all are used."""
    used = {mark.to for mark in marks_of(node) if mark.kind == LABEL}
    names = map(str, range(1, MOST + 1)) if numbers else iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return next((name for name in names if name not in used), "")


def _read(node: Node, kind: str) -> Iterator[Mark]:
    values = (raw for name, values in node.properties if name == kind for raw in values)
    return (mark for raw in values if (mark := _parsed(kind, raw)) is not None)


def _parsed(kind: str, raw: str) -> Mark | None:
    """Return the mark of a raw value, or None for one that makes no sense."""
    head, tail = sgf_grammar.parse_compose(raw.encode("utf-8", "replace"))
    place, to = _plain(head), _plain(tail or b"")
    wanted = kind in (ARROW, LABEL)
    if not 0 < len(place) <= LONGEST or bool(to) is not wanted or (to == place and kind == ARROW):
        return None
    if kind == ARROW and len(to) > LONGEST:
        return None
    return Mark(kind, place, to[:LONGEST].strip())


def _plain(raw: bytes) -> str:
    """Return a value unescaped, without characters that cannot be drawn."""
    value: bytes = sgf_grammar.simpletext_value(raw)
    text = value.decode("utf-8", "replace")
    return "".join(ch for ch in text if ch.isprintable()).strip()


def _drop(node: Node, unwanted: Callable[[Mark], bool]) -> None:
    """Remove the values of marks that ``unwanted`` returns True for; others keep their bytes."""
    kept: list[Property] = []
    for name, values in node.properties:
        rest = values
        if name in KINDS:
            rest = tuple(v for v in values if not unwanted(_parsed(name, v) or Mark("", "")))
        if rest or rest == values:
            kept.append((name, rest))
    node.properties = tuple(kept)


def _add(node: Node, mark: Mark) -> None:
    raw = _value(mark)
    names = [name for name, _ in node.properties]
    if mark.kind not in names:
        node.properties = (*node.properties, (mark.kind, (raw,)))
        return
    at = names.index(mark.kind)
    held = (mark.kind, (*node.properties[at][1], raw))
    node.properties = (*node.properties[:at], held, *node.properties[at + 1 :])


def _value(mark: Mark) -> str:
    """Return a mark as written between the brackets."""
    return _raw(mark.place) + (f":{_raw(mark.to)}" if mark.to else "")


def _raw(text: str) -> str:
    escaped: bytes = sgf_grammar.escape_text(text.encode("utf-8", "replace"))
    return escaped.decode("utf-8").replace(":", "\\:")

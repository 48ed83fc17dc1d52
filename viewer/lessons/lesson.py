"""A lesson, read from a record: its exercises, and the tasks at their nodes.

The format is described in ``docs/lessons.md``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from boche.engine.errors import BocheError
from boche.engine.record import Node, Record, check, load_all, positions_along
from boche.viewer.lessons.answers import answer_of, classes_at
from boche.viewer.lessons.texts import in_language


class LessonError(BocheError):
    """An invalid lesson file; the message is one line that says where and why."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson: its file name without the suffix, and its exercises.

    ``exercises`` (at least one) are records of one game, each with a node that sets a task. The
    first has the lesson's title and a line about it.
    """

    game: str
    name: str
    exercises: tuple[Record, ...]

    @property
    def title(self) -> str:
        """The title, in the current language."""
        return in_language(self.exercises[0].root.text("GN"))

    @property
    def about(self) -> str:
        """A line about the lesson, in the current language."""
        return in_language(self.exercises[0].root.text("GC"))

    @property
    def key(self) -> str:
        """The name under which progress is kept: it stays if the lesson moves in the list."""
        return key_of(self.name)

    @property
    def teaches_rules(self) -> bool:
        """True for a lesson on the rules, False for one on tactics."""
        return bool(self.exercises[0].root.text("XR"))

    @property
    def marks_groups(self) -> bool:
        """False for a lesson that comes before its readers know what is joined and enclosed."""
        return not self.exercises[0].root.text("XP")

    @cached_property
    def teaches_swap(self) -> bool:
        """True if a swap is the right answer somewhere in the lesson."""
        nodes = (node for record in self.exercises for node in record.nodes())
        return any(node.move == "swap" and bool(node.text("TE")) for node in nodes)


def key_of(name: str) -> str:
    """Return a lesson's name without the number that says its place in the list."""
    return re.sub(r"^\d+-", "", name)


def read_lesson(game: str, name: str, data: bytes) -> Lesson:
    """Return the lesson of a game from a file's bytes. Raises ``LessonError``."""
    try:
        exercises = load_all(data, strict=True, game=game)
    except BocheError as error:
        raise _wrong(name, str(error)) from error
    root = exercises[0].root
    if not root.text("GN") or not root.text("GC"):
        raise _wrong(name, "the first game needs a title (GN) and a line about the lesson (GC)")
    for number, record in enumerate(exercises, 1):
        wrong = next(_problems(record), "")
        if wrong:
            raise _wrong(name, f"exercise {number}: {wrong}")
    return Lesson(game, name, tuple(exercises))


def texts_of(exercises: Iterable[Record]) -> Iterator[str]:
    """Yield the texts of a lesson that are shown, in order; one may come several times."""
    for record in exercises:
        for node in record.nodes():
            yield from filter(None, (node.text("GN"), node.text("GC"), node.comment))
            yield from filter(None, (node.text("XA"), node.text("XO")))
            yield from (move_class.answer for move_class in classes_at(node))


def _wrong(name: str, why: str) -> LessonError:
    return LessonError(f"lesson {name}: {' '.join(why.split())}")


def _problems(record: Record) -> Iterator[str]:
    yield from (str(problem) for problem in check(record))
    if question_from(record.root) is None:
        yield "nothing is asked for in it"
    for node in record.nodes():
        if asks(node):
            yield from _problems_of(record, node)
        elif len(node.children) > 1:
            yield f"several answers {_after(node)}, where nothing is asked for"


def _problems_of(record: Record, node: Node) -> Iterator[str]:
    """Yield the problems of a node that sets a task."""
    tries = marked(node)
    if not node.comment:
        yield f"no task (C) {_after(node)}"
    if not (right_tries(node) or node.text("XA") or node.text("XD")):
        yield f"nothing is right {_after(node)}: it needs TE, XA or XD"
    yield from _problems_of_classes(record, node, tries)
    if not node.text("XD") and len(tries) < len(node.children):
        yield f"a try without TE or BM {_after(node)}"
    for child in tries:
        if child.move is None:
            yield f"a try without a move {_after(node)}"
        elif not child.comment:
            yield f"no answer (C) to the try {child.move}"


def _problems_of_classes(record: Record, node: Node, tries: list[Node]) -> Iterator[str]:
    """Yield the problems of the answers to moves that are not among the tries."""
    classes = classes_at(node)
    if classes and node.text("XA"):
        yield f"classes of wrong moves (XM) where all moves are right (XA) {_after(node)}"
    yield from (
        f"moves without words (XM needs a bar and a text) {_after(node)}"
        for move_class in classes
        if not (move_class.patterns and move_class.answer)
    )
    if not classes and (node.text("XO") or node.text("XA") or not tries):
        return
    others = _others(record, node, tries)
    if not node.text("XA") and not all(answer_of(node, move) for move in others):
        yield f"no word on other moves (XO, XM or XA) {_after(node)}"
    for move_class in classes:
        others, caught = [m for m in others if not move_class.holds(m)], others
        if len(others) == len(caught):
            yield f"no other move is {' or '.join(move_class.patterns)} (XM) {_after(node)}"


def _others(record: Record, node: Node, tries: list[Node]) -> list[str]:
    """Return the legal moves that are not among the tries."""
    known = {attempt.move for attempt in tries}
    moves = map(str, positions_along(record, node)[-1].legal_moves())
    return [move for move in moves if move not in known]


def _after(node: Node) -> str:
    moves = [step.move for step in node.path() if step.move is not None]
    return f"after {moves[-1]}" if moves else "at the start"


def marked(node: Node) -> list[Node]:
    """Return the tries listed at a node, right and wrong."""
    return [child for child in node.children if child.text("TE") or child.text("BM")]


def right_tries(node: Node) -> list[Node]:
    """Return the right tries at a node."""
    return [child for child in node.children if child.text("TE")]


def asks(node: Node) -> bool:
    """Return whether a node sets a task."""
    return bool(node.text("XA") or node.text("XD") or marked(node))


def question_from(node: Node) -> Node | None:
    """Return the first node that sets a task, from ``node`` along first children, or None."""
    return next((step for step in node.line_from() if asks(step)), None)


def moves_to(node: Node) -> tuple[str, ...]:
    """Return the moves that lead to a node."""
    return tuple(step.move for step in node.path() if step.move is not None)

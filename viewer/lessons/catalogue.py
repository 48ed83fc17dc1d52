"""The lessons of a game, from its package."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from boche.viewer.games.registry import view_of
from boche.viewer.lessons.lesson import Lesson, LessonError, read_lesson


class Catalogue(NamedTuple):
    """A game's lessons in order, and one line for each file that is not a valid lesson."""

    lessons: tuple[Lesson, ...]
    problems: tuple[str, ...]


def lesson_names(game: str) -> list[str]:
    """Return the names of a game's lessons in order, without reading them.

    Raises like ``catalogue_of``.
    """
    return sorted(view_of(game).lessons(), key=_place)


@cache
def catalogue_of(game: str) -> Catalogue:
    """Return the lessons of a game. Raises ``ViewError`` for a game without a table."""
    lessons: list[Lesson] = []
    problems: list[str] = []
    files = view_of(game).lessons()
    for name in lesson_names(game):
        try:
            lessons.append(read_lesson(game, name, files[name]))
        except LessonError as error:
            problems.append(str(error))
    return Catalogue(tuple(lessons), tuple(problems))


def _place(name: str) -> tuple[int, str]:
    """Return a sort key: names begin with a number, and 2 comes before 10."""
    number = re.match(r"\d+", name)
    return (int(number[0]) if number else 0, name)


def lesson_after(lesson: Lesson) -> Lesson | None:
    """Return the next lesson of the same game, or None."""
    names = [other.name for other in catalogue_of(lesson.game).lessons]
    at = names.index(lesson.name) + 1 if lesson.name in names else len(names)
    return catalogue_of(lesson.game).lessons[at] if at < len(names) else None

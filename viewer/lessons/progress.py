"""The user's progress in the lessons, in a file of the program's own folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boche.engine.json_values import table_of, whole_number_of
from boche.engine.languages.current import tr_later
from boche.viewer.lessons.lesson import Lesson, key_of
from boche.viewer.storage.paths import state_folder
from boche.viewer.storage.shared_file import SharedFile

MOST = 1000
"""Largest number of exercises of a lesson that a file may tell of."""


@dataclass(frozen=True)
class Progress:
    """The exercises of each lesson that are done, from 0, by (game, lesson's key)."""

    done: Mapping[tuple[str, str], frozenset[int]]

    def has_begun(self, game: str) -> bool:
        """Return whether any exercise of a game is done."""
        return any(game == begun_game for begun_game, _ in self.done)

    def of(self, lesson: Lesson) -> int:
        """Return the number of completed exercises of a lesson."""
        return len(self.of_each(lesson))

    def of_each(self, lesson: Lesson) -> frozenset[int]:
        """Return the exercises of a lesson that are done."""
        done = self.done.get((lesson.game, lesson.key), frozenset())
        return done & frozenset(range(len(lesson.exercises)))

    def next(self, lesson: Lesson) -> int:
        """Return the first exercise that is not done, or the first one if all are."""
        done = self.of_each(lesson)
        return next((i for i in range(len(lesson.exercises)) if i not in done), 0)

    def finished(self, lesson: Lesson) -> bool:
        """Return whether all exercises of a lesson are done."""
        return self.of(lesson) == len(lesson.exercises)


def progress_file() -> Path:
    """Return the path of the progress file."""
    return STORE.path


def note_done(lesson: Lesson, *exercises: int) -> str:
    """Store that exercises of a lesson are done, from 0, beside those that are already.

    Return an empty string, or one line that says why it cannot be stored.
    """

    def change(progress: Progress) -> Progress:
        before = progress.of_each(lesson)
        after = before.union(exercises)
        if after == before:
            return progress
        return Progress({**progress.done, (lesson.game, lesson.key): after})

    return next(iter(STORE.change(change)[1]), "")


def _read(values: Any) -> Progress:
    """Return the progress of JSON data. Raises ``ValueError``."""
    found: dict[tuple[str, str], frozenset[int]] = {}
    for game, lessons in table_of("lessons", values).items():
        for name, done in table_of(game, lessons).items():
            place = (game, key_of(name))
            found[place] = found.get(place, frozenset()) | _exercises(name, done)
    return Progress(found)


def _exercises(name: str, done: Any) -> frozenset[int]:
    """Return the exercises of a list, or as many of the first ones as a number says."""
    if isinstance(done, list) and len(done) <= MOST:
        return frozenset(whole_number_of(name, number, 0, MOST) for number in done)
    return frozenset(range(whole_number_of(name, done, 0, MOST)))


def _data(progress: Progress) -> dict[str, dict[str, int | list[int]]]:
    """Return JSON data: a number where the first exercises are done, as ever, else a list."""
    values: dict[str, dict[str, int | list[int]]] = {}
    for (game, name), done in progress.done.items():
        first = done == frozenset(range(len(done)))
        values.setdefault(game, {})[name] = len(done) if first else sorted(done)
    return values


STORE = SharedFile(
    "lessons.json",
    tr_later("lessons"),
    tr_later("what you have done is not kept"),
    Progress({}),
    _read,
    _data,
    state_folder,
)

load_progress = STORE.load

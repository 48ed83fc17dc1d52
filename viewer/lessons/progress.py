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

MOST = 10**9
"""Largest number of exercises that a file may tell of."""


@dataclass(frozen=True)
class Progress:
    """Number of completed exercises of each lesson, by (game, lesson's key)."""

    done: Mapping[tuple[str, str], int]

    def has_begun(self, game: str) -> bool:
        """Return whether any exercise of a game is done."""
        return any(game == begun_game for begun_game, _ in self.done)

    def of(self, lesson: Lesson) -> int:
        """Return the number of completed exercises of a lesson."""
        return min(self.done.get((lesson.game, lesson.key), 0), len(lesson.exercises))

    def finished(self, lesson: Lesson) -> bool:
        """Return whether all exercises of a lesson are done."""
        return self.of(lesson) == len(lesson.exercises)


def progress_file() -> Path:
    """Return the path of the progress file."""
    return STORE.path


def note_done(lesson: Lesson, count: int) -> str:
    """Store that ``count`` exercises of a lesson are done; a lower count than before is ignored.

    Return an empty string, or one line that says why it cannot be stored.
    """

    def change(progress: Progress) -> Progress:
        if progress.of(lesson) >= count:
            return progress
        return Progress({**progress.done, (lesson.game, lesson.key): count})

    return next(iter(STORE.change(change)[1]), "")


def _read(values: Any) -> Progress:
    """Return the progress of JSON data. Raises ``ValueError``."""
    found = [
        ((game, key_of(name)), whole_number_of(name, count, 0, MOST))
        for game, lessons in table_of("lessons", values).items()
        for name, count in table_of(game, lessons).items()
    ]
    return Progress(dict(sorted(found)))  # the larger count of an old name and a new one wins


def _data(progress: Progress) -> dict[str, dict[str, int]]:
    values: dict[str, dict[str, int]] = {}
    for (game, name), count in progress.done.items():
        values.setdefault(game, {})[name] = count
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

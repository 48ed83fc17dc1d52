"""The user's progress in the lessons, in a file of the program's own folder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boche.engine.atomic_write import FileError, write_durably
from boche.engine.languages.current import tr
from boche.engine.languages.formats import paired
from boche.engine.languages.system import system_reason
from boche.viewer.lessons.lesson import Lesson
from boche.viewer.storage.paths import make_folder, put_away, read_plain, state_folder

FILE = "lessons.json"
MAX_BYTES = 2**20


@dataclass(frozen=True)
class Progress:
    """Number of completed exercises of each lesson, by (game, lesson's name)."""

    done: Mapping[tuple[str, str], int]

    def has_begun(self, game: str) -> bool:
        """Return whether any exercise of a game is done."""
        return any(game == begun_game for begun_game, _ in self.done)

    def of(self, lesson: Lesson) -> int:
        """Return the number of completed exercises of a lesson."""
        return min(self.done.get((lesson.game, lesson.name), 0), len(lesson.exercises))

    def finished(self, lesson: Lesson) -> bool:
        """Return whether all exercises of a lesson are done."""
        return self.of(lesson) == len(lesson.exercises)


def progress_file() -> Path:
    """Return the path of the progress file."""
    return state_folder() / FILE


def load_progress() -> tuple[Progress, list[str]]:
    """Return the user's progress, and lines on what was wrong with the file. Never raises.

    A file that cannot be parsed is renamed to ``lessons.json.damaged-1``.
    """
    path = progress_file()
    try:
        data = read_plain(path, MAX_BYTES)
    except FileNotFoundError:
        return Progress({}), []
    except OSError as error:
        return Progress({}), [
            tr(
                "lessons: cannot read {path!r}: {reason}",
                path=str(path),
                reason=system_reason(error),
            )
        ]
    try:
        return Progress(_read(data)), []
    except (ValueError, RecursionError) as error:
        return Progress({}), [put_away(path, paired(tr("lessons"), path.name), error)]


def _read(data: bytes) -> dict[tuple[str, str], int]:
    if len(data) > MAX_BYTES:
        raise ValueError(tr("it is far too long"))
    values: Any = json.loads(data.decode("utf-8"))
    if not isinstance(values, dict):
        raise ValueError(tr("it holds no lessons"))
    counts = {}
    for game, lessons in values.items():
        if not isinstance(lessons, dict):
            raise ValueError(tr("{game!r} has no lessons", game=game[:40]))
        for name, count in lessons.items():
            if isinstance(count, bool) or not isinstance(count, int) or count < 0:
                raise ValueError(tr("{name!r} has no number of exercises", name=name[:40]))
            counts[game, name] = count
    return counts


def note_done(lesson: Lesson, count: int) -> str:
    """Store that ``count`` exercises of a lesson are done; a lower count than before is ignored.

    Return an empty string, or one line that says why it cannot be stored.
    """
    progress, _ = load_progress()
    if progress.of(lesson) >= count:
        return ""
    values: dict[str, dict[str, int]] = {}
    for (game, name), done in {**progress.done, (lesson.game, lesson.name): count}.items():
        values.setdefault(game, {})[name] = done
    path = progress_file()
    try:
        make_folder(path.parent)
        write_durably(path, json.dumps(values, indent=2).encode("ascii") + b"\n")
    except FileError as error:
        return tr("lessons: what you have done is not kept: {error}", error=error)
    return ""

"""A file that takes a while: made step by step between the window's own frames."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from viewer.hud.dialogs.model import Form
from viewer.window.desk import Desk
from viewer.window.records.replacing import with_consent

Steps = Generator[None, None, None]
"""What makes a file, one step at a time; closed before its end it leaves nothing behind."""


@dataclass
class Work:
    """A file being made: ``what`` it is, its steps, what each is called, how many of all are done,
    and the note that says so."""

    what: str
    path: Path
    steps: Steps
    unit: str
    count: int
    note: Form
    done: int = 0
    begun: bool = False


class Making:
    """Makes the files that are shared from one desk, one at a time."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._work: Work | None = None

    def begin(self, what: str, path: Path, steps: Steps, unit: str, count: int) -> None:
        """Begin to make a file: ``what`` it is ("film"), in so many steps, each a ``unit``.

        A file that is there is asked about first.
        """
        with_consent(self._desk, path, lambda: self._begin(what, path, steps, unit, count))

    def _begin(self, what: str, path: Path, steps: Steps, unit: str, count: int) -> None:
        title = f"The {what} is being made"
        note = Form("making", title, [], (("cancel", "Stop"),), self._stopped)
        self._work = Work(what, path, steps, unit, count, note)
        self._tell(self._work)
        self._desk.hud.open(note)

    def _tell(self, work: Work) -> None:
        far = f"{work.unit} {work.done} of {work.count}. " if work.count > 1 else ""
        work.note.text, self._desk.hud.dirty = f"{far}Escape, or a click here, stops it.", True

    def wakeup(self) -> float | None:
        """When ``tick`` is wanted next, None for never."""
        return self._desk.now if self._work is not None else None

    def tick(self) -> None:
        """Make one more step. Raises what the step raises."""
        work, hud = self._work, self._desk.hud
        if work is None:
            return
        if hud.form is not work.note:  # something else has come
            self._stopped("cancel", {})
            return
        if not work.begun:  # the note is to be seen before anything takes time
            work.begun = True
            return
        try:
            next(work.steps)
        except StopIteration:
            self._put_away()
            self._desk.say(f"saved: {work.path}")
        except BaseException:
            self._put_away()
            raise
        else:
            work.done += 1
            self._tell(work)

    def _put_away(self) -> None:
        work, self._work = self._work, None
        if work is not None and self._desk.hud.form is work.note:
            self._desk.hud.form, self._desk.hud.dirty = None, True

    def _stopped(self, button: str, values: dict[str, Any]) -> str | None:
        """The note is put away: nothing is left of the file."""
        if self._work is not None:
            what = self._work.what
            self.close()
            self._desk.say(f"the {what} was stopped, and nothing of it is kept")
        return None

    def close(self) -> None:
        """Leave a file that is being made."""
        work, self._work = self._work, None
        if work is not None:
            work.steps.close()

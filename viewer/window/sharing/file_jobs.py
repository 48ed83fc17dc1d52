"""Files that take a while, made step by step between the window's own frames."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boche.viewer.hud.dialogs.model import Form
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.overwrite_question import with_consent

Steps = Generator[None, None, None]
"""Makes a file, one step at a time; if it is closed early, it leaves no file behind."""


@dataclass
class Work:
    """A file being made.

    ``what`` is its kind in words, ``unit`` the name of a step, ``done`` of ``count`` the progress,
    ``note`` the dialog that shows it.
    """

    what: str
    path: Path
    steps: Steps
    unit: str
    count: int
    note: Form
    done: int = 0
    begun: bool = False


class Making:
    """The maker of one desk's shared files, one at a time."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._work: Work | None = None

    def begin(self, what: str, path: Path, steps: Steps, unit: str, count: int) -> None:
        """Start to make a file, ``what`` in words ("film"), in ``count`` steps of a ``unit``.

        The user is asked before an existing file is replaced.
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
        """Return when ``tick`` is due, or None for never."""
        return self._desk.now if self._work is not None else None

    def tick(self) -> None:
        """Make one more step. Raises what the step raises."""
        work, hud = self._work, self._desk.hud
        if work is None:
            return
        if hud.form is not work.note:  # something else has replaced the note
            self._stopped("cancel", {})
            return
        if not work.begun:  # the note is shown before the first step
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
        """Stop when the note is closed; nothing of the file is left."""
        if self._work is not None:
            what = self._work.what
            self.close()
            self._desk.say(f"the {what} was stopped, and nothing of it is kept")
        return None

    def close(self) -> None:
        """Abandon a file that is being made."""
        work, self._work = self._work, None
        if work is not None:
            work.steps.close()

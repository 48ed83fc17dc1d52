"""Files that take a while, made step by step between the window's own frames."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

from boche.engine.languages.current import tr
from boche.viewer.hud.dialogs.model import Button, Form
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.overwrite_question import with_consent

Steps = Generator[None, None, None]
"""Makes a file, one step at a time; if it is closed early, it leaves no file behind."""


@dataclass(frozen=True)
class Kind:
    """A kind of file in words, to be translated.

    ``title`` heads the note while it is made, ``stopped`` is told after that; ``progress`` says how
    many of its steps are ``done``, empty for a kind that is made in one.
    """

    title: str
    stopped: str
    progress: str = ""


@dataclass
class Work:
    """A file being made: ``done`` of ``count`` steps, and the dialog that shows it, ``note``."""

    kind: Kind
    path: Path
    steps: Steps
    count: int
    note: Form
    done: int = 0
    begun: bool = False


class Making:
    """The maker of one desk's shared files, one at a time."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._work: Work | None = None

    def begin(self, kind: Kind, path: Path, steps: Steps, count: int) -> None:
        """Start to make a file in ``count`` steps.

        The user is asked before an existing file is replaced.
        """
        with_consent(self._desk, path, lambda: self._begin(kind, path, steps, count))

    def _begin(self, kind: Kind, path: Path, steps: Steps, count: int) -> None:
        stop = Button("cancel", tr("Stop"), lambda given: self._stopped())
        note = Form("making", tr(kind.title), [], (stop,))
        self._work = Work(kind, path, steps, count, note)
        self._tell(self._work)
        self._desk.hud.open(note)
        self._desk.schedule.at(self._desk.now, self._step)

    def _tell(self, work: Work) -> None:
        work.note.text = tr("Escape, or a click here, stops it.")
        if work.count > 1 and work.kind.progress:
            work.note.text = tr(work.kind.progress, done=work.done, count=work.count)
        self._desk.hud.dirty = True

    def _step(self) -> None:
        """Make one more step. Raises what the step raises."""
        work, desk = self._work, self._desk
        if work is None:
            return
        if desk.hud.form is not work.note:  # something else has replaced the note
            self._stopped()
            return
        desk.schedule.at(desk.now, self._step)
        if not work.begun:  # the note is shown before the first step
            work.begun = True
            return
        try:
            next(work.steps)
        except StopIteration:
            self._put_away()
            desk.say(tr("saved: {path}", path=work.path))
        except BaseException:
            self._put_away()
            raise
        else:
            work.done += 1
            self._tell(work)

    def _put_away(self) -> None:
        work, self._work = self._work, None
        self._desk.schedule.at(None, self._step)
        if work is not None and self._desk.hud.form is work.note:
            self._desk.hud.form, self._desk.hud.dirty = None, True

    def _stopped(self) -> None:
        """Stop when the note is closed; nothing of the file is left."""
        if self._work is not None:
            said = tr(self._work.kind.stopped)
            self.close()
            self._desk.say(said)

    def close(self) -> None:
        """Abandon a file that is being made."""
        work, self._work = self._work, None
        self._desk.schedule.at(None, self._step)
        if work is not None:
            work.steps.close()

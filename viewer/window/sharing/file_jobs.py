"""Files made in the background, several at a time: what the window shows of them, and their end."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from boche.engine.atomic_write import refuse_unwritable
from boche.engine.errors import BocheError
from boche.engine.languages.current import tr, tr_count
from boche.engine.languages.formats import percent
from boche.engine.message import capitalized
from boche.viewer.export.jobs import Job
from boche.viewer.hud.dialogs.model import nothing
from boche.viewer.hud.pages.works import WorkView
from boche.viewer.table.question import Answer
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.overwrite_question import with_consent
from boche.viewer.window.sharing.work import (
    UNKNOWN,
    Estimate,
    Report,
    Speeds,
    Work,
    WorkProcess,
    left_told,
    time_left,
)

POLL = 0.1
"""Seconds between looks at how far files are."""
PATIENCE = 5.0
"""Seconds that the window's end waits for files that are given up, so that nothing is left."""
AT_ONCE = 3
"""Files made at the same time; each has a process, and most have a GL context with its memory."""
MOST_DONE = 3
"""Files that are done and still shown; older ones are put away."""

FOLDED_AFTER, OPENED_FOR = 6.0, 20.0
"""Seconds after which a file that is done folds into a chip: at first, and once a click showed it.
"""

PICTURES = ("picture", "photo")
"""The ways to share that need no record of one's own."""

Start = Callable[[str, Job], Work]


@dataclass
class BegunFile:
    """A file to be made, or made: its number, and its work and when that began, if it has.

    ``started`` is how many seconds later its first step began, ``folds`` when it is to be folded.
    """

    number: int
    path: Path
    job: Job
    estimate: Estimate | None = None
    work: Work | None = None
    begun: float = 0.0
    started: float | None = None
    is_series: bool = False
    shown: Report = UNKNOWN
    folds: float | None = None

    @property
    def is_running(self) -> bool:
        """True until it is there, or has failed."""
        return not self.shown.is_over

    @property
    def place(self) -> Path:
        """The file that was made; of a series its folder."""
        return self.path.parent if self.is_series else self.path


class Works:
    """The files that one desk makes, in the order in which they were begun."""

    def __init__(
        self, desk: Desk, start: Start = WorkProcess, speeds: Speeds | None = None
    ) -> None:
        """Set it up; ``start`` starts the work on a file."""
        self._desk, self._start = desk, start
        self.speeds = speeds or Speeds()
        self._list: list[BegunFile] = []
        self._given_up: list[Work] = []
        self._count = 0
        self.shown: tuple[WorkView, ...] = ()
        """What the window shows."""
        self.changed: Callable[[], object] = nothing
        """Called when that has changed."""

    # -- beginning

    def begin(
        self,
        path: Path,
        job: Job,
        parts: Sequence[Path] = (),
        estimate: Estimate | None = None,
    ) -> None:
        """Start to make a file; the user is asked before an existing one is replaced.

        Of a series ``parts`` are the files, and ``path`` is what their names have in common. The
        ``estimate`` is of the time that it takes. Raises ``BocheError`` if it cannot be written, or
        is being made already.
        """
        if any(_same(each.path, path) for each in self._running):
            raise BocheError(
                tr("{name} is being made already: wait for it, stop it, or give another name",
                   name=path.name)
            )  # fmt: skip
        refuse_unwritable(path)
        there = next((each for each in parts if os.path.isfile(each)), path)
        file = BegunFile(0, Path(os.path.abspath(path)), job, estimate, is_series=bool(parts))
        with_consent(self._desk, there, lambda: self._begin(file))

    def _begin(self, file: BegunFile) -> None:
        desk, path = self._desk, file.path
        self._count += 1
        file.number = self._count
        self._list.append(file)
        desk.say(tr("{name} is being made", name=path.name))
        self._look()

    # -- going on

    def _look(self) -> None:
        """See how far each file is, and show it."""
        self._start_some()
        for each in self._running:
            if each.work is not None:
                each.shown = each.work.report
                if each.started is None and each.shown.count:
                    each.started = self._desk.now - each.begun
                if each.shown.ended and each.estimate is not None:
                    elapsed = self._desk.now - each.begun
                    self.speeds.learn(each.estimate, elapsed, each.started)
                if each.shown.is_over:
                    each.work.leave(0.0)
                    self._tell(each)
        self._start_some()
        done = [each for each in self._list if not each.is_running]
        for old in done[: -MOST_DONE or None]:
            self._list.remove(old)
        self._show()
        for work in [each for each in self._given_up if each.report.is_over]:
            work.leave(0.0)
            self._given_up.remove(work)
        if self.is_busy or self._given_up:
            self._desk.schedule.at(self._desk.now + POLL, self._look)
        else:
            self._plan_folding()

    def _plan_folding(self) -> None:
        """Look again when the next file is to be folded."""
        now = self._desk.now
        due = [each.folds for each in self._list if each.folds is not None and each.folds > now]
        if due:
            self._desk.schedule.at(min(due), self._look)

    def unfold(self, _: object = None) -> None:
        """Show for a while the files again that are folded."""
        now = self._desk.now
        for each in self._list:
            if each.folds is not None and each.folds <= now:
                each.folds = now + OPENED_FOR
        self._show()
        if not (self.is_busy or self._given_up):
            self._plan_folding()

    def _start_some(self) -> None:
        """Start files that wait, as far as not too many are being made."""
        for each in self._running[:AT_ONCE]:
            if each.work is None:
                each.work = self._start(str(each.path), each.job)
                each.begun = self._desk.now

    def _tell(self, each: BegunFile) -> None:
        if each.shown.error:
            self._desk.refuse(_failure(each))
        else:
            each.folds = self._desk.now + FOLDED_AFTER
            self._desk.say(tr("saved: {path}", path=each.path))

    def _show(self) -> None:
        shown = tuple(self._view(each) for each in self._list)
        if shown != self.shown:
            self.shown, self._desk.hud.dirty = shown, True
            self.changed()

    def _view(self, each: BegunFile) -> WorkView:
        report = each.shown
        name = each.path.name
        if report.error:
            return WorkView(each.number, name, capitalized(report.error), failed=True)
        if report.ended:
            folded = each.folds is not None and each.folds <= self._desk.now
            return WorkView(each.number, name, tr("Saved in {folder}", folder=each.path.parent),
                            done=True, folded=folded)  # fmt: skip
        if each.work is None:
            return WorkView(each.number, name, tr("Waits for the others"))
        share = report.done / report.count if report.count else 0.0
        told = percent(share) if report.count else tr("Being made ...")
        if (left := self._time_left(each)) is not None:
            told = (
                tr("{percent}, {left}", percent=told, left=left_told(left)) if report.count
                else tr("Being made, {left}", left=left_told(left))
            )  # fmt: skip
        return WorkView(each.number, name, told, share=share)

    def _time_left(self, each: BegunFile) -> float | None:
        """Return the seconds until a file is there, or None while they are unknown."""
        elapsed, work, whole = self._desk.now - each.begun, None, None
        if each.estimate is not None:
            work, whole = self.speeds.work(each.estimate), self.speeds.whole(each.estimate)
        return time_left(each.shown, elapsed, each.started, work, whole)

    @property
    def is_busy(self) -> bool:
        """True while a file is being made."""
        return bool(self._running)

    @property
    def _running(self) -> list[BegunFile]:
        return [each for each in self._list if each.is_running]

    # -- what clicks do

    def stop(self, number: int) -> None:
        """Stop making a file; nothing of it is left."""
        each = self._numbered(number)
        if each is None or not each.is_running:
            return
        self._give_up(each)
        self._start_some()
        self._desk.say(tr("{name} is not made; nothing was saved", name=each.path.name))
        self._show()

    def put_away(self, number: int) -> None:
        """Show a file no more that is done, or has failed."""
        each = self._numbered(number)
        if each is not None and not each.is_running:
            self._list.remove(each)
            self._show()

    def put_away_done(self, _: object = None) -> None:
        """Show no more what is done; what has failed stays."""
        self._list = [each for each in self._list if each.shown.error or not each.shown.ended]
        self._show()

    def open(self, number: int) -> None:
        """Open a file that is done with the system's program for it; else copy its path."""
        each = self._numbered(number)
        if each is None or not each.shown.ended:
            return
        if open_with_system(each.place):
            self._desk.say(tr("opened: {path}", path=each.place))
        else:
            self.copy(number)

    def copy(self, number: int) -> None:
        """Copy the path of a file that is done."""
        each = self._numbered(number)
        if each is not None and each.shown.ended:
            self._desk.window.set_clipboard_text(str(each.place))
            self._desk.say(tr("the path is on the clipboard: {path}", path=each.place))

    def _numbered(self, number: int) -> BegunFile | None:
        return next((each for each in self._list if each.number == number), None)

    def _give_up(self, each: BegunFile) -> None:
        if each.work is not None:
            each.work.stop()
            self._given_up.append(each.work)
        self._list.remove(each)

    def _give_up_all(self) -> None:
        for each in self._running:
            self._give_up(each)

    # -- the end

    def leave(self, then: Callable[[], object]) -> None:
        """Call ``then``, which closes the window; ask first while files are being made."""
        running = self._running
        if not running:
            then()
            return
        names = ", ".join(each.path.name for each in running)
        text = tr_count(
            "{names} is not done yet. It is given up if you quit now; nothing of it is saved.",
            "{names} are not done yet. They are given up if you quit now; none of it is saved.",
            len(running), names=names,
        )  # fmt: skip

        def give_up() -> None:
            self._give_up_all()
            then()

        self._desk.ask(
            tr_count("A file is being made", "{count} files are being made", len(running)), text,
            (Answer("stay", tr("Do not quit"), "N"), nothing),
            (Answer("quit", tr("Quit anyway"), "Y"), give_up),
        )  # fmt: skip

    def close(self) -> None:
        """Stop all work; ``settle`` waits for it."""
        self._desk.schedule.at(None, self._look)
        self._give_up_all()

    def settle(self) -> None:
        """Wait until all work has ended, or end it by force."""
        for work in self._given_up:
            work.leave(PATIENCE)


def _failure(each: BegunFile) -> str:
    return tr("{name} cannot be made: {reason}", name=each.path.name, reason=each.shown.error)


def _same(one: Path, two: Path) -> bool:
    return os.path.realpath(one) == os.path.realpath(two)


def open_with_system(path: Path) -> bool:
    """Open a file as a double click does; return whether the system has a way to do that."""
    if sys.platform == "win32":
        with suppress(OSError):
            os.startfile(path)
            return True
        return False
    program = shutil.which("open" if sys.platform == "darwin" else "xdg-open")
    if program is None:
        return False
    with suppress(OSError):
        process = subprocess.Popen(
            [program, str(path)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        threading.Thread(target=process.wait, daemon=True).start()  # else it stays, ended
        return True
    return False

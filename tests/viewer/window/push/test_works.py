"""Files made in the background: several at once, shown with their progress, each stopped alone."""

from __future__ import annotations

import fcntl
import os
import termios
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from boche.engine.atomic_write import FileError
from boche.engine.errors import BocheError
from boche.viewer.export.jobs import Drawn, Page, Played
from boche.viewer.export.page.game_data import Look
from boche.viewer.session import Session
from boche.viewer.window.desk import Desk
from boche.viewer.window.sharing import work
from boche.viewer.window.sharing.file_jobs import FOLDED_AFTER, OPENED_FOR, Works
from boche.viewer.window.sharing.work import Estimate, Report, left_told, time_left
from boche.viewer.window.sharing.works_dialog import WorksDialog
from tests.viewer.window.made_here import Held
from tests.viewer.window.user import WINDOW, User


class Maker(User):
    """A user who makes files that take as long as the test wants."""

    def __init__(self) -> None:
        super().__init__(Session.new("boche", size=3))
        self.copied: list[str] = []
        window = {**vars(WINDOW), "set_clipboard_text": self.copied.append}
        self.desk.window = SimpleNamespace(**window)  # type: ignore[assignment]
        self.begun: list[Held] = []
        self.works = Works(self.desk, self._start)
        self.dialog = WorksDialog(self.desk, self.works)

    def _start(self, path: str, job: Any) -> Held:
        self.begun.append(Held(path, job))
        return self.begun[-1]

    def make(self, path: Path, estimate: Estimate | None = None) -> Held:
        """Begin a page at a path."""
        job = Page(Played.of(self.session.record), Look())
        self.works.begin(path, job, estimate=estimate)
        return self.begun[-1]

    def see(self) -> None:
        """Let the window look at its works, whenever that is due."""
        for look in self.desk.schedule.take(self.desk.now + 1.0):
            look()

    @property
    def told(self) -> list[str]:
        """What is told of each file, but for the time left: that is the machine's affair."""
        return [each.told.partition(", ")[0] for each in self.works.shown]

    @property
    def status(self) -> str:
        return str(self.desk.controller.view().status)


def test_several_are_made_at_once_while_the_game_goes_on(tmp_path: Path) -> None:
    user = Maker()
    one, two = user.make(tmp_path / "one.html"), user.make(tmp_path / "two.html")
    assert user.desk.is_free, "something covers the table"
    assert user.told == ["Being made ...", "Being made ..."]
    one.report, two.report = Report(30, 60), Report(1, 4)
    user.see()
    assert [each.share for each in user.works.shown] == [0.5, 0.25]
    assert user.told == ["50%", "25%"]
    user.session.play("c:a1")
    user.key("Escape")
    two.report = Report(4, 4, ended=True)
    user.see()
    assert not one.stopped
    assert user.told == ["50%", f"Saved in {tmp_path}"]
    assert user.status == f"saved: {tmp_path}/two.html"
    one.report = Report(60, 60, ended=True)
    user.see()
    due = user.desk.schedule.due
    assert due is not None
    assert due > user.desk.now + 1.0, "it looks on though all is done, and nothing to be folded"


def test_what_is_done_folds_and_a_click_shows_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    user, time = Maker(), [1000.0]
    monkeypatch.setattr(Desk, "now", property(lambda desk: time[0]))
    one, two = user.make(tmp_path / "one.html"), user.make(tmp_path / "two.html")
    failed = user.make(tmp_path / "three.html")
    one.report = two.report = Report(4, 4, ended=True)
    failed.report = Report(error="no space")
    user.see()

    def folded() -> list[bool]:
        return [each.folded for each in user.works.shown]

    def wait(seconds: float) -> None:
        time[0] += seconds
        for look in user.desk.schedule.take(time[0]):
            look()

    assert folded() == [False, False, False]
    wait(FOLDED_AFTER + 0.1)
    assert folded() == [True, True, False], "what has failed stays"
    assert user.desk.schedule.due is None, "it looks on though all is folded"
    user.works.unfold()
    assert folded() == [False, False, False]
    wait(OPENED_FOR + 0.1)
    assert folded() == [True, True, False]


def test_more_than_three_wait_for_each_other(tmp_path: Path) -> None:
    user = Maker()
    for number in range(5):
        user.make(tmp_path / f"{number}.html")
    assert [Path(each.path).name for each in user.begun] == ["0.html", "1.html", "2.html"]
    assert user.told[3:] == ["Waits for the others"] * 2
    user.works.stop(user.works.shown[3].number)
    user.begun[1].report = Report(ended=True)
    user.see()
    assert [Path(each.path).name for each in user.begun[3:]] == ["4.html"]
    user.works.stop(user.works.shown[0].number)
    user.works.stop(user.works.shown[-1].number)
    assert [each.stopped for each in user.begun] == [True, False, False, True]
    user.make(tmp_path / "5.html")
    assert len(user.begun) == 5, "what was stopped still counts"


def test_only_its_own_button_stops_a_file(tmp_path: Path) -> None:
    user = Maker()
    one, two = user.make(tmp_path / "one.html"), user.make(tmp_path / "two.html")
    user.works.stop(user.works.shown[0].number)
    assert (one.stopped, two.stopped) == (True, False)
    assert [each.name for each in user.works.shown] == ["two.html"]
    assert user.status == "one.html is not made; nothing was saved"
    user.make(tmp_path / "one.html")


def test_what_fails_is_told_in_one_line_until_it_is_put_away(tmp_path: Path) -> None:
    user = Maker()
    work = user.make(tmp_path / "one.html")
    work.report = Report(error="cannot write 'one.html': No space left on device")
    user.see()
    told = "cannot write 'one.html': No space left on device"
    assert user.status == f"one.html cannot be made: {told}"
    assert user.works.shown[0].failed
    assert user.told == [f"C{told[1:]}"]
    user.works.put_away(user.works.shown[0].number)
    assert user.works.shown == ()


def test_all_that_is_done_is_put_away_at_once_and_what_failed_stays(tmp_path: Path) -> None:
    user = Maker()
    one, two, three = (user.make(tmp_path / name) for name in ("a.html", "b.html", "c.html"))
    one.report, three.report = Report(ended=True), Report(ended=True)
    two.report = Report(error="cannot write 'b.html': No space left on device")
    user.make(tmp_path / "d.html")
    user.see()
    user.works.put_away_done()
    assert [each.name for each in user.works.shown] == ["b.html", "d.html"]


def test_a_file_is_not_made_twice_at_a_time(tmp_path: Path) -> None:
    user = Maker()
    work = user.make(tmp_path / "one.html")
    with pytest.raises(BocheError, match=r"one.html is being made already: wait for it, stop it"):
        user.make(tmp_path / "." / "one.html")
    work.report = Report(ended=True)
    user.see()
    user.make(tmp_path / "one.html")


def test_a_folder_that_cannot_be_written_is_refused_before_any_work(tmp_path: Path) -> None:
    user = Maker()
    (tmp_path / "file").write_text("")
    for folder in ("missing", "file"):
        with pytest.raises(FileError, match="cannot write"):
            user.make(tmp_path / folder / "one.html")
    assert user.begun == []


def test_quitting_asks_once_for_all_that_is_being_made(tmp_path: Path) -> None:
    user, left = Maker(), []
    user.works.leave(lambda: left.append("nothing"))
    assert left == ["nothing"], "it asks though nothing is made"
    made = [user.make(tmp_path / name) for name in ("one.html", "two.html", "three.html")]
    made[2].report = Report(ended=True)
    user.see()
    user.works.leave(lambda: left.append("quit"))
    assert user.asked == "2 files are being made"
    question = user.desk.controller.view().question
    assert question is not None
    assert question.answers[0].name == "stay", "Enter would give them up"
    user.answer("stay")
    assert left == ["nothing"]
    assert not any(each.stopped for each in made)
    user.works.leave(lambda: left.append("quit"))
    user.answer("quit")
    assert left == ["nothing", "quit"]
    assert [each.stopped for each in made] == [True, True, False]


def test_a_click_opens_a_file_that_is_done_or_copies_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    user, path = Maker(), tmp_path / "one.html"
    monkeypatch.setenv("PATH", "")
    work = user.make(path)
    number = user.works.shown[0].number
    user.works.open(number)
    user.works.copy(number)
    assert user.copied == [], "there is no file yet"
    work.report = Report(ended=True)
    user.see()
    user.works.copy(number)
    user.works.open(number)
    assert user.copied == [str(path)] * 2, "nothing opens it, so its path is copied"
    assert user.status == f"the path is on the clipboard: {path}"


def test_the_system_s_program_gets_a_file_that_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    user, path, seen = Maker(), tmp_path / "it's one.html", tmp_path / "seen"
    program = tmp_path / "xdg-open"
    (tmp_path / "open").symlink_to(program)
    program.write_text(f'#!/bin/sh\necho "$1" > {seen}.new && /bin/mv {seen}.new {seen}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    user.make(path).report = Report(ended=True)
    user.see()
    user.works.open(user.works.shown[0].number)
    assert user.status == f"opened: {path}"
    end = time.monotonic() + 60.0
    while not seen.exists():
        assert time.monotonic() < end
        time.sleep(0.005)
    assert seen.read_text() == f"{path}\n"
    assert user.copied == []


def test_files_that_are_done_are_put_away_after_some_others(tmp_path: Path) -> None:
    user = Maker()
    for number in range(5):
        user.make(tmp_path / f"{number}.html").report = Report(ended=True)
        user.see()
    assert [each.name for each in user.works.shown] == ["2.html", "3.html", "4.html"]


def test_keys_reach_each_file_and_what_can_be_done_with_it(tmp_path: Path) -> None:
    user = Maker()
    user.dialog.ask()
    assert user.desk.hud.open_form is None
    assert user.status == "no file is being made, and none was made since the start"
    one, two = user.make(tmp_path / "one.html"), user.make(tmp_path / "two.html")
    user.dialog.ask()
    lines = [label for _, label in user.form.fields[0].choices]
    assert lines == ["one.html: Being made ...", "two.html: Being made ..."]
    two.report = Report(2, 4)
    user.see()
    assert user.form.fields[0].choices[1][1].startswith("two.html: 50%"), "it does not follow"
    user.key("Escape")
    assert not one.stopped
    assert not two.stopped
    user.dialog.ask()
    for key in ("Up", "Tab", "Enter"):
        user.key(key)
    assert (one.stopped, two.stopped) == (True, False)
    assert len(user.form.fields[0].choices) == 1
    two.report = Report(ended=True)
    user.see()
    user.form.set(0, user.works.shown[0].number)
    assert [each.label for each in user.form.buttons] == ["Open", "Copy the path", "Close"]
    user.form.press("copy")
    assert user.copied == [f"{tmp_path}/two.html"]


def test_stopping_does_not_wait_for_a_process_that_still_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, write = os.pipe()
    process = SimpleNamespace(stdin=open(write, "wb"), stdout=open(os.devnull, "rb"))  # noqa: SIM115
    running = SimpleNamespace(process=process, end=lambda: None)
    monkeypatch.setattr(work, "_launched", lambda words: running)
    begun = work.WorkProcess(str(tmp_path / "a.png"), Drawn(np.zeros((500, 500, 4), np.uint8)))
    while not fcntl.ioctl(read, termios.FIONREAD, bytes(4)).strip(b"\0"):
        time.sleep(0.001)  # until the order is on its way
    stopping = threading.Thread(target=begun.stop, daemon=True)
    stopping.start()
    stopping.join(10.0)
    blocked = stopping.is_alive()
    while os.read(read, 1 << 20):  # the process begins to read, and comes to the end
        pass
    stopping.join()
    begun.leave(10.0)
    os.close(read)
    assert not blocked, "the window would stand still"


@pytest.mark.parametrize(
    ("report", "elapsed", "left"),
    [
        (Report(0, 0), 9.0, None),
        (Report(0, 100), 9.0, None),
        (Report(50, 100), 0.5, None),
        (Report(50, 100), 10.0, 10.0),
        (Report(25, 100), 10.0, 30.0),
    ],
)
def test_the_time_left_goes_by_what_is_done(
    report: Report, elapsed: float, left: float | None
) -> None:
    assert time_left(report, elapsed) == left


def test_the_time_left_is_told_like_a_clock() -> None:
    assert [left_told(seconds) for seconds in (0.4, 9.6, 75, 3675)] == [
        "0:00 left", "0:10 left", "1:15 left", "1:01:15 left"
    ]  # fmt: skip


def test_the_time_left_is_an_estimate_at_first_and_goes_by_the_work_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(Desk, "now", property(lambda desk: now))
    user = Maker()
    made = user.make(tmp_path / "one.html", Estimate("page", 18.0))
    lefts = []
    for elapsed, report in (
        (0.0, Report()),
        (1.5, Report()),
        (2.0, Report(0, 100)),
        (6.0, Report(10, 100)),  # slower than it was measured, which counts more and more
        (12.0, Report(25, 100)),
        (32.0, Report(75, 100)),
        (42.0, Report(100, 100, ended=True)),
    ):
        now, made.report = 100.0 + elapsed, report
        user.see()
        lefts.append(user.works.shown[0].told)
    assert lefts[:-1] == [
        "Being made, 0:20 left", "Being made, 0:18 left", "0%, 0:18 left", "10%, 0:24 left",
        "25%, 0:30 left", "75%, 0:10 left",
    ]  # fmt: skip
    user.make(tmp_path / "two.html", Estimate("page", 9.0))
    assert user.works.shown[-1].told == "Being made, 0:22 left", "it learns nothing"


def test_a_file_that_cannot_be_measured_takes_as_long_as_the_last_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(Desk, "now", property(lambda desk: now))
    user = Maker()
    made = user.make(tmp_path / "board.stl", Estimate("board"))
    assert user.told == ["Being made ..."]
    now, made.report = 112.0, Report(ended=True)
    user.see()
    user.make(tmp_path / "again.stl", Estimate("board"))
    assert user.works.shown[-1].told == "Being made, 0:12 left"
    now = 113.0
    user.see()
    assert user.works.shown[-1].told == "Being made, 0:11 left"
    now = 130.0
    user.see()
    assert user.works.shown[-1].told == "Being made ...", "it tells a time that is over"

"""The process that makes a file: what it reports, and that it ends with whoever wants the file."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

from boche.engine.record import load
from boche.viewer.export.jobs import Page, Played
from boche.viewer.export.page.game_data import Look
from boche.viewer.window.sharing.work import WorkProcess
from tests import ROOT

DYING = """
import os, signal, sys, time
from pathlib import Path
from boche.engine.record import load
from boche.viewer.camera.camera import VIEWS
from boche.viewer.export.film.frames import FilmOptions
from boche.viewer.export.film.pictures import Looks
from boche.viewer.export.jobs import Film, Played
from boche.viewer.renderer.style import Style
from boche.viewer.window.sharing.work import WorkProcess
record = load(sys.argv[1])
looks = Looks((320, 240), VIEWS["corner"], Style())
job = Film(Played.of(record, record.main_line()[-1]), FilmOptions(), looks)
work = WorkProcess(sys.argv[2] + "/game.gif", job)
while not work.report.done:
    time.sleep(0.001)
assert os.listdir(sys.argv[2]), "there is nothing to leave"
os.kill(os.getpid(), signal.SIGKILL)
"""
PATH = ROOT / "assets" / "records" / "boche-path.sgf"
RECORD = load(PATH)
PATIENCE = 60.0


def test_a_page_is_made_in_a_process_and_another_one_is_given_up(tmp_path: Path) -> None:
    job = Page(Played.of(RECORD), Look())
    one, two = (WorkProcess(str(tmp_path / name), job) for name in ("one.html", "two.html"))
    end = time.monotonic() + PATIENCE
    while not two.report.count:
        assert time.monotonic() < end
        assert not two.report.ended, two.report
        time.sleep(0.001)
    two.stop()
    two.leave(PATIENCE)
    assert not two.report.ended
    while not one.report.ended:
        assert time.monotonic() < end
        assert not one.report.error
        time.sleep(0.01)
    one.leave(PATIENCE)
    assert [each.name for each in tmp_path.iterdir()] == ["one.html"]
    assert (tmp_path / "one.html").read_text().startswith("<!doctype html>")


def test_a_window_that_is_killed_leaves_nothing_half_made(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", DYING, str(PATH), str(tmp_path)], cwd=ROOT)
    assert done.returncode == -signal.SIGKILL
    end = time.monotonic() + PATIENCE
    while list(tmp_path.iterdir()):
        assert time.monotonic() < end, "what was begun stays"
        time.sleep(0.05)

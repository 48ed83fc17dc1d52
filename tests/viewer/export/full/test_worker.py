"""The process that makes a file: what it reports, and that it ends with whoever wants the file."""

from __future__ import annotations

import time
from pathlib import Path

from boche.engine.record import load
from boche.viewer.export.jobs import Page, Played
from boche.viewer.export.page.game_data import Look
from boche.viewer.window.sharing.work import WorkProcess
from tests import ROOT

RECORD = load(ROOT / "assets" / "records" / "boche-path.sgf")
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

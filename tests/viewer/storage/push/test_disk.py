"""A full disk and damaged files, a few of each; ``tests/soak/disk.py`` tests thousands."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.viewer.session import Session

pytest.importorskip("resource")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path))
    return tmp_path


def test_a_disk_that_is_full_somewhere_loses_nothing(home: Path) -> None:
    from tests.soak.disk import full_disks

    failures: list[str] = []
    assert full_disks(home, 12, 7, failures.append) == 96
    assert failures == []


def test_each_step_of_writing_may_fail(home: Path) -> None:
    from tests.soak.disk import failing_steps

    failures: list[str] = []
    failing_steps(home, failures.append)
    assert failures == []


def test_damaged_files_never_keep_from_starting(home: Path) -> None:
    from tests.soak.disk import damaged_starts

    failures: list[str] = []
    assert damaged_starts(home, 60, 7, failures.append) == 0
    assert failures == []


def test_a_record_seats_nobody(home: Path) -> None:
    """Open and paste names from foreign files: they start no program."""
    text = "(;GM[Boche]SZ[4]PW[gtp:true]PB[8]C[gtp:true];W[c:a1])"
    path = home / "evil.sgf"
    path.write_text(text)
    pasted = Session.new(size=4).paste(text)
    assert isinstance(pasted, Session)
    for session in (Session.open(path), pasted):
        assert not session.seats.as_promised()

"""Unsaved work: sessions with autosaves, and those left over from a dead process."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.viewer.session import Seat, Session
from boche.viewer.storage.autosave import Autosave


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "state" / "autosave"


def kept(*moves: str, path: Path | None = None, seats: dict[str, Seat] | None = None) -> Session:
    """Return a session with an autosave, after some moves."""
    session = Session.open(path) if path else Session.new(size=4, seats=seats)
    session.safety.keep(Autosave())
    for move in moves:
        session.play(move)
    return session


def left_over(*moves: str, **given: object) -> Session:
    """Return a session whose process has died, judging by its files."""
    session = kept(*moves, **given)  # type: ignore[arg-type]
    session.safety.close()
    return session

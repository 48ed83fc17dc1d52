"""Unsaved work: sessions that are kept, and that are left over from a process that died."""

from __future__ import annotations

from pathlib import Path

import pytest

from viewer.session import Seat, Session
from viewer.storage.autosave import Autosave


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "state" / "autosave"


def kept(*moves: str, path: Path | None = None, seats: dict[str, Seat] | None = None) -> Session:
    """A session with an autosave, some moves on."""
    session = Session.open(path) if path else Session.new(size=4, seats=seats)
    session.safety.keep(Autosave())
    for move in moves:
        session.play(move)
    return session


def left_over(*moves: str, **given: object) -> Session:
    """A session whose process, as far as its files tell, has died."""
    session = kept(*moves, **given)  # type: ignore[arg-type]
    session.safety.close()
    return session

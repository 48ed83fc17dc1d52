"""A few of the damaged mails of ``tests/soak/mails.py``."""

from __future__ import annotations

from pathlib import Path

from tests.soak.mails import damage, read


def test_damaged_mails_play_nothing_by_mistake(tmp_path: Path) -> None:
    soak = damage(tmp_path, 100, seed=7)
    assert soak.played > 5
    assert soak.came["ignored"] > 10


def test_damaged_mails_are_read_or_left_alone() -> None:
    found = read(600, seed=7)
    assert min(found["meant"], found["of programs"], found["other"]) > 50

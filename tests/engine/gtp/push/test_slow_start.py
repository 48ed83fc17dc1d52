"""Programs that are slow to begin."""

from __future__ import annotations

from tests.engine.gtp.test_gtp import GOOD, outcome_of

SLOW = GOOD.replace(
    "    print", "    if word == 'clear_board': import time; time.sleep(2.5)\n    print"
)


def test_setting_up_may_take_longer_than_an_answer(monkeypatch) -> None:
    """Check that a slow start (compiling, loading) costs no game."""
    assert outcome_of(SLOW, monkeypatch) == "a:a1"

"""The operator's log of database trouble: its start, a line a minute, and its end."""

from __future__ import annotations

import pytest

from boche.server.database.trouble import AGAIN, Trouble


class Told:
    """Trouble with a clock that the test sets."""

    def __init__(self) -> None:
        self.now = 0.0
        self.trouble = Trouble("'server.db'", lambda: self.now)

    def fail(self, times: int, seconds: float, why: str = "database or disk is full") -> None:
        """Report so many failures, spread over a period."""
        for _ in range(times):
            self.trouble.note(why)
            self.now += seconds / times


def test_a_line_at_its_beginning_one_a_minute_and_one_at_its_end(
    caplog: pytest.LogCaptureFixture,
) -> None:
    told = Told()
    told.fail(1200, 2.5 * AGAIN)
    told.now += 2.0
    told.trouble.over()
    told.trouble.over()
    begun, first, second, over = caplog.messages
    assert "'server.db': database or disk is full; make room on its disk" in begun
    assert "after 60 s and 481 failures" in first
    assert "after 120 s and 961 failures" in second
    assert "is back after 152 s; 1200 requests" in over


def test_what_fails_now_and_then_is_one_trouble(caplog: pytest.LogCaptureFixture) -> None:
    """Simulate a nearly full disk, on which small writes succeed."""
    told = Told()
    for _ in range(100):
        told.fail(1, 0.5)
        told.trouble.over()
    assert len(caplog.messages) == 1


@pytest.mark.parametrize(
    ("why", "advice"),
    [
        ("disk I/O error", "its disk"),
        ("attempt to write a readonly database", "who may write"),
        ("database is locked", "the other program"),
        ("connection failed: Connection refused", "PostgreSQL runs"),
        ("terminating connection due to administrator command", "PostgreSQL runs"),
        ("consuming input failed: SSL error: unexpected eof while reading", "PostgreSQL runs"),
        ("cannot exit pipeline mode while busy", "PostgreSQL runs"),
        ("something new", "see to it"),
    ],
)
def test_it_says_what_to_do(why: str, advice: str, caplog: pytest.LogCaptureFixture) -> None:
    Told().fail(1, 0.0, why)
    assert f"{why}; " in caplog.text
    assert advice in caplog.text


def test_damage_is_told_once_a_minute_and_does_not_end(caplog: pytest.LogCaptureFixture) -> None:
    told = Told()
    for _ in range(90):
        told.trouble.damage("database disk image is malformed")
        told.trouble.over()
        told.now += 1.0
    assert len(caplog.messages) == 2
    assert "restore a backup" in caplog.messages[0]

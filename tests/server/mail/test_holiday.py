"""Programs that answer each mail for somebody who is away, without a header that says so."""

from __future__ import annotations

import logging

import pytest

from boche.engine.durations import DAY
from tests.server.mail.office import Mailer

ANN = "ann@example.org"
AWAY = "I am on holiday until the 12th,\nand read no mail."


def rounds(mailer: Mailer, text: str, to: str, most: int = 20) -> int:
    """Answer each mail to ann with a text, as long as there is one; return how many came back."""
    came = 0
    waiting = [to]
    while waiting and came < most:
        mailer.send(text, to=waiting.pop(), sender=ANN)
        found = [mail for address, mail in mailer.carried() if address == ANN]
        came += len(found)
        waiting += [str(mail["Reply-To"] or mail["From"]) for mail in found]
    return came


@pytest.mark.parametrize("text", [AWAY, "Away.", "Abwesend", "stop", "Thanks, got it?"])
def test_the_same_text_is_answered_three_times_a_day(
    mailer: Mailer, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    number, ann, bob = mailer.board()
    mailer.carried()
    assert rounds(mailer, text, mailer.address(number, 0)) == 3
    assert mailer.moves(number) == ()
    ((_, level, line),) = [each for each in caplog.record_tuples if "ignored" in each[2]]
    assert level == logging.WARNING
    assert line.endswith("its text was not understood, and answered several times")
    assert text not in line
    mailer.desk.do(f"boche move {number} c:a1", user=ann)
    mailer.desk.do(f"boche move {number} c:b2", user=bob)
    mailer.carried()
    assert rounds(mailer, f"  {text} \n", mailer.address(number, 0)) == 0, "of a later turn as well"
    assert mailer.send("c:c1", to=mailer.address(number, 0), sender=ANN) == "done"
    assert len(mailer.moves(number)) == 3, "a move is played at once"
    mailer.carried()
    mailer.desk.pass_time(DAY)
    assert rounds(mailer, text, mailer.address(number, 0)) == 1, "once more a day later"


def test_another_text_or_another_sender_is_answered(mailer: Mailer) -> None:
    number, _, _ = mailer.board()
    mailer.carried()
    to = mailer.address(number, 0)
    assert rounds(mailer, AWAY, to) == 3
    assert "neither" in mailer.answered("my move is c:a1", to=to, sender=ANN)
    assert "neither" in mailer.answered(AWAY, to=mailer.address(number, 1),
                                        sender="bob@example.org")  # fmt: skip


def test_one_that_is_delivered_again_is_not_counted_again(mailer: Mailer) -> None:
    number, _, _ = mailer.board()
    to = mailer.address(number, 0)
    for _ in range(5):
        mailer.send(AWAY, to=to, sender=ANN, identity="<same@example.org>")
    assert mailer.send(AWAY, to=to, sender=ANN) == "done"


def test_what_is_understood_may_be_said_often(mailer: Mailer) -> None:
    number, _, _ = mailer.board()
    to = mailer.address(number, 0)
    for text in ("show", "help", "chat hello"):
        assert [mailer.send(text, to=to, sender=ANN) for _ in range(5)] == ["done"] * 5

"""The log's line about each mail: what was done, for whom, and why somebody was not answered."""

from __future__ import annotations

import logging

import pytest

from boche.server.infrastructure.tally import MOST_LINES, TALLY
from boche.server.limits import Limit
from boche.server.mail.incoming import senders
from tests.server.desk import PASSWORD
from tests.server.mail.office import Office
from tests.server.mail.test_commands import confirm

STRANGER = "Zoe <zoe@example.net>"


@pytest.fixture(autouse=True)
def log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "boche")


def said(caplog: pytest.LogCaptureFixture) -> str:
    """Return the only line about a mail so far, without the mail's name, and forget it."""
    (line,) = (each for each in caplog.messages if each.startswith("mail <"))
    caplog.clear()
    return line.partition("> ")[2] or line.partition(">: ")[2]


def test_what_was_done(office: Office, caplog: pytest.LogCaptureFixture) -> None:
    number, ann, _ = office.desk.board()
    confirm(office, "ann", "ann@example.org")
    caplog.clear()
    office.send("c:z9", to=office.address(number, 0))
    assert said(caplog) == f"done: move (refused), from account {ann.id}"
    office.send("c:a1\nchat: secret words", to=office.address(number, 0))
    assert said(caplog) == f"done: move, chat, from account {ann.id}"
    office.send("What is this?", to=office.address(number, 0))
    assert said(caplog) == f"done: nothing, but told what to write, from account {ann.id}"
    office.send("boche challenge ann bob")
    assert said(caplog) == "done: a yes is asked for, from a confirmed address"
    office.send("resign", to=office.address(number, 0), sender=STRANGER)
    assert said(caplog) == f"done: its owner is asked, from account {ann.id}"
    lines = f"boche games next\nmail ann {PASSWORD}\nboche resign 99 ann {PASSWORD}"
    office.send(lines, subject="multiple")
    assert said(caplog) == f"done: games, mail, resign (refused), from account {ann.id}"


def test_a_move_from_a_german_player_is_told_in_english(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    number, ann, _ = office.desk.board()
    office.desk.do(f"language ann {PASSWORD} de")
    office.send("z9", to=office.address(number, 0))
    assert said(caplog) == f"done: move (refused), from account {ann.id}"
    office.send(f"boche resign 99 ann {PASSWORD}\nmail ann {PASSWORD}", subject="multiple")
    assert said(caplog) == f"done: resign (refused), mail, from account {ann.id}"


def test_who_is_not_answered_and_why(
    office: Office, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(senders, "STRANGERS", Limit("strangers", 1, 3600.0))
    assert office.send("help", sender=STRANGER) == "done"
    assert said(caplog).endswith("from an address that nobody has confirmed")
    assert office.send("help chess", sender=STRANGER) == "not answered"
    assert said(caplog).endswith("; not answered: enough answers for now (limit strangers)")
    assert "zoe" not in caplog.text
    number, ann, _ = office.desk.board()
    caplog.clear()
    to = office.address(number, 0)
    assert office.send("c:a1", to=to, sender="nobody at all") == "not answered"
    end = "; not answered: it has no sender"
    assert said(caplog) == f"done: move, from account {ann.id}{end}"


def test_a_mail_that_is_dropped_has_one_line(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    office.send("x", extra=["Auto-Submitted: auto-replied"])
    assert said(caplog) == "is ignored: it has the header auto-submitted"
    office.send("help", identity="<1@x.example>")
    caplog.clear()
    office.send("help", identity="<1@x.example>")
    assert said(caplog) == "it has come before"


def test_a_flood_of_mails_does_not_flood_the_log(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    odd = ["<x\nboche: forged@example.org>", "<\x1b[2J@example.org>", "<" + "x" * 9999 + "@y>"]
    for n in range(MOST_LINES + 10):
        office.send("x", identity=odd[n % 3], extra=["Auto-Submitted: auto-replied"])
    TALLY.flush(everything=True)
    assert len(caplog.messages) == MOST_LINES + 1
    assert caplog.messages[-1] == "mails ignored: 10 more in a minute"
    assert all(line.startswith("mail") and line.isprintable() for line in caplog.messages)
    assert max(map(len, caplog.messages)) < 400

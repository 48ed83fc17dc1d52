"""Mails of a banned account: neither its password nor an answer to a turn plays for it."""

from __future__ import annotations

from boche.server.play import moderation
from boche.server.play.moderation import AT_COMMAND_LINE
from tests.server.desk import PASSWORD
from tests.server.mail.office import Mailer, Office


def ban(office: Office | Mailer, name: str) -> None:
    desk = office.desk
    desk.store.write(lambda t: moderation.ban(t, AT_COMMAND_LINE, name, "insults", None, desk.now))


def test_neither_password_nor_answer_plays_for_a_banned_account(office: Office) -> None:
    number, _, _ = office.desk.board()
    ban(office, "ann")
    for answer in (
        office.answered(f"boche move {number} ann {PASSWORD} c:a1"),
        office.answered("c:a1", to=office.address(number, 0)),
        office.answered("chat hello", to=office.address(number, 0)),
        office.answered("resign", to=office.address(number, 0)),
    ):
        assert "this account is banned for good: insults" in answer
    assert office.moves(number) == ()
    assert office.on(number).row.state == "active"


def test_nobody_else_is_held_up_by_it(office: Office) -> None:
    number, _, _ = office.desk.board()
    ban(office, "bob")
    assert "1. c:a1 played" in office.answered("c:a1", to=office.address(number, 0))


def test_a_banned_account_gets_no_mail_about_its_games(mailer: Mailer) -> None:
    number = mailer.board()[0]
    ban(mailer, "bob")
    mailer.carried()
    mailer.desk.do(f"boche move {number} c:a1", user=mailer.desk.user("ann"))
    assert mailer.carried() == []

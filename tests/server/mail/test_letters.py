"""Messages between people by mail: each mail that brings one takes the reply back."""

from __future__ import annotations

import re
from email.message import EmailMessage

import pytest

from boche.engine.durations import MINUTE
from boche.server.limits import Limit
from boche.server.mail import outbox
from tests.server.mail.office import HOST, Mailer, text_of

BOB = "bob@example.org"


def brought(mailer: Mailer) -> EmailMessage:
    """Have ann write to bob; return the mail that tells him."""
    _, ann, _ = mailer.board()
    mailer.carried()
    mailer.desk.do("message bob", "Dinner?", user=ann)
    ((address, mail),) = mailer.carried()
    assert address == BOB
    return mail


def inbox(mailer: Mailer, name: str) -> list[str]:
    """Return the texts of the mails that go to somebody now."""
    return [text_of(mail) for address, mail in mailer.carried() if address.startswith(name)]


def test_a_message_is_answered_by_a_reply(mailer: Mailer) -> None:
    mail = brought(mailer)
    assert "your text goes to ann" in " ".join(text_of(mail).split())
    assert len(mail["Reply-To"].partition("@")[0]) <= 64
    said = mailer.answered(
        "Yes, at eight.\n\nAt yours?\n\n> Dinner?", to=mail["Reply-To"], sender=BOB
    )
    assert "Sent to ann" in said
    ((_, back),) = [each for each in mailer.carried() if each[0].startswith("ann")]
    assert back["Subject"] == "A message from bob"
    assert "Yes, at eight.\n\nAt yours?" in text_of(back)
    assert "Dinner" not in text_of(back)
    assert "Sent to bob" in mailer.answered("Fine", to=back["Reply-To"])


def test_a_command_in_it_is_a_text(mailer: Mailer) -> None:
    mail = brought(mailer)
    assert "Sent to ann" in mailer.answered("delete", to=mail["Reply-To"], sender=BOB)
    assert any("delete" in text for text in inbox(mailer, "ann"))


def test_only_its_owner_answers_it(mailer: Mailer) -> None:
    to = brought(mailer)["Reply-To"]
    said = mailer.answered("I am bob", to=to, sender="eve@example.net")
    assert "not sent" in said
    assert not inbox(mailer, "ann")
    number = mailer.desk.user("bob").id
    other = to.replace(f"m-{number}-", f"m-{number - 1}-")
    assert other != to
    assert "not valid (any longer)" in mailer.answered("I am ann", to=other)
    assert "not valid (any longer)" in mailer.answered("Hm", to=f"play+m-1-1-{'a' * 20}@{HOST}")


def test_an_empty_answer_and_one_to_who_takes_none_are_told(mailer: Mailer) -> None:
    to = brought(mailer)["Reply-To"]
    assert "empty" in mailer.answered("> Dinner?", to=to, sender=BOB)
    assert mailer.letters()[-1]["Reply-To"] == to, "to write the answer after all"
    mailer.desk.do("block bob", user=mailer.desk.user("ann"))
    assert "Not done" in mailer.answered("Hello?", to=to, sender=BOB)
    assert "mail NAME PASSWORD none" in mailer.answered("stop", to=to, sender=BOB)


def test_many_messages_in_one_mail_are_answered_each(
    mailer: Mailer, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought(mailer)
    monkeypatch.setattr(outbox, "TALK", Limit("talk-to", 1, 2 * MINUTE))
    for text in ("Or lunch?", "Or breakfast?"):
        mailer.desk.do("message bob", text, user=mailer.desk.user("ann"))
        mailer.carried()
    mailer.desk.pass_time(10 * MINUTE)
    ((_, mail),) = mailer.carried()
    text = text_of(mail)
    assert "ann writes:\n\n  Or breakfast?" in text
    to = re.search(r"Answer ann by mail:\s+(play\+m-\S+)", text)
    assert to is not None
    assert "Sent to ann" in mailer.answered("Lunch", to=to[1], sender=BOB)
    assert "several games" in mailer.answered("Lunch", to=mail["Reply-To"], sender=BOB)

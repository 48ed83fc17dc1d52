"""Forged mails: a player's own are read and done, whatever is sent in their name."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.server.limits import Limit
from boche.server.mail.incoming import inbound, senders
from boche.server.mail.incoming.listeners import Fate, Maildir, take
from boche.server.people import mailboxes
from tests.server.desk import PASSWORD
from tests.server.mail.office import HOME, Mailer, Office, mail_of, text_of
from tests.soak.mails import forged

FLOOD = 120
"""More than a sender, or somebody who guesses, may send at once."""


def flood(office: Office, count: int = FLOOD) -> list[str]:
    """Send forged mails of many kinds, all with ann's address; return the outcomes."""
    number, _, _ = office.desk.board()
    return [office.send(text, to=to) for text, to in forged(number, office.address, count)]


def test_an_answer_is_played_whatever_was_forged_before(office: Office) -> None:
    came = flood(office)
    assert set(came[-20:]) == {"deferred"}
    assert office.moves(1) == ()
    assert "1. c:a1 played" in office.answered("c:a1", to=office.address(1, 0))


def test_who_says_the_password_has_a_budget_of_their_own(office: Office) -> None:
    office.desk.board()
    for _ in range(FLOOD):
        office.send("help")
    assert office.send("help") == "deferred"
    office.answered(f"boche move 1 ann {PASSWORD} c:a1")
    assert office.moves(1) == ("c:a1",)


def test_guesses_lock_no_answer_and_come_to_be_forgotten(office: Office) -> None:
    office.desk.board()
    for n in range(FLOOD):
        office.send(f"boche resign 1 ann wrong-horse-{n}")
    right = f"boche move 1 ann {PASSWORD} c:a1"
    assert office.send(right, identity="<right@example.org>") == "deferred"
    assert "played" in office.answered("c:a1", to=office.address(1, 0))
    office.desk.pass_time(60)
    assert office.send(right, identity="<right@example.org>") == "done", "delivered once more"


def test_an_account_has_a_budget_too(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(senders, "MAILS_OF", Limit("mails-of", 5, 10.0))
    number, _, _ = office.desk.board()
    to = office.address(number, 0)
    assert [office.send("show", to=to) for _ in range(7)].count("deferred") == 2
    raw = mail_of("c:a1", to=to, identity="<late@example.org>")
    assert take(office.post, raw, None, []) is Fate.LATER
    office.desk.pass_time(10)
    assert take(office.post, raw, None, []) is Fate.TAKEN
    assert take(office.post, raw, None, []) is Fate.TAKEN, "what is done is not counted again"
    assert office.moves(number) == ("c:a1",)


def test_accounts_made_by_mail_are_counted_whatever_address_is_named(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inbound, "SIGN_UPS", Limit("accounts-all", 3, 600.0))
    came = [
        office.send(f"signup user{n} {PASSWORD}", sender=f"a{n}@b{n}.example") for n in range(5)
    ]
    assert came == ["done"] * 3 + ["deferred"] * 2


def test_mails_from_ever_new_addresses_are_counted_together(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(senders, "ALL_MAILS", Limit("mails-all", 5, 2.0))
    came = [office.send("help", sender=f"a{n}@b{n}.example") for n in range(9)]
    assert came.count("deferred") == 4
    number, _, _ = office.desk.board()
    assert "played" in office.answered("c:a1", to=office.address(number, 0))


def test_the_line_about_mails_put_off_is_english(
    office: Office, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(senders, "ALL_MAILS", Limit("mails-all", 1, 2.0))
    german = ["Accept-Language: de"]
    came = [office.send("help", sender=f"a{n}@b.example", extra=german) for n in range(2)]
    assert came == ["done", "deferred"]
    lines = [each.getMessage() for each in caplog.records if "put off" in each.getMessage()]
    assert lines == ["mails that prove nothing are put off: there are too many (limit mails-all)"]


def test_who_is_forged_gets_few_answers_to_it(mailer: Mailer) -> None:
    mailer.board()
    mailer.carried()
    for n in range(60):
        mailer.send(f"boche resign {n}")
    assert len(mailer.carried()) == senders.ANSWERS.burst
    assert mailer.send("c:a1", to=mailer.address(1, 0)) == "done"
    assert {to for to, _ in mailer.carried()} == {"ann@example.org", "bob@example.org"}


def test_a_flood_in_a_maildir_holds_up_nobody(office: Office, tmp_path: Path) -> None:
    number, _, _ = office.desk.board()
    clock = [0.0]
    maildir = Maildir(office.post, tmp_path, lambda: clock[0])
    (tmp_path / "new").mkdir()
    (tmp_path / "cur").mkdir()
    for n in range(80):
        raw = mail_of("help", identity=f"<forged-{n}@example.org>")
        (tmp_path / "new" / f"{n:03}.a").write_bytes(raw)
    own = mail_of("c:a1", to=office.address(number, 0), identity="<own@example.org>")
    (tmp_path / "new" / "999.a").write_bytes(own)
    maildir.look()
    assert office.moves(number) == ("c:a1",)
    assert len(list((tmp_path / "new").iterdir())) == 20
    office.desk.pass_time(600)
    maildir.look()
    assert len(list((tmp_path / "new").iterdir())) == 20, "not looked at all the time"
    clock[0] += 61
    maildir.look()
    assert not list((tmp_path / "new").iterdir())


def test_confirming_is_not_locked_by_a_flood_either(mailer: Mailer) -> None:
    ann = mailer.desk.person("ann")
    mailer.desk.do(f"change address ann {PASSWORD} ann@example.org", user=ann)
    ((_, ask),) = mailer.carried()
    for _ in range(FLOOD):
        mailer.send("help")
    assert mailer.send("yes", to=ask["Reply-To"]) == "done"
    assert mailer.store.read(
        lambda transaction: mailboxes.has(transaction, ann.id, "ann@example.org")
    )
    assert HOME in str(ask["From"])
    assert "Is this your address" in text_of(ask)

"""Mails about a turn that somebody else has: what they do is done, and the player is told."""

from __future__ import annotations

import re
from email.message import EmailMessage

import pytest

from boche.server.limits import Limit
from boche.server.mail.incoming import answers
from boche.server.people import mailboxes
from tests.server.desk import PASSWORD
from tests.server.mail.office import Mailer, text_of

EVE = "Eve <eve@example.net>"
OWN = "ann@example.org"


def sent(mailer: Mailer, body: str, to: str, sender: str = EVE) -> dict[str, EmailMessage]:
    """Take a mail; return what goes out by it, by recipient."""
    assert mailer.send(body, to=to, sender=sender) == "done"
    return dict(mailer.carried())


def told(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


def test_the_player_hears_of_a_move_from_another_address(mailer: Mailer) -> None:
    number, _, _ = mailer.board()
    mailer.carried()
    old = mailer.address(number, 0)
    assert mailer.send("c:a1\n\nchat: hello", to=old, sender=EVE) == "done"
    assert mailer.moves(number) == ("c:a1",)
    mails = mailer.carried()
    assert {to for to, _ in mails} == {OWN, "bob@example.org", "eve@example.net"}
    notices = [letter for to, letter in mails if to == OWN]
    assert [" c:a1#1" in text_of(each) for each in notices] == [True, False]
    assert "hello" in text_of(notices[1])
    for letter in notices:
        assert "eve@example.net" in text_of(letter)
        assert "not one of your addresses" in told(letter)
        assert "is invalid once the next move is made" in told(letter)
        assert letter["Reply-To"] == mailer.address(number, 0)
    assert str(notices[0]["Subject"]).startswith("Another address wrote in your place: boche move")


def test_who_is_no_owner_is_told_no_new_address(mailer: Mailer) -> None:
    number, _, bob = mailer.board()
    mailer.carried()
    old = mailer.address(number, 0)
    assert sent(mailer, "c:z9", old)["eve@example.net"]["Reply-To"] == old, "to write it right"
    assert sent(mailer, "c:a1", old)["eve@example.net"]["Reply-To"] is None
    mailer.desk.do(f"boche move {number} c:b2", user=bob)
    mailer.carried()
    for text in ("c:c1", "chat hello", "rematch", "show", "help", "c:a1"):
        mails = sent(mailer, text, old)
        assert set(mails) == {"eve@example.net"}
        assert mails["eve@example.net"]["Reply-To"] is None
    assert "has moved on" in told(sent(mailer, "chat hello", old)["eve@example.net"])
    assert mailer.moves(number) == ("c:a1", "c:b2")
    assert "said" in mailer.answered("chat hello", to=old), "her own address is not refused"


def test_who_adds_the_address_is_not_told_again(mailer: Mailer) -> None:
    number, ann, _ = mailer.board()
    mailer.desk.do(f"add address ann {PASSWORD} eve@example.net", user=ann)
    ask = dict(mailer.carried())["eve@example.net"]
    assert mailer.send("yes", to=ask["Reply-To"], sender=EVE) == "done"
    mailer.carried()
    mails = sent(mailer, "c:a1", mailer.address(number, 0))
    assert set(mails) == {"bob@example.org", "eve@example.net"}
    assert mails["eve@example.net"]["Reply-To"] == mailer.address(number, 0)


def test_a_move_by_a_mail_without_a_sender_is_told(mailer: Mailer) -> None:
    number, _, _ = mailer.board()
    mailer.carried()
    to = mailer.address(number, 0)
    assert mailer.send("c:a1", to=to, sender="nobody at all") == "not answered"
    mails = dict(mailer.carried())
    assert set(mails) == {OWN, "bob@example.org"}
    assert "does not say who sent it" in told(mails[OWN])


def test_a_yes_from_another_address_is_told(mailer: Mailer) -> None:
    mailer.board()
    mailer.carried()
    asked = sent(mailer, "boche challenge -size=4 ann bob", "play@games.example", f"Ann <{OWN}>")
    mails = sent(mailer, "yes", asked[OWN]["Reply-To"])
    assert "boche challenge -size=4 ann bob" in text_of(mails[OWN])
    assert mails["eve@example.net"]["Reply-To"] is None


def test_the_player_is_told_in_their_own_language(mailer: Mailer) -> None:
    number, _, _ = mailer.board()
    mailer.desk.do(f"language ann {PASSWORD} de")
    mailer.carried()
    mails = sent(mailer, "c:a1", mailer.address(number, 0))
    assert "keine deiner Adressen" in told(mails[OWN])


def test_an_end_by_another_address_is_told_like_any_other(mailer: Mailer) -> None:
    number, _, bob = mailer.board()
    mailer.desk.do(f"boche move {number} c:a1", user=mailer.desk.user("ann"))
    mailer.desk.do(f"boche move {number} propose=draw", user=bob)
    mailer.carried()
    assert mailer.send("accept", to=mailer.address(number, 0), sender=EVE) == "done"
    subjects = [str(letter["Subject"]) for to, letter in mailer.carried() if to == OWN]
    assert len(subjects) == 2
    assert any("over" in subject or "draw" in subject.lower() for subject in subjects)


@pytest.mark.parametrize("said", ["resign", "*resign*", "1. resign", '"resign"', "- resign."])
def test_no_game_is_resigned_from_another_address(mailer: Mailer, said: str) -> None:
    number, _, _ = mailer.board()
    mailer.carried()
    mails = sent(mailer, said, mailer.address(number, 0))
    assert mailer.on(number).row.state == "active"
    assert "they are asked" in told(mails["eve@example.net"]).lower()
    assert mailer.send("yes", to=mails[OWN]["Reply-To"], sender=OWN) == "done"
    assert mailer.on(number).row.state == "over"


def test_nothing_is_done_untold(mailer: Mailer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "ELSEWHERE", Limit("mails-from-elsewhere", 2, 60.0))
    number, _, _ = mailer.board()
    mailer.carried()
    to = mailer.address(number, 0)
    for text in ("chat one", "chat two"):
        assert set(sent(mailer, text, to)) >= {OWN, "eve@example.net"}
    mails = sent(mailer, "c:a1", to)
    assert set(mails) == {"eve@example.net"}
    assert "too many mails from elsewhere" in text_of(mails["eve@example.net"])
    assert mailer.moves(number) == ()


# -- the address that stops all mails


def stop_of(letter: EmailMessage) -> str:
    """Return the address in a mail's header to which one writes for no more of them."""
    found = re.search(r"mailto:([^>]+)", letter["List-Unsubscribe"])
    assert found is not None
    return found[1]


def wish(mailer: Mailer, name: str = "ann") -> str:
    user = mailer.desk.user(name).id
    return mailer.store.read(lambda transaction: mailboxes.of_user(transaction, user).wish)


def test_mails_are_not_stopped_from_another_address(mailer: Mailer) -> None:
    mailer.board()
    to = stop_of(dict(mailer.carried())[OWN])
    mails = sent(mailer, "", to)
    assert wish(mailer) == mailboxes.EACH
    assert set(mails) == {OWN, "eve@example.net"}
    assert "until they say yes, nothing is changed" in told(mails["eve@example.net"])
    assert mails["eve@example.net"]["Reply-To"] is None
    assert "Was that you?" in str(mails[OWN]["Subject"])
    assert "eve@example.net" in text_of(mails[OWN])
    done = sent(mailer, "yes", mails[OWN]["Reply-To"], OWN)
    assert wish(mailer) == mailboxes.NONE
    assert "no mail except answers" in told(done[OWN])


def test_nobody_is_asked_about_their_mails_without_end(
    mailer: Mailer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "ELSEWHERE", Limit("mails-from-elsewhere", 2, 60.0))
    mailer.board()
    to = stop_of(dict(mailer.carried())[OWN])
    asked = [set(sent(mailer, "", to)) for _ in range(3)]
    assert [OWN in each for each in asked] == [True, True, False]
    assert wish(mailer) == mailboxes.EACH

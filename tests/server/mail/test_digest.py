"""Many mails to an address become one; nothing is lost that a turn depends on."""

from __future__ import annotations

import re
from email.message import EmailMessage

import pytest

from boche.engine.durations import DAY, HOUR, MINUTE
from boche.server.database.store import Transaction
from boche.server.events import record_event
from boche.server.limits import CHATS, Limit
from boche.server.mail import outbox
from boche.server.mail.notices import put_to
from boche.server.mail.notifier import DIGEST_MAIL
from boche.server.people import mailboxes
from tests.server.desk import PASSWORD
from tests.server.mail.office import HOST, SITE, Mailer, text_of

BOB = "bob@example.org"


def to_bob(mails: list[tuple[str, EmailMessage]]) -> list[str]:
    return [text_of(mail) for address, mail in mails if address == BOB]


def hour(mailer: Mailer) -> list[tuple[str, EmailMessage]]:
    """Return the mails that go out within an hour."""
    found = []
    for _ in range(60):
        mailer.desk.pass_time(MINUTE)
        found += mailer.carried()
    return found


def test_a_flood_of_chat_becomes_few_mails(mailer: Mailer) -> None:
    number, ann, _ = mailer.board()
    mailer.carried()
    for n in range(100):
        mailer.desk.do(f"boche chat {number}", f"word {n}", user=ann, address=f"192.0.2.{n}")
        mailer.desk.pass_time(3)  # no more is let through
        mailer.carried()
    hour(mailer)
    texts = to_bob(mailer.way.mails)
    assert len(texts) <= outbox.TALK_OF_ONE.burst + 8
    together = "\n".join(texts)
    assert all(f"word {n}\n" in together for n in range(14)), "what was said comes, too"
    assert re.search(r"And \d+ more messages", together) or "word 99\n" in together


def test_a_flood_of_news_becomes_few_mails_and_the_turn_comes_with_them(
    mailer: Mailer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "TO", Limit("to", 1, 10 * MINUTE))
    number, ann, bob = mailer.board()
    mailer.carried()
    for _ in range(2):
        mailer.desk.do(f"boche move {number} propose=draw", user=ann)
        mailer.carried()
        mailer.desk.do(f"boche move {number} reject", user=bob)
    mailer.desk.do(f"boche move {number} c:a1", user=ann)
    mailer.carried()
    hour(mailer)
    last = to_bob(mailer.way.mails)[-1]
    assert "in one mail instead of many" in last
    assert "ann played 1. c:a1. It is your move." in last
    assert f"{SITE}/board/{number}" in last
    to = re.search(r"Play by mail:\s+(play\+\S+)", last)
    assert to is not None
    assert mailer.send("c:b2", sender=BOB, to=to[1]) == "done"
    assert mailer.moves(number) == ("c:a1", "c:b2")


def test_what_strangers_write_delays_no_turn(mailer: Mailer) -> None:
    number, ann, _ = mailer.board()
    eve, fred = mailer.desk.person("eve"), mailer.desk.person("fred")
    mailer.carried()
    for user in (eve, fred):
        for n in range(40):
            mailer.desk.do("message bob", f"word {n} of {user.name}", user=user,
                           address=f"192.0.2.{user.id}")  # fmt: skip
    mailer.desk.do(f"boche move {number} c:a1", user=ann)
    mails = [mail for address, mail in mailer.carried() if address == BOB]
    assert len(mails) == 2 * outbox.TALK_OF_ONE.burst + 1
    turn = next(mail for mail in mails if str(mail["Subject"]).startswith("Your move:"))
    assert "It is your move." in text_of(turn)
    assert mailer.send("c:b2", sender=BOB, to=turn["Reply-To"]) == "done"
    rest = "\n".join(to_bob(hour(mailer)))
    assert "word 39 of eve\n" in rest or "more messages" in rest
    assert len(mailer.way.mails) < 40, "they are merged"


def test_who_answers_messages_gets_each_at_once(
    mailer: Mailer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "TALK_OF_ONE", Limit("talk-of-one", 2, 2 * MINUTE))
    _, ann, _ = mailer.board()
    mailer.carried()
    for n in range(8):
        mailer.desk.do("message bob", f"word {n}", user=ann)
        mail = next(mail for address, mail in mailer.carried() if address == BOB)
        assert mail["Subject"] == "A message from ann", n
        assert mailer.send(f"answer {n}", sender=BOB, to=mail["Reply-To"]) == "done"
        mailer.carried()
        mailer.desk.pass_time(10)


def test_a_challenge_comes_at_once_whatever_was_written(mailer: Mailer) -> None:
    _, ann, _ = mailer.board()
    mailer.carried()
    for n in range(40):
        mailer.desk.do("message bob", f"word {n}", user=ann)
    mailer.desk.do("boche challenge ann bob", user=ann)
    assert any(str(mail["Subject"]).startswith("Challenge:") for _, mail in mailer.carried())


def test_it_is_at_most_so_many_an_hour_for_as_long_as_it_goes_on(mailer: Mailer) -> None:
    number, ann, _ = mailer.board()
    for n in range(90):
        mailer.desk.do(f"boche chat {number}", f"word {n}", user=ann, address=f"192.0.2.{n}")
        mailer.desk.pass_time(MINUTE)
        mailer.carried()
    counts = [mail["Subject"] for address, mail in mailer.way.mails if address == BOB]
    assert len(counts) <= 30 + 1.5 * HOUR / outbox.TO.every


def test_what_is_no_longer_so_is_not_told(mailer: Mailer) -> None:
    number, ann, bob = mailer.board()
    for n in range(40):
        mailer.desk.do(f"boche chat {number}", f"w{n}", user=ann, address=f"192.0.2.{n}")
        mailer.desk.pass_time(CHATS.every)
    mailer.desk.do(f"boche move {number} c:a1", user=ann)
    mailer.carried()
    mailer.desk.do(f"boche move {number} c:b2", user=bob)
    mailer.carried()
    last = to_bob(hour(mailer))[-1]
    assert "It is your move" not in last
    assert "to move: ann" in last


def test_who_plays_by_mail_gets_each_turn_at_once(
    mailer: Mailer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that an answer gives a mail back, so that a long game is not slowed down."""
    monkeypatch.setattr(outbox, "TO", Limit("to", 4, 2 * MINUTE))
    number, _, _ = mailer.board()
    mailer.carried()
    for ply in range(14):
        seat = mailer.on(number).row.turn
        name = ("ann", "bob")[seat]
        move = str(next(iter(mailer.on(number).position.legal_moves())))
        sent = mailer.send(move, sender=f"{name}@example.org", to=mailer.address(number, seat))
        assert sent == "done"
        mails = [text_of(mail) for _, mail in mailer.carried()]
        assert any("It is your move" in text for text in mails), ply
        mailer.desk.pass_time(10)


def test_what_waits_is_told_once_an_address_is_confirmed(mailer: Mailer) -> None:
    ann, bob = mailer.desk.person("ann"), mailer.desk.person("bob")
    mailer.desk.do("boche challenge -size=4 -kill=0 bob ann", user=ann)
    mailer.desk.do("octi challenge ann bob", user=ann)
    for number in (1, 2):
        mailer.desk.do(f"accept {number}", user=bob)
    mailer.desk.do(f"change address bob {PASSWORD} {BOB}", user=bob)
    ((_, ask),) = mailer.carried()
    assert mailer.send("yes", sender=BOB, to=ask["Reply-To"]) == "done"
    texts = to_bob(mailer.carried())
    assert len(texts) == 2
    waits = next(text for text in texts if "waiting for you" in text)
    assert "your turn on 1 board." in waits
    assert waits.count("Play by mail:") == 1
    assert mailer.send("yes", sender=BOB, to=ask["Reply-To"]) == "done"
    assert len(mailer.carried()) == 1, "once: an answer alone"


def test_what_waits_is_told_by_its_deadlines(mailer: Mailer) -> None:
    ann, bob = mailer.desk.person("ann"), mailer.desk.person("bob")
    for flags in ("", "--totaltime=9", "--totaltime=4"):
        answer = mailer.desk.do(f"boku challenge {flags} bob ann", user=ann)
        number = answer.split(":")[0].removeprefix("board ")
        mailer.desk.do(f"boku accept {number}", user=bob)
    mailer.desk.do(f"change address bob {PASSWORD} {BOB}", user=bob)
    ((_, ask),) = mailer.carried()
    assert mailer.send("yes", sender=BOB, to=ask["Reply-To"]) == "done"
    waits = next(text for text in to_bob(mailer.carried()) if "waiting for you" in text)
    assert re.findall(r"board (\d): Boku", waits) == ["3", "2", "1"]
    assert re.findall(r"move 1, (\d days) left", waits) == ["4 days", "9 days"]


# -- challenges


def test_a_challenge_waits_in_what_is_told_together(mailer: Mailer) -> None:
    number, ann, bob = mailer.board(options="--forfeittime=0.5", accepted=False)

    def unknown(transaction: Transaction) -> None:
        record_event(transaction, number, "something new", {"name": "ann"}, mailer.desk.now, seat=0)

    mailer.store.write(unknown)
    ((_, mail),) = mailer.carried()
    assert "one word in its first line: accept or reject" in text_of(mail)
    mailer.desk.do("mail daily", user=bob)
    mailer.store.write(
        lambda transaction: mailboxes.due_digests(transaction, mailer.desk.now + 2 * DAY)
    )
    mailer.store.write(
        lambda transaction: put_to(
            transaction,
            DIGEST_MAIL,
            mailboxes.of_user(transaction, bob.id),
            HOST,
            mailer.desk.now,
            user=bob.id,
        )
    )
    ((_, mail),) = mailer.carried()
    to = re.search(r"Accept or reject by mail:\s+(play\+\S+)", text_of(mail))
    assert to is not None, text_of(mail)
    assert mailer.send("accept", to=to[1], sender=BOB) == "done"
    assert mailer.on(number).row.state == "active"
    assert ann.id != bob.id


# -- the daily mail


def daily(mailer: Mailer, name: str = "bob") -> list[EmailMessage]:
    """Return the daily mails to somebody that go out after a day."""
    mailer.carried()
    mailer.desk.pass_time(DAY + MINUTE)
    return [mail for address, mail in mailer.carried() if address == f"{name}@example.org"]


def test_a_day_in_one_mail(mailer: Mailer) -> None:
    number, ann, bob = mailer.board()
    mailer.desk.do("mail daily", user=bob)
    mailer.desk.pass_time(MINUTE)
    mailer.desk.do(f"boche move {number} c:a1", user=ann)
    mailer.desk.do("boche challenge -size=4 -kill=0 ann bob", user=ann)
    mailer.desk.do("boche accept 2", user=bob)
    mailer.desk.do("boche resign 2", user=ann)
    mailer.desk.do("message bob", "Dinner?\nAt eight.", user=ann)
    (mail,) = daily(mailer)
    text = text_of(mail)
    flat = " ".join(text.split())
    assert mailer.on(number).position.text_board(coordinates=True).rstrip() in text
    assert "Last moves: 1. c:a1" in text
    assert "board 2, against ann: You have won against ann: light resigned." in flat
    assert "ann writes:\n\n  Dinner?\n  At eight.\n" in text
    to = re.search(r"Answer ann by mail:\s+(play\+m-\S+)", text)
    assert to is not None
    assert "Sent to ann" in mailer.answered("Yes!", to=to[1], sender=BOB)
    move = re.search(r"Play by mail:\s+(play\+\S+)", text)
    assert move is not None
    assert "2. c:b2 played" in mailer.answered("c:b2", to=move[1], sender=BOB)
    html = mail.get_body(("html",))
    assert html is not None
    assert "<pre" in html.get_content()
    (mail,) = daily(mailer)
    assert "You have won" not in text_of(mail), "it is told once"


def test_a_reply_to_the_daily_mail_is_told_where_a_move_goes(mailer: Mailer) -> None:
    number, ann, bob = mailer.board()
    mailer.desk.do("mail daily", user=bob)
    mailer.desk.do(f"boche move {number} c:a1", user=ann)
    (mail,) = daily(mailer)
    said = mailer.answered("c:b2", to=mail["Reply-To"], sender=BOB)
    assert "the address of its game" in " ".join(said.split())
    assert mailer.moves(number) == ("c:a1",)
    assert "Options:" in mailer.answered("help boche", to=mail["Reply-To"], sender=BOB)


def test_many_games_are_lines_after_ten_boards(mailer: Mailer) -> None:
    _, ann, bob = mailer.board("boku", "")
    mailer.desk.do("mail daily", user=bob)
    for number in range(2, 14):
        mailer.desk.do("boku challenge bob ann", user=ann)
        mailer.desk.do(f"boku accept {number}", user=bob)
    (mail,) = daily(mailer)
    text = text_of(mail)
    assert text.count("Last moves:") == 10
    assert text.count("Play by mail:") == 12
    assert max(map(len, text.splitlines())) <= 80 or "play+" in max(text.splitlines(), key=len)

"""Mails as they are read: their subjects, lines, and whom they speak to."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from boche.engine.durations import DAY
from boche.server.commands.text_answers import WIDTH, table
from boche.server.mail.templates import OutgoingMail, subject_of, wrapped, written
from boche.server.people import mailboxes
from tests.server.desk import PASSWORD
from tests.server.mail.office import Mailer, text_of

LONG = "word " * 14


def to(mailer: Mailer, name: str) -> tuple[str, str]:
    """Return subject and text of the last mail that goes to somebody now."""
    mail = [mail for address, mail in mailer.carried() if address == f"{name}@example.org"][-1]
    return mail["Subject"], " ".join(text_of(mail).split())


# -- subjects


@pytest.mark.parametrize("length", range(60, 90))
def test_a_subject_begins_in_its_first_line(length: int) -> None:
    subject = ("Board 3: " + "long words and more " * 5)[:length].strip()
    raw = written(OutgoingMail("a@b.example", subject, "", "<x@y>", 0.0, "play@h.example"))
    assert re.search(rb"^Subject: \S", raw, re.MULTILINE)
    assert max(map(len, raw.split(b"\r\n"))) <= 90


def test_a_subject_is_not_cut_within_brackets() -> None:
    text = "board 12: the game is over: annabella wins (light wins by enclosure, 4 blobs to 2)"
    assert subject_of(text) == "Board 12: the game is over: annabella wins"


def test_the_subject_says_whose_move_it_is(mailer: Mailer) -> None:
    number, _, _ = mailer.board()
    mails = dict(mailer.carried())
    ann, bob = (mails[f"{name}@example.org"]["Subject"] for name in ("ann", "bob"))
    assert ann == f"Your move: Boche, board {number}, against bob"
    assert bob == f"Boche, board {number}, against ann"


@pytest.mark.parametrize("line", ["help che", "Help  Octi challenge", "che help", "help commands"])
def test_the_subject_of_help_says_what_it_is_on(mailer: Mailer, line: str) -> None:
    mailer.answered(subject=line)
    on = " ".join(line.casefold().replace("help", "").split())
    assert mailer.letters()[-1]["Subject"] == f"Help: {on}"


def test_no_subject_of_help_has_a_password(mailer: Mailer) -> None:
    mailer.answered(subject=f"help signup ann {PASSWORD}")
    assert PASSWORD not in mailer.letters()[-1].as_string()


# -- lines


def test_no_line_is_wrapped_twice() -> None:
    text = f"{LONG}of all people, who has\nbeen here for years. Then {LONG}\nagain.\n\n  drawn"
    lines = wrapped(text).splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert all(len(line) > 30 for line in lines[:2])
    assert lines[-2:] == ["", "  drawn"]


def test_a_list_has_eighty_columns_at_most() -> None:
    lines = table(("board", "players", "state"), [(1, "a" * 24, LONG * 2), (2, "b", "short")])
    assert max(map(len, lines.splitlines())) <= 79
    assert lines.count("word") == 28
    assert lines.splitlines()[-1].startswith("2      b")


# -- ends


def over(mailer: Mailer, options: str = "-size=4 -kill=0") -> int:
    number, ann, bob = mailer.board(options=options)
    mailer.desk.do(f"boche move {number} c:a1", user=ann)
    mailer.desk.do(f"boche move {number} c:b2", user=bob)
    eve = mailer.desk.person("eve")
    mailer.confirm("eve")
    mailer.desk.do(f"watch {number}", user=eve)
    mailer.carried()
    return number


def test_the_end_is_told_from_each_side(mailer: Mailer) -> None:
    number = over(mailer)
    mailer.desk.do(f"boche resign {number}", user=mailer.desk.user("ann"))
    mails = {address[:3]: mail for address, mail in mailer.carried()}
    text = " ".join(text_of(mails["bob"]).split())
    assert mails["bob"]["Subject"] == f"You have won: Boche, board {number}, against ann"
    assert text.startswith("You have won against ann: ")
    assert "The last move was 2. c:b2." in text
    assert re.search(r"Your rating in Boche is 1\d\d\d now; it was 1\d\d\d\.", text)
    assert "rematch" in text
    assert " ".join(text_of(mails["eve"]).split()).startswith("bob has won against ann: ")
    assert mails["eve"]["Subject"] == f"The game is over: Boche, board {number}: ann - bob"


def test_who_ends_a_game_is_told_of_a_rematch_too(mailer: Mailer) -> None:
    number = over(mailer)
    mailer.send("resign", to=mailer.address(number, 0))
    subject, text = to(mailer, "ann")
    assert subject == f"You have lost: Boche, board {number}, against bob"
    assert text.startswith("You have lost against bob") or "bob has won against you" in text
    assert re.search(r"Your rating in Boche is 1\d\d\d now; it was 1\d\d\d\.", text)
    assert "the word rematch" in text
    assert mailer.letters() == [], "one mail tells it"


def test_who_wants_no_mails_of_games_gets_an_answer_at_the_end(mailer: Mailer) -> None:
    number = over(mailer)
    ann = mailer.desk.user("ann").id
    mailer.store.write(
        lambda each: mailboxes.set_mail_frequency(each, ann, mailboxes.NONE, mailer.desk.now)
    )
    said = mailer.answered("resign", to=mailer.address(number, 0))
    assert "the word rematch" in " ".join(said.split())


def test_who_begins_by_mail_is_told_how_to_answer(mailer: Mailer) -> None:
    number = over(mailer)
    mailer.send("resign", to=mailer.address(number, 0))
    mailer.carried()
    mailer.send("rematch", to=mailer.address(number, 0))
    mailer.carried()
    mailer.send("accept", to=mailer.address(number, 1), sender="bob@example.org")
    subject, text = to(mailer, "bob")
    assert subject.startswith("Your move: Boche, board 2")
    assert text.startswith("Your game with ann has begun. The game is ")
    assert "answer this mail with your move" in text
    assert "swap" not in text, "nothing is there to swap"
    assert "accept" not in text, "nothing is proposed"


def test_a_swap_is_offered_where_it_is_legal_and_told(mailer: Mailer) -> None:
    number, ann, bob = mailer.board()
    mailer.desk.do(f"boche move {number} c:a1", user=ann)
    mailer.carried()
    mailer.desk.do(f"boche undo {number}", user=ann)
    mailer.desk.do(f"boche reject {number}", user=ann)
    _, text = to(mailer, "bob")
    assert "ann no longer asks to take back a move." in text
    assert "of a move: swap," in text
    mailer.desk.do(f"boche swap {number}", user=bob)
    _, text = to(mailer, "ann")
    assert text.startswith("bob played 2. swap: the colours are exchanged, and you have dark now.")
    assert ": swap," not in text


def test_an_end_without_a_winner_has_none(mailer: Mailer) -> None:
    number = over(mailer)
    mailer.desk.do(f"boche propose {number}", user=mailer.desk.user("ann"))
    mailer.carried()
    mailer.send("accept", to=mailer.address(number, 1), sender="bob@example.org")
    subject, text = to(mailer, "ann")
    assert subject.startswith("The game is over: ")
    assert text.startswith("The game is over: a draw by agreement.")


# -- vacation


def test_a_turn_tells_that_the_other_is_away(mailer: Mailer) -> None:
    number, ann, bob = mailer.board()
    mailer.desk.do(f"boche move {number} c:a1", user=ann)
    mailer.carried()
    mailer.desk.do("vacation 7", user=ann)
    mailer.desk.do(f"boche move {number} c:b2", user=bob)
    mailer.desk.do(f"boche undo {number}", user=bob)
    mailer.carried()
    mailer.desk.do(f"boche accept {number}", user=ann)
    _, text = to(mailer, "bob")
    day = datetime.fromtimestamp(mailer.desk.now + 7 * DAY, UTC)
    assert f"ann is away until {day.day} {day:%B %Y}" in text


def test_a_table_of_many_long_columns_is_as_wide_as_a_mail() -> None:
    row = "17|The longest title that a tournament can have here, and more|boche|Swiss system|"
    row += "21 days a move, at most 60 days|12|open: it takes players"
    heads = ("", "title", "game", "kind", "clock", "players", "state")
    lines = table(heads, [row.split("|")]).split("\n")
    assert max(map(len, lines)) <= WIDTH
    assert "Swiss system" in lines[1]

"""Games played by mail, by commands with a password and by answers; each mail once."""

from __future__ import annotations

import logging

import pytest
from sqlalchemy import delete, select

from boche.engine.games.registry import GAMES
from boche.server.commands.registry import COMMANDS
from boche.server.commands.runner import MOST_ANSWER
from boche.server.database.schema import received
from boche.server.database.store import Transaction
from boche.server.errors import UnavailableError
from boche.server.limits import Limit
from boche.server.mail.incoming import idempotency, senders
from boche.server.people import mailboxes
from tests.server.desk import PASSWORD
from tests.server.long_games import put
from tests.server.mail.office import HOME, HOST, SAMPLES, Office, mail_of, text_of

ANN, BOB = f"ann {PASSWORD}", f"bob {PASSWORD}"


def confirm(office: Office, name: str, address: str) -> int:
    """Give an account a confirmed address; return the account's number."""
    user = office.desk.user(name).id

    def work(transaction: Transaction) -> None:
        mailboxes.set_addresses(transaction, user, [address])
        assert mailboxes.confirm(transaction, user, address, office.desk.now)

    office.store.write(work)
    return user


def test_a_whole_game_the_old_way(office: Office) -> None:
    assert "Welcome, ann" in office.answered(f"signup {ANN}")
    assert "Welcome, bob" in office.answered("", subject=f"signup {BOB}", sender="bob@example.org")
    welcome = office.letters()[0]
    assert "answer this mail" in text_of(welcome)
    assert "is confirmed" in office.answered("Yes", to=welcome["Reply-To"])
    asked = office.answered(subject="boche challenge -size=4 -kill=0 ann bob")
    assert "answer this mail with the one word" in asked
    yes = office.letters()[-1]["Reply-To"]
    assert "Board 1: Boche, ann begins" in office.answered("Yes.", to=yes)
    office.answered(subject=f"boche accept 1 {BOB}", sender="bob@example.org")
    drawn = office.answered(subject=f"boche move 1 {ANN} c:a1#1")
    assert "Board 1: 1. c:a1 played" in drawn
    assert "to move: bob" in drawn
    assert "Moves: 1. c:a1" in drawn
    text = office.answered(f"boche move 1 {BOB} swap\nboche show 1", sender="bob@example.org",
                           subject="Multiple")  # fmt: skip
    assert text.startswith("> boche move 1 ...\nboard 1: 2. ")
    assert PASSWORD not in text
    assert "said" in office.answered(f"boche chat 1 {ANN}\nWell played,\n\nBob")
    assert "nothing is played" in office.answered("boche preview 1 c:b1")
    assert "the game is over" in office.answered(f"boche resign 1 {ANN}")


def test_every_command_can_be_given_by_mail(office: Office) -> None:
    office.desk.board()
    for verb, command in COMMANDS.items():
        text = office.answered(subject=f"boche {verb}", sender=f"{verb}@example.net")
        assert "no command" not in text
        assert not command.of_account or "Not done: " in text


def test_help_on_each_game_with_its_options(office: Office) -> None:
    for game in GAMES:
        text = office.answered(f"help {game}", sender=f"{game}@example.org")
        assert "Options:" in text


def test_an_answer_plays(office: Office) -> None:
    number, _, _ = office.desk.board()
    text = office.answered("c:a1", to=office.address(number, 0))
    assert text.startswith(f"Board {number}: 1. c:a1 played")
    letter = office.letters()[-1]
    assert letter["Auto-Submitted"] == "auto-replied"
    assert letter["In-Reply-To"] == "<1@example.org>"
    assert f"<board-{number}@{HOST}>" in letter["References"]
    assert "swap" not in text.splitlines(), "no line of ours is itself an answer"
    assert "played" in office.answered("c:b2#2\nthanks", to=office.address(number, 1).upper())
    assert office.moves(number) == ("c:a1", "c:b2")


@pytest.mark.parametrize(
    ("word", "said"),
    [("resign", "the game is over"), ("propose draw", "proposes a draw"),
     ("propose end", "proposes ending"), ("Propose", "proposes a draw"),
     ("chat: well\nplayed", "said"), ("show", "to move"),
     ("c:z99", "Not done"), ("c:a1 c:a2", "neither"), ("thank you very much", "neither"),
     ("", "empty"), ("rematch", "Not done"), ("help boche", "Options:"), ("undo", "Not done")],
)  # fmt: skip
def test_what_an_answer_may_say(office: Office, word: str, said: str) -> None:
    number, _, _ = office.desk.board()
    text = office.answered(word, to=office.address(number, 0))
    assert said in text
    assert office.moves(number) == ()


def test_a_yes_is_to_what_was_proposed_and_nothing_else(office: Office) -> None:
    number, ann, bob = office.desk.board()
    office.desk.do(f"boche propose {number}", user=bob)
    draw = office.address(number, 0)
    office.desk.do(f"boche reject {number}", user=ann)
    office.desk.do(f"boche move {number} propose=end", user=bob)
    assert "no longer the" in office.answered("accept", to=draw)
    assert "proposes ending" in office.desk.do(f"boche show {number}")
    assert "the game is over" in office.answered("accept", to=office.address(number, 0))


def test_an_old_address_says_that_the_game_has_moved_on(office: Office) -> None:
    number, ann, bob = office.desk.board()
    old = office.address(number, 0)
    office.desk.do(f"boche move {number} c:a1", user=ann)
    office.desk.do(f"boche move {number} c:b2", user=bob)
    for text in ("c:c3", "resign", "propose end", "undo", "c:c3#1"):
        said = office.answered(text, to=old)
        assert "has moved on" in said
        assert "to move: ann" in said, "the board is shown"
    assert "played already" in office.answered("c:a1", to=old), "the same move is no mistake"
    assert office.moves(number) == ("c:a1", "c:b2")


def test_an_address_from_before_an_undo_is_not_good_for_what_came_after(office: Office) -> None:
    number, ann, bob = office.desk.board()
    office.desk.do(f"boche move {number} c:a1", user=ann)
    old = office.address(number, 1)
    office.desk.do(f"boche undo {number}", user=ann)
    office.desk.do(f"boche accept {number}", user=bob)
    office.desk.do(f"boche move {number} c:d1", user=ann)
    assert "has moved on" in office.answered("c:b2", to=old)
    assert office.moves(number) == ("c:d1",)


def test_an_address_is_good_for_one_seat_of_one_board(office: Office) -> None:
    number, _, _ = office.desk.board()
    office.desk.do("boche challenge -size=4 bob ann", user=office.desk.user("bob"))
    other = office.address(number, 1)
    assert "ann's turn" in office.answered("c:a1", to=other)
    good = office.address(number, 0)
    token = good.removeprefix("play+").removesuffix(f"@{HOST}")
    forged = [token.replace("1-0-", "2-0-", 1), token.replace("1-0-", "1-1-", 1), token[:-1] + "a",
              token[:-1] + "b", token[:-1], "", "1-0-0-n-aaaaaaaa-" + "a" * 20, "x" * 50,
              token.replace("-n-", "-d-", 1)]  # fmt: skip
    for count, each in enumerate(forged):
        if each == token:
            continue
        office.send("c:a1", to=f"play+{each}@{HOST}", sender=f"f{count}@example.org")
    assert office.moves(number) == ()
    office.send("c:a1", to=good.replace(HOST, "elsewhere.example"))
    office.send("c:a1", to=f"{good}, {other}")
    assert office.moves(number) == ()
    office.send("c:a1", to=f"Boche <{good}>, Bob <bob@example.org>")
    assert office.moves(number) == ("c:a1",)


def test_an_address_for_a_game_is_good_for_no_account(office: Office) -> None:
    number, _, _ = office.desk.board()
    to = office.address(number, 0)
    for text in ("change address evil@example.net", "delete", "vacation 3", "message bob\nhello",
                 f"boche resign {number}", "boche challenge ann bob", "signoff"):  # fmt: skip
        said = office.answered(text, to=to)
        assert "missing" in said, text
    assert "active" in office.desk.do("games ann active") or office.moves(number) == ()


# -- forged and automatic mails


def test_a_senders_address_proves_nothing(office: Office) -> None:
    number, _, _ = office.desk.board()
    confirm(office, "ann", "ann@example.org")
    for text in (f"boche move {number} c:a1", f"boche resign {number}", "delete", "signoff",
                 f"boche move {number} ann wrong-horse c:a1"):  # fmt: skip
        assert "Not done" in office.answered(text)
    asked = office.answered("boche challenge ann bob")
    assert "Was that you?" in asked
    assert "boche challenge ann bob" in asked
    assert "no boards" in office.desk.do("octi games all")
    assert office.moves(number) == ()
    assert len(office.desk.do("games all").splitlines()) == 2, "no second board"


def test_a_yes_works_once_and_for_who_was_asked_alone(office: Office) -> None:
    office.desk.board()
    confirm(office, "ann", "ann@example.org")
    office.answered("boche challenge ann bob")
    yes = office.letters()[-1]["Reply-To"]
    assert "yes" in office.answered("no thanks", to=yes)
    assert "board 2" in office.answered("yes", to=yes)
    assert "already done" in office.answered("yes", to=yes)
    office.answered("boche challenge bob ann", sender="stranger@example.org")
    assert office.letters()[-1]["Reply-To"] is None


@pytest.mark.parametrize(
    ("line", "said"),
    [("queue h:c1", "1 conditional move"), ("preview c:b1", "nothing is played"),
     ("boche submit c:a1", "waits for 'confirm'"), ("move c:a1", "1. c:a1 played")],
)  # fmt: skip
def test_an_address_of_a_board_fills_in_its_number(office: Office, line: str, said: str) -> None:
    number, _, _ = office.desk.board()
    assert said in office.answered(line, to=office.address(number, 0))


def test_an_answer_about_a_board_is_answered_with_a_move(office: Office) -> None:
    office.desk.board()
    confirm(office, "ann", "ann@example.org")
    office.answered("boche challenge -size=4 -kill=0 ann bob")
    said = office.answered("Yes, that was me!", to=office.letters()[-1]["Reply-To"])
    assert said.startswith("Board 2: Boche, ann begins")
    to = office.letters()[-1]["Reply-To"]
    office.desk.do("boche accept 2", user=office.desk.user("bob"))
    assert "1. c:a1 played" in office.answered("c:a1", to=to)
    office.answered(f"boche show 2 {BOB}", sender="bob@example.org")
    office.answered(f"boche move 2 {BOB} c:z99", sender="bob@example.org")
    assert "2. c:b2 played" in office.answered("c:b2", to=office.letters()[-1]["Reply-To"])
    assert "Not done: " in office.answered(f"boche move 99 {BOB} c:b2", sender="bob@example.org")
    office.answered("boche show 2", sender="eve@example.org")
    assert office.letters()[-1]["Reply-To"] is None, "nobody showed who they are"


def test_resigning_from_a_strange_address_is_asked_back_about(office: Office) -> None:
    number, _, _ = office.desk.board()
    confirm(office, "ann", "ann@example.org")
    to = office.address(number, 0)
    assert office.send("resign", to=to, sender="eve@example.net") == "done"
    assert office.on(number).row.state == "active"
    asked, told = office.letters()
    assert (asked["To"], told["To"]) == ("ann@example.org", "eve@example.net")
    assert "eve@example.net" in text_of(asked)
    assert "they are asked" in " ".join(text_of(told).lower().split())
    assert told["Reply-To"] is None
    assert "the game is over" in office.answered("yes", to=asked["Reply-To"])
    assert office.on(number).row.state == "over"


def test_resigning_from_ones_own_address_is_done_at_once(office: Office) -> None:
    number, _, _ = office.desk.board()
    confirm(office, "ann", "ann@example.org")
    assert "the game is over" in office.answered("resign", to=office.address(number, 0))


@pytest.mark.parametrize("name", ["away", "list", "bounce"])
def test_programs_are_not_answered_and_play_nothing(office: Office, name: str) -> None:
    number, _, _ = office.desk.board()
    raw = (SAMPLES / f"{name}.eml").read_bytes()
    came = office.post.take(raw, "ann@example.org", [office.address(number, 0)])
    assert came.startswith("ignored")
    assert not office.letters(None)
    assert "active" in office.desk.do(f"boche show {number}") or office.moves(number) == ()


def test_two_robots_do_not_talk_for_ever(office: Office) -> None:
    """Mark the server's mails; and limit the answers to a robot that removes the marks."""
    office.send("nonsense of another program")
    for _ in range(20):
        said = office.letters()
        if not said:
            break
        came = office.post.take(said[-1].as_bytes(), "ann@example.org", [HOME])
        assert came.startswith("ignored")
    answered = [office.send("nonsense", sender="robot@example.org") for _ in range(9)]
    assert answered.count("done") <= 4
    assert office.send("help", sender=HOME).startswith("ignored")


def test_a_flood_from_one_address_is_not_done(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(senders, "MAILS", Limit("mails", 8, 10.0))
    came = [office.send("help", sender="flood@example.org") for _ in range(10)]
    assert came.count("done") == 4, "answers to a stranger"
    assert came[8:] == ["deferred"] * 2
    assert office.send("help", sender="honest@example.org") == "done"


def test_a_flood_from_as_many_addresses_is_answered_so_often(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(senders, "ALL_STRANGERS", Limit("strangers-all", 5, 30.0))
    came = [office.send("help", sender=f"flood{n}@example.org") for n in range(9)]
    assert came.count("done") == 5
    office.desk.person("bob")
    confirm(office, "bob", "bob@example.org")
    assert office.send("help", sender="bob@example.org") == "done", "who is known still is"


def test_a_newcomer_is_told_which_answer_is_the_last_for_an_hour(office: Office) -> None:
    said = [office.answered("help", sender="new@example.org") for _ in range(4)]
    assert ["not answered" in text for text in said] == [False, False, False, True]
    assert office.send("help", sender="new@example.org") == "not answered"


@pytest.mark.parametrize("word", ["unsubscribe", "Stop"])
def test_who_wants_no_more_mail_is_told_how(office: Office, word: str) -> None:
    assert "mail NAME PASSWORD none" in office.answered(subject=word)
    assert "mail NAME PASSWORD none" in office.answered(word)


def test_who_answers_a_board_with_stop_is_told_how_too(office: Office) -> None:
    number, _, _ = office.desk.board()
    said = office.answered("Stop\n\n> your move", to=office.address(number, 0))
    assert "mail NAME PASSWORD none" in said
    assert not office.moves(number)


def test_fifty_megabytes(office: Office) -> None:
    assert "1. Sign up." in office.answered("help\n" + "x" * 50_000_000)


def test_a_stranger_who_writes_something_else_gets_the_help_once(office: Office) -> None:
    text = office.answered("Dear all, see you on Tuesday.", subject="Tuesday")
    assert "is sent once" in text
    assert office.letters()[-1]["Subject"] == "How to play by mail"
    for word in (HOME, "signup NAME PASSWORD", "challenge NAME OTHER", "forgot NAME"):
        assert word in text
    assert max(map(len, text.splitlines())) <= 78
    assert "curl" not in text
    assert office.send("And another thing.", subject="Tuesday") == "not answered"
    assert "1. Sign up." in office.answered("help")
    assert "Commands." in office.answered("help commands")


@pytest.mark.parametrize("name", ["ann\r\nBcc: x@example.org", "ann\nX: y", "=?utf-8?q?a=0Ab?="])
def test_no_header_is_made_of_what_people_write(office: Office, name: str) -> None:
    office.send(f"signup {name} {PASSWORD}", subject=f"chat {name}")
    office.send("help", subject=f"=?utf-8?b?aGVscA0KQmNjOiB4QGV4YW1wbGUub3Jn?= {name}",
                sender="carl@example.org")  # fmt: skip
    for letter in office.letters(None):
        assert letter["Bcc"] is None
        assert letter["X"] is None
        assert "\n" not in letter["Subject"]


def test_what_a_stranger_can_follow_leads_to_a_game(office: Office) -> None:
    """Follow the subjects in the help, as they stand there."""
    office.desk.person("bob")
    assert "1. Sign up." in office.answered(subject="help", sender="dora@example.org")
    welcome = office.answered(subject=f"signup dora {PASSWORD}", sender="dora@example.org")
    assert "answer this mail" in welcome
    letter = office.letters()[-1]
    assert letter["Subject"] == "Welcome, dora: you are signed up"
    said = office.answered("ok", to=letter["Reply-To"], sender="dora@example.org")
    assert "boche challenge dora OTHER" in said
    office.answered(subject="boche challenge dora bob", sender="dora@example.org")
    yes = office.letters()[-1]["Reply-To"]
    office.answered("yes", to=yes, sender="dora@example.org")
    assert office.on(1).names == ("dora", "bob")
    for subject in ("boche games open", "boche standings", f"mail dora {PASSWORD} daily",
                    f"vacation dora {PASSWORD} 7"):  # fmt: skip
        office.desk.pass_time(3600)
        assert "Not done" not in office.answered(subject=subject, sender="dora@example.org")


def test_a_subject_is_short_and_whole(office: Office) -> None:
    number, _, _ = office.desk.board()
    office.answered("c:a1", to=office.address(number, 0))
    office.answered("what is this", to=office.address(number, 1))
    office.answered("nonsense", sender="bob@example.org")
    for letter in office.letters():
        subject = letter["Subject"].strip()
        assert 10 < len(subject) <= 70
        assert "\u2026" not in subject
        assert max(map(len, text_of(letter).splitlines())) <= 80
    assert office.letters()[0]["Subject"] == f"Board {number}: 1. c:a1 played"


def test_a_password_is_never_repeated_nor_kept(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    office.desk.board()
    secret = "hush-hush-horse"
    lines = [f"boche move 1 ann {secret} c:a1", f"boche mov 1 ann {secret}", f"hello ann {secret}",
             f"delete ann {secret}", f"boche challenge ann {secret} bob",
             f"change password ann {secret} {secret}"]  # fmt: skip
    for count, line in enumerate(lines):
        office.send(line, sender=f"a{count}@example.org")
        office.send("", subject=line, sender=f"b{count}@example.org")
    office.send("\n".join(lines), subject="multiple", sender="c@example.org")
    for letter in office.letters(None):
        assert secret not in letter.as_string()
        assert secret not in text_of(letter)
    rows = office.store.read(
        lambda transaction: transaction.connection.execute(select(received)).all()
    )
    assert secret not in str(rows)
    assert secret not in caplog.text


def test_guessing_passwords_by_mail_is_slow_whatever_address_it_comes_from(office: Office) -> None:
    office.desk.board()
    for n in range(12):
        office.send(f"boche move 1 ann wrong-horse-{n} c:a1", sender=f"g{n}@example.org")
    assert office.send(f"boche move 1 {ANN} c:a1") == "deferred"
    assert "played" in office.answered("c:a1", to=office.address(1, 0)), "she is not locked out"
    assert "played" in office.answered(f"boche move 1 {BOB} c:b2"), "nor is anybody else"


def test_a_mail_with_many_long_answers_has_as_many_as_fit(office: Office) -> None:
    number = office.store.write(lambda transaction: put(transaction, 400)).number
    ask = f"octi history {number}"
    one = office.answered(ask)
    many = office.answered("\n".join([ask] * 30), subject="multiple")
    assert len(many) < MOST_ANSWER + len(one) + 20_000
    assert many.count("The rest of this answer is left out") > 10


# -- once


def test_a_mail_that_comes_twice_is_done_once(office: Office) -> None:
    number, _, _ = office.desk.board()
    raw = mail_of("c:a1", to=office.address(number, 0))
    assert office.post.take(raw) == "done"
    assert office.post.take(b"Received: once more\n" + raw) == "again"
    assert office.moves(number) == ("c:a1",)
    assert len(office.letters()) == 1


def test_mails_in_the_wrong_order_play_nothing_twice(office: Office) -> None:
    number, _, bob = office.desk.board()
    first = mail_of("c:a1", to=office.address(number, 0), identity="<first@example.org>")
    office.post.take(first)
    office.desk.do(f"boche move {number} c:b2", user=bob)
    second = mail_of("c:c1", to=office.address(number, 0), identity="<second@example.org>")
    office.post.take(second)
    for late in (second, first):
        again = late.replace(b"@example.org>", b"-sent-again@example.org>")
        assert office.post.take(again) == "done"
        assert "played already" in text_of(office.letters()[-1])
    assert office.moves(number) == ("c:a1", "c:b2", "c:c1")


def test_a_mail_cut_short_by_a_power_cut_goes_on_where_it_was(office: Office) -> None:
    """Stop the server between two commands, and deliver the mail again."""
    office.desk.board()
    raw = mail_of(f"boche move 1 {ANN} c:a1\nboche move 1 {BOB} c:b2\nboche show 1",
                  subject="multiple")  # fmt: skip
    stop = {"left": 2}
    write = office.store.write

    def cut(work: object) -> object:
        if office.moves(1) and stop["left"]:
            stop["left"] -= 1
            raise UnavailableError("gone")
        return write(work)  # type: ignore[arg-type]

    office.store.write = cut  # type: ignore[method-assign,assignment]
    for _ in range(2):
        with pytest.raises(UnavailableError):
            office.post.take(raw)
    office.store.write = write  # type: ignore[method-assign]
    assert not office.letters()
    assert office.post.take(raw) == "done"
    assert office.moves(1) == ("c:a1", "c:b2")
    assert len(text_of(office.letters()[0]).split("\n> ")) == 3, "all three are answered"


def test_two_processes_that_have_the_same_mail(office: Office) -> None:
    """Check that nothing is done or answered if another process has just done it."""
    number, _, _ = office.desk.board()
    raw = mail_of("c:a1", to=office.address(number, 0))
    read = office.store.read

    def overtaken(work: object) -> object:
        office.store.read = read  # type: ignore[method-assign]
        assert Office(office.desk).post.take(raw) == "done"
        return read(work)  # type: ignore[arg-type]

    office.store.read = overtaken  # type: ignore[method-assign,assignment]
    assert office.post.take(raw) == "again"
    assert len(office.letters()) == 1


def test_old_mails_are_forgotten(office: Office) -> None:
    office.send("help")
    office.desk.pass_time(idempotency.KEPT + 1)
    office.store.write(lambda transaction: idempotency.forget_old(transaction, office.desk.now))
    rows = office.store.read(
        lambda transaction: transaction.connection.execute(select(received)).all()
    )
    assert rows == []
    office.store.write(lambda transaction: transaction.connection.execute(delete(received)))


def test_a_name_that_is_taken_gets_no_address_of_who_tried_it(office: Office) -> None:
    office.desk.person("ann")
    assert "taken" in office.answered(f"signup {ANN}", sender="evil@example.net")
    assert office.desk.user("ann").mail is None
    assert office.letters()[-1]["Reply-To"] is None

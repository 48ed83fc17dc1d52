"""Outgoing mails: their recipients and contents, once each, whatever the mail server says."""

from __future__ import annotations

import io
import re
import time
from html.parser import HTMLParser

import pytest
from PIL import Image
from sqlalchemy import select

from boche.engine.durations import DAY
from boche.engine.games.registry import GAMES
from boche.server.database.connect import open_store
from boche.server.database.schema import outbox as rows
from boche.server.database.store import Transaction
from boche.server.mail import outbox
from boche.server.mail.addresses import STOP
from boche.server.mail.delivery import RefusedError
from boche.server.people import mailboxes
from boche.server.play.actor import Actor
from boche.server.thinking.pictures import picture
from boche.server.tournaments import ladder_steps
from tests.server.desk import PASSWORD, Desk
from tests.server.mail.office import HOME, HOST, SITE, Mailer, text_of
from tests.server.postgres import Cluster

BOB = "bob@example.org"


def state(mailer: Mailer) -> list[tuple[str, str | None]]:
    found = mailer.store.read(
        lambda transaction: transaction.connection.execute(select(rows).order_by(rows.c.id)).all()
    )
    return [(row.kind, row.failed) for row in found]


def test_whose_turn_it_is_gets_a_mail_and_plays_by_answering_it(mailer: Mailer) -> None:
    number, _, _ = mailer.board()
    begun = dict(mailer.carried())  # two at once have no order
    of_ann, of_bob = begun["ann@example.org"], begun["bob@example.org"]
    assert text_of(of_ann).startswith(
        "Your game with bob has begun. The game is rated. It is your move."
    )
    assert text_of(of_bob).startswith("Your game with ann has begun. ann moves first.")
    assert mailer.send("c:a1", to=of_ann["Reply-To"]) == "done"
    found = dict(mailer.carried())
    assert "1. c:a1 played" in text_of(found["ann@example.org"])
    mail = found["bob@example.org"]
    text = text_of(mail)
    assert text.startswith("ann played 1. c:a1. It is your move.")
    assert "to move: bob" in text
    assert "Moves: 1. c:a1" in text
    assert f"{SITE}/board/{number}" in text
    assert mailer.send("swap", sender="bob@example.org", to=mail["Reply-To"]) == "done"
    assert mailer.moves(number)[1] == "swap"


def test_in_a_live_game_mails_tell_of_its_start_and_end_and_of_no_move(mailer: Mailer) -> None:
    number, ann, bob = mailer.board(options="--forfeittime=0.1")
    eve = mailer.desk.person("eve")
    mailer.confirm("eve")
    mailer.desk.do(f"watch {number}", user=eve)
    assert {address for address, _ in mailer.carried()} >= {"ann@example.org", BOB}
    mailer.desk.do(f"boche move {number} c:a1", user=ann)
    mailer.desk.do(f"boche move {number} c:b1", user=bob)
    assert mailer.carried() == []
    mailer.desk.do(f"boche chat {number}", "Well played.", user=ann)
    assert [address for address, _ in mailer.carried()] == [BOB]
    mailer.desk.do(f"boche resign {number}", user=ann)
    assert {address for address, _ in mailer.carried()} == {BOB, "eve@example.org"}


def test_its_headers(mailer: Mailer) -> None:
    number, _, _ = mailer.board()
    mails = dict(mailer.carried())
    first = mails["ann@example.org"]
    mailer.desk.do(f"boche move {number} c:a1", user=mailer.desk.user("ann"))
    second = mailer.carried()[0][1]
    for mail in (first, second):
        assert mail["Auto-Submitted"] == "auto-generated"
        assert f"<board-{number}@{HOST}>" in mail["References"]
        assert mail["In-Reply-To"] == f"<board-{number}@{HOST}>"
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert mail["List-Unsubscribe"].startswith(f"<{SITE}/mail/stop/")
        assert "<mailto:stop+" in mail["List-Unsubscribe"]
        assert len(mail["Reply-To"].partition("@")[0]) <= 64
        assert mail.get_content_type() == "multipart/alternative"
        assert next(part.get_content_type() for part in mail.iter_parts()) == "text/plain"
    assert first["Subject"] == f"Your move: Boche, board {number}, against bob"
    assert second["Subject"] == f"Your move: Boche, board {number}, against ann"
    assert first["Message-ID"] != second["Message-ID"]


@pytest.mark.parametrize("game", GAMES)
def test_it_is_read_in_eighty_columns_and_answers_nothing_by_itself(desk: Desk, game: str) -> None:
    mailer = Mailer(desk, picture)
    number, _, _ = mailer.board(game, "")
    mail = mailer.carried()[0][1]
    lines = text_of(mail).splitlines()
    assert max(map(len, lines)) <= 80, max(lines, key=len)
    drawing = next(part for part in mail.walk() if part.get_content_type() == "image/png")
    image = Image.open(io.BytesIO(drawing.get_content()))
    assert 300 < image.width <= 560
    assert len(image.getcolors() or ()) > 3
    assert drawing["Content-ID"] == f"<position@{HOST}>"
    assert "inline" in drawing["Content-Disposition"]
    quoted = text_of(mail).replace("\n\n", "\n")
    assert mailer.send(quoted, to=mail["Reply-To"]) == "done"
    assert mailer.moves(number) == ()
    desk.store.before_commit = None


class Links(HTMLParser):
    """The links and other references of an HTML page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert tag not in ("script", "link", "iframe", "object", "form")
        if tag == "a":
            self.links.append(given["href"] or "")
        self.loaded += [
            given[name] or "" for name in ("src", "srcset", "background") if name in given
        ]


def test_the_page_beside_it_loads_nothing_and_has_one_button(desk: Desk) -> None:
    mailer = Mailer(desk, lambda *_: b"\x89PNG")
    number, _, _ = mailer.board()
    part = mailer.carried()[0][1].get_body(("html",))
    assert part is not None
    page = part.get_content()
    found = Links(page)
    assert found.loaded == [f"cid:position@{HOST}"]
    assert found.links[0] == f"{SITE}/board/{number}"
    assert found.links[1].startswith(f"{SITE}/mail/stop/")
    assert page.count('class="button"') == 1
    assert not re.search(r"url\(|@import", page)
    desk.store.before_commit = None


def test_what_people_say_is_text_in_it(mailer: Mailer) -> None:
    number, ann, _ = mailer.board()
    mailer.carried()
    said = "<script>alert(1)</script>\n<b>&amp;\n\nBcc: x@example.org"
    mailer.desk.do(f"boche chat {number}", said, user=ann)
    ((address, mail),) = mailer.carried()
    assert address == "bob@example.org"
    assert "  <script>alert(1)</script>" in text_of(mail)
    part = mail.get_body(("html",))
    assert part is not None
    assert "&lt;script&gt;" in part.get_content()
    assert mail["Bcc"] is None


@pytest.mark.parametrize(
    ("line", "who", "said"),
    [("propose", "ann", "ann proposes a draw: answer accept or reject."),
     ("move {} propose=end", "ann", "ann proposes ending"),
     ("resign", "ann", "You have won against ann:")],
)  # fmt: skip
def test_the_other_hears_of_it(mailer: Mailer, line: str, who: str, said: str) -> None:
    number, ann, bob = mailer.board()
    mailer.carried()
    text = line.format(number) if "{}" in line else f"{line} {number}"
    mailer.desk.do(f"boche {text}", user=ann)
    found = mailer.carried()
    assert [address for address, _ in found] == ["bob@example.org"]
    assert said in text_of(found[0][1])
    if line == "propose":
        mailer.desk.do(f"boche reject {number}", user=bob)
        ((address, mail),) = mailer.carried()
        assert address == "ann@example.org"
        assert "bob does not agree to a draw" in text_of(mail)


def test_a_conditional_move_that_was_played_is_told(mailer: Mailer) -> None:
    number, ann, bob = mailer.board()
    mailer.carried()
    mailer.desk.do(f"boche queue {number} c:b2#2", user=bob)
    mailer.desk.do(f"boche move {number} c:a1", user=ann)
    found = {address: text_of(mail) for address, mail in mailer.carried()}
    said = " ".join(found["bob@example.org"].split())
    assert said.startswith("ann played 1. c:a1; your conditional move 2. c:b2 was played. board")
    assert found["ann@example.org"].startswith("bob played 2. c:b2. It is your move.")


def test_mails_and_answers_name_the_levels_of_moves(mailer: Mailer) -> None:
    number, ann, bob = mailer.board()
    mailer.desk.do(f"boche move {number} a:a1", user=ann)
    mailer.desk.do(f"boche move {number} a:b1", user=bob)
    mailer.desk.do(f"boche queue {number} e:a1#4", user=bob)
    mailer.carried()
    answer = mailer.desk.do(f"boche move {number} a:a2", user=ann)
    assert "conditional move: e:a1/1" in answer
    assert "Moves: 1. a:a1 2. a:b1 3. a:a2 4. e:a1/1" in answer
    found = {address: text_of(mail) for address, mail in mailer.carried()}
    assert found["ann@example.org"].startswith("bob played 4. e:a1/1. It is your move.")
    assert "your conditional move 4. e:a1/1 was" in " ".join(found["bob@example.org"].split())
    assert mailer.on(number).moves[-1] == "e:a1", "as it was played"


def test_a_conditional_move_that_failed_is_told(mailer: Mailer) -> None:
    number, ann, bob = mailer.board()
    mailer.carried()
    mailer.desk.do(f"boche queue {number} c:a1", user=bob)
    mailer.desk.do(f"boche move {number} c:a1", user=ann)
    ((address, mail),) = mailer.carried()
    assert address == "bob@example.org"
    first = text_of(mail).partition("board ")[0]
    assert "ann played 1. c:a1. Your conditional move c:a1 could not be played: " in first
    assert first.strip().endswith("It is your move.")


def test_a_move_taken_back_is_told_as_that(mailer: Mailer) -> None:
    number, ann, bob = mailer.board()
    mailer.desk.do(f"boche move {number} c:a1", user=ann)
    assert "you ask to take back your move; bob is asked" in mailer.desk.do(
        f"boche undo {number}", user=ann
    )
    mailer.carried()
    mailer.desk.do(f"boche accept {number}", user=bob)
    told = dict(mailer.carried())["ann@example.org"]
    assert text_of(told).startswith("Your last move was taken back. It is your move.")


def test_who_watches_hears_of_moves(mailer: Mailer) -> None:
    number, ann, _ = mailer.board()
    carl = mailer.desk.person("carl")
    mailer.confirm("carl")
    mailer.desk.do(f"boche watch {number}", user=carl)
    mailer.carried()
    mailer.desk.do(f"boche move {number} c:a1", user=ann)
    mail = dict(mailer.carried())["carl@example.org"]
    assert "ann and bob: 1. c:a1." in text_of(mail)
    assert mail["Reply-To"] is None


def test_a_message_to_who_wants_no_mail(mailer: Mailer) -> None:
    _, ann, bob = mailer.board()
    assert mailer.desk.do("message bob", "Dinner?", user=ann) == "sent to bob"
    mailer.desk.do("mail none", user=bob)
    said = mailer.desk.do("message bob", "Dinner?", user=ann)
    assert "(not by mail to bob: on the messages page)" in said


def test_messages_and_reminders(mailer: Mailer) -> None:
    number, ann, _ = mailer.board()
    mailer.carried()
    mailer.desk.do("message bob", "Dinner?", user=ann)
    ((_, mail),) = mailer.carried()
    assert (mail["Subject"], "Dinner?" in text_of(mail)) == ("A message from ann", True)
    mailer.desk.pass_time(7 * DAY + 1)
    ((address, mail),) = mailer.carried()
    assert address == "ann@example.org"
    assert "still waiting" in text_of(mail)
    assert mailer.carried() == [], "once a move"
    mailer.send("c:a1", to=mail["Reply-To"])
    assert mailer.moves(number) == ("c:a1",)


def test_a_challenge_and_a_rematch_come_by_mail_and_are_answered_there(mailer: Mailer) -> None:
    desk = mailer.desk
    number, ann, bob = mailer.board(options="--forfeittime=0.1", accepted=False)
    ((address, mail),) = mailer.carried()
    assert address == "bob@example.org"
    said = (
        "ann challenges you to Boche (2 hours 24 minutes a move, rated): answer accept or reject."
    )
    assert " ".join(text_of(mail).split()).startswith(said)
    assert mailer.send("accept", to=mail["Reply-To"], sender=address) == "done"
    assert mailer.on(number).row.state == "active"
    desk.do(f"boche resign {number}", user=bob)
    mailer.carried()
    desk.do(f"boche rematch {number}", user=ann)
    ((_, mail),) = mailer.carried()
    assert text_of(mail).startswith("ann proposes a rematch: answer accept or reject.")
    assert mailer.send("reject", to=mail["Reply-To"], sender=address) == "done"
    told = dict(mailer.carried())
    assert text_of(told["ann@example.org"]).startswith("bob does not agree to a rematch.")
    assert mailer.on(number).row.after is None


@pytest.mark.parametrize("answer", ["accept", "yes please", "accept\n> boche"])
def test_what_is_said_below_an_answer_reaches_the_other(mailer: Mailer, answer: str) -> None:
    mailer.board(options="--forfeittime=0.1", accepted=False)
    ((address, mail),) = mailer.carried()
    mailer.send(f"{answer}\n\nchat: Hello Ann", to=mail["Reply-To"], sender=address)
    told = [text_of(sent) for to, sent in mailer.carried() if to == "ann@example.org"]
    assert any("Hello Ann" in text for text in told), told


def test_a_declined_challenge_is_told_to_who_asked_alone(mailer: Mailer) -> None:
    number, _, bob = mailer.board(options="--forfeittime=0.1", accepted=False)
    mailer.carried()
    mailer.desk.do(f"boche reject {number}", user=bob)
    ((address, mail),) = mailer.carried()
    assert address == "ann@example.org"
    assert text_of(mail).startswith("The game is over: bob declined the game.")


# -- recipients


def test_mail_goes_to_the_old_address_until_the_new_one_is_confirmed(mailer: Mailer) -> None:
    number, ann, bob = mailer.board()
    mailer.carried()
    said = mailer.desk.do(f"change address bob {PASSWORD} new@example.org", user=bob)
    assert said == (
        "a mail to new@example.org asks whether it is yours; "
        "until then mail goes to bob@example.org"
    )
    mailer.desk.do(f"boche move {number} c:a1", user=ann)
    found = dict(mailer.carried())
    assert "It is your move." in text_of(found["bob@example.org"])
    ask = found["new@example.org"]
    assert mailer.send("yes", sender="new@example.org", to=ask["Reply-To"]) == "done"
    mailer.carried()
    mailer.desk.do("message bob", "hello", user=ann)
    assert [address for address, _ in mailer.carried()] == ["new@example.org"]
    assert mailer.desk.do(f"change address bob {PASSWORD}", user=bob) == "no mail is sent to you"


@pytest.mark.parametrize(
    ("word", "is_theirs"),
    [("NO! I did not sign up. Never write to me again.", False), ("", False), ("stop", False),
     ("Who is this?", False), ("Yes, that was me!", True), ("ok", True)],
)  # fmt: skip
def test_only_a_yes_confirms_an_address(mailer: Mailer, word: str, is_theirs: bool) -> None:
    bob = mailer.desk.person("bob")
    mailer.desk.do(f"change address bob {PASSWORD} bob@example.org", user=bob)
    ((_, ask),) = mailer.carried()
    assert "one word yes" in " ".join(text_of(ask).split())
    assert mailer.send(word, sender="bob@example.org", to=ask["Reply-To"]) == "done"
    assert (
        mailer.store.read(lambda transaction: mailboxes.has(transaction, bob.id, BOB)) is is_theirs
    )
    answer = text_of(dict(mailer.carried())["bob@example.org"]) if not is_theirs else ""
    assert ("is not confirmed" in answer) is not is_theirs


def test_an_address_gets_one_mail_until_it_is_confirmed(mailer: Mailer) -> None:
    desk = mailer.desk
    ann, bob = desk.person("ann"), desk.person("bob")
    desk.do(f"change address bob {PASSWORD} bob@example.org", user=bob)
    ((address, ask),) = mailer.carried()
    assert address == "bob@example.org"
    assert "has signed up at" in text_of(ask)
    assert ask["List-Unsubscribe"] is None
    desk.do("boche challenge ann bob", user=ann)
    desk.do("message bob", "hello", user=ann)
    assert mailer.carried() == []
    assert mailer.send("yes", sender="bob@example.org", to=ask["Reply-To"]) == "done"
    mailer.carried()
    desk.do("message bob", "hello again", user=ann)
    assert len(mailer.carried()) == 1


def test_nobody_has_us_write_to_many_people_or_often_to_one(mailer: Mailer) -> None:
    desk, people = mailer.desk, [mailer.desk.person(name) for name in ("ann", "bob", "carl")]
    for n in range(8):
        desk.do(f"change address {people[0].name} {PASSWORD} victim{n}@example.net", user=people[0])
        mailer.carried()
    assert len(mailer.way.mails) == 6
    for user in people:
        desk.do(
            f"change address {user.name} {PASSWORD} victim@example.org",
            user=user,
            address=f"192.0.2.{user.id}",
        )
    assert len(mailer.carried()) == 2


def test_a_digest_once_a_day(mailer: Mailer) -> None:
    number, ann, bob = mailer.board()
    mailer.desk.do("mail daily", user=bob)
    mailer.carried()
    mailer.desk.do(f"boche move {number} c:a1", user=ann)
    mailer.desk.do("message bob", "hello", user=ann)
    assert mailer.carried() == []
    mailer.desk.pass_time(DAY + 1)
    ((address, mail),) = mailer.carried()
    assert address == "bob@example.org"
    assert "your turn on 1 board." in text_of(mail)
    page = mail.get_body(("html",))
    assert page is not None
    links = Links(page.get_content()).links
    assert f"{SITE}/board/{number}" in links
    assert f"mailto:{mailer.address(number, 1)}" in links
    assert "Messages not read: 1" in text_of(mail)
    to = re.search(r"play\+\S+", text_of(mail))
    assert to is not None
    assert mailer.send("c:b2", to=to[0], sender="bob@example.org") == "done"
    mailer.carried()
    assert mailer.carried() == []


def test_no_mail_for_who_wants_none(mailer: Mailer) -> None:
    number, ann, bob = mailer.board()
    mailer.desk.do(f"mail bob {PASSWORD} none")
    mailer.carried()
    mailer.desk.do(f"boche move {number} c:a1", user=ann)
    mailer.desk.pass_time(8 * DAY)
    assert mailer.carried() == []
    assert "none: no mail" in mailer.desk.do("mail", user=bob)
    assert mailer.send("help", sender="bob@example.org") == "done"
    assert len(mailer.carried()) == 1


def test_a_mail_to_the_address_that_ends_all_mail(mailer: Mailer) -> None:
    mailer.board()
    mail = dict(mailer.carried())["bob@example.org"]
    to = re.search(r"mailto:([^>]+)", mail["List-Unsubscribe"])
    assert to is not None
    assert mailer.send("", sender="bob@example.org", to=to[1]) == "done"
    box = mailer.store.read(
        lambda transaction: mailboxes.of_user(transaction, mailer.desk.user("bob").id)
    )
    assert box.wish == mailboxes.NONE


def test_whose_mails_are_stopped_by_a_page_gets_a_last_one(mailer: Mailer) -> None:
    _, ann, _ = mailer.board()
    mailer.carried()
    stop = (ann.id, "ann@example.org")
    for _ in range(2):
        mailer.store.write(lambda each: mailer.post.settle_by_page(each, STOP, stop))
    ((to, mail),) = mailer.carried()
    assert to == "ann@example.org"
    assert mail["List-Unsubscribe"] is None
    assert mail["Subject"] == "No more mails, ann"
    assert f"{SITE}/account" in text_of(mail)
    assert "mail ann PASSWORD each" in text_of(mail)
    assert HOME in text_of(mail)
    mailer.answered(subject=f"mail ann {PASSWORD} each", sender="ann@example.org")
    box = mailer.store.read(lambda transaction: mailboxes.of_user(transaction, ann.id))
    assert box.wish == mailboxes.EACH


# -- whatever the mail server says


def test_a_mail_server_that_is_away_is_tried_again_with_growing_pauses(mailer: Mailer) -> None:
    mailer.send("help")
    mailer.way.trouble = [OSError("connection refused")] * 4
    waits, before = [], mailer.desk.now
    for _ in range(200):
        if mailer.carried():
            break
        if len(mailer.way.trouble) < 4 - len(waits):
            waits.append(mailer.desk.now - before)
            before = mailer.desk.now
        mailer.desk.pass_time(60)
    assert waits[1:] == sorted(waits[1:])
    assert waits[-1] > waits[1] > 0
    assert len(mailer.way.mails) == 1
    assert mailer.carried() == []


def test_after_days_it_is_given_up_and_the_operator_told(
    mailer: Mailer, caplog: pytest.LogCaptureFixture
) -> None:
    mailer.send("help")
    mailer.way.trouble = [OSError("connection refused")] * 100
    while mailer.way.trouble and mailer.desk.now < 1_800_000_000 + 2 * outbox.PATIENCE:
        mailer.carried()
        mailer.desk.pass_time(6 * 3600)
    assert "given up" in str(state(mailer))
    assert "given up after" in caplog.text
    mailer.way.trouble = []
    assert mailer.carried() == []


def test_a_refusal_for_good_ends_it_and_marks_the_address(
    mailer: Mailer, caplog: pytest.LogCaptureFixture
) -> None:
    number, ann, bob = mailer.board()
    mailer.carried()
    mailer.way.trouble = [RefusedError("550 <bob@example.org>: no such user", address=True)]
    mailer.desk.do(f"boche move {number} c:a1", user=ann)
    assert mailer.carried() == []
    assert "refused: 550 <...>: no such user" in caplog.text
    assert "bob@" not in caplog.text
    mailer.desk.pass_time(DAY)
    mailer.desk.do("message bob", "hello", user=ann)
    assert mailer.carried() == [], "nothing more goes there"
    assert "refused our mail" in mailer.desk.do("mail", user=bob)
    mailer.confirm("bob")
    mailer.desk.do("message bob", "hello", user=ann)
    assert len(mailer.carried()) == 1


def test_one_that_was_cut_off_goes_out_again_as_it_was(mailer: Mailer) -> None:
    """Stop after the mail server took the mail, but before that is recorded."""
    number, ann, _ = mailer.board()
    mailer.carried()
    mailer.desk.do(f"boche move {number} c:a1", user=ann)
    first: list[bytes] = []

    class Killed(BaseException):
        pass

    def send(sender: str, address: str, message_id: str, raw: bytes) -> None:
        first.append(raw)
        raise Killed

    mailer.way.send, kept = send, mailer.way.send  # type: ignore[method-assign]
    with pytest.raises(Killed):
        mailer.carried()
    mailer.way.send = kept  # type: ignore[method-assign]
    assert mailer.carried() == [], "another process leaves it alone for a while"
    mailer.desk.pass_time(outbox.CLAIM + 1)
    ((_, mail),) = mailer.carried()
    assert mail.as_bytes().split() == first[0].split()


def test_a_server_that_starts_again_sends_at_once_what_it_had_begun(mailer: Mailer) -> None:
    """Nobody waits for minutes because a server was killed between a move and its mail."""
    number, ann, _ = mailer.board()
    mailer.carried()
    mailer.desk.do(f"boche move {number} c:a1", user=ann)
    before = len(mailer.way.mails)
    assert mailer.store.write(lambda each: outbox.claim(each, mailer.desk.now)) is not None
    assert mailer.carried() == [], "the process that claimed it was killed"
    mailer.delivery.start()
    end = time.monotonic() + 60.0
    while len(mailer.way.mails) == before and not mailer.store.shared:
        assert time.monotonic() < end
        time.sleep(0.01)
    mailer.delivery.close()
    assert len(mailer.way.mails) == before + (not mailer.store.shared)


def test_a_mail_that_was_overtaken_is_not_sent(mailer: Mailer) -> None:
    number, ann, bob = mailer.board()
    mailer.desk.do(f"boche move {number} c:a1", user=ann)
    mailer.desk.do(f"boche move {number} c:b2", user=bob)
    texts = [text_of(mail) for _, mail in mailer.carried()]
    assert [text.partition(". It")[0] for text in texts if "your move" in text] == [
        "bob played 2. c:b2"]  # fmt: skip
    assert ("turn", "overtaken") in state(mailer)


def test_what_is_refused_writes_no_mail(mailer: Mailer) -> None:
    number, ann, _ = mailer.board()
    mailer.carried()
    assert mailer.desk.say(f"boche move {number} c:z99", user=ann).status == 400

    def fails(transaction: Transaction) -> None:
        outbox.put(transaction, "reply", "x@example.org", HOST, mailer.desk.now, raw=b"x")
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        mailer.store.write(fails)
    assert mailer.carried() == []


def test_an_account_that_is_deleted_gets_nothing_more(mailer: Mailer) -> None:
    mailer.board()
    mailer.desk.do(f"delete bob {PASSWORD}")
    assert "bob@example.org" not in [address for address, _ in mailer.carried()]


def test_two_processes_share_the_outbox(cluster: Cluster) -> None:
    url = cluster.database("outbox")
    one, two = open_store(url), open_store(url)
    for _ in range(2):
        one.write(
            lambda transaction: outbox.put(
                transaction, "reply", "a@example.org", HOST, 0.0, raw=b"x"
            )
        )

    def both(transaction: Transaction) -> tuple[object, object]:
        first = outbox.claim(transaction, 1.0)  # not yet written when the other one looks
        return first, two.write(lambda transaction: outbox.claim(transaction, 1.0))

    first, second = one.write(both)
    assert first is not None
    assert second is not None
    assert first.id != second.id  # type: ignore[attr-defined]
    assert one.write(lambda transaction: outbox.claim(transaction, 1.0)) is None
    one.close()
    two.close()


def test_a_challenge_on_a_ladder_says_where(mailer: Mailer) -> None:
    desk = mailer.desk
    ann, bob = desk.person("ann"), desk.person("bob")
    mailer.confirm("ann")
    mailer.confirm("bob")

    def work(transaction: Transaction) -> None:
        for user in (ann, bob):
            ladder_steps.join(transaction, "boche", user, desk.now)
        ladder_steps.challenge(transaction, "boche", bob, "ann", desk.now, Actor(bob.id))

    mailer.store.write(work)
    texts = [text_of(mail) for _, mail in mailer.carried()]
    assert any("It is your move." in text and "\nBoche ladder\n" in text for text in texts)
    assert any("bob challenges you on the Boche ladder" in text for text in texts)

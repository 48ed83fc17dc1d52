"""Mails in their readers' languages; commands stay English words."""

from __future__ import annotations

import re
from email.message import EmailMessage

import pytest

from boche.engine.durations import DAY
from boche.engine.languages.catalogue import PSEUDO, pseudo
from boche.engine.languages.current import speaking
from boche.server import limits
from boche.server.limits import Rules
from boche.server.mail.words import WELCOME
from boche.server.people import mailboxes, preferences
from boche.server.policy import Policy
from boche.server.push.sender import payload_of
from tests.server.desk import PASSWORD
from tests.server.mail.office import Mailer, Office, text_of

BOB, ANN = "bob@example.org", "ann@example.org"


def speaks(office: Office, name: str, code: str) -> None:
    user = office.desk.user(name).id
    office.store.write(
        lambda transaction: preferences.change(transaction, user, {"language": code})
    )


def first_line(mail: EmailMessage) -> str:
    return text_of(mail).partition("\n")[0]


def test_each_player_gets_mail_in_their_language(mailer: Mailer) -> None:
    number, ann, _ = mailer.board()
    mailer.carried()
    speaks(mailer, "bob", "de")
    mailer.desk.do(f"boche move {number} c:a1", user=ann)
    german = dict(mailer.carried())[BOB]
    assert first_line(german) == "ann hat 1. c:a1 gespielt. Du bist am Zug."
    assert german["Subject"] == f"Du bist am Zug: Boche, Brett {number}, gegen ann"
    html = german.get_body(("html",))
    assert html is not None
    assert '<html lang="de">' in html.get_content()
    assert ">Spielen</a>" in html.get_content()
    assert "Keine solchen Mails mehr" in html.get_content()
    mailer.send("c:b2", sender="bob@example.org", to=german["Reply-To"])
    english = dict(mailer.carried())[ANN]
    assert first_line(english) == "bob played 2. c:b2. It is your move."


def test_an_answer_is_in_the_account_s_language(mailer: Mailer) -> None:
    number, _, bob = mailer.board()
    speaks(mailer, "bob", "de")
    mails = dict(mailer.carried())
    answer = mailer.answered("c:a1", sender=BOB, to=mails[BOB]["Reply-To"])
    assert answer.startswith("Nicht ausgeführt: ")
    assert mailer.moves(number) == ()
    # By name and password from elsewhere, too.
    mailer.send(subject=f"boche move {number} bob {PASSWORD} c:a1", sender="x@example.net")
    assert text_of(mailer.letters()[-1]).startswith("Nicht ausgeführt: ")
    assert mailer.store.read(lambda each: preferences.language_of(each, bob.id)) == "de"


def test_an_answer_about_a_board_can_be_answered(mailer: Mailer) -> None:
    """The address for moves is found by the board that the answer is about."""
    number, _, _ = mailer.board()
    for code in ("en", "de", "fr"):
        speaks(mailer, "ann", code)
        mailer.send(subject=f"boche move {number} ann {PASSWORD} z9", sender=ANN)
        to = mailer.letters()[-1]["Reply-To"]
        assert to is not None
        assert mailer.keys.turn(mailer.keys.split(to)[1])[0].board == number  # type: ignore[index]


def test_a_stranger_gets_the_server_s_language(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "no command" in office.answered("Hello there", sender="eve@example.net")
    monkeypatch.setattr(limits, "_chosen", [Rules(policy=Policy(language=PSEUDO))])
    assert pseudo(WELCOME)[:20] in office.answered(
        subject=f"signup fred {PASSWORD}", sender="fred@example.net"
    )


def test_was_that_you(mailer: Mailer) -> None:
    """A command without a name is asked about at the address of the account."""
    mailer.board()
    speaks(mailer, "ann", "de")
    answer = mailer.answered(subject="boche challenge ann bob", sender=ANN)
    assert "boche challenge ann bob" in answer
    asked = mailer.letters()[-1]
    assert asked["Subject"] == "Warst du das? boche challenge ann bob"
    assert asked["Reply-To"].startswith("yes+")
    assert mailer.send("yes", sender=ANN, to=asked["Reply-To"]) == "done"
    mailer.carried()
    assert mailer.on(2).row.state == "open"


def test_the_daily_mail(mailer: Mailer) -> None:
    mailer.board()
    mailer.carried()
    speaks(mailer, "ann", "de")
    user = mailer.desk.user("ann").id
    mailer.store.write(
        lambda transaction: mailboxes.set_mail_frequency(
            transaction, user, "daily", mailer.desk.now
        )
    )
    mailer.desk.pass_time(2 * DAY)
    mail = dict(mailer.carried())[ANN]
    assert mail["Subject"] == "Boche: Was auf dich wartet"
    assert "Du bist an 1 Brett am Zug." in text_of(mail)
    assert "Letzte Züge: noch keine" in text_of(mail)


def test_a_notification(mailer: Mailer) -> None:
    number, ann, _ = mailer.board()
    mailer.desk.do(f"boche move {number} c:a1", user=ann)
    with speaking("de"):
        payload = payload_of(mailer.on(number), mailer.desk.now).decode()
    assert "Du bist am Zug" in payload
    assert "ann hat c:a1 gespielt." in payload


def test_a_challenger_from_elsewhere_is_not_answered_in_the_owner_s_language(
    mailer: Mailer,
) -> None:
    mailer.board()
    speaks(mailer, "ann", "de")
    answer = mailer.answered(subject="boche challenge ann bob", sender="eve@example.net")
    assert answer.startswith("Not done: ")


# -- nothing comes past the catalogue

PLAIN = re.compile(
    r"https?://\S+|\S+@\S+|\b(?:accept|reject|resign|propose|undo|chat|show|swap|rematch|draw|"
    r"end|and a text|help|boche|ann|bob|Boche|yes|days a move)\b|c:\w+|\{|\}"
)
"""Addresses, names, moves, the words of commands, and those of clocks, which are the engine's."""


def untranslated(text: str) -> list[str]:
    """Return words that have letters the pseudo-language would have put an accent on."""
    return re.findall(r"[A-Za-z]*[aceinosuyzACEINOSUYZ][A-Za-z]*", PLAIN.sub(" ", text))


def own_part(mail: EmailMessage) -> str:
    """Return what this part writes: the subject, and the text but for the drawing of the board."""
    text = text_of(mail)
    parts = text.split("\n\n")
    return "\n".join([mail["Subject"], parts[0], parts[-1].removeprefix("-- \n")])


def test_nothing_comes_past_the_catalogue(mailer: Mailer) -> None:
    number, ann, bob = mailer.board()
    for name in ("ann", "bob"):
        speaks(mailer, name, PSEUDO)
    do = mailer.desk.do
    found = mailer.carried()
    for who, line in (
        (ann, f"boche move {number} c:a1"), (bob, f"boche move {number} c:b2"),
        (ann, f"boche propose {number} draw"), (bob, f"boche reject {number}"),
        (ann, f"boche undo {number}"), (bob, f"boche accept {number}"),
    ):  # fmt: skip
        do(line, user=who)
        found += mailer.carried()
    do(f"boche chat {number}", "...", user=ann)
    do("message bob", "...", user=ann)
    found += mailer.carried()
    do(f"boche resign {number}", user=ann)
    found += mailer.carried()
    do("boche challenge ann bob", user=ann)
    found += mailer.carried()
    assert len(found) > 9
    past = {mail["Subject"]: untranslated(own_part(mail)) for _, mail in found}
    past = {subject: words for subject, words in past.items() if words}
    assert past == {}

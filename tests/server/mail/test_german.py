"""Playing by mail in German: the language of an account, German words, and what mails say."""

from __future__ import annotations

import itertools
from email import message_from_bytes
from email.header import decode_header, make_header

import pytest

from boche.engine.languages.current import speaking
from boche.server.mail.incoming.said import meaning
from boche.server.mail.templates import OutgoingMail, one_line, wrapped, written
from boche.server.people import accounts, preferences
from tests.server.desk import PASSWORD
from tests.server.mail.office import Mailer, Office, text_of
from tests.server.mail.test_languages import ANN, BOB, speaks

GERMAN = ["Content-Language: de-DE"]


def test_a_mail_in_german_is_answered_in_german(office: Office) -> None:
    answer = office.answered("Guten Tag", sender="eve@example.net", extra=GERMAN)
    assert "registrieren NAME PASSWORT" in answer
    asked = ["Accept-Language: de, en;q=0.5"]
    assert "hilfe" in office.answered(subject="hilfe", sender="eva@example.net", extra=asked)


def test_an_account_made_in_german_is_german(office: Office) -> None:
    office.answered(subject=f"registrieren greta {PASSWORD}", sender=ANN, extra=GERMAN)
    office.answered(subject=f"signup hans {PASSWORD}", sender=BOB)
    for name, code in (("greta", "de"), ("hans", "")):
        user = office.store.read(lambda each, name=name: accounts.named(each, name))
        assert user.language == code


def test_choosing_the_language_by_mail(mailer: Mailer) -> None:
    _, ann, _ = mailer.board()
    answer = mailer.answered(subject=f"boche language ann {PASSWORD} de", sender=ANN)
    assert answer.startswith("Deine Sprache ist Deutsch")
    assert mailer.store.read(lambda each: preferences.language_of(each, ann.id)) == "de"
    answer = mailer.answered(subject=f"sprache ann {PASSWORD} English", sender=ANN)
    assert answer.startswith("Your language is English")
    answer = mailer.answered(subject=f"language ann {PASSWORD} tlh", sender=ANN)
    assert "unknown language" in answer


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("Ja, gerne!", "yes"), ("nein danke", "no"), ("Aufgeben.", "resign"),
        ("Remis", "propose draw"), ("annehmen", "accept"), ("ablehnen", "reject"),
        ("zurücknehmen", "undo"), ("zuruecknehmen", "undo"), ("Tausch", "swap"),
        ("Revanche bitte", "rematch"), ("ich gebe auf", "resign"), ("bitte nicht", ""),
        ("aufgeben? nein", ""),
    ],
)  # fmt: skip
def test_german_answers(text: str, means: str) -> None:
    assert meaning(text) == means


def test_german_words_play(mailer: Mailer) -> None:
    number, _, _ = mailer.board(accepted=False)
    assert mailer.send("annehmen", sender=BOB, to=mailer.address(number, 1)) == "done"
    assert mailer.on(number).row.state == "active"
    mailer.send("c:a1\nNachricht: Viel Spaß!", sender=ANN, to=mailer.address(number, 0))
    assert mailer.moves(number) == ("c:a1",)
    mailer.send("nachricht danke", sender=BOB, to=mailer.address(number, 1))
    mailer.send(subject=f"boche aufgeben {number} bob {PASSWORD}", sender=BOB)
    assert mailer.on(number).row.winner == 0
    speaks(mailer, "bob", "de")
    mailer.send("Zug", sender=BOB, to=mailer.address(number, 1))
    mailer.send("z99", sender=BOB, to=mailer.address(number, 1))


def test_a_challenge_with_a_password(mailer: Mailer) -> None:
    mailer.board()
    answer = mailer.answered(subject=f"boche challenge --size=3 ann {PASSWORD} bob", sender=ANN)
    assert answer.startswith("Board 2: Boche, ann begins against bob")
    wrong = mailer.answered(subject="boche challenge ann wrongpassword bob", sender=ANN)
    assert "wrongpassword" not in wrong
    assert not mailer.on(2).moves


def test_a_challenge_to_nobody_is_refused_at_once(mailer: Mailer) -> None:
    mailer.board()
    answer = mailer.answered(subject="boche challenge ann Niemand", sender=ANN)
    assert answer.strip() == "Not done: challenge: no player is named Niemand"
    answer = mailer.answered(subject="boche challenge ann longpassword", sender=ANN)
    assert "longpassword" not in answer


def test_deleting_an_account_asks_first(mailer: Mailer) -> None:
    mailer.board()
    answer = mailer.answered(subject=f"delete ann {PASSWORD}", sender=ANN)
    assert answer.startswith("Shall the account ann be deleted?")
    assert PASSWORD not in answer
    to = mailer.letters()[-1]["Reply-To"]
    mailer.desk.user("ann")
    mailer.answered("no", sender=ANN, to=to)
    mailer.desk.user("ann")
    assert mailer.answered("ja", sender=ANN, to=to).startswith("Your account ann is deleted")
    assert mailer.store.read(lambda each: accounts.find(each, "ann")) is None


def test_deleting_among_other_commands_does_nothing(mailer: Mailer) -> None:
    mailer.board()
    mailer.answered(f"delete ann {PASSWORD}\nhelp", subject="multiple", sender=ANN)
    mailer.desk.user("ann")


def test_a_game_that_one_begins_by_mail_comes_in_one_mail(mailer: Mailer) -> None:
    mailer.board()
    mailer.carried()
    mailer.send(subject=f"boche challenge ann {PASSWORD} level-1", sender=ANN)
    kinds = [mail["Subject"] for to, mail in mailer.carried() if to == ANN]
    assert len(kinds) == 1


def test_a_refused_game_has_no_rematch(mailer: Mailer) -> None:
    number, _ann, bob = mailer.board(accepted=False)
    mailer.carried()
    mailer.desk.do(f"boche reject {number}", user=bob)
    assert "rematch" not in text_of(dict(mailer.carried())[ANN])


def test_tables_have_a_subject(mailer: Mailer) -> None:
    _number, _, _ = mailer.board()
    mailer.send(subject="boche games", sender=ANN)
    assert mailer.letters()[-1]["Subject"] == "Games"
    speaks(mailer, "ann", "de")
    mailer.send(subject="ladders", sender=ANN)
    assert mailer.letters()[-1]["Subject"] == "Leitern"


# -- form


def test_a_long_subject_ends_with_a_word() -> None:
    text = "Brett siebzehn wartet auf einen Zug von dir und von niemandem sonst hier"
    assert one_line(text, 60) == "Brett siebzehn wartet auf einen Zug von dir und von…"


@pytest.mark.parametrize("words", ["größer – „resign“ ", "Boche in größer jemand Du "])
def test_a_folded_subject_keeps_its_blanks(words: str) -> None:
    subject = (words * 4).strip()
    raw = written(OutgoingMail("a@b.de", subject, "x", "<1@x.de>", 0.0, "play@x.de"))
    header = message_from_bytes(raw)["Subject"].replace("\n", "").replace("\r", "")
    assert str(make_header(decode_header(header))) == subject


def test_the_german_help_hangs_nowhere(office: Office) -> None:
    with speaking("de"):
        answer = office.answered(subject="hilfe", sender="eve@example.net", extra=GERMAN)
    lines = answer.split("\n")
    assert max(map(len, lines)) <= 78
    for before, line in itertools.pairwise(lines):
        if before.startswith("   ") and line.strip():
            assert line.startswith("   "), line


def test_lists_of_lines_are_not_joined() -> None:
    long = "not done: " + "word " * 16 + "nothing was changed"
    assert wrapped(f"{long}\nGreta proposes a draw").endswith("\nGreta proposes a draw")


def test_what_the_computer_answers_to_an_offer_is_told(mailer: Mailer) -> None:
    mailer.board()
    speaks(mailer, "ann", "de")
    mailer.send(subject=f"boche herausfordern ann {PASSWORD} level-1", sender=ANN)
    answer = mailer.answered("remis", to=mailer.address(2, 0), sender=ANN)
    assert answer.startswith("Brett 2: level-1 nimmt kein Remis an")
    assert "erledigt" not in answer


def test_a_game_begun_by_mail_says_whether_it_is_rated(mailer: Mailer) -> None:
    mailer.board()
    speaks(mailer, "ann", "de")
    for option, told in (("", "ist gewertet"), (" --unrated", "ist ungewertet")):
        asked = mailer.answered(subject=f"boche herausfordern ann bob{option}", sender=ANN)
        assert "Warst du das?" in asked
        assert f"Die Partie {told}." in asked


def test_a_swap_and_who_resigned_are_in_german(mailer: Mailer) -> None:
    number, _, _ = mailer.board()
    for name in ("ann", "bob"):
        speaks(mailer, name, "de")
    mailer.carried()
    mailer.send("c:a1", to=mailer.address(number, 0), sender=ANN)
    mailer.carried()
    mailer.send("tauschen", to=mailer.address(number, 1), sender=BOB)
    told = "\n".join(text_of(mail) for _, mail in mailer.carried())
    assert "2. tauschen" in told
    assert "2. swap" not in told
    mailer.send("aufgeben", to=mailer.address(number, 0), sender=ANN)
    told = "\n".join(text_of(mail) for to, mail in mailer.carried() if to in ANN)
    assert "du hast aufgegeben" in told

"""First mails: who begins in German or French is answered in it, and gets an account in it."""

from __future__ import annotations

import pytest

from boche.server.people import accounts
from tests.server.desk import PASSWORD
from tests.server.mail.office import Mailer, Office, text_of
from tests.server.mail.test_languages import ANN, speaks

NEW = "neu@example.net"


@pytest.mark.parametrize(
    ("subject", "body", "found"),
    [
        ("Hilfe", "", "registrieren NAME PASSWORT"),
        ("Hilfe bitte auf Deutsch", "", "Nicht ausgeführt"),
        ("AW: Spiel", "Ich moechte spielen.\nIch verstehe kein Englisch.", "registrieren NAME"),
        ("", "Guten Tag, wie kann man hier spielen?", "registrieren NAME PASSWORT"),
        ("Regeln Boku", "", "Reihe"),
        ("boche Regeln", "", "Würfel"),
        ("Befehle", "", "PASSWORT_NEU"),
        ("Aide", "", "inscription NOM MOT-DE-PASSE"),
        ("Bonjour", "Je voudrais jouer avec vous.", "inscription NOM MOT-DE-PASSE"),
        ("Hello", "I would like to play", "signup NAME PASSWORD"),
        ("Spaghetti", "", "signup NAME PASSWORD"),
    ],
)
def test_a_first_mail_is_answered_in_its_language(
    office: Office, subject: str, body: str, found: str
) -> None:
    assert found in office.answered(body, subject=subject, sender=NEW)


def test_an_account_made_in_german_words_is_german(office: Office) -> None:
    answer = office.answered(subject=f"registrieren Neu81 {PASSWORD}", sender=NEW)
    assert answer.startswith("Willkommen, Neu81")
    assert office.store.read(lambda each: accounts.named(each, "Neu81")).language == "de"
    to = office.letters()[-1]["Reply-To"]
    assert office.answered("ja", sender=NEW, to=to).startswith("Deine Adresse ist bestätigt")


def test_the_last_answer_of_an_hour_says_so_in_german(office: Office) -> None:
    for _ in range(4):
        answer = office.answered(subject="Hilfe Boche", sender=NEW)
    assert "innerhalb der nächsten Stunde" in answer or "nächste" in answer


def test_an_address_that_speaks_german_keeps_doing_so(mailer: Mailer) -> None:
    mailer.board()
    speaks(mailer, "ann", "de")
    mailer.answered(subject=f"signup Second {PASSWORD}", sender=ANN)
    to = mailer.letters()[-1]["Reply-To"]
    assert mailer.answered("yes", sender=ANN, to=to).startswith("Deine Adresse")
    assert mailer.answered(subject="help vacation", sender=ANN).startswith("urlaub NAME PASSWORT")


def test_an_account_that_has_chosen_no_language_is_answered_in_that_of_its_mail(
    mailer: Mailer,
) -> None:
    mailer.board()
    assert mailer.answered(subject="hilfe urlaub", sender=ANN).startswith("urlaub NAME PASSWORT")
    assert mailer.answered(subject="help vacation", sender=ANN).startswith("vacation U P")


def test_deleting_has_a_receipt_however_many_answers_there_were(mailer: Mailer) -> None:
    mailer.board()
    mailer.answered(subject=f"löschen ann {PASSWORD}", sender=ANN)
    asked = mailer.letters()[-1]
    assert "gelöscht werden?" in text_of(asked)
    for _ in range(30):
        mailer.send(subject="ladders", sender=ANN)
    receipt = mailer.answered("ja", sender=ANN, to=asked["Reply-To"])
    assert "ann" in receipt.partition("\n")[0]
    assert "is deleted" in receipt or "gelöscht" in receipt


# -- words


@pytest.mark.parametrize(
    "words", ["size=3", "Größe=3", "-Größe=3", "groesse=3", "--size=3", "-size=3", "Taille=3"]
)
def test_an_option_is_read_with_and_without_hyphens(mailer: Mailer, words: str) -> None:
    mailer.board()
    mailer.answered(subject=f"boche herausfordern ann {PASSWORD} bob {words}", sender=ANN)
    assert mailer.on(2).options["size"] == 3


def test_a_password_with_an_equals_sign_is_none(mailer: Mailer) -> None:
    mailer.board()
    answer = mailer.answered(subject="boche challenge ann wrong=password bob", sender=ANN)
    assert "wrong name or password" in answer or "password" in answer
    assert "wrong=password" not in answer


@pytest.mark.parametrize(
    ("command", "found"),
    [
        ("mail ann PW täglich", "Mail: täglich:"), ("mail ann PW keine", "Mail: keine:"),
        ("mail ann PW selten", "jede, täglich, keine"), ("urlaub ann PW 7", "Urlaub: "),
        ("vergessen ann", "Eine Mail mit einem Link"), ("boche rangliste", "Wertungen"),
        ("boche partien offen", "Keine Bretter"), ("hilfe herausfordern", "NAME1 NAME2"),
        ("hilfe sprache", "sprache NAME"), ("hilfe nachricht", "nachricht BRETT"),
        ("hilfe remis", "zug BRETT"), ("hilfe aufgeben", "aufgeben"), ("hilfe befehle", "THEMA"),
        ("hilfe blubb", "hilfe: dazu gibt es nichts"), ("registrieren x", "registrieren: "),
        ("sprache ann PW fr", "Votre langue est"), ("boche suchen ann PW", "Brett 2"),
        ("boche leiter beitreten ann PW", "Platz"), ("ändern passwort ann PW", "ändern passwort: "),
    ],
)  # fmt: skip
def test_german_words_do_what_they_say(mailer: Mailer, command: str, found: str) -> None:
    mailer.board()
    speaks(mailer, "ann", "de")
    answer = mailer.answered(subject=command.replace("PW", PASSWORD), sender=ANN)
    assert found in answer
    assert "mail:" in command or "Not done" not in answer


def test_what_is_done_is_named_in_german(mailer: Mailer) -> None:
    number, ann, bob = mailer.board()
    speaks(mailer, "bob", "de")
    for user, line in ((ann, "move {} c:a1"), (bob, "move {} c:b2"), (ann, "propose {} draw")):
        mailer.desk.do(f"boche {line.format(number)}", user=user)
    to = mailer.address(number, 1)
    answer = mailer.answered("ablehnen", sender="bob@example.org", to=to)
    assert answer.startswith(f"Brett {number}: ablehnen: erledigt")

"""Playing by mail in French: its words with and without accents, and what mails say."""

from __future__ import annotations

import itertools
import re

import pytest

from boche.engine.languages.current import speaking, tr
from boche.server.mail.incoming.jobs import CHATS
from boche.server.mail.incoming.said import meaning
from boche.server.mail.words import HELP
from boche.server.people import accounts, preferences
from tests.server.desk import PASSWORD
from tests.server.mail.office import Mailer, Office, text_of
from tests.server.mail.test_languages import ANN, BOB, first_line, speaks

FRENCH = ["Content-Language: fr-FR"]
BLANK = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("Oui\N{NO-BREAK SPACE}!", "yes"), ("Oui, volontiers!", "yes"), ("Non merci.", "no"),
        ("D’accord.", "yes"), ("d'accord", "yes"), ("daccord", "yes"), ("Bien sûr", "yes"),
        ("oui, c'était bien moi", "yes"), ("Pas d’accord", "no"), ("J’accepte.", "accept"),
        ("Accepté", "accept"), ("refusé", "reject"), ("refuse", "reject"),
        ("J’abandonne, bien joué", "resign"), ("je n’abandonne pas", ""), ("abandonner ? non", ""),
        ("Échange", "swap"), ("echanger", "swap"), ("montrer s’il te plaît", "show"),
        ("montrer s'il vous plait", "show"), ("Je reprends mon coup, svp", "undo"),
        ("Reprendre le coup, s’il vous plaît", "undo"), ("Je propose la nulle", "propose draw"),
        ("une revanche ?", ""), ("Revanche, avec plaisir", "rematch"),
        ("Terminer la partie sans resultat", "propose end"), ("pas de revanche", ""),
    ],
)  # fmt: skip
def test_french_answers(text: str, means: str) -> None:
    assert meaning(text) == means


def test_a_mail_in_french_is_answered_in_french(office: Office) -> None:
    answer = office.answered("Bonjour", sender="eve@example.net", extra=FRENCH)
    assert "inscription NOM MOT-DE-PASSE" in answer
    asked = ["Accept-Language: fr, en;q=0.5"]
    assert "abandonner" in office.answered(subject="Aide", sender="eva@example.net", extra=asked)


@pytest.mark.parametrize("word", ["inscription", "Inscrire", "S’inscrire", "s'inscrire"])
def test_an_account_made_in_french_is_french(office: Office, word: str) -> None:
    office.answered(subject=f"{word} gilles {PASSWORD}", sender=ANN, extra=FRENCH)
    assert office.store.read(lambda each: accounts.named(each, "gilles")).language == "fr"


def test_a_french_account_plays(mailer: Mailer) -> None:
    """Bob does what his mails tell him, in their words."""
    number, ann, bob = mailer.board(accepted=False)
    do = mailer.desk.do
    speaks(mailer, "bob", "fr")
    start = dict(mailer.carried())[BOB]
    assert "accepter ou refuser" in text_of(start)
    assert mailer.send("J’accepte, merci", sender=BOB, to=start["Reply-To"]) == "done"
    assert mailer.on(number).row.state == "active"

    do(f"boche move {number} c:a1", user=ann)
    turn = dict(mailer.carried())[BOB]
    assert first_line(turn) == "ann a joué 1. c:a1. C’est à vous de jouer."
    flat = " ".join(text_of(turn).split())
    assert "échanger, abandonner, nulle, terminer sans résultat, dire" in flat
    assert "dire et un texte" in flat
    assert "mettre dire: et votre texte" in flat
    body = f"c:b2\n\nDire{BLANK}: Bonne chance{BLANK}!\nÀ bientôt"
    assert mailer.send(body, sender=BOB, to=turn["Reply-To"]) == "done"
    assert mailer.moves(number) == ("c:a1", "c:b2")
    said = text_of(dict(mailer.carried())[ANN])
    assert f"Bonne chance{BLANK}!" in said
    assert "Dire" not in said

    for what, refusal in (("draw", "Non merci."), ("end", "refuser"), ("draw", "Refusé")):
        do(f"boche propose {number} {what}", user=ann)
        mailer.carried()
        assert mailer.on(number).row.offer is not None
        mailer.send(refusal, sender=BOB, to=mailer.address(number, 1))
        assert mailer.on(number).row.offer is None, refusal
    for words, offer in (("Nulle", "draw"), ("terminer sans resultat", "end"),
                         ("Reprendre le coup", "undo")):  # fmt: skip
        mailer.send(words, sender=BOB, to=mailer.address(number, 1))
        assert mailer.on(number).row.offer == offer, words
        do(f"boche reject {number}", user=ann)
    mailer.send("J’abandonne.", sender=BOB, to=mailer.address(number, 1))
    assert mailer.on(number).row.winner == 0
    over = dict(mailer.carried())[BOB]
    assert "le mot revanche" in " ".join(text_of(over).split())
    assert mailer.send("Revanche, s’il vous plaît", sender=BOB, to=over["Reply-To"]) == "done"
    assert "bob proposes a rematch" in text_of(dict(mailer.carried())[ANN])
    assert mailer.store.read(lambda each: preferences.language_of(each, bob.id)) == "fr"


def test_an_unclear_answer_is_told_the_french_words(mailer: Mailer) -> None:
    number, ann, _ = mailer.board()
    speaks(mailer, "bob", "fr")
    mailer.desk.do(f"boche propose {number} draw", user=ann)
    answer = mailer.answered("Peut-être", sender=BOB, to=mailer.address(number, 1))
    assert "accepter ou refuser" in answer
    mailer.send("d'accord", sender=BOB, to=mailer.address(number, 1))
    assert mailer.on(number).row.state != "active"


def test_was_that_you(mailer: Mailer) -> None:
    mailer.board()
    speaks(mailer, "ann", "fr")
    mailer.carried()
    for word, said in (("oui", ""), ("D’accord, c’était moi", ""), ("Oui !", ""),
                       ("pourquoi ?", "Ceci attend votre oui")):  # fmt: skip
        before = mailer.answered(subject="boche défier ann bob", sender=ANN)
        assert "\n    oui\n" in before
        answer = mailer.answered(word, sender=ANN, to=mailer.letters()[-1]["Reply-To"])
        assert (said or "ann commence") in answer


def test_wanting_less_mail(mailer: Mailer) -> None:
    number, _, _ = mailer.board()
    speaks(mailer, "bob", "fr")
    told = mailer.answered("stop", sender=BOB, to=mailer.address(number, 1))
    for word in ("Désabonner", "se desabonner", "DÉSINSCRIPTION"):
        assert mailer.answered(word, sender=BOB, to=mailer.address(number, 1)) == told


# -- the long help


def french_help() -> str:
    with speaking("fr"):
        return tr(HELP, address="play@games.example", game="boche", games="Boche", most=9)


def test_the_french_help_hangs_nowhere() -> None:
    lines = french_help().split("\n")
    assert max(map(len, lines)) <= 78
    for before, line in itertools.pairwise(lines):
        if before.startswith("   ") and line.strip():
            assert line.startswith("   "), line


COMMANDS = (
    "inscription NOM MOT-DE-PASSE", "boche défier NOM AUTRE", "boche classement",
    "boche parties ouvertes", "boche rejoindre 17 NOM MOT-DE-PASSE", "aide boche", "aide commandes",
    "tournois", "échelles", "oublié NOM", "mail NOM MOT-DE-PASSE quotidien",
    "vacances NOM MOT-DE-PASSE 7", "langue NOM MOT-DE-PASSE fr",
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_in_the_french_help_work(mailer: Mailer, command: str) -> None:
    assert command in re.sub(r"\s+", " ", french_help())
    ann = mailer.desk.person("ann")
    mailer.desk.person("bob")
    mailer.confirm("ann")
    mailer.confirm("bob")
    speaks(mailer, "ann", "fr")
    number = mailer.desk.do("boche seek", user=mailer.desk.user("bob")).split(":")[0]
    name = "gilles" if command.startswith("inscription") else "ann"
    for gap, value in (("NOM", name), ("MOT-DE-PASSE", PASSWORD), ("AUTRE", "bob"),
                       ("17", number.removeprefix("board "))):  # fmt: skip
        command = command.replace(gap, value)
    if "rejoindre" in command:  # the mail of its beginning answers it
        mailer.send(subject=command, sender=ANN)
        begun = dict(mailer.carried())[ANN]
        assert "Votre partie contre bob a commencé." in text_of(begun)
        return
    answer = mailer.answered(subject=command, sender=ANN)
    if "défier" in command:
        answer = mailer.answered("oui", sender=ANN, to=mailer.letters()[-1]["Reply-To"])
        assert mailer.on(2).seats[0].user == ann.id
    assert "non exécuté" not in answer
    assert "not done" not in answer
    assert "On joue ici" not in answer, "it was no command"


@pytest.mark.parametrize("word", ["abandonner", "nulle", "reprendre", "dire"])
def test_the_words_in_the_french_help_are_answers(word: str) -> None:
    assert word in french_help()
    assert meaning(word) or word in CHATS

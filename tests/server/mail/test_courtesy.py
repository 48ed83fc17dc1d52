"""Mails as people write them: with courtesies, mistakes and questions, all answered helpfully."""

from __future__ import annotations

import pytest

from tests.server.desk import PASSWORD
from tests.server.mail.office import Mailer, Office, text_of
from tests.server.mail.test_commands import confirm


def asked(office: Office) -> str:
    """Have a challenge of ann's asked back about; return the address for her yes."""
    office.desk.board()
    confirm(office, "ann", "ann@example.org")
    office.answered("boche challenge ann bob")
    return str(office.letters()[-1]["Reply-To"])


# -- the limit of answers


def test_the_last_answer_to_unproved_mails_says_so(mailer: Mailer) -> None:
    mailer.board()
    said = [mailer.answered("help") for _ in range(20)]
    assert ["is the last answer" in text for text in said] == [False] * 19 + [True]
    assert "6 minutes" in said[-1]
    assert "name and password" in said[-1]
    assert mailer.send("help") == "not answered"
    assert "c:a1 played" in mailer.answered("c:a1", to=mailer.address(1, 0))
    assert "board" in mailer.answered(f"boche games next\nmail ann {PASSWORD}",
                                      subject="multiple")  # fmt: skip


# -- was that you?


def test_an_unclear_yes_is_asked_for_again_and_can_be_answered(office: Office) -> None:
    yes = asked(office)
    again = office.answered("Why do you ask?", to=yes)
    assert "boche challenge ann bob" in again
    assert office.letters()[-1]["Reply-To"] == yes
    assert "board 2" in office.answered("yes", to=str(office.letters()[-1]["Reply-To"]))


@pytest.mark.parametrize("word", ["y", "Y.", "Sure", "sure!", "OK", "Okay.", "yes please",
                                  "Yes, please!", "yes, that was me"])  # fmt: skip
def test_a_yes_has_many_words(office: Office, word: str) -> None:
    assert "board 2" in office.answered(word, to=asked(office))


@pytest.mark.parametrize("word", ["Sure, why do you ask?", "ok, but what is this", "no", "yes?"])
def test_what_is_no_clear_yes_is_none(office: Office, word: str) -> None:
    assert "the one word" in office.answered(word, to=asked(office))


def test_a_second_yes_is_told_that_it_is_done(office: Office) -> None:
    yes = asked(office)
    office.answered("yes", to=yes)
    assert "already done" in office.answered("yes", to=yes)


def test_an_unclear_confirmation_can_be_answered(mailer: Mailer) -> None:
    ann = mailer.desk.person("ann")
    mailer.desk.do(f"change address ann {PASSWORD} ann@example.org", user=ann)
    ((_, ask),) = mailer.carried()
    assert "not confirmed" in mailer.answered("What is it?", to=ask["Reply-To"])
    again = mailer.letters()[-1]["Reply-To"]
    assert "is confirmed" in mailer.answered("Sure!", to=str(again))


# -- answers to a proposal


def proposed(office: Office, what: str = "draw") -> tuple[int, str]:
    """Have bob propose something; return the board, and the address of ann's mail about it."""
    number, _, bob = office.desk.board()
    office.desk.do(f"boche move {number} propose={what}", user=bob)
    return number, office.address(number, 0)


@pytest.mark.parametrize("word", ["Accept.", "accept!", "yes", "I accept", "accept, with pleasure",
                                  "Yes, I accept :-)", "Sure, thanks!", "Agreed"])  # fmt: skip
def test_a_proposal_is_accepted_in_many_words(office: Office, word: str) -> None:
    number, to = proposed(office)
    assert "the game is over" in office.answered(f"{word}\n\nAnn", to=to)
    assert office.on(number).row.result


@pytest.mark.parametrize("word", ["no", "No, thanks", "reject.", "Sorry, no", "I decline"])
def test_a_proposal_is_rejected_in_many_words(office: Office, word: str) -> None:
    number, to = proposed(office, "end")
    assert "reject: done" in office.answered(word, to=to)
    assert (office.on(number).row.offer, office.on(number).row.state) == (None, "active")


@pytest.mark.parametrize(
    "word", ["Accept?", "accept, but not now", "accept but not now", "I do not accept", "maybe"]
)
def test_who_does_not_answer_a_proposal_is_told_which_words_do(office: Office, word: str) -> None:
    number, to = proposed(office)
    said = " ".join(office.answered(word, to=to).split())
    assert "bob proposes a draw: answer accept or reject" in said
    assert office.on(number).row.offer == "draw"


def test_a_rematch_is_proposed_and_answered_in_many_words(office: Office) -> None:
    number, ann, _ = office.desk.board()
    office.desk.do(f"boche resign {number}", user=ann)
    to = office.address(number, 1)
    assert "proposed" in office.answered("Rematch, please!", to=to)
    said = " ".join(office.answered("Hm, maybe", to=office.address(number, 0)).split())
    assert "bob proposes a rematch: answer accept or reject" in said
    said = " ".join(office.answered("Perhaps", to=office.address(number, 0)).split())
    assert "bob proposes a rematch: answer accept or reject" in said
    assert "the game is over (" not in said
    assert "reject: done" in office.answered("No, thank you.", to=office.address(number, 0))
    office.answered("rematch", to=office.address(number, 1))
    assert "the game is over" in office.answered("Yes please", to=office.address(number, 0))
    assert office.on(number).row.after is not None


def test_a_no_to_nothing_declines_no_game(office: Office) -> None:
    number, _, _ = office.desk.board()
    office.answered("No, thanks", to=office.address(number, 0))
    office.answered("no", to=office.address(number, 0))
    assert office.on(number).row.state == "active"


def test_a_second_yes_to_a_challenge_is_told_that_the_game_has_begun(office: Office) -> None:
    office.desk.person("ann")
    office.desk.person("bob")
    ann = office.desk.user("ann")
    office.desk.do("boche challenge --forfeittime=0.5 ann bob", user=ann)
    to = office.address(1, 1)
    assert "to move: ann" in office.answered("Yes!", to=to)
    for word in ("yes", "accept"):
        assert "has begun already" in office.answered(word, to=to)
    assert office.on(1).row.state == "active"


# -- chat in answers


def test_a_chat_is_never_too_late(office: Office) -> None:
    number, ann, bob = office.desk.board()
    old = office.address(number, 0)
    office.desk.do(f"boche move {number} c:a1", user=ann)
    office.desk.do(f"boche move {number} c:b2", user=bob)
    assert "said" in office.answered("chat: Well met, Bob", to=old)


def test_a_move_and_a_word_come_in_one_mail(mailer: Mailer) -> None:
    number, _, _ = mailer.board()
    mailer.carried()
    said = mailer.answered("c:a1\n\nChat: Well met,\nBob!", to=mailer.address(number, 0))
    assert "1. c:a1 played" in said
    assert "said" in said
    assert mailer.letters()[-1]["Reply-To"] == mailer.address(number, 0)
    texts = [text_of(mail) for to, mail in mailer.carried() if to.startswith("bob")]
    assert any("Well met,\n  Bob!" in text for text in texts)
    assert any("chat: and your text" in " ".join(text.split()) for text in texts)


def test_text_below_a_move_is_for_nobody_unless_it_says_so(office: Office) -> None:
    number, _, _ = office.desk.board()
    assert "said" not in office.answered("c:a1\nThanks for the game", to=office.address(number, 0))


# -- moves as they are typed


@pytest.mark.parametrize("move", ["c:a1.", "C:A1", "c: a1", "c : a1", "C: A1.", "c:a1#1.", "c:a1,",
                                  "*c:a1*", "1. c:a1", "- c:a1", "`c:a1`"])  # fmt: skip
def test_a_move_is_taken_as_it_is_typed(office: Office, move: str) -> None:
    number, _, _ = office.desk.board()
    to = office.address(number, 0)
    assert "1. c:a1 played" in office.answered(f"{move}\nthanks", to=to)
    assert "1. c:a1 was played already" in office.answered(move, to=to)


def test_a_move_in_a_command_is_taken_as_it_is_typed(office: Office) -> None:
    office.desk.board()
    assert "c:a1 played" in office.answered(subject=f"boche move 1 ann {PASSWORD} C: A1.")


@pytest.mark.parametrize("line", ["c:a1 c:a2", "my move is c:a1", "thank you very much"])
def test_who_writes_no_move_is_shown_one(office: Office, line: str) -> None:
    number, _, _ = office.desk.board()
    said = office.answered(line, to=office.address(number, 0))
    assert "neither" in said
    assert "such as" in said
    assert office.moves(number) == ()


# -- subjects of answers


@pytest.mark.parametrize("subject", ["Re: help che", "RE: Re: help che", "AW: WG: help che",
                                     "Fwd: help che", "Re[2]: help che", "SV:help che",
                                     "[Re:] Re: help che"])  # fmt: skip
def test_a_command_is_read_behind_the_marks_of_an_answer(office: Office, subject: str) -> None:
    assert "Options:" in office.answered(subject=subject)


def test_what_an_answer_says_itself_comes_before_its_subject(office: Office) -> None:
    said = office.answered(f"signup ann {PASSWORD}", subject="Re: help che")
    assert "Welcome, ann" in said
    assert "Options:" in office.answered("Thank you, once more please", subject="Re: help che",
                                         sender="bob@example.org")  # fmt: skip

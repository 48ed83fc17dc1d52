"""Mails as people write them: with courtesies, mistakes and questions, all answered helpfully."""

from __future__ import annotations

import re

import pytest

from tests.server.desk import PASSWORD
from tests.server.mail.office import Mailer, Office
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
    assert "done already" in office.answered("yes", to=yes)


def test_an_unclear_confirmation_can_be_answered(mailer: Mailer) -> None:
    ann = mailer.desk.person("ann")
    mailer.desk.do("change address ann@example.org", user=ann)
    ((_, ask),) = mailer.carried()
    assert "not confirmed" in mailer.answered("What is it?", to=ask["Reply-To"])
    again = mailer.letters()[-1]["Reply-To"]
    assert "is confirmed" in mailer.answered("Sure!", to=str(again))

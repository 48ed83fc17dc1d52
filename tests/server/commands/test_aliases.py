"""Words of commands and answers in other languages: each is understood, and means one thing."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterator

import pytest

from boche.engine.errors import NotationError
from boche.engine.games.registry import GAMES, new
from boche.engine.languages.catalogue import PSEUDO
from boche.engine.languages.choosing import NAMES
from boche.engine.languages.current import speaking
from boche.server.commands.aliases import (
    ANSWERS,
    COURTESIES,
    VERBS,
    local,
    verb_of,
    ways,
    without_marks,
)
from boche.server.commands.registry import COMMANDS
from boche.server.commands.syntax import read_line
from boche.server.mail.incoming.jobs import CHATS
from boche.server.mail.incoming.said import LESS, meaning

COMMANDED = [(word, verb) for words in VERBS.values() for word, verb in words.items()]
ANSWERED = [
    (word, means)
    for language in ANSWERS.values()
    for means, words in language.items()
    for word in words
]
ENGLISH = ("yes", "no", "accept", "reject", "rematch", "resign", "swap", "show", "undo",
           "propose draw", "propose end")  # fmt: skip


def typed(word: str) -> Iterator[str]:
    """Yield a word as it comes from different keyboards."""
    yield from ways(word)
    yield from (word.upper(), word.capitalize(), unicodedata.normalize("NFD", word))
    yield word.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")


def test_each_language_has_all_of_them() -> None:
    others = set(NAMES) - {"en", PSEUDO}
    assert set(VERBS) == set(ANSWERS) == set(COURTESIES) == others
    assert len({frozenset(words) for words in ANSWERS.values()}) == 1
    assert len({frozenset(words.values()) for words in VERBS.values()}) == 1


@pytest.mark.parametrize(("word", "verb"), COMMANDED)
def test_a_verb_is_understood(word: str, verb: str) -> None:
    assert verb in COMMANDS
    for way in typed(word):
        assert read_line(f"boche {way} 17").verb == verb


@pytest.mark.parametrize(("word", "means"), ANSWERED)
def test_an_answer_is_understood(word: str, means: str) -> None:
    for way in typed(word):
        if means == "chat":
            assert without_marks(way) in CHATS
        elif means == "stop":
            assert without_marks(way) in LESS
        else:
            assert meaning(way) == meaning(f"{way}.") == meaning(means) == means


def test_no_word_stands_for_two_meanings() -> None:
    found = defaultdict[str, set[str]](set)
    for word, means in (*COMMANDED, *ANSWERED, *zip(ENGLISH, ENGLISH, strict=True)):
        for way in ways(word):
            found[way].add(means.split()[0])
    assert {word: means for word, means in found.items() if len(means) > 1} == {}
    assert {word: verb_of(word) for word in COMMANDS} == {word: word for word in COMMANDS}


def test_no_word_is_a_move_or_a_game() -> None:
    for word in {way for each, _ in (*COMMANDED, *ANSWERED) for way in ways(each)}:
        assert word not in GAMES
        assert word != "all"
        for game in GAMES:
            with pytest.raises(NotationError):
                new(game).parse(word)


@pytest.mark.parametrize("language", ANSWERS)
def test_courtesies_change_no_answer(language: str) -> None:
    for courtesy in COURTESIES[language].split():
        assert meaning(courtesy) == ""
        assert meaning(f"yes, {courtesy}!") == "yes"


def test_the_word_that_mails_name() -> None:
    for language, named in (("en", "accept"), ("de", "annehmen"), ("fr", "accepter")):
        with speaking(language):
            assert local("accept") == named

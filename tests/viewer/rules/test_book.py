"""The rules of all games: their example moves are legal, and the things they name exist."""

from __future__ import annotations

import re

import pytest

from boche.engine.games.registry import GAMES, find
from boche.engine.languages.catalogue import codes
from boche.engine.languages.current import speaking
from boche.viewer.camera.camera import VIEWS
from boche.viewer.rules.book import book_of, options_of, positions_of
from boche.viewer.rules.markdown import Code, Heading, Paragraph, Play, Table, words_of

PLAYS = [
    pytest.param(game, play, id=f"{game}-{number}")
    for game in GAMES
    for number, play in enumerate(getattr(book_of(game), "plays", ()))
]


@pytest.mark.parametrize(("game", "play"), PLAYS)
def test_every_play_is_legal(game: str, play: Play) -> None:
    positions = positions_of(game, play)
    assert len(positions) == len(play.moves) + 1
    assert 0 <= play.after < max(len(play.moves), 1)
    assert play.view in ("", *VIEWS)


@pytest.mark.parametrize(("game", "play"), PLAYS)
def test_what_explains_an_option_uses_it(game: str, play: Play) -> None:
    if play.option:
        names = {option.name: option.default for option in find(game).options}
        assert options_of(play)[play.option] != names[play.option]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_brings_rules_whose_chapters_play(game: str) -> None:
    book = book_of(game)
    assert book is not None
    assert book.chapters[0].title == f"How to play {find(game).title}"
    assert len(book.plays) >= 4


@pytest.mark.parametrize("game", GAMES)
def test_all_options_are_explained(game: str) -> None:
    book = book_of(game)
    assert book is not None
    tables = [b for chapter in book.chapters for b in chapter.blocks if isinstance(b, Table)]
    named = [words_of(row[0]) for table in tables for row in table.rows[1:]]
    expected = [option.title for option in find(game).options]
    assert named == expected, f"the table of options in assets/rules/{game}.md"


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("game", GAMES)
def test_options_are_called_as_in_the_window(game: str, code: str) -> None:
    """Expect titles in place of the names that commands and records use."""
    with speaking(code):
        book = book_of(game)
    assert book is not None
    options = find(game).options
    names = {name for option in options for name in (option.name, option.opposite) if name}
    for block in (block for chapter in book.chapters for block in chapter.blocks):
        rows = block.rows if isinstance(block, Table) else ((getattr(block, "spans", ()),),)
        spans = [span for row in rows for cell in row for span in cell]
        code_spans = [span.text for span in spans if span.style == "code"]
        assert not [text for text in code_spans if text.partition("=")[0] in names]
        assert "()" not in words_of(tuple(spans))


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_the_markdown_is_left_over(game: str) -> None:
    book = book_of(game)
    assert book is not None
    for block in (block for chapter in book.chapters for block in chapter.blocks):
        spans = getattr(block, "spans", ())
        assert not re.search(r"[`*]|\]\(|^#|^\|", words_of(spans)), block
        assert not isinstance(block, Heading) or block.level == 3
        assert not isinstance(block, Code) or block.text.strip()


def test_the_goal_of_octi_in_short_is_that_of_every_game() -> None:
    book = book_of("octi")
    assert book is not None
    told = [words_of(block.spans) for block in book.chapters[0].blocks
            if isinstance(block, Paragraph)]  # fmt: skip
    goals = [text for text in told if "all three" in text]
    assert goals
    assert all("usual options" in text or "Bases" in text for text in goals)
    [short] = [text for text in goals if text.startswith("In short")]
    assert "with the option Bases at 1, any one of them" in short

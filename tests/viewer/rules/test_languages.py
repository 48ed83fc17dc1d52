"""The rules in other languages: the same blocks, and every text translated."""

from __future__ import annotations

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.languages.catalogue import PSEUDO, codes
from boche.engine.languages.current import speaking, tr
from boche.viewer.rules.book import book_of, in_language, rules_text
from boche.viewer.rules.markdown import (
    Block,
    Code,
    Heading,
    Item,
    Paragraph,
    Play,
    Spans,
    Table,
    read,
    spans_of,
    words_of,
)
from boche.viewer.rules.plain import plain_text
from boche.viewer.table.keys import key_name

every_game = pytest.mark.parametrize("game", GAMES)


def blocks_in(code: str, game: str) -> tuple[Block, ...]:
    with speaking(code):
        return read(rules_text(game))


def texts_of(block: Block) -> list[Spans]:
    """Return the texts of a block that a translator translates; a row of a table is one."""
    if isinstance(block, Heading):
        return [spans_of(block.text)]
    if isinstance(block, Paragraph | Item):
        return [block.spans]
    if isinstance(block, Table):
        return [tuple(span for cell in row for span in cell) for row in block.rows]
    return []


def shape(block: Block) -> object:
    """Return what is the same in each language."""
    if isinstance(block, Play):
        return block
    if isinstance(block, Code):  # a board may have words beside it
        return len(block.text.splitlines())
    if isinstance(block, Table):
        return len(block.rows), {len(row) for row in block.rows}
    if isinstance(block, Heading):
        return block.level
    return block.marker if isinstance(block, Item) else Paragraph


def _heads() -> set[str]:
    """Return the words beside a drawn board in all languages."""
    heads = set[str]()
    for code in codes():
        with speaking(code):
            heads |= set(tr("Res Cap Prongs").split())
    return heads


HEADS = _heads()


def codes_in(spans: Spans, code: str) -> list[str]:
    """Return moves, options and keys, these as a keyboard of that language has them."""
    with speaking(code):
        return sorted(
            key_name(span.text) for span in spans if span.style == "code" and span.text not in HEADS
        )


@every_game
@pytest.mark.parametrize("code", [*codes()[1:], PSEUDO])
def test_a_translation_has_the_same_blocks(game: str, code: str) -> None:
    here, there = blocks_in(code, game), blocks_in("en", game)
    assert list(map(type, here)) == list(map(type, there))
    assert list(map(shape, here)) == list(map(shape, there))


@every_game
@pytest.mark.parametrize("code", codes()[1:])
def test_a_translation_names_the_same_moves_and_introduces_the_same_drawings(
    game: str, code: str
) -> None:
    for here, there in zip(blocks_in(code, game), blocks_in("en", game), strict=True):
        for spans, english in zip(texts_of(here), texts_of(there), strict=True):
            language = code if spans != english else "en"  # one not translated yet
            assert codes_in(spans, "en") == codes_in(english, language), words_of(english)
            ends = [words_of(each).endswith(":") for each in (spans, english)]
            assert len(set(ends)) == 1, words_of(english)


@every_game
def test_every_text_comes_from_the_catalogue(game: str) -> None:
    for block in blocks_in(PSEUDO, game):
        for spans in texts_of(block):
            assert not words_of(spans).isascii(), words_of(spans)
    with speaking(PSEUDO):
        moves = [line for line in plain_text(rules_text(game), 80).splitlines() if ": " in line]
    assert not [line for line in moves if line.strip().startswith("Moves")]


def test_a_book_is_kept_for_each_language() -> None:
    english = book_of("che")
    with speaking("de"):
        german = book_of("che")
        assert german is book_of("che")
    assert english is not None
    assert german is not None
    assert german.plays == english.plays
    assert german.chapters[0].title == "So spielt man Che"
    assert book_of("che") is english


def test_the_markdown_around_a_text_stays() -> None:
    page = "# One\n\ntwo\nlines\n\n1. first\n   more\n- second\n\n| a | b |\n|---|---|\n| c | d |\n"
    code = "```play size=3\na b\n```\n![picture](a.png)\nend\n```\nopen"
    with speaking(PSEUDO):
        there = in_language(page + code)
    assert list(map(shape, read(there))) == list(map(shape, read(page + code)))
    assert "Öñé" in there
    assert "1. fíršt móré".replace("ó", "ö") in there
    assert in_language(page) is page

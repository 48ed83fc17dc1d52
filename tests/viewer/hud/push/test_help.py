"""The help's pages in windows of several sizes: all is seen, and nothing is cut."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from boche.engine.games.registry import GAMES
from boche.viewer.renderer.style import palette_names
from boche.viewer.rules.book import book_of
from boche.viewer.rules.markdown import Code, Heading, Table, words_of
from boche.viewer.window.drawing.board_picture import signs
from tests.viewer.hud.test_help import built, opened, texts
from tests.viewer.hud.test_hud_layout import check_page, laid_out

WINDOWS = [((1024, 640), 1.0), ((1280, 720), 1.0), ((3840, 2160), 3.0), ((640, 400), 1.0)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("size", "scale"), WINDOWS[::2])
def test_all_of_the_rules_are_seen_and_nothing_is_cut(
    game: str, size: tuple[int, int], scale: float
) -> None:
    hud, shown = opened(game, size, scale)
    words: list[str] = []
    for number in range(hud.help.count):
        hud.help.go(number)
        page = built(hud, shown, size, scale)
        check_page(page, laid_out(shown, size, scale).window)
        assert min(text.size for text in page.texts) >= hud.areas.metrics.small
        assert not any(text.text.endswith("…") for text in page.texts)
        words += texts(page)
    seen = "".join(words).replace(" ", "")
    book = book_of(game)
    assert book is not None
    for chapter in book.chapters:
        for block, after in zip(chapter.blocks, [*chapter.blocks[1:], None], strict=True):
            said = words_of(getattr(block, "spans", ())).replace(" ", "")
            leads = isinstance(after, Code) and said.endswith(":")
            assert said in seen or leads or size == (640, 400), block
            if isinstance(block, Table):
                # A cell may wrap, with the row's other cells between its lines.
                # Where they are stacked, each fact has its head, and the first column has none.
                heads, *rows = block.rows
                first = " ".join(map(words_of, [*(row[0] for row in rows), *heads[1:-1]]))
                assert set(re.findall(r"\w+", first)) <= set(re.findall(r"\w+", " ".join(words)))
            if isinstance(block, Heading):
                assert block.text in words


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_no_page_of_the_rules_is_nearly_empty(game: str, size: tuple[int, int]) -> None:
    hud, shown = opened(game, size)
    fills = []
    for number in range(hud.help.count):
        hud.help.go(number)
        page = built(hud, shown, size)
        title = max(page.texts, key=lambda text: text.size)
        text = [each for each in page.texts if abs(each.size - 14) <= 1 and each.x >= title.x]
        foot = next(each.y for each in page.texts if each.text == "Next") - 2 * title.size
        lines = {each.y for each in text if title.y < each.y < foot}
        fills.append(21.0 * len(lines) / (foot - title.y))
    assert min(fills) > 0.14, fills


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("palette", palette_names()[:1])
def test_the_marks_are_those_of_the_board_in_words_and_colours(game: str, palette: str) -> None:
    found = signs(palette, game)
    for size, scale in WINDOWS:
        hud, shown = opened(game)
        marked = replace(shown, signs=found)
        hud.key("3")
        page = built(hud, marked, size, scale)
        check_page(page, laid_out(marked, size, scale).window)
        said = " ".join(texts(page)).casefold()
        assert all(sign.words in said for sign in found)
        assert not any(text.endswith("…") for text in texts(page))
        colours = {getattr(box, "fill", None) for box in page.boxes}
        colours |= {getattr(box, "border", getattr(box, "colour", None)) for box in page.boxes}
        assert {colour for sign in found for colour in (sign.on_light, sign.on_dark)} <= colours
    shapes = {(sign.shape, sign.on_dark) for sign in found if "won" not in sign.words}
    assert len(shapes) == sum("won" not in sign.words for sign in found), "each has its own look"

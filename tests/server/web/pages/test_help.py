"""Help: the desktop program's texts can be read here too."""

from __future__ import annotations

import pytest

from boche.engine.games.registry import GAMES
from boche.server.commands.registry import COMMANDS
from boche.server.scenes.in_words import describe
from boche.server.web.pages.help import html_of
from boche.viewer.rules.book import book_of, positions_of
from boche.viewer.rules.markdown import read
from tests.server.web.pages.browser import Site


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_whole_with_their_boards(site: Site, game: str) -> None:
    page = site.browser().get(f"/help/{game}")
    book = book_of(game)
    assert book is not None
    heads = [each.text for each in page.all("h2")]
    assert heads[: len(book.chapters) - 1] == [each.title for each in book.chapters[1:]]
    drawings = [(each.attributes["src"], each.attributes["alt"]) for each in page.all("img")]
    assert drawings == [
        (f"/help/{game}/{number}.svg", f"The board: {describe(positions_of(game, play)[-1])}")
        for number, play in enumerate(book.plays)
    ]
    for option in GAMES[game].options:
        assert option.help in page.shown
    captions = [each.text for each in page.all("caption")]
    assert len(captions) == len(page.all("table")), "each table has a name"
    assert set(captions) <= set(heads)


def test_every_command_is_explained(site: Site) -> None:
    page = site.browser().get("/help/commands")
    for each in COMMANDS.values():
        assert each.about[1:] in page.shown


def test_signs_of_html_in_rules_are_text() -> None:
    text = "# A\n\na < b **<i>c</i>** `<x>`\n\n- one\n- *two*\n\n1. three\n\n"
    text += "| a | b |\n|--|--|\n| <c> | d |\n"
    assert html_of("boku", read(text)).split("\n") == [
        "<h1>A</h1>",
        "<p>a &lt; b <strong>&lt;i&gt;c&lt;/i&gt;</strong> <code>&lt;x&gt;</code></p>",
        "<ul><li>one</li><li><em>two</em></li></ul>",
        "<ol><li>three</li></ol>",
        '<div class="wide" tabindex="0"><table><caption class="heard">A</caption>'
        "<tr><th>a</th><th>b</th></tr>"
        "<tr><td>&lt;c&gt;</td><td>d</td></tr></table></div>",
    ]

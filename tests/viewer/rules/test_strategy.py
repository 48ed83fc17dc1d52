"""The strategy pages: they follow the rules, and their boards show what the text says."""

from __future__ import annotations

from typing import Any

from boche.server.web.pages.help import rules_of
from boche.viewer.rules.book import book_of, positions_of
from boche.viewer.rules.markdown import Play
from tests import ROOT


def plays(title: str) -> list[Play]:
    """Return the boards of a chapter."""
    book = book_of("boche")
    assert book is not None
    chapter = next(each for each in book.chapters if each.title == f"Strategy: {title}")
    return [block for block in chapter.blocks if isinstance(block, Play)]


def along(play: Play) -> list[Any]:
    """Return the positions of a board."""
    return positions_of("boche", play)


def largest(position: Any, colour: str) -> int:
    """Return the size of a colour's largest group."""
    return max(int(group.blobs) for group in position.groups() if group.colour == colour)


def test_strategy_stands_in_the_help_and_on_the_servers_page() -> None:
    book = book_of("boche")
    assert book is not None
    titles = [each.title for each in book.chapters if each.title.startswith("Strategy: ")]
    assert len(titles) == 4
    assert all(f"<h2>{title}</h2>" in rules_of("boche") for title in titles)


def test_the_boards_of_attack_and_defence_show_what_is_said() -> None:
    shut, saved, joined, cut, edge = map(along, plays("attack and defence"))
    assert shut[-1].outcome.winner == "light"
    assert saved[-2].play("f:b1").outcome.winner == "dark"
    assert max(g.blobs for g in saved[-1].groups() if g.colour == "light" and g.sides) >= 4
    for rotation in "gh":
        inside = [g.blobs for g in saved[-2].play(f"{rotation}:b1").groups() if g.enclosed]
        assert max(inside) == 3
    assert sorted(g.blobs for g in joined[-2].groups() if g.enclosed)[-2:] == [3, 3]
    assert joined[-1].outcome.winner == "dark"
    assert (largest(cut[-2], "dark"), largest(cut[-1], "dark")) == (11, 4)
    assert edge[-1].outcome.winner == "light"
    part = next(g for g in edge[-1].groups() if g.enclosed and g.blobs == 4 and g.colour == "dark")
    whole = [g for g in edge[-2].groups() if set(part.corners) <= set(g.corners)]
    assert [(g.blobs, bool(g.sides)) for g in whole] == [(13, True)]


def test_the_pages_name_their_sources() -> None:
    assert (ROOT / "docs" / "strategy-sources.md").is_file()

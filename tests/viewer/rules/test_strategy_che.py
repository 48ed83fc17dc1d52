"""Che's strategy pages: their boards show what the text says, by exhaustive search."""

from __future__ import annotations

import pytest

from boche.engine.games.che.geometry import Cell
from boche.engine.games.che.position import Position
from boche.server.web.pages.help import rules_of
from boche.viewer.rules.book import book_of, positions_of
from boche.viewer.rules.markdown import Play
from tests.engine.games.che.tactics import closing, lost, threats

TITLES = ("whose band", "opening", "attack", "defence", "the last tiles")


def plays(title: str) -> list[list[Position]]:
    """Return the positions of each board of a chapter."""
    book = book_of("che")
    assert book is not None
    chapter = next(each for each in book.chapters if each.title == f"Strategy: {title}")
    return [positions_of("che", block) for block in chapter.blocks if isinstance(block, Play)]


def apart(position: Position, colour: str) -> int:
    """Return how many threats a colour has of which no two share a cell."""
    taken, count = set[Cell](), 0
    for cells in sorted(threats(position, colour), key=len):
        if not taken & cells:
            taken |= cells
            count += 1
    return count


def test_strategy_stands_in_the_help_and_on_the_servers_page() -> None:
    book = book_of("che")
    assert book is not None
    titles = [each.title for each in book.chapters if each.title.startswith("Strategy: ")]
    assert titles == [f"Strategy: {title}" for title in TITLES]
    assert all(f"<h2>{title}</h2>" in rules_of("che") for title in titles)


def test_three_threats_that_share_no_cell() -> None:
    (board,) = plays("attack")
    assert apart(board[-1], "dark") == 3
    assert closing(board[-1]) is None
    assert lost(board[-1])


def test_two_tiles_of_a_band_side_by_side_leave_a_corner_that_lacks_two() -> None:
    for first in ("fl:0,0", "bl:0,0"):
        start = positions_of("che", Play(moves=(first,)))[-1]
        band = start.tiles[0].colour
        for move in start.legal_moves():
            if all(tile.colour == band for tile in move.tiles):
                assert threats(start.play(move), "dark" if band == "light" else "light")


@pytest.mark.parametrize("number", range(2))
def test_the_last_tiles(number: int) -> None:
    board = plays("the last tiles")[number]
    if number == 0:
        last = board[-2]
        sizes = [last.largest_size(colour) for colour in ("light", "dark")]
        won = [m for m in last.legal_moves() if winner(last.play(m)) == "light"]
        assert (sizes, len(last.legal_moves()), list(map(str, won))) == ([12, 13], 64, ["fl:4,-3"])
        assert board[-1].largest_size("light") == 14
        return
    before, after = board[3], board[4]
    assert (before.turn, before.tiles_left) == ("dark", 3)
    assert threats(before, "light")
    assert after.largest_size("dark") == 4
    good = [m for m in before.legal_moves() if only_dark_wins(before.play(m))]
    assert (len(before.legal_moves()), len(good)) == (216, 6)
    assert only_dark_wins(after)


def winner(position: Position) -> str | None:
    """Return the winner of a finished game, or None for a draw."""
    assert position.outcome is not None
    return position.outcome.winner


def only_dark_wins(position: Position) -> bool:
    """Return whether Dark has won, or will win whatever the last tile is."""
    if position.outcome is not None:
        return position.outcome.winner == "dark"
    return all(winner(position.play(move)) == "dark" for move in position.legal_moves())

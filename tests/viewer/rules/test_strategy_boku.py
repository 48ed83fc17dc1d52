"""Boku's strategy page: its boards show what the text says."""

from __future__ import annotations

import random

from boche.engine.games.boku.geometry import Cell
from boche.engine.games.boku.position import Position
from boche.engine.record import load
from boche.server.web.pages.help import rules_of
from boche.viewer.rules.book import book_of, positions_of
from boche.viewer.rules.markdown import Play
from tests import ROOT
from tests.viewer.lessons.boku_force import (
    BIT,
    CELL,
    FIVES,
    Side,
    after,
    fives,
    holding,
    side_of,
    steps,
    winning,
    wins,
)

TITLES = ("opening", "attack", "defence", "the sandwich", "the plan")


def boards(title: str) -> list[tuple[Position, list[Position]]]:
    """Return each board of a chapter: its first position, and all that follow."""
    book = book_of("boku")
    assert book is not None
    chapter = next(each for each in book.chapters if each.title == f"Strategy: {title}")
    plays = [block for block in chapter.blocks if isinstance(block, Play)]
    along = [positions_of("boku", play) for play in plays]
    return [
        (way[play.after], way[play.after + 1 :]) for play, way in zip(plays, along, strict=True)
    ]


def won_by(positions: list[Position]) -> str | None:
    """Return the winner at the end of a board."""
    outcome = positions[-1].outcome
    return outcome.winner if outcome is not None else None


def is_lost(position: Position, moves: int) -> bool:
    """Return whether the side to move cannot stop the other from winning within so many moves."""
    return not holding(position, moves)


def test_strategy_stands_in_the_help_and_on_the_servers_page() -> None:
    book = book_of("boku")
    assert book is not None
    titles = [each.title for each in book.chapters if each.title.startswith("Strategy: ")]
    assert titles == [f"Strategy: {title}" for title in TITLES]
    assert all(f"<h2>{title}</h2>" in rules_of("boku") for title in titles)


def test_more_lines_of_five_cross_in_the_middle() -> None:
    through = {CELL[bit].name: sum(bool(line & bit) for line in FIVES) for bit in BIT.values()}
    assert (through["f5"], through["a1"]) == (15, 3)
    assert (max(through.values()), min(through.values())) == (15, 3)


def test_the_boards_of_defence_hold_or_do_not() -> None:
    three, gap, middle, end, takes = boards("defence")
    assert holding(three[0], 2) == {"f4", "f8"}
    assert holding(gap[0], 2) == {"e3", "e6", "e8"}
    assert not any(wins(side_of(gap[0].play(cell)), 3) for cell in ("e3", "e6", "e8"))
    assert holding(middle[0], 3) == {"h5xf5"}
    assert middle[1][0].forbidden is not None
    assert middle[1][0].forbidden.name == "f5"
    assert not wins(side_of(middle[1][-1]), 2)
    assert is_lost(end[1][-1], 1)
    assert holding(takes[0], 3) == {"f6xf5"}
    assert {cell.name for cell in takes[0].fives("black")} == {"f6", "h5"}


def test_only_a_five_or_taking_out_of_it_stops_an_open_four() -> None:
    chance, row = random.Random(3), [Cell(5, number) for number in range(4, 8)]
    four, ends = sum(BIT[cell] for cell in row), BIT[Cell(5, 3)] | BIT[Cell(5, 8)]
    others = [bit for bit in BIT.values() if not bit & (four | ends)]
    taken = 0
    for _ in range(200):
        marbles = chance.sample(others, 24)
        side = Side(sum(marbles[:14]), four | sum(marbles[14:]), 0)
        for step in steps(side) if not fives(side.own, side.other) else ():
            if not wins(after(side, step), 1):
                assert step.taken & four
                taken += 1
    assert taken > 50


def test_the_boards_of_the_sandwich_show_what_taking_does() -> None:
    pair, opens = boards("the sandwich")
    assert not any(move.taken for move in pair[1][-1].legal_moves())
    assert any(move.taken for move in pair[0].play("b4").legal_moves())
    assert winning(opens[0], 2) == {"h6xg6"}
    assert won_by(opens[1]) == "black"
    assert not wins(side_of(opens[0].play("h6xf6").play("h5")), 2)


def test_the_boards_of_the_plan_tell_the_two_ends_apart() -> None:
    bitten, good = boards("the plan")
    assert winning(bitten[0], 3) == {"f4"}
    assert {cell.name for cell in bitten[1][0].fives("black")} == {"f4", "f9"}
    assert is_lost(bitten[1][1], 1)
    assert won_by(bitten[1]) == "white"
    assert won_by(good[1]) == "black"
    assert good[0] == bitten[0]
    assert not any(move.taken for move in good[1][0].legal_moves())


def test_the_sample_record_is_won_as_the_rules_say() -> None:
    line = load(ROOT / "assets" / "records" / "boku-row.sgf").root.line_from()[1:]
    moves = [str(node.move) for node in line]
    at = moves.index("i8xg6") + 1
    behind = Position()
    for move in moves[:at]:
        behind = behind.play(move)
    assert moves[at] == "h6"
    assert holding(behind, 2) == {"g3", "g8"}
    assert is_lost(behind.play("h6").play("g6"), 1)

"""The board in words on a page: every piece and its place, and no piece that has gone."""

from __future__ import annotations

import pytest

from boche.engine.record import Record, loads, play
from boche.viewer.export.page.document import page_of
from tests.viewer.export.unpacked import Unpacked


def game(name: str, moves: str) -> Record:
    """Return a record of some moves; those after ``|`` are a variation on the last one before."""
    record = loads(f"(;GM[{name}]SZ[3])")
    node = record.root
    line, _, other = moves.partition(" | ")
    for move in line.split():
        before, node = node, play(record, node, move)
    if other:
        play(record, before, other)
    return record


LIGHT, DARK = "light bands on all three faces", "dark bands on all three faces"


@pytest.mark.parametrize(
    ("name", "moves", "told"),
    [
        (
            "Boche",
            "e:a1 f:a2 g:b1 a:a1",
            [
                "Level 0",
                f"a1: rotation e, light on top, {LIGHT}",
                "a2: rotation f, light on top, a light band on the left face, dark bands elsewhere",
                "b1: rotation g, light on top, a light band on the right face, dark bands "
                "elsewhere",
                "Level 1",
                f"a1: rotation a, dark on top, {DARK}",
            ],
        ),
        (
            "Che",
            "br:0,0 fl:1,-1+fr:1,0",
            [
                "Row 0",
                "0,0: br, a dark band from the upper right to the lower left",
                "1,0: fr, a light band from the upper right to the lower left",
                "Row -1",
                "1,-1: fl, a light band from the upper left to the lower right",
                "Threats",
                "Dark can close a dark corner and win: 2,-1 and 2,0",
            ],
        ),
        (
            "Boku",
            "f5 f6 g6 h7 g5 e4xg6",
            ["Black marbles", "f5", "g5", "White marbles", "e4", "f6", "h7"],
        ),
        (
            "19",
            "37+d 33+a 37+b 33-34 37-46 | 37-48",
            [
                "Black pods",
                "48: prongs b d",
                "57: no prongs",
                "77: no prongs",
                "White pods",
                "34: prong a",
                "53: no prongs",
                "73: no prongs",
            ],
        ),
    ],
)  # fmt: skip
def test_a_page_tells_every_piece_and_none_that_is_gone(
    name: str, moves: str, told: list[str]
) -> None:
    page = Unpacked(page_of([game(name, moves)]))
    assert page.aloud(len(page.story["nodes"]) - 1) == told
    root = page.aloud(0)
    assert root != told
    assert page.aloud(1) != root


def test_pods_of_a_square_are_told_together() -> None:
    record = game("19", "37+d 33+a 57+f 33+b 37-46 33-34 57-46")
    assert "46: 2 pods, prong d and prong f" in Unpacked(page_of([record])).aloud(7)


def test_threats_are_read_after_the_pieces_while_they_stand() -> None:
    page = Unpacked(page_of([game("Boku", "e3 a1 e4 a3 e5 k6 e6 h4 e7")]))
    assert "Threats" not in page.aloud(6)
    told = ["Threats", "Black can make five in a row: e2 or e7"]
    assert page.aloud(7)[-2:] == told
    assert page.aloud(8)[-2:] == told
    assert "Threats" not in page.aloud(9), "the game is over"

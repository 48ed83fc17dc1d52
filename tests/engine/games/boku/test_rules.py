"""Boku: counts, examples from the sources, sandwiches, the three endings, notation, errors."""

from __future__ import annotations

import pytest

from boche.engine.errors import IllegalMoveError, OptionError
from boche.engine.games.boku import GAME
from boche.engine.games.boku.geometry import CELLS, Cell
from boche.engine.games.boku.notation import Move, parse_move
from boche.engine.games.boku.position import Position
from boche.engine.perft import perft
from tests.engine.games.boku.boards import START, board
from tests.engine.games.boku.slow_rules import FIVES, FOURS, SPOTS, Slow
from tests.positions import played

FIGHT = "f5 g6 f6 e5 g7 d5 f7 f4 e6"
FIGHT_PERFT = (74, 5260)


# -- counts


def test_the_board_has_the_cells_of_the_servers_notation() -> None:
    assert [cell.name for cell in CELLS] == sorted(SPOTS, key=lambda s: (s[0], int(s[1:])))
    assert len(CELLS) == 80
    assert (len(FIVES), len(FOURS)) == (116, 147)


def test_perft_of_a_fight() -> None:
    position, slow = played("boku", FIGHT), Slow()
    for move in FIGHT.split():
        slow.play(move)
    assert tuple(perft(position, depth) for depth in (1, 2)) == FIGHT_PERFT
    assert slow_perft(slow, 2) == FIGHT_PERFT[1]


def slow_perft(slow: Slow, depth: int) -> int:
    moves = slow.legal()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = Slow()
        after.__dict__.update(
            {k: v.copy() if isinstance(v, dict) else v for k, v in vars(slow).items()}
        )
        after.play(move)
        total += slow_perft(after, depth - 1)
    return total


# -- the example of the sources


# The figure is lost, but the text tells what it shows: which of White's moves take what. This
# arrangement of the numbered fields is one that all of its sentences hold for.
FIELDS = {
    5: "e5", 3: "e7", 4: "e6", 7: "f6", 8: "g7", 14: "g5", 12: "g6", 9: "h7", 10: "i7", 13: "d3",
}  # fmt: skip


def figure() -> Position:
    black = " ".join(FIELDS[n] for n in (3, 4, 7, 8, 12, 9))
    return board(black + " d4", "e8 h8 g8 e4", "white")


def test_the_sandwiches_of_the_example() -> None:
    position = figure()
    caught = {n: {c.name for c in position.caught(parse_move(f).cell)} for n, f in FIELDS.items()}
    assert caught[14] == {FIELDS[8], FIELDS[12]}, "one sandwich"
    assert caught[5] == {FIELDS[n] for n in (3, 4, 7, 8)}, "a double sandwich"
    assert caught[13] == set(), "one marble only"
    assert caught[10] == set(), "8 and 9 are not in line with 10"
    takes = {c.name for cell in CELLS for c in position.caught(cell)}
    assert takes == {FIELDS[n] for n in (3, 4, 7, 8, 12)}, "any but 9"


def test_black_can_capture_nothing_in_the_example() -> None:
    black = board(" ".join(FIELDS[n] for n in (3, 4, 7, 8, 12, 9)) + " d4", "e8 h8 g8 e4", "black")
    assert not [m for m in black.legal_moves() if m.taken]


# -- sandwiches


def test_a_sandwich_must_take_exactly_one() -> None:
    position = played("boku", "e4 e5 a1 e6")
    assert [str(m) for m in position.legal_moves() if m.cell.name == "e7"] == ["e7xe5", "e7xe6"]
    after = position.play("e7xe6")
    assert after.marble_at(Cell(4, 6)) is None
    assert after.marble_at(Cell(4, 5)) == "white"
    assert after.left("white") == 35
    assert after.left("black") == 33
    assert after.forbidden == Cell(4, 6)


@pytest.mark.parametrize("count", [1, 3, 4])
def test_only_exactly_two_are_sandwiched(count: int) -> None:
    inner = " ".join(f"e{n}" for n in range(2, 2 + count))
    position = board("e1", inner, "black")
    assert position.caught(Cell(4, 2 + count)) == ()


@pytest.mark.parametrize(("dc", "dn"), [(0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1)])
def test_sandwiches_in_all_six_directions(dc: int, dn: int) -> None:
    at = Cell(5, 5)
    line = [Cell(at.c + i * dc, at.n + i * dn) for i in range(4)]
    position = board(line[3].name, f"{line[1].name} {line[2].name}", "black")
    assert set(position.caught(at)) == {line[1], line[2]}
    crooked = board(line[3].name, f"{line[1].name} a1", "black")
    assert crooked.caught(at) == ()


def test_moving_into_a_sandwich_takes_nothing() -> None:
    position = board("e4 e7", "e5", "white")
    after = position.play("e6")
    assert len(after.marbles) == 4


def test_the_rim_is_no_marble() -> None:
    assert board("", "a1 a2", "black").caught(Cell(0, 3)) == ()
    assert board("", "f9 f10", "black").caught(Cell(5, 8)) == ()


def test_twelve_marbles_to_choose_from() -> None:
    middle, ways = Cell(5, 5), [(0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1)]
    near = [Cell(5 + i * dc, 5 + i * dn) for dc, dn in ways for i in (1, 2)]
    far = [Cell(5 + 3 * dc, 5 + 3 * dn) for dc, dn in ways]
    position = board(" ".join(c.name for c in far), " ".join(c.name for c in near), "black")
    assert set(position.caught(middle)) == set(near)
    for cell in near:
        assert position.play(Move(middle, cell)).marble_at(cell) is None


def test_the_forbidden_cell_lasts_for_one_move() -> None:
    position = played("boku", "e4 e5 a1 e6 e7xe6")
    assert position.turn == "white"
    assert "e6" not in [str(m) for m in position.legal_moves()]
    later = position.play("k6")
    assert later.forbidden is None
    assert "e6" in [str(m) for m in later.legal_moves()]
    again = later.play("k7")
    assert "e6" in [str(m) for m in again.legal_moves()]


# -- the ends


@pytest.mark.parametrize("row", FIVES, ids=lambda row: f"{row[0]}-{row[-1]}")
def test_every_line_of_five_wins(row: list[str]) -> None:
    last = row[2]
    position = board(" ".join(c for c in row if c != last), "", "black").play(last)
    assert position.outcome is not None
    assert (position.outcome.winner, position.outcome.kind) == ("black", "row")
    assert {c.name for c in position.winning_rows()[0]} == set(row)


def test_more_than_five_win_too_and_four_do_not() -> None:
    six = board("f1 f2 f3 f5 f6", "a1", "black").play("f4")
    assert six.outcome is not None
    assert six.outcome.reason == "black wins with 6 in a row, f1 to f6"
    assert board("f1 f2 f3", "a1", "black").play("f4").outcome is None


def test_five_in_a_row_wins_before_any_capture() -> None:
    position = board("f1 f2 f3 f4 e8", "e6 e7", "black")
    assert position.caught(Cell(5, 5)) == ()
    both = board("f1 f2 f3 f4 f8", "f6 f7", "black")
    assert both.caught(Cell(5, 5)) == ()
    assert [str(m) for m in both.legal_moves() if m.cell.name == "f5"] == ["f5"]
    after = both.play("f5")
    assert after.outcome is not None
    assert after.outcome.winner == "black"
    assert after.marble_at(Cell(5, 6)) == "white"
    with pytest.raises(IllegalMoveError, match="f5 makes five in a row and wins before"):
        both.play("f5xf6")


def test_the_marble_put_back_can_break_a_row() -> None:
    """Check the sandwich as a defence: a row of four loses its middle, which cannot return."""
    position = board("f2 f3 f4 f5 e3", "c2 h5", "white")
    assert position.play("c3").turn == "black"
    defence = board("f2 f3 f4 f5 g4 e1", "h5 a1", "white")
    assert {c.name for c in defence.caught(Cell(4, 2))} == {"f3", "g4"}
    after = defence.play("e2xf3")
    assert "f3" not in [str(m) for m in after.legal_moves()]
    assert all(after.play(m).outcome is None for m in after.legal_moves())


def test_out_of_marbles_is_a_draw() -> None:
    position = full(black=36, white=35, turn="white")
    move = next(m for m in position.legal_moves() if not m.taken)
    after = position.play(move)
    assert after.outcome is not None
    assert (after.outcome.winner, after.outcome.kind) == (None, "draw")
    assert after.outcome.reason == "a draw: black has no marble left to play"


def full(black: int, white: int, turn: str) -> Position:
    """Return a position with many marbles and no five in line.

    Any five cells in line have five different remainders.
    """
    by = [[cell for cell in CELLS if (cell.n + 2 * cell.c) % 5 == r] for r in range(5)]
    cells, rest = by[0] + by[1] + by[4][:8], by[2] + by[3] + by[4][8:]
    made = board(
        " ".join(c.name for c in cells[:black]), " ".join(c.name for c in rest[:white]), turn
    )
    assert made.winning_rows() == ()
    return made


def test_a_marble_handed_back_prevents_the_draw() -> None:
    position = full(black=24, white=36, turn="black")
    assert position.left("white") == 0
    assert position.play("b2").outcome is not None
    assert position.play("a4xa2").outcome is None


def test_resigning() -> None:
    position = played("boku", "f5").resign()
    assert position.outcome is not None
    assert (position.outcome.winner, position.outcome.kind) == ("black", "resignation")
    assert position.legal_moves() == ()
    assert START.resign("white").outcome.winner == "black"  # type: ignore[union-attr]
    with pytest.raises(OptionError, match="unknown colour 'red'"):
        START.resign("red")
    with pytest.raises(IllegalMoveError, match="the game is over, white resigned"):
        position.resign()
    with pytest.raises(IllegalMoveError, match="a1: the game is over, white resigned"):
        position.play("a1")


# -- positions as values


def test_positions_are_values() -> None:
    one, two = played("boku", "e4 f5 a1"), played("boku", "a1 f5 e4")
    assert one == two
    assert hash(one) == hash(two)
    assert one != played("boku", "e4 f5 a2")
    assert played("boku", "e4 e5 a1 e6 e7xe6") != played("boku", "e4 e5 e7")
    assert played("boku", "e4 e5 a1 e6 e7xe6 k6") == board("e4 a1 e7", "e5 k6", "black")
    with pytest.raises(AttributeError):
        one.turn = "white"  # type: ignore[misc]
    before = one.marbles
    one.play("k6")
    assert one.marbles == before
    assert repr(one) == "<Boku, 3 marbles, white to move>"
    assert (one.swapped, dict(one.options), one.ply) == (False, {}, 3)


def test_rows_through_a_marble() -> None:
    position = board("f2 f3 f4 e3", "f5", "white")
    assert [c.name for c in position.row_through(Cell(5, 3))] == ["f2", "f3", "f4"]
    assert [c.name for c in position.row_through(Cell(5, 5))] == ["f5"]
    assert position.row_through(Cell(0, 1)) == ()


def test_facts_are_plain_data() -> None:
    import json

    position = played("boku", "e4 e5 a1 e6 e7xe6")
    facts = position.facts()
    assert json.loads(json.dumps(facts)) == facts
    assert facts["left"] == {"black": 33, "white": 35}
    assert facts["forbidden"] == "e6"
    assert {"cell": "e5", "colour": "white"} in facts["marbles"]


def test_boku_has_no_options() -> None:
    assert GAME.options == ()
    with pytest.raises(OptionError, match="boku has no option 'size'"):
        GAME.new(size=5)

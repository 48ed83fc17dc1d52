"""Boche: counts, examples from the sources, options, the two endings, errors."""

from __future__ import annotations

import random

import pytest

from boche.engine import new
from boche.engine.errors import (
    BocheError,
    IllegalMoveError,
    NotationError,
    OptionError,
    UnknownGameError,
)
from boche.engine.games.boche.geometry import Cell
from boche.engine.games.boche.position import Position
from tests.positions import played


def test_the_first_move_fixes_the_parity_of_every_level() -> None:
    position = played("boche", "d:a1", size=2)
    assert {str(m) for m in position.legal_moves()} == {
        "a:a2", "b:a2", "c:a2", "d:a2", "a:b1", "b:b1", "c:b1", "d:b1", "swap",
    }  # fmt: skip
    position = position.play("b:a2").play("b:b1")
    assert [str(m) for m in position.legal_moves()] == ["e:a1", "f:a1", "g:a1", "h:a1"]


def test_moves_come_by_column_row_rotation_and_the_swap_last() -> None:
    texts = [str(m) for m in played("boche", "e:b2", size=3).legal_moves()]
    assert texts[-1] == "swap"
    key = [(t[2], int(t[3:]), t[0]) for t in texts[:-1]]
    assert key == sorted(key)


def test_the_swap_changes_people_not_colours() -> None:
    before = played("boche", "c:a1", size=4)
    after = before.play("swap")
    assert (before.swapped, after.swapped) == (False, True)
    assert after.turn == before.turn == "dark"
    assert after.cubes == before.cubes
    assert after != before
    assert "swap" not in [str(m) for m in after.legal_moves()]
    assert (before.ply, after.ply) == (1, 2)


@pytest.mark.parametrize(
    ("rotation", "winner"),
    [("a", "dark"), ("b", "light"), ("c", "light"), ("d", "light"),
     ("e", "light"), ("f", "dark"), ("g", "dark"), ("h", "dark")],
)  # fmt: skip
def test_the_single_cube(rotation: str, winner: str) -> None:
    position = played("boche", f"{rotation}:a1", size=1)
    assert position.outcome is not None
    assert (position.outcome.winner, position.outcome.kind) == (winner, "path")
    assert 1 <= len(position.winning_path()) <= 3


def test_enclosing_an_enemy_group_wins() -> None:
    position = find_enclosure(loser_is_mover=False)
    assert position.outcome is not None
    assert position.outcome.kind == "enclosure"
    groups = position.enclosed_groups()
    assert groups
    assert all(g.enclosed and g.blobs >= 2 and not g.sides for g in groups)
    assert {g.colour for g in groups} == {"light", "dark"} - {position.outcome.winner}


def find_enclosure(*, loser_is_mover: bool) -> Position:
    for seed in range(500):
        rng = random.Random(seed)
        position = new("boche", size=4, kill=2)
        while position.outcome is None:
            mover = position.turn
            position = position.play(rng.choice(position.legal_moves()))
        if position.outcome.kind == "enclosure":
            colours = {g.colour for g in position.enclosed_groups()}
            if len(colours) == 1 and (position.outcome.winner != mover) == loser_is_mover:
                return position
    raise AssertionError("no such game among 500")


def test_enclosing_an_own_group_loses() -> None:
    position = find_enclosure(loser_is_mover=True)
    assert position.outcome is not None
    assert position.turn == position.outcome.winner  # the other colour would move next


# Every hole of size 5 but three takes a dark-hubbed a; the last of the three inner cubes closes
# a dark group of 4 inside a light group of 6.
AROUND = ["a1", "a2", "a3", "a4", "a5", "b1", "b4", "c1", "c3", "d1", "d2", "e1"]
INNER = ["c:b2", "b:c2", "d:b3"]


def test_an_enclosure_is_seen_where_a_bounded_search_of_the_same_group_stops() -> None:
    """Check the smallest known game in which a move cuts a group and bounds another search."""
    moves = "g:c2 h:c1 g:b2 g:a4 f:a3 h:a2 f:a1 e:b3 b:a3 e:b1 c:b1 c:a2 g:d1 c:a1 g:a1 d:c1"
    before = played("boche", moves, size=4, kill=3)
    after = before.play("b:b2")
    assert before.outcome is None
    assert any(group.enclosed and group.blobs >= 3 for group in after.groups())
    assert after.outcome is not None
    assert after.outcome.kind == "enclosure"


@pytest.mark.parametrize(("extra", "mover"), [([], "light"), (["f:a1"], "dark")])
def test_enclosing_both_at_once_loses_for_the_mover(extra: list[str], mover: str) -> None:
    moves = [f"a:{hole}" for hole in AROUND] + INNER[:2] + extra
    position = played("boche", " ".join(moves), size=5)
    assert (position.turn, position.outcome) == (mover, None)
    after = position.play(INNER[2])
    assert {(g.colour, g.blobs) for g in after.enclosed_groups()} == {("light", 6), ("dark", 4)}
    assert after.outcome is not None
    assert after.outcome.winner == ("dark" if mover == "light" else "light")
    assert (
        after.outcome.reason == f"{mover} enclosed groups of both colours in one move and so loses"
    )


def test_fill_board_and_kill_off_play_to_the_last_cube() -> None:
    for options in ({"fill_board": True}, {"kill": 0}):
        rng = random.Random(7)
        position = new("boche", size=4, **options)
        while position.outcome is None:
            position = position.play(rng.choice(position.legal_moves()))
        assert len(position.cubes) == 20
        assert position.outcome.kind == "path"


def test_adjacent_asks_for_a_neighbour_on_the_board_level_only() -> None:
    position = played("boche", "a:a1", size=4, adjacent=True)
    assert {c.name for c in position.open_cells()} == {"a2", "b1"}
    with pytest.raises(IllegalMoveError, match="a:d1: d1 is not next to a cube"):
        position.play("a:d1")
    position = position.play("a:a2").play("a:b1")
    assert Cell(0, 0, 1) in position.open_cells()


def test_resigning() -> None:
    position = played("boche", "c:a1 swap", size=4)
    resigned = position.resign()
    assert resigned.outcome is not None
    assert (resigned.outcome.winner, resigned.outcome.kind) == ("light", "resignation")
    assert position.resign("light").outcome.winner == "dark"  # type: ignore[union-attr]
    assert resigned.legal_moves() == ()
    assert resigned != position
    with pytest.raises(IllegalMoveError, match="game is over"):
        resigned.resign()


@pytest.mark.parametrize(
    ("moves", "move", "words"),
    [
        ("a:a1 a:a2 a:b1", "e:b1", "b1 is not open yet: for level 1 it needs c1 and b2 below it"),
        ("a:a1 a:b1", "e:a1", "a1 is not open yet: for level 1 it needs a2 below it"),
        ("a:a1", "f:a2", "level 0 takes rotations a-d, not rotation f"),
        ("a:a1 a:a2 a:b1", "c:a1", "level 1 takes rotations e-h, not rotation c"),
        ("", "a:e1", "column e is outside the board (a to d)"),
        ("", "a:d2", "row 2 is outside the board; column d has only row 1"),
        ("", "a:b0", "row 0 is outside the board; column b has rows 1 to 3"),
        ("a:d1", "a:d1", "the column on d1 is full"),
        ("", "swap", "only the second move"),
        ("a:a1 swap", "swap", "only the second move"),
        ("a:a1 a:a2", "swap", "only the second move"),
    ],
)
def test_illegal_moves_say_what_where_why(moves: str, move: str, words: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        played("boche", moves, size=4).play(move)
    assert str(caught.value).startswith(f"{move}: ")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text", ["", "a", "a1", "i:a1", "a:1a", "a:a", "a:a1x", "a : a1", "\0", "x" * 9999]
)
def test_what_is_no_move_is_quoted(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        new("boche").play(text)
    assert len(str(caught.value)) < 200
    assert str(caught.value).isprintable()


def test_a_finished_game_takes_no_move() -> None:
    with pytest.raises(IllegalMoveError, match=r"a:a1: the game is over, dark wins: a path"):
        played("boche", "a:a1", size=1).play("a:a1")


def test_capitals_and_blanks_are_read() -> None:
    assert str(new("boche").parse(" C:D3 ")) == "c:d3"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"size": 0}, "option Size (size): 0 is not between 1 and 20"),
        ({"size": 21}, "option Size (size): 21 is not between 1 and 20"),
        ({"size": "6"}, "option Size (size): '6' is not a whole number"),
        ({"size": True}, "not a whole number"),
        ({"kill": -1}, "option Blobs to enclose (kill)"),
        ({"fill_board": 1}, "not true or false"),
        ({"bases": 3}, "boche has no option 'bases'"),
    ],
)
def test_bad_options(options: dict, words: str) -> None:
    with pytest.raises(OptionError) as caught:
        new("boche", **options)
    assert words in str(caught.value)


def test_unknown_game() -> None:
    with pytest.raises(
        UnknownGameError, match=r"'chess', did you mean 'che'\? \(choose from boche"
    ):
        new("chess")


def test_join_face_is_the_opposite_of_join_any() -> None:
    assert new("boche", join_face=False).options["join_any"] is True
    assert new("boche", join_face=True) == new("boche")


def test_odd_totals_are_warned_of() -> None:
    from boche.engine.games.registry import find

    game = find("boche")
    odd = [n for n in range(1, 21) if game.warnings({"size": n})]
    assert odd == [1, 5, 9, 13, 17]


def test_positions_are_values() -> None:
    one = played("boche", "a:a1 a:a2 a:b1", size=3)
    two = played("boche", "a:b1 a:a2 a:a1", size=3)
    assert one == two
    assert hash(one) == hash(two)
    assert one != played("boche", "a:a1 a:a2 b:b1", size=3)
    assert new("boche", kill=3) != new("boche")
    with pytest.raises(AttributeError):
        one.turn = "light"  # type: ignore[misc]
    with pytest.raises(TypeError):
        one.options["size"] = 4  # type: ignore[index]
    before = one.cubes
    one.play("e:a1")
    assert one.cubes == before


def test_steps_are_the_cell_then_the_rotation() -> None:
    position = played("boche", "a:a1", size=2)
    first = position.steps()
    assert [s.text for s in first] == ["a2", "b1", "swap"]
    assert [str(s.move) for s in position.steps("a2")] == ["a:a2", "b:a2", "c:a2", "d:a2"]
    reached = {str(s.move) for f in first for s in ([f] if f.move else position.steps(f.text))}
    assert reached == {str(m) for m in position.legal_moves()}


def test_the_largest_board_can_be_filled() -> None:
    rng = random.Random(3)
    position = new("boche", size=20, fill_board=True)
    while position.outcome is None:
        position = position.play(rng.choice(position.legal_moves()))
    assert len(position.cubes) == 1540
    assert len(position.surface().faces) == 3 * 210
    assert position.winning_path()


def test_all_errors_share_a_base() -> None:
    assert issubclass(IllegalMoveError, BocheError)
    assert issubclass(NotationError, BocheError)


def test_join_face_and_join_any_do_differ() -> None:
    """Check that the option matters: some random games end earlier when any join counts."""
    lengths = {False: 0, True: 0}
    for seed in range(30):
        for join_any in lengths:
            rng = random.Random(seed)
            position = new("boche", size=4, kill=0, immediate_win=True, join_any=join_any)
            while position.outcome is None:
                position = position.play(rng.choice(position.legal_moves()))
                lengths[join_any] += 1
    assert lengths[True] < lengths[False]

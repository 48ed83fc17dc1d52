"""Che: counts, the help file's figures, options, the endings of a game, errors."""

from __future__ import annotations

import pytest

from boche.engine.errors import BocheError, IllegalMoveError, NotationError, OptionError
from boche.engine.game import Position as Contract
from boche.engine.games import che
from boche.engine.games.che.geometry import KINDS, Cell
from boche.engine.games.che.notation import parse_move
from boche.engine.games.che.position import Position
from tests.positions import played

# type: ignore[return-value]


def built(tiles: str, **options: object) -> Position:
    """Return a position with these tiles, connected to 0,0, ignoring endings on the way.

    The tiles are laid in pairs, in an order found here; the pool ends with the last one.
    """
    todo = [parse_move(text).tiles[0] for text in tiles.split()]
    position = che.GAME.new(num_tiles=len(todo), **options)
    while todo:
        open_cells = set(position.open_cells())
        one = next(tile for tile in todo if tile.cell in open_cells)
        todo.remove(one)
        move = str(one)
        if position.tiles_wanted == 2:
            open_cells = set(position.after_first(move).open_cells())
            two = next(tile for tile in todo if tile.cell in open_cells)
            todo.remove(two)
            move += f"+{two}"
        position = position.play(move)
    return position  # type: ignore[return-value]


def test_it_meets_the_contract() -> None:
    start = che.GAME.new()
    assert isinstance(start, Contract)
    assert start.game is che.GAME
    assert (start.turn, start.ply, start.swapped, start.outcome) == ("light", 0, False, None)
    assert start.options == {"num_tiles": 48, "group_area": 0, "group_extent": 0}


# -- moves


def test_light_begins_with_one_tile_and_then_each_lays_two() -> None:
    position = che.GAME.new()
    assert [str(m) for m in position.legal_moves()] == ["fl:0,0", "fr:0,0", "bl:0,0", "br:0,0"]
    position = position.play("fr:0,0")
    assert position.turn == "dark"
    assert len(position.legal_moves()) == 72
    assert all(len(move.tiles) == 2 for move in position.legal_moves())
    assert position.play("fl:1,0+br:0,1").turn == "light"


def test_a_move_is_the_same_in_either_order() -> None:
    position = played("che", "fr:0,0")
    one, two = position.play("fl:1,0+br:0,1"), position.play("br:0,1+fl:1,0")
    assert one == two
    assert hash(one) == hash(two)
    assert str(position.parse("FL:1,0+BR:0,1")) == "br:0,1+fl:1,0"


def test_the_second_tile_may_touch_the_first_in_either_order_of_the_text() -> None:
    position = played("che", "fr:0,0")
    for text in ("fl:-1,0+fr:-2,0", "fr:-2,0+fl:-1,0"):
        assert str(position.parse(text)) == "fr:-2,0+fl:-1,0"
        assert {tile.cell for tile in position.play(text).tiles} == {(0, 0), (-1, 0), (-2, 0)}


def test_moves_come_by_place_and_kind() -> None:
    moves = played("che", "fr:0,0").legal_moves()
    assert list(moves) == sorted(moves)
    assert len(set(moves)) == len(moves)


def test_two_kinds_fit_each_cell_and_they_alternate() -> None:
    position = played("che", "fl:0,0")
    for cell in position.open_cells():
        assert [KINDS[kind] for kind in position.kinds_at(cell)] == ["fr", "bl"]
    assert position.kinds_at(Cell(1, 1)) == ()
    assert position.kinds_at(Cell(0, 0)) == ()


def test_if_one_tile_is_left_the_last_move_is_that_tile() -> None:
    position = played("che", "fr:0,0 br:0,1+fl:1,0", num_tiles=4)
    assert (position.tiles_left, position.tiles_wanted) == (1, 1)
    assert {len(move.tiles) for move in position.legal_moves()} == {1}
    end = position.play("fr:0,2")
    assert end.tiles_left == 0
    assert end.outcome is not None


@pytest.mark.parametrize("tiles", [-1, 0, 999])
def test_a_pool_without_end(tiles: int) -> None:
    position = played("che", "fr:0,0 br:0,1+fl:1,0", num_tiles=tiles)
    assert position.tiles_left is None
    assert position.tiles_wanted == 2


# -- steps


def test_steps_lead_to_every_move() -> None:
    position = played("che", "fr:0,0 br:0,1+fl:1,0")
    found, waiting = set(), [""]
    while waiting:
        for step in position.steps(waiting.pop()):
            if step.move is None:
                waiting.append(step.text)
            else:
                found.add(step.move)
                assert position.parse(step.text) == step.move
    assert found == set(position.legal_moves())


def test_steps_one_by_one() -> None:
    position = played("che", "fr:0,0")
    assert [s.text for s in position.steps()] == ["-1,0", "0,-1", "0,1", "1,0"]
    assert [s.text for s in position.steps("0,1")] == ["fl:0,1", "br:0,1"]
    seconds = [s.text for s in position.steps("fl:0,1")]
    assert seconds == [f"fl:0,1+{p}" for p in ("-1,0", "-1,1", "0,-1", "0,2", "1,0", "1,1")]
    last = position.steps("fl:0,1+1,1")
    assert [s.text for s in last] == ["fl:0,1+fr:1,1", "fl:0,1+bl:1,1"]
    assert all(s.move is not None for s in last)


def test_steps_of_a_single_tile() -> None:
    start = che.GAME.new()
    assert [(s.text, s.move) for s in start.steps()] == [("0,0", None)]
    assert [s.text for s in start.steps("0,0")] == ["fl:0,0", "fr:0,0", "bl:0,0", "br:0,0"]
    assert all(s.move is not None for s in start.steps("0,0"))


@pytest.mark.parametrize("taken", ["fl:5,5", "br:0,1+fr:5,5", "nonsense", "br:0,1+"])
def test_steps_refuse_a_beginning_that_is_none(taken: str) -> None:
    with pytest.raises(BocheError):
        played("che", "fr:0,0").steps(taken)


def test_a_move_begun() -> None:
    position = played("che", "fr:0,0")
    half = position.after_first("br:0,1")
    assert (half.turn, half.ply, half.tiles_wanted) == ("dark", 1, 1)
    assert len(half.tiles) == 2
    assert half != position
    assert position.after_first("") is position
    with pytest.raises(IllegalMoveError):
        half.after_first("fl:0,2")


# -- the figures of the help file


def test_dark_wins_the_first_figure() -> None:
    end = built("fl:0,0 fr:0,1 fl:1,1 fr:1,0")
    assert end.outcome is not None
    assert (end.outcome.winner, end.outcome.kind) == ("dark", "closure")
    (closed,) = end.closed_regions()
    assert (closed.colour, closed.size, closed.corners) == ("dark", 0, ((1, 1),))


LARGEST = "bl:0,0 fl:1,0 fr:1,1 bl:1,-1 fl:2,-1 fr:3,-1 fl:4,-1 bl:5,-1 bl:4,0 fl:5,0"


def test_light_has_the_largest_region_of_the_second_figure() -> None:
    end = built(LARGEST)
    assert end.outcome is not None
    assert (end.outcome.winner, end.outcome.kind) == ("light", "largest")
    assert (end.largest_size("light"), end.largest_size("dark")) == (5, 2)
    assert [r.size for r in end.largest_regions("dark")] == [2, 2]
    assert "5 tiles to 2" in end.outcome.reason


# -- the ends


BOTH_CLOSED = (
    "fl:0,0 fr:-1,0+bl:1,0 fr:0,-1+bl:0,1 fl:1,-1+br:1,1 br:-1,-1+fl:-1,1 br:0,2+br:2,0 "
    "fl:-2,0+fl:0,-2 fr:-2,1+bl:1,2"
)


@pytest.mark.parametrize("options", [{}, {"group_area": 99}])
def test_closing_both_colours_loses(options: dict) -> None:
    end = played("che", BOTH_CLOSED, **options)
    assert {region.colour for region in end.closed_regions()} == {"light", "dark"}
    assert end.outcome is not None
    assert (end.outcome.winner, end.outcome.kind) == ("light", "closure")
    assert end.outcome.reason.startswith("dark closed regions of both colours")


def test_equal_regions_draw() -> None:
    end = played("che", "fl:0,0 bl:1,0", num_tiles=2)
    assert end.outcome is not None
    assert (end.outcome.winner, end.outcome.kind) == (None, "draw")
    assert end.legal_moves() == ()
    assert end.steps() == ()


def test_with_group_area_closing_is_turned_round() -> None:
    moves = "fl:0,0 fr:0,1+fr:1,0 fl:1,1+fr:1,2"
    assert played("che", moves).outcome.winner == "dark"  # type: ignore[union-attr]
    turned = played("che", moves, group_area=16).outcome
    assert turned is not None
    assert (turned.winner, turned.kind) == ("light", "closure")
    assert turned.reason == "light wins: a dark region is surrounded"


def test_a_region_that_grows_too_large_loses() -> None:
    # Light's bands run down a diagonal: 0,0 then 1,-1 by way of a dark-dominant tile.
    end = played("che", "fl:0,0 bl:1,0+fl:1,-1", group_area=2).outcome
    assert end is not None
    assert (end.winner, end.kind) == ("dark", "limit")
    assert end.reason == "dark wins: a light region has grown to 2 tiles"


def test_extent_counts_columns_or_rows() -> None:
    moves = "fl:0,0 bl:1,0+fl:1,-1"
    assert played("che", moves, group_extent=3).outcome is None
    end = played("che", moves, group_extent=2).outcome
    assert end is not None
    assert (end.winner, end.kind) == ("dark", "limit")
    assert "a width or height of 2" in end.reason


def test_both_too_large_at_once_loses() -> None:
    moves = "bl:0,0 br:-1,0+fr:-1,1 bl:-3,1+fl:-2,1 br:-4,1+fl:-3,0 fl:-3,2+br:0,1"
    end = played("che", moves, group_area=3).outcome
    assert end is not None
    assert (end.winner, end.kind) == ("dark", "limit")
    assert end.reason.startswith("light let regions of both colours grow too large")
    moves = "fr:0,0 fl:-1,0+br:0,-1 bl:-1,-1+fr:1,-1 fr:-2,0+br:1,0"
    end = played("che", moves, group_area=16, group_extent=3).outcome
    assert end is not None
    assert (end.winner, end.kind) == ("light", "limit")


def test_resigning() -> None:
    end = played("che", "fl:0,0").resign()
    assert end.outcome is not None
    assert (end.outcome.winner, end.outcome.kind) == ("light", "resignation")
    assert played("che", "fl:0,0").resign("light").outcome.winner == "dark"  # type: ignore[union-attr]
    with pytest.raises(IllegalMoveError, match="game is over"):
        end.resign()
    with pytest.raises(OptionError, match="red"):
        played("che", "fl:0,0").resign("red")


# -- what is refused


@pytest.mark.parametrize(
    ("moves", "move", "reason"),
    [
        ("", "fl:1,0", "fl:1,0: the first tile lies on 0,0, not on 1,0"),
        ("", "fl:0,0+fr:1,0", "fl:0,0+fr:1,0: the first move is one tile alone"),
        ("fr:0,0", "fl:1,0", "a move lays two tiles here; add the second"),
        ("fr:0,0", "fl:1,0+fl:1,0", "both tiles are meant for 1,0"),
        ("fr:0,0", "fl:0,0+fl:1,0", "0,0 holds a tile already (fr)"),
        ("fr:0,0", "fl:1,0+fl:5,0", "fl:1,0+fl:5,0: 5,0 does not touch any tile"),
        ("fr:0,0", "fl:5,0+fr:6,0", "5,0 does not touch any tile"),
        ("fr:0,0", "fr:1,0+fl:0,1", "the edges do not match: 1,0 takes fl or br, not fr"),
        ("fr:0,0", "fl:1,0+br:2,0", "the edges do not match: 2,0 takes fr or bl, not br"),
        ("fr:0,0", "fl:100000,0+br:2,0", "farther out than any game can reach"),
    ],
)
def test_illegal_moves_say_why(moves: str, move: str, reason: str) -> None:
    position = played("che", moves)
    with pytest.raises(IllegalMoveError) as caught:
        position.play(move)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not a move; write kind:x,y"),
        ("fl", "not a move"),
        ("fl:0", "not a move"),
        ("fl:0,0+", "not a move"),
        ("fl:0,0fr:1,0", "not a move"),
        ("xx:0,0", "unknown tile 'xx' (choose from fl, fr, bl, br"),
        ("fl:0,0+fr:1,0+fl:2,0", "a move lays two tiles at most, not 3"),
        ("swap", "not a move"),
        ("fl:٣,0", "not a move"),
        ("fl:0,0" + "x" * 99, "...'"),
    ],
)
def test_unreadable_moves_say_why(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        played("che", "fr:0,0").play(text)
    assert reason in str(caught.value)
    assert len(str(caught.value)) < 160


def test_nothing_goes_after_the_end() -> None:
    end = built("fl:0,0 fr:0,1 fl:1,1 fr:1,0")
    with pytest.raises(IllegalMoveError, match=r"fl:9,9: the game is over, dark wins"):
        end.play("fl:9,9")


@pytest.mark.parametrize("options", [{"num_tiles": -2}, {"num_tiles": 1000}, {"group_area": -1}])
def test_options_out_of_range(options: dict) -> None:
    with pytest.raises(OptionError):
        che.GAME.new(**options)


def test_warnings() -> None:
    assert che.GAME.warnings(che.GAME.complete({})) == []
    said = che.GAME.warnings(che.GAME.complete({"num_tiles": 5}))[0]
    assert said.startswith("a pool of 5 is very small")
    assert "_" not in said
    assert che.GAME.warnings(che.GAME.complete({"group_area": 1}))


def test_facts_are_plain_data() -> None:
    import json

    facts = json.loads(json.dumps(built(LARGEST).facts()))
    assert facts["largest"] == {"light": 5, "dark": 2}
    assert facts["tiles_left"] == 0
    assert {"cell": "0,0", "kind": "bl"} in facts["tiles"]
    sizes = [r["size"] for r in facts["regions"] if r["colour"] == "light"]
    assert sizes[0] == 5

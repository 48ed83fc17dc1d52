"""Che: properties of any position reached by random moves."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boche.engine.errors import BocheError
from boche.engine.games import che
from boche.engine.games.che.geometry import KINDS, Cell
from boche.engine.games.che.notation import parse_move
from boche.engine.games.che.position import Position
from boche.engine.games.che.symmetry import SYMMETRIES, canonical_key


def game(seed: int, plies: int, **options: object) -> Position:
    """Return a position after random moves, not yet over if possible."""
    rng, position = random.Random(seed), che.GAME.new(**options)
    while position.ply < plies and position.outcome is None:
        position = position.play(rng.choice(position.legal_moves()))
    return position  # type: ignore[return-value]


seeds, few = st.integers(0, 10**6), st.integers(0, 8)


@settings(max_examples=30, deadline=None)
@given(seeds, few)
def test_moves_are_read_as_they_are_written(seed: int, plies: int) -> None:
    position = game(seed, plies)
    for move in position.legal_moves():
        text = position.format(move)
        assert position.parse(text) == move
        backwards = "+".join(reversed(text.split("+")))
        assert position.parse(backwards.upper()) == move
        assert [cell.name for cell in position.target(move)] == [
            part.partition(":")[2] for part in text.split("+")
        ]


@settings(max_examples=30, deadline=None)
@given(seeds, few, st.data())
def test_the_order_of_the_tiles_does_not_matter(seed: int, plies: int, data: st.DataObject) -> None:
    position = game(seed, plies)
    if position.outcome is not None:
        return
    moves = position.legal_moves()
    move = moves[data.draw(st.integers(0, len(moves) - 1))]
    after = position.play(move)
    assert after.tiles == tuple(sorted((*position.tiles, *move.tiles)))
    for tile in move.tiles:
        if tile.cell in position.open_cells() and len(move.tiles) == 2:
            half = position.after_first(str(tile))
            (rest,) = (t for t in move.tiles if t != tile)
            assert rest.cell in half.open_cells()
            assert rest.kind in half.kinds_at(rest.cell)


@settings(max_examples=30, deadline=None)
@given(seeds, few)
def test_every_open_cell_takes_one_tile_of_each_colour(seed: int, plies: int) -> None:
    position = game(seed, plies)
    for cell in position.open_cells() if position.tiles else ():
        kinds = [KINDS[kind] for kind in position.kinds_at(cell)]
        assert kinds in (["fl", "br"], ["fr", "bl"])
        assert position.tile_at(cell) is None
        assert any(position.tile_at(near) for near in cell.neighbours)


@settings(max_examples=30, deadline=None)
@given(seeds, st.integers(1, 8), st.sampled_from(SYMMETRIES), st.integers(-9, 9))
def test_images_have_the_same_canonical_form(seed: int, plies: int, symmetry, shift: int) -> None:
    position = game(seed, plies)
    key, way = position.canonical()
    assert way.exchange == (position.turn == "dark")
    image = [symmetry.tile(tile) for tile in position.tiles]
    image = [tile._replace(x=tile.x + shift, y=tile.y - 2 * shift) for tile in image]
    exchanged = (position.turn == "dark") != symmetry.exchange
    assert canonical_key(image, exchanged)[0] == key


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=str)
def test_a_symmetry_carries_the_bands_along(symmetry) -> None:
    position = game(5, 6)
    for tile in position.tiles:
        image = symmetry.tile(tile)
        assert (image.colour == tile.colour) != symmetry.exchange
        ends = {corner_image(symmetry, corner) for corner in tile.joined}
        assert set(image.joined) == ends


def corner_image(symmetry, corner: tuple[int, int]) -> tuple[int, int]:
    """Return the image of a corner under a symmetry of the cells, via the cells around it."""
    x, y = corner
    cells = [symmetry.cell(Cell(x - a, y - b)) for a in (0, 1) for b in (0, 1)]
    return max(cell.x for cell in cells), max(cell.y for cell in cells)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="flbr:,+-0129 x", max_size=16))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        move = parse_move(text)
    except BocheError as caught:
        error = caught
    else:
        assert parse_move(str(move)) == move
        return
    assert "\n" not in str(error)

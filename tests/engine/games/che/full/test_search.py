"""The window of a long game."""

from __future__ import annotations

from boche.engine.games.che import encoding as che_encoding
from boche.engine.search.search import search
from tests.positions import played


def test_tiles_keep_their_numbers_where_the_window_moves_on() -> None:
    """A tile beyond the edge of the first window is the first of a move, or of later ones."""
    position = played("che", "", num_tiles=0)
    while max((tile.x for tile in position.tiles), default=0) < 32:
        afters = (position.play(move) for move in position.legal_moves())
        inside = (a for a in afters if not a.is_over and max(tile.x for tile in a.tiles) <= 32)
        position = max(inside, key=lambda after: max(tile.x for tile in after.tiles))
    at = che_encoding.TilePosition(position)
    beyond = [tile for tile in at.legal_moves() if tile.x > 32]
    assert beyond
    for first in beyond:
        after = at.play(first)
        moved = after.play(after.legal_moves()[0]).whole
        assert che_encoding.TilePosition(moved).middle != at.middle, "a window of its own"
        for tile in after.legal_moves():
            number = che_encoding.number_of(after, tile)
            assert che_encoding.move_of(after, number) == tile
            assert che_encoding.move_of(at, number) == tile, "the number that the tree has"
    found = search(position, 2000)
    assert sum(found.visits.values()) == found.playouts
    for move in found.line:
        position = position.play(move)

"""Near wins in Che, found by trying all moves, to verify the strategy guide and the lessons."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from boche.engine.errors import IllegalMoveError
from boche.engine.games.che.geometry import KINDS, Cell, other
from boche.engine.games.che.notation import Move, parse_move
from boche.engine.games.che.position import Position

REACH = 2  # tiles of a move


def threats(position: Position, colour: str) -> list[frozenset[Cell]]:
    """Return the empty cells around each region of a colour that one turn can fill."""
    regions = (region for region in position.regions() if region.colour == colour)
    return [frozenset(r.empty) for r in regions if 0 < len(r.empty) <= REACH]


def closing(position: Position) -> Move | None:
    """Return a move by which the side to move wins at once by closing, or None.

    A closing move fills all empty cells of the region, so only such moves are tried.
    """
    for cells in sorted(threats(position, position.turn), key=sorted):
        for move in _filling(position, sorted(cells)):
            try:
                outcome = position.play(move).outcome
            except IllegalMoveError:
                continue
            if outcome is not None and outcome.winner == position.turn:
                return move
    return None


def _filling(position: Position, cells: list[Cell]) -> Iterator[Move]:
    """Yield the moves that fill one or two cells; for one cell, with any second tile."""
    if len(cells) == REACH:
        kinds = [[KINDS[k] for k in _kinds(position, cell)] for cell in cells]
        for pair in product(*kinds):
            yield parse_move("+".join(f"{k}:{c.name}" for k, c in zip(pair, cells, strict=True)))
        return
    around = [cell for cell in position.open_cells() if cell != cells[0]]
    near = [cell for cell in cells[0].neighbours if cell not in around]
    for second in (*around, *(c for c in near if position.tile_at(c) is None)):
        yield from _filling(position, [cells[0], second])


def _kinds(position: Position, cell: Cell) -> tuple[int, ...]:
    """Return the two kinds that fit a cell, whether or not a tile may be laid there yet."""
    first = position.tiles[0]
    even = (first.x + first.y - cell.x - cell.y) % 2 == 0
    falling = first.kind in (0, 3)  # fl and br have the same corners
    return (0, 3) if even == falling else (1, 2)


def lost(position: Position) -> bool:
    """Return whether the side to move loses by its opponent's next turn, whatever it plays."""
    return next(holding(position), None) is None


def holding(position: Position) -> Iterator[Move]:
    """Yield the replies that win, or after which the opponent cannot close in its next turn.

    Replies with a tile in each threat come first, since the others hardly ever hold.
    """
    opponent = other(position.turn)
    against = threats(position, opponent)

    def misses(move: Move) -> int:
        cells = {tile.cell for tile in move.tiles}
        return sum(not cells & each for each in against)

    for move in sorted(position.legal_moves(), key=misses):
        after = position.play(move)
        if after.outcome is not None:
            if after.outcome.winner != opponent:
                yield move
        elif closing(after) is None:
            yield move


def forcing(position: Position) -> Iterator[Move]:
    """Yield the moves that win at once, or by the next turn whatever the reply.

    Moves with the opponent's bands come first, since most forcing moves have them.
    """
    turn = position.turn

    def own_bands(move: Move) -> int:
        return sum(tile.colour == turn for tile in move.tiles)

    for move in sorted(position.legal_moves(), key=own_bands):
        after = position.play(move)
        if after.outcome is not None:
            if after.outcome.winner == turn:
                yield move
        elif closing(after) is None and threats(after, turn) and lost(after):
            yield move

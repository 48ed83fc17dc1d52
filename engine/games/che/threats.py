"""Threats in Che: regions that one move would close or make too large, and the last tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from boche.engine.games.che import rules, words
from boche.engine.games.che.board import OPEN_BOARD, cell_of, copy_board, number_of
from boche.engine.games.che.geometry import COLOURS, Cell, Colour, Region, Tile, other
from boche.engine.games.che.notation import Move, move_of
from boche.engine.games.che.position import Position
from boche.engine.threats import Threat, named

NEVER = rules.NO_CELL
MOST_JOINED = 3
"""Most regions of a colour that two tiles can join into one."""


class Laid(NamedTuple):
    """A whole move by the numbers of its tiles, the second NEVER for one tile; and its result."""

    one: int
    two: int
    result: int


def threats(position: Position) -> list[Threat]:
    """Return the threats of both colours.

    Each region that a colour can close so that it wins is a threat, with ``moves`` that fill its
    open cells; what the second tile does is left open if one closes it. Of the moves that win
    otherwise, one is given. ``aims`` are the corners of the regions concerned.
    """
    if not position.tiles:
        return []
    return [threat for colour in COLOURS for threat in _of(position.with_turn(colour), colour)]


def _of(position: Position, colour: Colour) -> Iterator[Threat]:
    """Yield the threats of a colour that is to move."""
    variant, side, wanted = position.variant, COLOURS.index(colour), position.tiles_wanted
    turned = bool(variant.group_area or variant.group_extent)
    for region in position.regions():
        if 0 < len(region.empty) <= wanted and (region.colour != colour) == turned:
            moves = [_text(laid) for laid in _closing(position, region, side)]
            if moves:
                yield _closure(colour, region, moves)
    if turned and _can_grow(position, other(colour), wanted):
        limit = _first(position, rules.LIMIT + side, 1 - side)
        if limit is not None:
            yield _grown(position, colour, limit)
    if position.tiles_left is not None and position.tiles_left <= wanted:
        last = _first(position, rules.LARGEST + side, side)
        if last is not None:
            yield _counted(position, colour, last)


# -- moves that win


def _closing(position: Position, region: Region, side: int) -> Iterator[Laid]:
    """Yield moves that close a region and win thereby, one for each way to fill its open cells."""
    board, variant = position.board, position.variant
    cells = [number_of(cell) for cell in region.empty]
    corner = number_of(Cell(*region.corners[0]))
    for one in _tiles(board, cells[0]):
        if position.tiles_wanted == 1:
            after = copy_board(board)
            result = rules.play_tile(OPEN_BOARD, after, variant, one)
            if result == rules.CLOSURE + side and _is_closed(after, corner):
                yield Laid(one, NEVER, result)
            continue
        first = copy_board(board)
        rules.play_tile(OPEN_BOARD, first, variant, one)
        others = cells[1:] or [first.open[i] for i in range(first.info[rules.OPEN])]
        for two in (tile for cell in others for tile in _tiles(first, cell)):
            after = copy_board(first)
            result = rules.play_tile(OPEN_BOARD, after, variant, two)
            if result == rules.CLOSURE + side and _is_closed(after, corner):
                yield Laid(one, two, result)
                if len(cells) == 1:
                    break  # the others differ in what this one leaves open


def _is_closed(board: rules.Board, corner: int) -> bool:
    """Return whether the region at a corner is closed."""
    return board.free[rules.find(board, corner)] == 0


def _tiles(board: rules.Board, cell: int) -> tuple[int, int]:
    """Return the two tiles that fit an open cell."""
    front = rules.front_kind(OPEN_BOARD, board, cell)
    return cell * 4 + front, cell * 4 + 3 - front


def _first(position: Position, wanted: int, band: int) -> Laid | None:
    """Return a move with a certain result, or None; tiles with a band of one side come first."""
    board, variant = position.board, position.variant
    if position.tiles_wanted == 1:
        found = ((one, NEVER, rules.probe_tile(OPEN_BOARD, board, variant, one))
                 for one in _every(board, band))  # fmt: skip
        return next((Laid(*each) for each in found if each[2] == wanted), None)
    for one in _every(board, band):
        first = copy_board(board)
        rules.play_tile(OPEN_BOARD, first, variant, one)
        for two in _every(first, band):
            result = rules.probe_tile(OPEN_BOARD, first, variant, two)
            if result == wanted:
                return Laid(one, two, result)
    return None


def _every(board: rules.Board, band: int) -> list[int]:
    """Return all tiles that can be laid; those with a band of one side come first."""
    tiles = [0] * (2 * board.info[rules.OPEN])
    count = rules.generate_tiles(OPEN_BOARD, board, tiles)
    return sorted(tiles[:count], key=lambda tile: (tile & 3) >> 1 != band)


def _can_grow(position: Position, colour: Colour, tiles: int) -> bool:
    """Return whether tiles may make a colour's region too large; there may be no way after all."""
    own = [region for region in position.regions() if region.colour == colour]
    joined, variant = MOST_JOINED - (tiles == 1), position.variant
    sizes = sorted((region.size for region in own), reverse=True)[:joined]
    spans = sorted((max(r.width, r.height) for r in own), reverse=True)[:joined]
    return bool(
        (variant.group_area and sum(sizes) + tiles >= variant.group_area)
        or (variant.group_extent and sum(spans) + tiles >= variant.group_extent)
    )


# -- in words


def _text(laid: Laid) -> Move:
    tiles = [laid.one] if laid.two == NEVER else [laid.one, laid.two]
    cells = [cell_of(tile >> 2) for tile in tiles]
    return move_of(Tile(*cell, tile & 3) for cell, tile in zip(cells, tiles, strict=True))


def _closure(colour: Colour, region: Region, moves: Sequence[Move]) -> Threat:
    cells = tuple(cell.name for cell in region.empty)
    values = {"cells": named(cells), "region": region.colour, "count": region.size}
    can, lets = words.CAN_CLOSE, words.LETS_CLOSE
    if not region.size:
        can, lets = words.CAN_CLOSE_CORNER, words.LETS_CLOSE_CORNER
    texts = tuple(map(str, moves))
    return Threat(colour, "closure", texts, cells, region.corners, can, lets, values)


def _grown(position: Position, colour: Colour, laid: Laid) -> Threat:
    loser, move = other(colour), _text(laid)
    largest = max(
        (region for region in position.regions() if region.colour == loser),
        key=lambda region: region.size,
    )
    values = {"loser": loser, "moves": (str(move),)}
    return Threat(colour, "limit", (str(move),), _cells(move), largest.corners,
                  words.CAN_GROW, words.LETS_GROW, values)  # fmt: skip


def _counted(position: Position, colour: Colour, laid: Laid) -> Threat:
    move = _text(laid)
    aims = tuple(corner for r in position.largest_regions(colour)[:1] for corner in r.corners)
    return Threat(colour, "largest", (str(move),), _cells(move), aims,
                  words.CAN_LEAD, words.LETS_LEAD, {"moves": (str(move),)})  # fmt: skip


def _cells(move: Move) -> tuple[str, ...]:
    return tuple(tile.cell.name for tile in move.tiles)

"""Che in the HUD: tiles left, largest regions, regions about to be closed, and the four tiles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

import numpy as np

from boche.engine.games.che.geometry import COLOURS, KINDS, Region, Tile
from boche.engine.games.che.position import Position, cells_around
from boche.engine.games.che.words import TILES
from boche.engine.message import Message
from boche.viewer.camera.camera import Camera
from boche.viewer.games.che import words
from boche.viewer.games.che.aloud import in_words
from boche.viewer.games.che.closing import (
    NEAR,
    endangered,
    settled_by_first,
    winner_by_closed,
    winner_of,
)
from boche.viewer.games.che.live import with_first_tile
from boche.viewer.games.che.tiles import THICK, batches, face_pattern
from boche.viewer.games.info import Fact, Panel, grid
from boche.viewer.games.words import WINS
from boche.viewer.scene.model import Array, Batch, Scene

SPACING = 1.45  # distance between the middles of two tiles, in widths
SHOWN = 4  # number of such regions listed


def choices(position: Position) -> tuple[str, ...]:
    return KINDS


def usual(position: Position) -> tuple[str, ...]:
    """Return all kinds that fit some open cell."""
    fitting = {kind for cell in position.open_cells() for kind in position.kinds_at(cell)}
    return tuple(KINDS[kind] for kind in sorted(fitting))


def pieces(keys: tuple[str, ...], camera: Camera, turn: str) -> tuple[Scene, Camera]:
    """Return the tiles of these kinds, in a grid across the view."""
    shown, made = grid(len(keys), SPACING, camera), list[Batch]()
    for key, place in zip(keys, shown.places, strict=True):
        made += _moved(Tile(0, 0, KINDS.index(key)), place + np.array([0.0, 0.0, THICK / 2]))
    return Scene(_gathered(made), bounds=shown.bounds), shown.camera


def _moved(tile: Tile, place: Array) -> list[Batch]:
    """Return the batches of one tile, its middle moved to a place."""
    made = batches((tile,), [face_pattern(tile)])
    for batch in made:
        batch.instances["position"] += place.astype(np.float32)
    return made


def _gathered(made: Iterable[Batch]) -> tuple[Batch, ...]:
    """Merge batches of the same solid."""
    found: dict[str, list[Batch]] = {}
    for batch in made:
        found.setdefault(batch.mesh.name, []).append(batch)
    return tuple(
        replace(same[0], instances=np.concatenate([batch.instances for batch in same]))
        for same in found.values()
    )


@lru_cache(maxsize=64)
def facts(position: Position, taken: str = "") -> tuple[Fact, ...]:
    """Return the facts as ``viewer.games.info`` describes; a first tile already laid counts."""
    settled = settled_by_first(position, taken) if taken else None
    position = with_first_tile(position, taken)
    left = position.tiles_left
    found = [Fact(words.TILES_LEFT(), words.NO_LIMIT() if left is None else str(left))]
    if position.outcome is None:
        turned = position.options["group_area"] or position.options["group_extent"]
        goal = words.CLOSE_ENEMY() if turned else words.CLOSE_OWN()
        found.insert(0, Fact(WINS(), goal, known=True))
    if not position.tiles:
        found.append(Fact(words.BEGINS(), words.BEGINS_ON(), words.BEGINS_TIP()))
    if position.outcome is None:
        wanted = TILES(count=position.tiles_wanted)
        if settled is not None and not settled.doubtful:
            wins = settled.winner == position.turn
            wanted = words.ANY_WINS() if wins else words.ANY_LOSES()
        found.append(Fact(words.TO_LAY(), wanted, words.TO_LAY_TIP()))
    ended = position.closed_regions() if position.outcome is not None else ()
    found += [_ending(position, region) for region in ended]
    # A region that is closed may be smaller than the largest, which then had no part in the end.
    if (position.tiles and not ended) or position.options["group_area"]:
        found += [_largest(position, colour) for colour in COLOURS]
    if position.options["group_extent"]:
        found += [_widest(position, colour) for colour in COLOURS]
    if position.outcome is None:
        closed, near = _closed(position), endangered(position)
        if closed:  # the game ends with this move: no region waits for the next turn
            near = [region for region in near if len(region.empty) <= position.tiles_wanted]
        found += closed + [danger(position, region) for region in near[:SHOWN]]
    return tuple(found)


def danger(position: Position, region: Region) -> Fact:
    """Return the line on a region that a move can close, in the colour that would win."""
    winner = winner_of(position, region)
    tip = words.CORNER_TIP if not region.size else words.REGION_TIP
    told = tip(colour=region.colour, count=region.size, winner=winner)
    cells = words.CELLS(cells=tuple(cell.name for cell in region.empty))
    label = words.THREATENS(colour=winner.capitalize())
    # After the first tile of a move one is left, so that what lacks two waits for the next turn.
    later = winner == position.turn and len(region.empty) > position.tiles_wanted
    own = words.YOU_CLOSE_NEXT() if later else words.YOU_CLOSE()
    # An exercise may ask whoever is to move to close it; a threat to stop is part of the question.
    answers = winner == position.turn
    return Fact(label, cells, told, winner, alarm=True, answers=answers, threatens=True, own=own)


def _closed(position: Position) -> list[Fact]:
    """Return the lines on regions that the first tile of a move has closed."""
    winner = winner_by_closed(position)
    if winner is None:
        return []
    tip = words.CLOSED_TIP(winner=winner)
    alarm = winner != position.turn
    return [
        Fact(words.CLOSED(), words.A_REGION(colour=region.colour), tip, winner, alarm=alarm)
        for region in position.closed_regions()
    ]


def _ending(position: Position, region: Region) -> Fact:
    """Return the line on a region that was closed at the end of a game."""
    under = {cell for corner in region.corners for cell in cells_around(corner)}
    return Fact(words.CLOSED_REGION(), TILES(count=len(under)), words.CLOSED_ON(), region.colour)


def _largest(position: Position, colour: str) -> Fact:
    """Return the size of a colour's largest region, set against the limit ``group_area``."""
    size, limit = position.largest_size(colour), int(position.options["group_area"])
    label = words.LARGEST_REGION()
    if not limit:
        return Fact(label, TILES(count=size), words.LARGEST_TIP(), colour)
    tip = words.LARGEST_LIMIT_TIP(count=limit, colour=colour)
    value = words.OF_LIMIT(count=size, limit=limit)
    return Fact(label, value, tip, colour, alarm=size >= limit - NEAR)


def _widest(position: Position, colour: str) -> Fact:
    """Return how far a colour's regions extend in one direction, against ``group_extent``."""
    limit = int(position.options["group_extent"])
    own = [region for region in position.regions() if region.colour == colour]
    far = max((max(region.width, region.height) for region in own), default=0)
    tip = words.WIDEST_TIP(count=limit, colour=colour)
    value = words.OF_LIMIT(count=far, limit=limit)
    return Fact(words.WIDEST_REGION(), value, tip, colour, alarm=far >= limit - NEAR)


def named(key: str) -> Message:
    """Return a tile of a kind in words."""
    return in_words(Tile(0, 0, KINDS.index(key)), key.upper())


PANEL = Panel(facts, choices, usual, pieces, named=named, rows=7)

"""Boche in the HUD: parities, cubes left, groups in danger, and the rotations as small cubes."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from boche.engine.games.boche.geometry import COLOURS, LETTERS, Cell, Cube, Group, cell_count
from boche.engine.games.boche.position import Position
from boche.engine.games.boche.threats import open_ends
from boche.engine.games.boche.words import ROTATIONS
from boche.engine.message import NOTHING, Message
from boche.viewer.camera.camera import Camera
from boche.viewer.games.boche import words
from boche.viewer.games.boche.board import to_lattice_centre
from boche.viewer.games.boche.lattice import to_world
from boche.viewer.games.boche.scene import FaceList, add_all_faces
from boche.viewer.games.info import Fact, Located, Panel, grid
from boche.viewer.games.words import WINS
from boche.viewer.scene.model import Batch, Scene
from boche.viewer.scene.solids import square

SPACING = 1.7  # between the middles of two small cubes, in cube edges
FEW = 2  # a group with no more open ends than this is in danger


def choices(position: Position) -> tuple[str, ...]:
    return tuple(LETTERS)


def usual(position: Position) -> tuple[str, ...]:
    """Return all letters that fit some open cell."""
    return tuple(sorted({move.rotation for move in position.legal_moves() if str(move) != "swap"}))


def pieces(keys: tuple[str, ...], camera: Camera, turn: str) -> tuple[Scene, Camera]:
    """Return the cubes, each turned as its letter says, in a grid across the view."""
    shown = grid(len(keys), SPACING, camera)
    faces = FaceList()
    add_all_faces(faces, [Cube(Cell(0, 0, 0), key) for key in keys])
    made = faces.instances(1)
    middle = to_world(np.array([[0.5, 0.5, 0.5]]), to_lattice_centre(1))[0]
    for index, place in enumerate(shown.places):
        made["position"][6 * index : 6 * index + 6] += (place - middle).astype(np.float32)
    scene = Scene((Batch(square(), "truchet", made),), bounds=shown.bounds)
    return scene, shown.camera


@lru_cache(maxsize=64)
def facts(position: Position, taken: str = "") -> tuple[Fact, ...]:
    size = position.size
    left = cell_count(size) - len(position.cubes)
    encloses = position.options["kill"] and not position.options["fill_board"]
    found = [Fact(words.CUBES_LEFT(), str(left))]
    if position.outcome is None:
        if position.options["immediate_win"]:
            goal = words.LINK_OR_ENCLOSE() if encloses else words.LINK()
        else:
            goal = words.ENCLOSE_OR_LINK_WHEN_FULL() if encloses else words.LINK_WHEN_FULL()
        found.insert(0, Fact(WINS(), goal, known=True))
    if position.cubes and position.outcome is None:
        for level, name in enumerate((words.EVEN_LEVELS(), words.ODD_LEVELS())[:size]):
            letters = position.rotations_at(level)
            fitting = ROTATIONS(first=letters[0], last=letters[-1])
            found.append(Fact(name, fitting, words.FITTING_TIP()))
    elif not position.cubes:
        found.append(Fact(words.LEVELS(), words.ANY_ROTATION(), words.ANY_TIP()))
    if position.outcome is None and encloses:
        found += [danger(group, ends) for group, ends in endangered(position)[:4]]
    return tuple(found)


def danger(group: Group, ends: tuple[Cell, ...]) -> Fact:
    """Return the line on a group in danger, which has these open ends."""
    said, mine = (phrase(count=group.blobs) for phrase in (words.IN_DANGER, words.YOURS_IN_DANGER))
    theirs = words.YOUR_CHANCE(colour=group.colour, count=group.blobs)
    enemy = next(colour for colour in COLOURS if colour != group.colour)
    where = Located(group.corners, tuple(cell.name for cell in ends))
    return Fact(said, words.OPEN_ENDS(count=len(ends)), words.DANGER_TIP(), group.colour,
                alarm=len(ends) == 1, own=theirs, good_for=enemy, against=mine,
                where=where)  # fmt: skip


def endangered(position: Position) -> list[tuple[Group, tuple[Cell, ...]]]:
    """Return groups of ``kill`` blobs or more that are nearly enclosed, and their open ends.

    An open end is an empty hole that a blob touches. Groups with the fewest open ends
    come first, then the largest.
    """
    least = max(int(position.options["kill"]), 1)
    found = []
    for group in position.groups():
        if group.blobs >= least and not group.sides and not group.enclosed:
            ends = open_ends(position, group)
            if 0 < len(ends) <= FEW:
                found.append((group, ends))
    return sorted(found, key=lambda pair: (len(pair[1]), -pair[0].blobs))


def unfit(position: Position, key: str) -> Message:
    """Return on which levels rotations fit, once the first cube has decided that."""
    if not position.cubes or key not in LETTERS:
        return NOTHING
    even, odd = position.rotations_at(0), position.rotations_at(1)
    return words.LEVELS_TAKE(even=even[0], even_last=even[-1], odd=odd[0], odd_last=odd[-1])


PANEL = Panel(facts, choices, usual, pieces, ("explode", "peel"), unfit=unfit)

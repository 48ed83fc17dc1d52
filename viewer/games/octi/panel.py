"""Octi in the HUD: homes held, pods and prongs in store, repetitions; prongs to choose from."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from engine.games.octi.geometry import COLOURS, LETTERS, Pod, Store
from engine.games.octi.position import Position
from viewer.camera.camera import Camera, basis
from viewer.games.info import GRID, Fact
from viewer.games.octi import words
from viewer.games.octi.scene import Placed, pod_batches
from viewer.scene.model import Scene

SPACING = 1.15  # between the middles of two small pods

LAYERS: tuple[str, ...] = ("explode",)
"""The sample record, and its ply, that shows the game on the start screen."""


def choices(position: Position) -> tuple[str, ...]:
    """The prongs."""
    return tuple(LETTERS)


def usual(position: Position) -> tuple[str, ...]:
    """Those that some pod of the side to move lacks."""
    if position.outcome is not None:
        return ()
    own = [pod for pod in position.pods if pod.colour == position.turn]
    free = position.store(position.turn).prongs > 0
    able = [pod for pod in own if free or pod.prongs]
    return tuple(letter for letter in LETTERS if any(letter not in pod.prongs for pod in able))


def pieces(keys: tuple[str, ...], camera: Camera) -> tuple[Scene, Camera]:
    """A pod with each prong alone, in rows of ``GRID`` across the view, north away from it.

    They lie as on a board seen from the south: a letter then is where it is on the compass.
    """
    view = replace(
        camera, projection="ortho", target=(0.0, 0.0, 0.0), azimuth=-90.0, elevation=90.0
    )
    right, up, _ = basis(view)
    placed = []
    for index, key in enumerate(keys):
        column, row = index % GRID - (GRID - 1) / 2, index // GRID - (GRID - 1) / 2
        x, y, z = (column * right - row * up) * SPACING
        placed.append(Placed(Pod("black", 0, key), (float(x), float(y), float(z))))
    half = GRID * SPACING / 2
    away = half / np.tan(np.radians(view.fov) / 2)
    reach = np.array([[x, y, z] for x in (-half, half) for y in (-half, half) for z in (-1, 1)])
    scene = Scene(tuple(pod_batches(placed)), (), None, reach.astype(np.float32))
    return scene, replace(view, distance=float(away))


@lru_cache(maxsize=64)
def facts(position: Position, taken: str = "") -> tuple[Fact, ...]:
    found = [fact for colour in COLOURS for fact in _stores(position.store(colour), colour)]
    for colour in COLOURS:
        held = position.homes_held(colour)
        if held:
            found.append(_homes(position, colour, held))
    if position.outcome is None and position.repetitions > 1:
        tip = words.SEEN_TIP()
        found.append(Fact(words.SEEN_BEFORE(), words.SECOND_TIME(), tip, alarm=True))
    return tuple(found)


def _stores(store: Store, colour: str) -> list[Fact]:
    """What a colour has beside the board; captured pods only once there are some."""
    left = words.RESERVE(
        pods=words.PODS(count=store.reserve), prongs=words.PRONGS(count=store.prongs)
    )
    found = [Fact(words.IN_RESERVE(), left, words.RESERVE_TIP(colour=colour), colour)]
    if store.captured:
        tip, lost = words.CAPTURED_TIP(colour=colour), words.PODS(count=store.captured)
        found.append(Fact(words.CAPTURED(), lost, tip, colour))
    return found


def _homes(position: Position, colour: str, held: tuple[int, ...]) -> Fact:
    wanted = 3 if position.options["bases"] == 3 else 1
    tip = words.HOLDS_TIP(colour=colour, wanted=wanted)
    value = words.HELD(squares=" ".join(map(str, held)), count=len(held), wanted=wanted)
    return Fact(words.HOLDS(), value, tip, colour, alarm=len(held) == 2)

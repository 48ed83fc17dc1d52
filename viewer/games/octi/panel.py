"""Octi in the HUD: homes held, pods and prongs in store, repetitions, and a choice of prongs."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from boche.engine.games.octi.geometry import COLOURS, LETTERS, Pod, Store
from boche.engine.games.octi.position import Position
from boche.engine.message import Message
from boche.engine.threats import Threat, threats_of
from boche.viewer.camera.camera import Camera
from boche.viewer.games.info import Fact, Panel, grid
from boche.viewer.games.octi import words
from boche.viewer.games.octi.scene import pod_batches
from boche.viewer.games.octi.stacks import Placed
from boche.viewer.games.words import WINS
from boche.viewer.scene.model import Scene

NAMED = 2  # number of winning moves named one by one
SPACING = 1.15  # distance between the middles of two small pods


def choices(position: Position) -> tuple[str, ...]:
    """Return the letters of the prongs."""
    return tuple(LETTERS)


def usual(position: Position) -> tuple[str, ...]:
    """Return the letters that some pod of the side to move lacks."""
    if position.outcome is not None:
        return ()
    own = [pod for pod in position.pods if pod.colour == position.turn]
    free = position.store(position.turn).prongs > 0
    able = [pod for pod in own if free or pod.prongs]
    return tuple(letter for letter in LETTERS if any(letter not in pod.prongs for pod in able))


def pieces(keys: tuple[str, ...], camera: Camera, turn: str) -> tuple[Scene, Camera]:
    """Return a pod of the side to move with each single prong, in a grid across the view.

    They turn with the board in quarter turns, so that a prong points the same way as on the board.
    """
    quarter = 90.0 * round(camera.azimuth / 90.0)
    shown = grid(len(keys), SPACING, replace(camera, azimuth=quarter, elevation=90.0))
    pods = [Pod("white" if turn == "white" else "black", 0, key) for key in keys]
    at = [(float(x), float(y), float(z)) for x, y, z in shown.places]
    placed = [Placed(pod, place) for pod, place in zip(pods, at, strict=True)]
    return Scene(tuple(pod_batches(placed)), bounds=shown.bounds), shown.camera


@lru_cache(maxsize=64)
def facts(position: Position, taken: str = "") -> tuple[Fact, ...]:
    goal = words.ANY_ONE() if position.options["bases"] == 1 else words.ALL_THREE()
    found = [Fact(WINS(), goal, words.WINS_TIP())]
    found += [fact for colour in COLOURS for fact in _stores(position.store(colour), colour)]
    for colour in COLOURS:
        held = position.homes_held(colour)
        if held:
            found.append(_homes(position, colour, held))
    found += [_win(threat) for threat in threats_of(position) if threat.wins]
    if position.outcome is None and position.repetitions > 1:
        tip = words.SEEN_TIP()
        found.append(Fact(words.SEEN_BEFORE(), words.SECOND_TIME(), tip, alarm=True))
    return tuple(found)


def _stores(store: Store, colour: str) -> list[Fact]:
    """Return a colour's stores off the board; captured pods only if there are any."""
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


def _win(threat: Threat) -> Fact:
    """Return the line on moves with which a colour would win at once, if it were to move."""
    label = words.CAN_WIN(colour=threat.colour.capitalize())
    moves = " ".join(threat.moves[:NAMED]) + (" …" if len(threat.moves) > NAMED else "")
    tip = words.CAN_WIN_TIP(colour=threat.colour)
    return Fact(
        label,
        moves,
        tip,
        threat.colour,
        alarm=True,
        answers=True,
        threatens=True,
        own=words.YOU_CAN_WIN(),
    )


def named(key: str) -> Message:
    """Return what a click on a prong of the palette does, with its key."""
    return words.PALETTE_PRONG(key=key.upper())


PANEL = Panel(facts, choices, usual, pieces, ("explode",), named=named)

"""Boku in the HUD: marbles left, threats to make five, the forbidden cell."""

from __future__ import annotations

from functools import lru_cache

from boche.engine.games.boku.geometry import COLOURS
from boche.engine.games.boku.position import Position
from boche.viewer.games.boku import words
from boche.viewer.games.info import Fact, Panel
from boche.viewer.games.words import WINS

FEW = 5  # number of marbles left that deserves a warning
NAMED = 4  # number of cells named one by one


@lru_cache(maxsize=64)
def facts(position: Position, taken: str = "") -> tuple[Fact, ...]:
    found = [_left(position, colour) for colour in COLOURS]
    if position.outcome is not None:
        return tuple(found)
    found.insert(0, Fact(WINS(), words.MAKE_FIVE(), known=True))
    if position.forbidden is not None:
        name, why = position.forbidden.name, position.why_forbidden
        found.append(Fact(words.CLOSED(), name, why, position.turn))
    found += [fact for colour in COLOURS for fact in _threats(position, colour)]
    return tuple(found)


def _left(position: Position, colour: str) -> Fact:
    left = position.left(colour)
    return Fact(words.LEFT(), str(left), words.LEFT_TIP(), colour, alarm=left <= FEW)


def _threats(position: Position, colour: str) -> list[Fact]:
    """Return where a colour would make five, except on the cell forbidden to the player to move."""
    mine = colour == position.turn
    cells = [c.name for c in position.fives(colour) if not (mine and c == position.forbidden)]
    if not cells:
        return []
    shown = " ".join(cells[:NAMED]) + (" …" if len(cells) > NAMED else "")
    tip = words.FIVE_TIP(colour=colour)
    return [
        Fact(
            words.FIVE_ON(colour=colour.capitalize()),
            shown,
            tip,
            colour,
            alarm=not mine,
            answers=True,
            threatens=True,
            own=words.YOUR_FIVE(),
        )
    ]


PANEL = Panel(facts, rows=5)

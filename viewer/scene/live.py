"""Display options of a position in play: a ghost, lit groups, a moving piece."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from boche.viewer.scene.apart import TOGETHER, Apart

FALL = 2.2  # height in cube edges from which a piece drops


@dataclass(frozen=True)
class LiveOptions:
    """Display options of a position on the table.

    ``last`` is the move that led here, to be marked. ``ghost`` is a legal move whose piece is
    shown as not yet placed, ``hint`` is set if a hint has chosen it. ``hinted`` is the move of a
    hint that stands beside another ghost, or without one. ``lit`` are places to light,
    in the game's own terms, ``threatened`` those of them that the ghost would close or take;
    ``linked`` are places on several layers that a ring shows to belong together.

    ``moving`` is a legal move whose piece hangs ``height`` cube edges above its place.
    ``taken`` is the part of a move that is already chosen (the first tile of two). ``turned`` is
    the choice that the ghost turns from in the hand, and the part of the way, 0 to 1.
    ``explode`` is how far stacks are fanned out, 0 to 1, ``apart`` how layers are taken apart;
    ``peeled`` hides that many layers.
    ``won``, while a game is just ending, is how many items of ``decided`` are lit; None for all.
    ``opened`` is the place whose pieces are spread out, as ``viewer.games.view.Pick`` names it.
    ``heat`` marks targets (texts of steps) by how much a search considers them, 0 to 1;
    ``figures`` are targets with the text to write there, ``ways`` the whole moves that these are
    about, in games whose pieces go from place to place.
    ``numbered`` are the moves that led here, ``drawn`` the marks, as in ``SceneOptions``; numbers
    are shown from the move after the first ``unnumbered`` ones, which gets the number 1.
    """

    last: Any = None
    ghost: Any = None
    hint: bool = False
    hinted: Any = None
    lit: tuple[Any, ...] = ()
    linked: tuple[Any, ...] = ()
    threatened: tuple[Any, ...] = ()
    moving: Any = None
    height: float = 0.0
    explode: float = 0.0
    apart: Apart = TOGETHER
    peeled: int = 0
    heat: tuple[tuple[str, float], ...] = ()
    figures: tuple[tuple[str, str], ...] = ()
    ways: tuple[str, ...] = ()
    numbered: tuple[str, ...] = ()
    unnumbered: int = 0
    labels: bool = True
    taken: str = ""
    turned: tuple[str, float] | None = None
    opened: str = ""
    won: int | None = None
    drawn: tuple[tuple[str, str, str], ...] = ()

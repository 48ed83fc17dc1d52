"""Boche (Cameron Browne, 2008): Truchet cubes that nest on a triangular board."""

from __future__ import annotations

from collections.abc import Mapping

from boche.engine.deferred import Deferred
from boche.engine.game import Game, Option, OptionValue, SgfForm
from boche.engine.games.boche.geometry import MAX_SIZE
from boche.engine.games.boche.words import WON_BY


def warnings(options: Mapping[str, OptionValue]) -> list[str]:
    """Return warnings about these options for the players, before the game starts."""
    size = int(options["size"])
    total = size * (size + 1) * (size + 2) // 6
    if total % 2:
        return [
            f"size {size} has an odd number of cubes ({total}): "
            "the first player also has the last move"
        ]
    return []


_POSITION = Deferred(f"{__name__}.position")

GAME = Game(
    name="boche",
    title="Boche",
    about="Pile up cubes; enclose a group or link three sides.",
    room=__name__,
    colours=("light", "dark"),
    options=(
        Option("size", 6, "holes per side of the board", 1, MAX_SIZE),
        Option(
            "kill",
            4,
            "an enclosed group of at least this many blobs loses the game; 0: off",
            0,
            999,
            label="Blobs to enclose",
            named=((0, "off"),),
        ),
        Option(
            "fill_board",
            False,
            "enclosing does not end the game; play on until the board is full",
            label="Play until full",
        ),
        Option(
            "adjacent",
            False,
            "after the first move, a cube on the bottom level must be placed next to another cube",
            label="Next to a cube",
        ),
        Option(
            "immediate_win",
            False,
            "a path that links all three sides wins at once, before the board is full",
            label="A path wins at once",
        ),
        Option(
            "join_any",
            False,
            "a path may cross the valley between two cubes on the same level",
            opposite="join_face",
            label="Paths cross valleys",
        ),
    ),
    start=lambda options: _POSITION.Position(options),
    sgf=SgfForm("Boche", {"light": "W", "dark": "B"}, setup=("PUT", "SWAP")),
    warnings=warnings,
    groups="groups",
    won_by=WON_BY,
)

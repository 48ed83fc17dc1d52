"""Boche (Cameron Browne, 2008): Truchet cubes that nest on a triangular board."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Game, Option, OptionValue, SgfForm
from engine.games.boche.geometry import MAX_SIZE
from engine.games.boche.position import Position
from engine.games.boche.words import WON_BY


def warnings(options: Mapping[str, OptionValue]) -> list[str]:
    """What a player should know about these options before the game starts."""
    size = int(options["size"])
    total = size * (size + 1) * (size + 2) // 6
    if total % 2:
        return [
            f"size {size} has an odd number of cubes ({total}): "
            "the first player also has the last move"
        ]
    return []


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
            "blobs an enclosed group must have to lose the game; 0: off",
            0,
            999,
            label="Group to win",
        ),
        Option(
            "fill_board",
            False,
            "play on until the board is full, whatever is enclosed",
            label="Play until full",
        ),
        Option(
            "adjacent",
            False,
            "a cube on the board level must touch one that lies there",
            label="Next to a cube",
        ),
        Option(
            "immediate_win",
            False,
            "a path between the three sides wins at once",
            label="A path wins at once",
        ),
        Option(
            "join_any",
            False,
            "that path may cross the valley between two cubes of one level",
            opposite="join_face",
            label="Any join counts",
        ),
    ),
    start=Position,
    sgf=SgfForm("Boche", {"light": "W", "dark": "B"}),
    warnings=warnings,
    groups="groups",
    won_by=WON_BY,
)
Position.game = GAME

"""Boche (Cameron Browne, 2008): Truchet cubes that nest on a triangular board."""

from __future__ import annotations

from collections.abc import Mapping

from boche.engine.deferred import Deferred
from boche.engine.game import Game, Option, OptionValue, SgfForm
from boche.engine.games.boche.geometry import MAX_SIZE, cell_count
from boche.engine.games.boche.words import WON_BY
from boche.engine.languages.current import tr, tr_later

LEAST_RATED = 3
"""Size of the smallest board on which games are rated."""


def warnings(options: Mapping[str, OptionValue]) -> list[str]:
    """Return warnings about these options for the players, before the game starts."""
    size = int(options["size"])
    total = cell_count(size)
    if total % 2:
        return [
            tr(
                "size {size} has an odd number of cubes ({total}): the first player also has the "
                "last move",
                size=size,
                total=total,
            )
        ]
    return []


def unrated(options: Mapping[str, OptionValue]) -> str:
    """Return why a game with these options is not rated: whoever begins wins at once."""
    size = int(options["size"])
    return tr("a board of size {size} is too small", size=size) if size < LEAST_RATED else ""


_POSITION = Deferred(f"{__name__}.position")

GAME = Game(
    name="boche",
    title="Boche",
    about=tr_later("Pile up cubes; enclose a group or link three sides."),
    room=__name__,
    colours=("light", "dark"),
    options=(
        Option(
            "size",
            6,
            tr_later("holes per side of the board"),
            1,
            MAX_SIZE,
            label=tr_later("Size"),
        ),
        Option(
            "kill",
            4,
            tr_later("an enclosed group of at least this many blobs loses the game; 0: off"),
            0,
            999,
            label=tr_later("Blobs to enclose"),
            named=((0, tr_later("off")),),
        ),
        Option(
            "fill_board",
            False,
            tr_later("enclosing does not end the game; play on until the board is full"),
            label=tr_later("Play until full"),
        ),
        Option(
            "adjacent",
            False,
            tr_later(
                "after the first move, a cube on the bottom level must be placed next to another "
                "cube"
            ),
            label=tr_later("Next to a cube"),
        ),
        Option(
            "immediate_win",
            False,
            tr_later("a path that links all three sides wins at once, before the board is full"),
            label=tr_later("A path wins at once"),
        ),
        Option(
            "join_any",
            False,
            tr_later("a path may cross the valley between two cubes on the same level"),
            opposite="join_face",
            label=tr_later("Paths cross valleys"),
        ),
    ),
    start=lambda options: _POSITION.Position(options),
    sgf=SgfForm("Boche", {"light": "W", "dark": "B"}, setup=("PUT", "SWAP")),
    warnings=warnings,
    unrated=unrated,
    groups="groups",
    won_by=WON_BY,
    move_texts=lambda start, moves: _POSITION.move_texts(start, moves),
)

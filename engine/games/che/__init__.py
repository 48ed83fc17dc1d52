"""Che (Cameron Browne, 2008): two-sided Truchet tiles on a table without edges."""

from __future__ import annotations

from collections.abc import Mapping

from boche.engine.deferred import Deferred
from boche.engine.game import Game, Option, OptionValue, SgfForm
from boche.engine.games.che.words import WON_BY
from boche.engine.languages.current import tr, tr_later
from boche.engine.level import Level

LEVELS = (
    Level(5, 1, 10.0, 1.0, 0.99, teaching=True, rating=859),
    Level(20, 1, 9.0, 0.87, teaching=True, rating=1001),
    Level(50, 1, 3.0, 0.72, teaching=True, rating=1132),
    Level(200, tactical_check=500, teaching=True, rating=1216),
    Level(900, tactical_check=500, rating=1406),
    Level(4_000, tactical_check=500, rating=1656),
    Level(20_000, tactical_check=500, rating=1813),
    Level(None, tactical_check=500, rating=1951),
    Level(None, tactical_check=500, learned=True, rating=2361),
)


LEAST_TILES = 8
"""Tiles of the smallest pool with which games are rated, and of which nobody is warned."""


def warnings(options: Mapping[str, OptionValue]) -> list[str]:
    """Return warnings that a player should see about these options before the game starts."""
    found = []
    tiles = int(options["num_tiles"])
    if 0 < tiles < LEAST_TILES:
        found.append(
            tr("a pool of {tiles} is very small: closing one corner takes four tiles", tiles=tiles)
        )
    if int(options["group_area"]) == 1 or int(options["group_extent"]) == 1:
        found.append(tr("a group limit of 1 ends the game with the first tile"))
    return found


def unrated(options: Mapping[str, OptionValue]) -> str:
    """Return why a game with these options is not rated: hardly anything is played in it."""
    tiles = int(options["num_tiles"])
    if 0 < tiles < LEAST_TILES:
        return tr("a pool of {tiles} is very small", tiles=tiles)
    if int(options["group_area"]) == 1 or int(options["group_extent"]) == 1:
        return tr("a group limit of 1 ends the game with the first tile")
    return ""


_POSITION = Deferred(f"{__name__}.position")

GAME = Game(
    name="che",
    title="Che",
    about=tr_later("Lay two tiles a turn; close off a region of your colour."),
    room=__name__,
    colours=("light", "dark"),
    options=(
        Option(
            "num_tiles",
            48,
            tr_later("tiles in the pool; 0 for as many as you like"),
            -1,
            999,
            label=tr_later("Tiles"),
            named=(
                *((number, tr_later("unlimited")) for number in (-1, 0, 999)),
                (24, tr_later("24 (short)")),
                (48, tr_later("48 (usual)")),
            ),
        ),
        Option(
            "group_area",
            0,
            tr_later(
                "reverses the aim: closing an enemy region wins, and a player "
                "with a region of this many dominant tiles loses; 0: off"
            ),
            0,
            999,
            label=tr_later("Group area"),
            named=((0, tr_later("off")),),
        ),
        Option(
            "group_extent",
            0,
            tr_later(
                "reverses the aim: closing an enemy region wins, and a player "
                "with a region this wide or high loses; 0: off"
            ),
            0,
            999,
            label=tr_later("Group extent"),
            named=((0, tr_later("off")),),
        ),
    ),
    start=lambda options: _POSITION.Position(options),
    sgf=SgfForm("Che", {"light": "W", "dark": "B"}, size="", setup=("PUT",)),
    warnings=warnings,
    unrated=unrated,
    groups="regions",
    levels=LEVELS,
    won_by=WON_BY,
)

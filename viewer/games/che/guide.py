"""Help texts on playing Che."""

from collections.abc import Mapping

from boche.engine.game import OptionValue
from boche.engine.games.che.position import UNLIMITED
from boche.engine.languages.current import tr, tr_later
from boche.viewer.games.info import Guide


def goal(options: Mapping[str, OptionValue]) -> str:
    """Return the goal of the game, and how to win, under these options."""
    area, extent = int(options["group_area"]), int(options["group_extent"])
    found = [tr("Lay two tiles each turn; bands on them join corners of a colour into regions.")]
    if area and extent:
        found.append(
            tr(
                "Close a region of your opponent's, and you win; but a player whose region reaches "
                "{area} tiles of its own colour or {extent} columns or rows loses.",
                area=area,
                extent=extent,
            )
        )
    elif area:
        found.append(
            tr(
                "Close a region of your opponent's, and you win; but a player whose region reaches "
                "{area} tiles of its own colour loses.",
                area=area,
            )
        )
    elif extent:
        found.append(
            tr(
                "Close a region of your opponent's, and you win; but a player whose region reaches "
                "{extent} columns or rows loses.",
                extent=extent,
            )
        )
    else:
        found.append(tr("Close a region of your own colour on all sides, and you win."))
    if options["num_tiles"] not in UNLIMITED:
        found.append(tr("If the tiles run out first, the largest region wins."))
    return " ".join(found)


GUIDE = Guide(
    hints=(
        (
            tr_later("Play"),
            tr_later(
                "Point at a marked cell: the tile you could lay appears there. Click to lay it; a "
                "turn is two tiles. By keys: arrows, then Enter."
            ),
        ),
        (
            tr_later("Turn the tile"),
            tr_later("Turn the wheel while you point at it, or press F, to see its other side."),
        ),
    ),
    goal=goal,
    gestures=(
        (tr_later("Click a marked cell"), tr_later("place the tile")),
        (tr_later("Wheel over a cell"), tr_later("turn the tile over")),
        (tr_later("Middle click on the tile"), tr_later("turn the tile over")),
        ("F", tr_later("turn the tile over")),
    ),
    texts={
        "next_choice": tr_later("turn the tile over"),
        "previous_choice": tr_later("turn the tile over"),
        "corner": tr_later("from the front (as at the start)"),
        "corner2": tr_later("from the back"),
        "corner3": tr_later("from the left"),
    },
)

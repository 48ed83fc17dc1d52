"""Help texts on playing Che."""

from collections.abc import Mapping

from boche.engine.game import OptionValue
from boche.engine.games.che.position import UNLIMITED
from boche.viewer.games.info import Guide


def goal(options: Mapping[str, OptionValue]) -> str:
    """Return the goal of the game, and how to win, under these options."""
    area, extent = int(options["group_area"]), int(options["group_extent"])
    found = ["Lay two tiles each turn; bands on them join corners of a colour into regions."]
    if area or extent:
        limits = [f"{area} tiles of its own colour"] * bool(area)
        limits += [f"{extent} columns or rows"] * bool(extent)
        found.append(
            "Close a region of your opponent's, and you win; but a player whose region reaches "
            f"{' or '.join(limits)} loses."
        )
    else:
        found.append("Close a region of your own colour on all sides, and you win.")
    if options["num_tiles"] not in UNLIMITED:
        found.append("If the tiles run out first, the largest region wins.")
    return " ".join(found)


GUIDE = Guide(
    hints=(
        (
            "Play",
            "Point at a marked cell: the tile you could lay appears there. Click to lay it; a turn "
            "is two tiles. By keys: arrows, then Enter.",
        ),
        (
            "Turn the tile",
            "Turn the wheel while you point at it, or press F, to see its other side.",
        ),
    ),
    goal=goal,
    gestures=(
        ("Click a marked cell", "place the tile"),
        ("Wheel over a cell", "turn the tile over"),
        ("Middle click on the tile", "turn the tile over"),
        ("F", "turn the tile over"),
    ),
    texts={"next_choice": "turn the tile over", "previous_choice": "turn the tile over"},
)

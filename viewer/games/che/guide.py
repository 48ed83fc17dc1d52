"""Help texts on playing Che."""

from collections.abc import Mapping, Sequence

from boche.engine.game import OptionValue
from boche.engine.games.che.position import UNLIMITED, Position
from boche.engine.languages.current import tr, tr_later
from boche.viewer.games.che import words
from boche.viewer.games.che.pick import cell_of
from boche.viewer.games.info import FirstTurn, Guide


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


def cells(position: Position, taken: str) -> Sequence[str]:
    """Return the cells where the first tile of a turn may lie."""
    return [] if taken else [cell_of(step.text).name for step in position.steps()]


def next_cells(position: Position, taken: str) -> Sequence[str]:
    """Return the cells where the second tile of a turn may lie, once the first one does."""
    steps = position.steps(taken) if taken else ()
    return list(dict.fromkeys(cell_of(step.text).name for step in steps))


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
    first_turns=(
        FirstTurn(words.FIRST_TILE(), cells),
        FirstTurn(words.SECOND_TILE(), next_cells),
        FirstTurn(words.OTHER_SIDE(), cells),
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

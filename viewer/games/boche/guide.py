"""Help texts on playing Boche."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from boche.engine.game import OptionValue
from boche.engine.games.boche.notation import SWAP
from boche.engine.games.boche.position import Position
from boche.engine.languages.current import tr, tr_count, tr_later
from boche.viewer.games.boche import words
from boche.viewer.games.boche.pick import name_of
from boche.viewer.games.info import FirstTurn, Guide
from boche.viewer.scene.marks import DRAWN, HEAT, HINT, HOVERED, LAST, THREATENED, WON, Mark


def goal(options: Mapping[str, OptionValue]) -> str:
    """Return the goal of the game, and how to win, under these options."""
    found = [
        tr(
            "Add one cube each turn, in a hole or in a nest between three cubes; bands on its "
            "faces join blobs of a colour into groups. Four of the eight rotations fit on each "
            "level. As the second move, the other player may swap colours instead."
        )
    ]
    kill = int(options["kill"])
    if kill and not options["fill_board"]:
        found.append(
            tr_count(
                "Enclose a group of your opponent's, cut off from the board's edge and from all "
                "empty holes, and you win at once.",
                "Enclose a group of {count} blobs or more of your opponent's, cut off from the "
                "board's edge and from all empty holes, and you win at once.",
                kill,
            )
        )
    if options["immediate_win"]:
        found.append(
            tr("A path of your colour that links all three sides of the board wins at once.")
        )
    else:
        found.append(
            tr("Once the pyramid is complete, the colour whose path links all three sides wins.")
        )
    return " ".join(found)


def places(position: Position, taken: str) -> Sequence[str]:
    """Return the holes and nests where a cube may be placed."""
    return [name_of(position, cell) for cell in position.open_cells()]


def holes(position: Position, taken: str) -> Sequence[str]:
    """Return the holes of the board where a cube may be placed, unless there are nests as well."""
    return [] if nests(position, taken) else places(position, taken)


def nests(position: Position, taken: str) -> Sequence[str]:
    """Return the nests where a cube may be placed."""
    return [name_of(position, cell) for cell in position.open_cells() if cell.k > 0]


def in_nest(position: Position, move: Any) -> bool:
    """Return whether a move places a cube in a nest."""
    cell = position.target(move)
    return cell is not None and cell.k > 0


def swapped(position: Position, taken: str) -> Sequence[str]:
    """Return the cubes that a swap takes over, while one is possible."""
    return [name_of(position, cube.cell) for cube in position.cubes if position.is_legal(SWAP)]


GUIDE = Guide(
    hints=(
        (
            tr_later("Play"),
            tr_later(
                "Point at a hole, or at a nest between three cubes: the cube you could place "
                "appears there. Click to place it. By keys: arrows, then Enter."
            ),
        ),
        (
            tr_later("Turn the cube"),
            tr_later(
                "Turn the wheel while you point at it, press Tab or a letter from A to H, or pick "
                "a rotation on the left."
            ),
        ),
    ),
    first_turns=(
        FirstTurn(words.FIRST_HOLE(), holes),
        FirstTurn(words.FIRST_SWAP(), swapped, lambda position, move: move == SWAP),
        FirstTurn(words.FIRST_NEST(), nests, in_nest),
        FirstTurn(words.FIRST_ROTATION(), places),
    ),
    goal=goal,
    gestures=(
        (tr_later("Click a hole or nest"), tr_later("place the cube")),
        (tr_later("Wheel over a hole or nest"), tr_later("turn the cube")),
        (tr_later("Middle click on the cube"), tr_later("next rotation")),
        (tr_later("A to H"), tr_later("choose the rotation with that letter")),
    ),
    texts={
        "corner": tr_later("from the bottom side (as at the start)"),
        "corner2": tr_later("from the right side"),
        "corner3": tr_later("from the left side"),
    },
    marks=(
        HOVERED,
        THREATENED,
        replace(WON, words=tr_later("the path that won glows")),
        Mark(
            "enclosed",
            "target",
            THREATENED.colours,
            tr_later("red, with a line within: this group was enclosed, and its colour has lost"),
        ),
        LAST,
        HINT,
        HEAT,
        DRAWN,
    ),
    meanings={
        "joined": words.LINE_MEANS(),
        "threatened": words.RING_MEANS(),
        "path": words.GLOW_MEANS(),
        "enclosure": words.FILL_MEANS(),
    },
)

"""Help texts on playing Boche."""

from collections.abc import Mapping
from dataclasses import replace

from boche.engine.game import OptionValue
from boche.engine.languages.current import tr, tr_count, tr_later
from boche.viewer.games.boche import words
from boche.viewer.games.info import Guide
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

"""Help texts on playing Boche."""

from collections.abc import Mapping

from boche.engine.game import OptionValue
from boche.viewer.games.info import Guide


def goal(options: Mapping[str, OptionValue]) -> str:
    """Return the goal of the game, and how to win, under these options."""
    found = [
        "Add one cube each turn, in a hole or in a nest between three cubes; bands on its faces "
        "join blobs of a colour into groups. Four of the eight rotations fit on each level. As the "
        "second move, the other player may swap colours instead."
    ]
    kill = int(options["kill"])
    if kill and not options["fill_board"]:
        group = f"group of {kill} blobs or more" if kill > 1 else "group"
        found.append(
            f"Enclose a {group} of your opponent's, cut off from the board's edge and from all "
            "empty holes, and you win at once."
        )
    if options["immediate_win"]:
        found.append("A path of your colour that links all three sides of the board wins at once.")
    else:
        found.append(
            "Once the pyramid is complete, the colour whose path links all three sides wins."
        )
    return " ".join(found)


GUIDE = Guide(
    hints=(
        (
            "Play",
            "Point at a hole, or at a nest between three cubes: the cube you could place appears "
            "there. Click to place it. By keys: arrows, then Enter.",
        ),
        (
            "Turn the cube",
            "Turn the wheel while you point at it, press Tab or a letter from A to H, or pick a "
            "rotation on the left.",
        ),
    ),
    goal=goal,
    gestures=(
        ("Click a hole or nest", "place the cube"),
        ("Wheel over a hole or nest", "turn the cube"),
        ("Middle click on the cube", "next rotation"),
        ("A to H", "choose the rotation with that letter"),
    ),
)

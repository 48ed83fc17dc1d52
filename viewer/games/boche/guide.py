"""What the help says of playing Boche."""

from viewer.games.info import Guide

GUIDE = Guide(
    hints=(
        (
            "Play",
            "Point at a hole, or at a nest between three cubes: the cube you could place appears "
            "there. Click to place it.",
        ),
        (
            "Turn the cube",
            "Turn the wheel while you point at it, press Tab or a letter from A to H, or pick a "
            "rotation on the left.",
        ),
    ),
    gestures=(
        ("Click a hole or nest", "place the cube"),
        ("Wheel over a hole or nest", "turn the cube"),
        ("Right click on the cube", "next rotation"),
        ("A to H", "choose the rotation with that letter"),
    ),
)

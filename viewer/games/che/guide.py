"""What the help says of playing Che."""

from viewer.games.info import Guide

GUIDE = Guide(
    hints=(
        (
            "Play",
            "Point at a marked cell: the tile you could lay appears there. Click to lay it; a turn "
            "is two tiles.",
        ),
        (
            "Turn the tile",
            "Turn the wheel while you point at it, or press F, to see its other side.",
        ),
    ),
    gestures=(
        ("Click a marked cell", "place the tile"),
        ("Wheel over a cell", "turn the tile over"),
        ("Right click on the tile", "turn the tile over"),
        ("F", "turn the tile over"),
    ),
    texts={"next_choice": "turn the tile over", "previous_choice": "turn the tile over"},
)

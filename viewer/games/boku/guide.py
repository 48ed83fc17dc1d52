"""What the help says of playing Boku."""

from viewer.games.info import Guide

GUIDE = Guide(
    hints=(
        (
            "Play",
            "Point at an empty cell: your marble appears there. Click to play it. Where it closes "
            "a sandwich, click the marble to take.",
        ),
    ),
    gestures=(
        ("Click a cell", "put a marble there"),
        ("Click a ringed marble", "take it"),
        ("Wheel over a cell", "choose which marble to take"),
    ),
    texts={
        "next_choice": "choose the next marble to take",
        "previous_choice": "choose the marble before",
    },
)

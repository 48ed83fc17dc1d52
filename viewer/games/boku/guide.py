"""Help texts on playing Boku."""

from dataclasses import replace

from boche.viewer.games.info import Guide
from boche.viewer.scene.marks import DRAWN, HEAT, HINT, HOVERED, LAST, THREATENED, WON

GUIDE = Guide(
    hints=(
        (
            "Play",
            "Point at an empty cell and click to play there; where that closes a sandwich, click "
            "the marble to take. By keys: arrows, then Enter.",
        ),
    ),
    goal=lambda options: (
        "Put one marble on an empty cell each turn. Five or more of yours in a straight row win. "
        "Shut in exactly two enemy marbles in a row between two of yours, and you take one of them."
    ),
    gestures=(
        ("Click a cell", "put a marble there"),
        ("Click a ringed marble", "take it"),
        ("Wheel over a cell", "choose which marble to take"),
    ),
    texts={
        "next_choice": "choose the next marble to take",
        "previous_choice": "choose the previous marble to take",
    },
    marks=(
        replace(HOVERED, words="a line round the marbles of the row that you point at"),
        replace(THREATENED, words="a broad ring on marbles that the move may take"),
        replace(
            THREATENED,
            meaning="closed",
            shape="cross",
            words="a cross in the cell of a marble just taken: its owner may not play there yet",
        ),
        replace(WON, words="the five marbles that won glow"),
        replace(LAST, shape="hexagon", words="a frame round the marble played last"),
        replace(
            HINT, shape="hexagons", words="a double frame round the marble that a hint would play"
        ),
        HEAT,
        DRAWN,
    ),
)

"""Help texts on playing Boku."""

from collections.abc import Sequence
from dataclasses import replace

from boche.engine.games.boku.position import Position
from boche.engine.languages.current import tr, tr_later
from boche.viewer.games.boku import words
from boche.viewer.games.info import FirstTurn, Guide
from boche.viewer.scene.marks import DRAWN, HEAT, HINT, HOVERED, LAST, THREATENED, WON


def cells(position: Position, taken: str) -> Sequence[str]:
    """Return the cells where a marble may be put."""
    return [] if taken else [step.text for step in position.steps()]


def closing(position: Position, taken: str) -> Sequence[str]:
    """Return the cells where a marble closes a sandwich."""
    return [] if taken else [step.text for step in position.steps() if step.move is None]


GUIDE = Guide(
    hints=(
        (
            tr_later("Play"),
            tr_later(
                "Point at an empty cell and click to play there; where that closes a sandwich, "
                "click the marble to take. By keys: arrows, then Enter."
            ),
        ),
    ),
    first_turns=(
        FirstTurn(words.FIRST_MARBLE(), cells),
        FirstTurn(words.FIRST_SANDWICH(), closing, lambda position, move: move.taken is not None),
    ),
    goal=lambda options: tr(
        "Put one marble on an empty cell each turn. Five or more of yours in a straight row "
        "win. Shut in exactly two enemy marbles in a row between two of yours, and you take "
        "one of them."
    ),
    gestures=(
        (tr_later("Click a cell"), tr_later("put a marble there")),
        (tr_later("Click a ringed marble"), tr_later("take it")),
        (tr_later("Wheel over a cell"), tr_later("choose which marble to take")),
    ),
    texts={
        "next_choice": tr_later("choose the next marble to take"),
        "previous_choice": tr_later("choose the previous marble to take"),
        "corner": tr_later("from the front (as at the start)"),
        "corner2": tr_later("from the right"),
        "corner3": tr_later("from the left"),
    },
    marks=(
        replace(HOVERED, words=tr_later("a line round the marbles of the row that you point at")),
        replace(THREATENED, words=tr_later("a broad ring on marbles that the move may take")),
        replace(
            THREATENED,
            meaning="closed",
            shape="cross",
            words=tr_later(
                "a cross in the cell of a marble just taken: its owner may not play there yet"
            ),
        ),
        replace(WON, words=tr_later("the five marbles that won glow")),
        replace(LAST, shape="hexagon", words=tr_later("a frame round the marble played last")),
        replace(
            HINT,
            shape="hexagons",
            words=tr_later("a double frame round the marble that a hint would play"),
        ),
        HEAT,
        DRAWN,
    ),
)

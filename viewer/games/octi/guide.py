"""Help texts on playing Octi."""

from collections.abc import Mapping
from dataclasses import replace

from boche.engine.game import OptionValue
from boche.viewer.games.info import Guide
from boche.viewer.games.octi.questions import once
from boche.viewer.scene.marks import DRAWN, HEAT, HINT, LAST, THREATENED, WON, Mark


def goal(options: Mapping[str, OptionValue]) -> str:
    """Return the goal of the game, and how to win, under these options."""
    homes = "all three home squares" if options["bases"] == 3 else "any one home square"
    return (
        "Each turn, add or turn a prong, bring a pod on, or move. Pods step and jump where their "
        "prongs point, and may capture the pods they jump over. "
        f"Hold {homes} of your opponent's when your turn is over, and you win."
    )


LIT = ("lit_dark", "lit_light")
"""Palette entries for the light on white pods and on black ones."""

GUIDE = Guide(
    hints=(
        (
            "Play",
            "Click an empty hole of your pod to put a prong there, its middle to move it, the "
            "wood of a home square to bring a pod on. By keys: arrows, then Enter.",
        ),
        (
            "Move in steps",
            "What may come next is lit: where the pod may go, what it may capture. Backspace takes "
            "the last step back, Escape the whole move.",
        ),
    ),
    goal=goal,
    gestures=(
        ("Click an empty hole", "put a prong there"),
        ("Click the middle of a pod", "move it"),
        ("Click the wood of a home", "bring a pod on"),
        ("Middle click on a hole", "turn a prong there"),
        ("A to H", "choose the hole with that letter"),
    ),
    texts={
        "next_choice": "next choice",
        "previous_choice": "previous choice",
        "corner": "from White's side",
        "corner2": "from Black's side",
        "corner3": "from the left of White",
        "explode": "hold: lay the pods of all stacks side by side",
    },
    once=once,
    marks=(
        Mark("moves", "dot", LIT, "a light on a pod: it goes with this move; faint: it may"),
        Mark("goal", "spot", LIT[1:], "a disc on a square: the pod may go there"),
        Mark(
            "stop",
            "corners",
            LIT[1:],
            "corners of a square: click there to stop, or to spare what was passed",
        ),
        replace(THREATENED, words="a broad ring round what a move captures, or may capture"),
        replace(
            LAST,
            shape="square",
            words="a frame round the square of the last move, a fainter one where it began",
        ),
        replace(
            HINT,
            shape="squares",
            words="a double frame round the square where a hint would move or change a pod",
        ),
        replace(WON, words="the homes that won glow, and the pods that hold them"),
        HEAT,
        DRAWN,
    ),
)

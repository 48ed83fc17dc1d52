"""Help texts on playing Octi."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from boche.engine.game import OptionValue
from boche.engine.games.octi.notation import Move
from boche.engine.games.octi.position import Position
from boche.engine.languages.current import tr, tr_later
from boche.engine.threats import CAPTURE, threats_of
from boche.viewer.games.info import FirstTurn, Guide
from boche.viewer.games.octi import words
from boche.viewer.games.octi.moves import effect_of
from boche.viewer.games.octi.questions import once, typed
from boche.viewer.scene.marks import DRAWN, HEAT, HINT, LAST, THREATENED, WON, Mark


def goal(options: Mapping[str, OptionValue]) -> str:
    """Return the goal of the game, and how to win, under these options."""
    moves = tr(
        "Each turn, add or turn a prong, bring a pod on, or move. Pods step and jump where their "
        "prongs point, and may capture the pods they jump over."
    )
    if options["bases"] == 3:
        wins = tr(
            "Hold all three home squares of your opponent's when your turn is over, and you win."
        )
    else:
        wins = tr(
            "Hold any one home square of your opponent's when your turn is over, and you win."
        )
    return f"{moves} {wins}"


def _squares(position: Position, taken: str, sign: str) -> Sequence[str]:
    """Return the squares where a turn may begin with steps that end in a sign."""
    steps = () if taken else position.steps()
    return list(dict.fromkeys(step.text[:2] for step in steps if step.text.endswith(sign)))


def growing(position: Position, taken: str) -> Sequence[str]:
    """Return the squares with pods that can get a prong."""
    return _squares(position, taken, "+")


def moving(position: Position, taken: str) -> Sequence[str]:
    """Return the squares with pods that can move."""
    return _squares(position, taken, "-")


def landings(position: Position, taken: str) -> Sequence[str]:
    """Return the squares where pods that can move may go."""
    steps = [] if taken else [step for step in position.steps() if step.text.endswith("-")]
    ways = [after.text for step in steps for after in position.steps(step.text)]
    return list(dict.fromkeys(square for way in ways for square in re.findall(r"-(\d\d)", way)))


def capturing(position: Position, taken: str) -> Sequence[str]:
    """Return the squares with pods that can capture an enemy."""
    found = () if taken else threats_of(position)
    moves = [m for each in found if each.kind == CAPTURE for m in each.moves]
    return list(dict.fromkeys(move[:2] for move in moves if position.is_legal(move)))


def entering(position: Position, taken: str) -> Sequence[str]:
    """Return the squares where a pod can be brought on."""
    return () if taken else [step.text for step in position.steps() if len(step.text) == 2]


def captures(position: Position, move: Move) -> bool:
    """Return whether a move captures enemies."""
    victims = effect_of(position, str(move)).victims
    return any(position.pods[index].colour != position.turn for index in victims)


LIT = ("lit_dark", "lit_light")
"""Palette entries for the light on white pods and on black ones."""

GUIDE = Guide(
    hints=(
        (
            tr_later("Play"),
            tr_later(
                "Click an empty hole of your pod to put a prong there, its middle to move it, the "
                "wood of a home square to bring a pod on. By keys: arrows, then Enter."
            ),
        ),
        (
            tr_later("Move in steps"),
            tr_later(
                "What may come next is lit: where the pod may go, what it may capture. In a move "
                "that is not finished, Backspace takes the last step back, Escape the whole move."
            ),
        ),
    ),
    first_turns=(
        FirstTurn(words.FIRST_PRONG(), growing),
        FirstTurn(words.FIRST_CAPTURE(), capturing, captures, landings),
        FirstTurn(
            words.FIRST_MOVE(),
            moving,
            lambda position, move: any(r.hops for r in move.routes),
            landings,
        ),
        FirstTurn(words.FIRST_BRING(), entering, lambda position, move: move.is_bring),
    ),
    goal=goal,
    gestures=(
        (tr_later("Click an empty hole"), tr_later("put a prong there")),
        (tr_later("Click the middle of a pod"), tr_later("move it")),
        (tr_later("Click the wood of a home"), tr_later("bring a pod on")),
        (tr_later("Drag a pod"), tr_later("move it, or bring it on from the tray")),
        (tr_later("Drag a prong or a letter from the tray"), tr_later("add that prong to a pod")),
        (tr_later("Drag a prong of a pod"), tr_later("turn it to another hole")),
        (tr_later("Middle click on a hole"), tr_later("turn a prong there")),
        (tr_later("A to H"), tr_later("choose the hole with that letter")),
    ),
    texts={
        "next_choice": tr_later("next choice"),
        "previous_choice": tr_later("previous choice"),
        "corner": tr_later("from White's side"),
        "corner2": tr_later("from Black's side"),
        "corner3": tr_later("from the left of White"),
        "explode": tr_later("hold: lay the pods of all stacks side by side"),
    },
    once=once,
    typed=typed,
    marks=(
        Mark(
            "moves", "dot", LIT, tr_later("a light on a pod: it goes with this move; faint: it may")
        ),
        Mark("goal", "spot", LIT[1:], tr_later("a disc on a square: the pod may go there")),
        Mark(
            "stop",
            "corners",
            LIT[1:],
            tr_later(
                "corners of a square: click there to stop, or to capture enemies that were passed"
            ),
        ),
        replace(
            THREATENED,
            words=tr_later(
                "a broad ring round what a move captures, or may capture; faint: a pod of your own"
            ),
        ),
        replace(
            LAST,
            shape="square",
            words=tr_later(
                "a frame round the square of the last move, a fainter one where it began"
            ),
        ),
        replace(
            HINT,
            shape="squares",
            words=tr_later(
                "a double frame round the square where a hint would move or change a pod"
            ),
        ),
        replace(WON, words=tr_later("the homes that won glow, and the pods that hold them")),
        HEAT,
        DRAWN,
    ),
)

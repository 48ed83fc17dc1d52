"""Openings of small boards of Boche, as the solver found them; see ``docs/solved.md``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from boche.engine.game import OptionValue
from boche.engine.games.boche import GAME
from boche.engine.games.boche.geometry import Cube
from boche.engine.games.boche.notation import SWAP, Move, parse_move
from boche.engine.games.boche.symmetry import SYMMETRIES

_ENDS = ("immediate_win", "fill_board", "join_any")
"""The options that select a rule for the end of the game."""

LIGHT_WINS: Mapping[tuple[int, bool, bool, bool], str] = {
    (1, False, False, False): "b:a1 e:a1",
    (1, False, True, False): "b:a1 e:a1",
    (1, True, False, False): "b:a1 e:a1",
    (1, True, False, True): "b:a1 e:a1",
    (1, True, True, False): "b:a1 e:a1",
    (1, True, True, True): "b:a1 e:a1",
    (2, False, False, False): "c:a1",
    (2, False, True, False): "c:a1",
    (2, True, False, False): "c:a1",
    (2, True, False, True): "b:a1 c:a1 e:a1",
    (2, True, True, False): "c:a1",
    (2, True, True, True): "b:a1 c:a1 e:a1",
    (3, False, False, False): "c:a1 c:a2 e:a2 f:a2",
    (3, False, True, False): "c:a1 c:a2",
    (3, True, False, False): "c:a1 c:a2",
    (3, True, False, True): "b:a1 c:a1 b:a2 c:a2 e:a2",
    (3, True, True, False): "c:a1 c:a2",
    (3, True, True, True): "b:a1 c:a1 b:a2 c:a2 e:a2",
    (4, False, False, False): "",
    (4, False, True, False): "",
    (4, True, False, False): "",
    (4, True, False, True): "b:a1 c:a1 b:a2 c:a2 d:a2 b:b2 e:b2",
    (4, True, True, False): "",
    (4, True, True, True): "b:a1 c:a1 b:a2 c:a2 d:a2 b:b2 e:b2",
}
"""First moves after which light wins if nobody swaps, one of each kind, by size and ``_ENDS``.

After all others dark wins.
"""


def light_wins(options: Mapping[str, OptionValue]) -> str | None:
    """Return the openings after which light wins, or None for a board that is not solved."""
    if GAME.changed(options).keys() - {"size", *_ENDS}:
        return None
    immediate, full, any_path = (bool(options[name]) for name in _ENDS)
    return LIGHT_WINS.get((int(options["size"]), immediate, full, any_path))


def proven(
    options: Mapping[str, OptionValue], cubes: Sequence[Cube], moves: Iterable[Move]
) -> dict[str, bool]:
    """Return whether the mover wins after moves of the first two plies, as far as it is known.

    The second player may swap after the opening, so on no board but the smallest an opening wins.
    """
    openings = light_wins(options)
    if openings is None or len(cubes) > 1:
        return {}
    size = int(options["size"])
    light = {_kind(parse_move(text, size), size) for text in openings.split()}
    if not cubes:  # on size 1 nobody can swap any more
        return {str(move): size == 1 and _kind(move, size) in light for move in moves}
    (cube,) = cubes
    opening = Move(cube.rotation, cube.cell.c, cube.cell.r)
    if _kind(opening, size) not in light:
        return {str(move): False for move in moves if move == SWAP}
    return {str(move): move == SWAP for move in moves}


def _kind(move: Move, size: int) -> Move:
    """Return the smallest image of an opening."""
    return min(s.move(move, 0, size) for s in SYMMETRIES if not s.exchange)

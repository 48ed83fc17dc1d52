"""Tables for the rules of Octi (neighbours, homes, order of prongs, hash keys), and boards."""

from __future__ import annotations

from functools import cache
from hashlib import shake_256
from struct import unpack

from boche.engine.games.octi import rules
from boche.engine.games.octi.geometry import (
    COLOURS,
    HOMES,
    beyond,
    letters_of,
    number_of,
    square_of,
)

HISTORY = rules.Board._fields.index("history")


@cache
def geometry_of(wrap: bool) -> rules.Geometry:
    """Return the tables of the board, or of the torus with ``wrap``."""
    return rules.Geometry(
        next=tuple(_neighbours(wrap)),
        home=tuple(_home_sides()),
        homes=tuple(sorted(number_of(square) for homes in HOMES.values() for square in homes)),
        rank=tuple(_ranks()),
        mask=tuple(sorted(range(256), key=letters_of)),
        keys=_keys(),
    )


def _neighbours(wrap: bool) -> list[int]:
    found = []
    for number in range(rules.SQUARES):
        for direction in range(8):
            square = beyond(square_of(number), direction, wrap)
            found.append(-1 if square is None else number_of(square))
    return found


def _home_sides() -> list[int]:
    sides = [0] * rules.SQUARES
    for side, colour in enumerate(COLOURS):
        for square in HOMES[colour]:
            sides[number_of(square)] = 1 + side
    return sides


def _ranks() -> list[int]:
    ranks = [0] * 256
    for rank, mask in enumerate(sorted(range(256), key=letters_of)):
        ranks[mask] = rank
    return ranks


@cache
def _keys() -> tuple[int, ...]:
    """Return arbitrary keys below 2**56; the sum for any position stays below 2**63.

    Texts of positions contain such sums, so the keys are defined by a standard (SHAKE-256) and must
    never change.
    """
    stream = bytearray(shake_256(b"octi").digest(8 * rules.KEYS))
    stream[7::8] = bytes(rules.KEYS)  # the highest byte of each is 0
    return unpack(f"<{rules.KEYS}Q", stream)


def blank(history: int = 1) -> rules.Board:
    """Return a board with all pods in reserve and room for ``history`` positions."""
    return rules.Board(
        square=[rules.RESERVE] * rules.PODS,
        prongs=[0] * rules.PODS,
        number=[0] * rules.SQUARES,
        side=[-1] * rules.SQUARES,
        info=[0] * rules.INFO_SLOTS,
        movers=[0] * rules.EACH,
        ends=[0] * rules.EACH,
        hops=[rules.STOPPED] * (rules.EACH * rules.MOST_HOPS),
        jumped=[0] * rules.SQUARES,
        taken=[0] * rules.PODS,
        history=[0] * history,
        list=[0] * rules.PODS,
    )


def start_board(geometry: rules.Geometry) -> rules.Board:
    """Return the start position: three bare pods on home squares, four in reserve, 25 prongs."""
    board = blank()
    for side, colour in enumerate(COLOURS):
        for i, square in enumerate(HOMES[colour]):
            rules.put(geometry, board, rules.EACH * side + i, number_of(square))
        board.info[rules.IN_RESERVE + side] = rules.EACH - len(HOMES[colour])
        board.info[rules.IN_HAND + side] = rules.PRONGS
    finish(geometry, board)
    return board


def finish(geometry: rules.Geometry, board: rules.Board) -> None:
    """Complete a board on which pods have been put: set its key and record it in the history."""
    info, keys = board.info, geometry.keys
    info[rules.KEY] += keys[rules.KEYS_OF_PRONGS + info[rules.IN_HAND]]
    for side in (rules.BLACK, rules.WHITE):
        reserve = info[rules.IN_RESERVE + side]
        info[rules.KEY] += keys[rules.KEYS_OF_RESERVE + (rules.EACH + 1) * side + reserve]
    if info[rules.TURN] == rules.WHITE:
        info[rules.KEY] += keys[rules.KEY_OF_WHITE]
    info[rules.SOURCE], info[rules.STAMP], info[rules.FIRST_STAMP] = -1, 1, 1
    rules.remember(board)


def alone(board: rules.Board) -> rules.Board:
    """Return the board as it is without earlier positions; only the history is not shared."""
    info = board.info[:]
    info[rules.SEEN] = 1
    return board._replace(info=info, history=[info[rules.KEY]])


def copy_board(board: rules.Board) -> rules.Board:
    """Return an independent copy with room for one more earlier position."""
    seen = board.history[: board.info[rules.SEEN]]
    parts = [part[:] for part in board]
    parts[HISTORY] = [*seen, 0]
    return rules.Board(*parts)

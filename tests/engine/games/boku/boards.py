"""Boards of Boku for testing rules."""

from __future__ import annotations

from boche.engine.games.boku import GAME
from boche.engine.games.boku.board import copy_board, place_of
from boche.engine.games.boku.notation import parse_move
from boche.engine.games.boku.position import Position

START = GAME.new()


def board(black: str, white: str, turn: str = "black") -> Position:
    """Return a position with these marbles, without playing: a list of cells for each colour."""
    from boche.engine.games.boku import rules

    position = START._with_board(copy_board(START.board))
    for colour, cells in enumerate((black.split(), white.split())):
        for cell in cells:
            rules.put(position._board, place_of(parse_move(cell).cell), colour)
    position._board.info[rules.TURN] = ("black", "white").index(turn)
    return position

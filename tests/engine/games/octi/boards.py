"""Boards of Octi for testing rules."""

from __future__ import annotations

from boche.engine.games.octi.position import Position

FIGURE = [
    ("black", 37, ""), ("black", 57, ""), ("black", 46, "cdef"),
    ("black", 67, "abch"), ("black", 67, "cdeg"),
    ("white", 69, "abdefh"), ("white", 56, "abh"),
    ("white", 33, "a"), ("white", 53, "abh"), ("white", 73, "abc"),
]  # fmt: skip
"""The board of the help file; three white pods that are cut off there are invented."""

FIGURE_STORES = {"black": (1, 1, 11), "white": (1, 1, 11)}


def board(pods, turn="black", black=(0, 0, 9), white=(0, 0, 9), **options) -> Position:
    """Return a position with pods as ``"black 46cdef"``; missing pods are in reserve."""
    found = [(colour, int(name[:2]), name[2:]) for colour, name in map(str.split, pods)]
    stores = {}
    for colour, (reserve, captured, prongs) in (("black", black), ("white", white)):
        missing = 7 - sum(pod[0] == colour for pod in found) - captured
        stores[colour] = (reserve or missing, captured, prongs)
    return Position.set_up(options, found, stores, turn)


def texts(position: Position, start: str = "") -> list[str]:
    return [text for text in map(str, position.legal_moves()) if text.startswith(start)]


def pods(position: Position) -> list[str]:
    return [f"{pod.colour} {pod.square}{pod.prongs}" for pod in position.pods]

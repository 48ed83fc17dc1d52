"""The pieces of many positions in words: each once, a position by its differences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from boche.engine.languages.current import said
from boche.viewer.export.page.tables import Rows, steps
from boche.viewer.games.view import SpokenPiece


class SpokenPieces:
    """Collection of the pieces of positions, each compared with the position before it."""

    def __init__(self) -> None:
        self._pieces = Rows()
        self._changes: list[tuple[frozenset[int], frozenset[int]]] = []

    def add(self, pieces: Iterable[SpokenPiece], before: frozenset[int]) -> frozenset[int]:
        """Add the next position's pieces; ``before`` is the return value for the one before it."""
        numbers = frozenset(self._pieces.number(piece, piece) for piece in pieces)
        self._changes.append((numbers - before, before - numbers))
        return numbers

    def describe(self, nodes: list[dict[str, Any]]) -> dict[str, Any]:
        """Return all pieces in reading order; ``nodes`` get the differences of each."""
        pieces_by_number = self._pieces.rows
        ordered = sorted(range(len(pieces_by_number)), key=pieces_by_number.__getitem__)
        place = {number: at for at, number in enumerate(ordered)}
        headings, pieces = Rows(), Rows()
        for node, changes in zip(nodes, self._changes, strict=True):
            for name, numbers in zip(("more", "less"), changes, strict=True):
                if numbers:
                    node[name] = steps(place[number] for number in numbers)
        rows = [
            (
                headings.number(piece_row.heading, said(piece_row.heading)),
                piece_row.place,
                pieces.number(piece_row.piece, said(piece_row.piece)),
            )
            for piece_row in map(pieces_by_number.__getitem__, ordered)
        ]
        return {"said": rows, "headings": headings.rows, "pieces": pieces.rows}

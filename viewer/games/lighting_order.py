"""Order in which the deciding pieces of a game light up: as if walking along them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

Piece = TypeVar("Piece", bound=Hashable)


def along(
    pieces: Sequence[Piece], spots: Callable[[Piece], Iterable[Hashable]]
) -> tuple[Piece, ...]:
    """Return the pieces in walking order from one end, with branches in parallel.

    Two pieces are neighbours if they share a spot. Unreachable pieces follow, from their own end.
    """
    at: dict[Hashable, list[Piece]] = {}
    for piece in pieces:
        for spot in spots(piece):
            at.setdefault(spot, []).append(piece)
    beside = {
        piece: [other for spot in spots(piece) for other in at[spot] if other != piece]
        for piece in pieces
    }
    found: dict[Piece, None] = {}
    for start in sorted(pieces, key=lambda piece: len(set(beside[piece]))):
        waiting = [start]
        for piece in waiting:
            if piece not in found:
                found[piece] = None
                waiting += beside[piece]
    return tuple(found)

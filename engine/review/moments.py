"""The moments of a game: the moves that mattered most, because better ones were there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from boche.engine.search.analysis import Mistake

COUNT = 3


def nothing(lost: Mistake) -> bool:
    """Return that nothing on the board shows why a move was bad."""
    return False


def moments(
    losses: Iterable[Mistake],
    seats: Collection[int] = (0, 1),
    is_seen: Callable[[Mistake], bool] = nothing,
) -> list[Mistake]:
    """Return the ``COUNT`` moves of these players that lost most, the worst one first.

    Those come before all others of which ``is_seen`` says that a person can see on the board why
    they were bad. Of two that lost as much, the one that let a certain win go comes first, then
    the earlier one.
    """
    own = [lost for lost in losses if lost.seat in seats]
    own.sort(key=lambda lost: (not is_seen(lost), -round(lost.lost, 3), not lost.proven, lost.ply))
    return own[:COUNT]

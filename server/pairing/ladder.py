"""A ladder: everybody has a place, and whoever beats somebody above takes theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from boche.engine.durations import DAY, in_words
from boche.engine.languages.current import tr

REACH, SHARE = 3, 10
"""One may challenge so many places above, or one in so many of the ladder where that is more."""
AGAIN = 7 * DAY
"""How long a challenger who has not won may not challenge the same one again."""
IDLE = 60 * DAY
"""How long one may have no game before the place is lost. The first has nobody to challenge."""


@dataclass(frozen=True)
class Rung:
    """A place on a ladder, from 1 at the top, and whom its holder plays.

    ``challenges`` is whom they have challenged, and ``challenged_by`` who has challenged them;
    ``active`` is when they last began or ended a game, or joined.
    """

    id: int
    place: int
    challenges: int | None = None
    challenged_by: int | None = None
    away: bool = False
    active: float = 0.0


def reach(size: int) -> int:
    """Return how many places above one may challenge, on a ladder of so many."""
    return max(REACH, size // SHARE)


def refusal(
    one: Rung, other: Rung, size: int, now: float,
    failed: float | None = None, *, apart: bool = False,
) -> str | None:  # fmt: skip
    """Return why one cannot challenge the other, or None if they can.

    ``failed`` is when they last challenged this one and did not win; ``apart`` says that one of
    them has blocked the other.
    """
    if other.place >= one.place:
        return tr("only those above you can be challenged")
    if one.place - other.place > reach(size):
        return tr("at most {count} places above you", count=reach(size))
    if one.challenges == other.id or one.challenged_by == other.id:
        return tr("you are playing each other")
    if one.challenges is not None:
        return tr("your last challenge is not over")
    if one.away:
        return tr("you are on vacation")
    if other.challenged_by is not None:
        return tr("already challenged")
    if other.away:
        return tr("on vacation")
    if failed is not None and now < failed + AGAIN:
        return tr("again in {time}", time=in_words(failed + AGAIN - now))
    return tr("one of you has blocked the other") if apart else None


def after(order: Sequence[int], challenger: int, challenged: int) -> list[int]:
    """Return the order once a challenger has won: they take the place, all between move down.

    Who is above by then, or against somebody who has dropped out, stays where they are.
    """
    if challenger not in order or challenged not in order:
        return [*order]
    target = order.index(challenged)
    if order.index(challenger) < target:
        return [*order]
    rest = [one for one in order if one != challenger]
    return [*rest[:target], challenger, *rest[target:]]


def is_idle(rung: Rung, now: float) -> bool:
    """Return whether somebody loses their place because they have not played for long."""
    playing = rung.challenges is not None or rung.challenged_by is not None
    return rung.place > 1 and not playing and now >= rung.active + IDLE

"""The display of a game with a remote opponent, beside the board: plain frozen data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from boche.engine.languages.current import tr
from boche.engine.message import NOTHING, Message

MINUTE, HOUR, DAY = 60, 3600, 86_400


@dataclass(frozen=True)
class RemoteView:
    """The display beside the board.

    ``state`` is the state of the connection or the outcome of an order, ``trouble`` whether that is
    a problem. ``clocks`` has the time left by colour, as text; it is empty without a clock.
    ``offer`` is the offer, ``asked`` whether the user is to answer it. ``said`` holds the chat
    messages, the latest last. ``over`` means that nothing more can be done on the board, ``due``
    that it is the user's turn.
    """

    state: Message = NOTHING
    trouble: bool = False
    clocks: Mapping[str, str] = field(default_factory=dict)
    offer: Message = NOTHING
    asked: bool = False
    said: tuple[Message, ...] = ()
    over: bool = False
    due: bool = False


def time_text(seconds: float) -> str:
    """Return a duration as text: ``2 days 4 h``, ``1:02:03``, ``0:09``; ``0:00`` if negative."""
    total = max(int(seconds), 0)
    if total >= 2 * DAY:
        hours = total % DAY // HOUR
        days = total // DAY
        return (
            tr("{days} days {hours} h", days=days, hours=hours)
            if hours
            else tr("{days} days", days=days)
        )
    hours, minutes, remainder = total // HOUR, total % HOUR // MINUTE, total % MINUTE
    return f"{hours}:{minutes:02}:{remainder:02}" if hours else f"{minutes}:{remainder:02}"

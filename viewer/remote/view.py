"""What is to be seen of a game with somebody far away, beside the board: plain frozen data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.message import NOTHING, Message

MINUTE, HOUR, DAY = 60, 3600, 86_400


@dataclass(frozen=True)
class FarView:
    """``state`` is how the line is or what came of something sent, ``trouble`` whether that is bad.

    ``clocks`` has the time left by the colour, as text; none without a clock. ``offer`` says what
    is proposed, ``asked`` whether it is for the player here to answer. ``said`` is what was said,
    a line each, the last one last. ``over`` says that nothing can be done on the board any more.
    """

    state: Message = NOTHING
    trouble: bool = False
    clocks: Mapping[str, str] = field(default_factory=dict)
    offer: Message = NOTHING
    asked: bool = False
    said: tuple[Message, ...] = ()
    over: bool = False


def time_text(seconds: float) -> str:
    """A length of time for a clock: ``2 days 4 h``, ``1:02:03``, ``0:09``; ``0:00`` below zero."""
    whole = max(int(seconds), 0)
    if whole >= 2 * DAY:
        hours = whole % DAY // HOUR
        return f"{whole // DAY} days" + (f" {hours} h" if hours else "")
    hours, minutes, rest = whole // HOUR, whole % HOUR // MINUTE, whole % MINUTE
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

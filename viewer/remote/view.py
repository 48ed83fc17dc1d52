"""The display of a game with a remote opponent, beside the board: plain frozen data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boche.engine.languages.current import tr
from boche.engine.message import NOTHING, Message

if TYPE_CHECKING:
    from boche.viewer.remote.seat_link import Place

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


# The account's games that wait for the user. Loads no network modules.


@dataclass(frozen=True)
class Turns:
    """What waits for the user: the number of turns and challenges, and the boards of the turns.

    The nearest deadline comes first.
    """

    server: str
    due: int = 0
    boards: tuple[int, ...] = ()

    def others(self, place: Place | None) -> tuple[int, ...]:
        """Return the boards where it is the user's turn, except for the one at ``place``."""
        here = place is not None and place.server == self.server
        return tuple(n for n in self.boards if not (here and place and n == place.board))

"""Orders sent from a seat to a board's server, and the news received from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from boche.engine.languages.current import tr, translate
from boche.engine.message import NOTHING, Message
from boche.viewer.remote import words
from boche.viewer.remote.parsing import Event, RemoteBoard
from boche.viewer.remote.seat_link import Place

if TYPE_CHECKING:
    from boche.viewer.remote.client.http import Client


@dataclass(frozen=True)
class Order:
    """An order to a board: its path, its body, and its name in messages.

    A ``persistent`` order is kept until the server has received it; others are dropped if the
    server cannot be reached. ``ply`` is the number of a move.
    """

    path: str
    body: dict[str, Any] = field(default_factory=dict)
    name: str = ""
    persistent: bool = False
    ply: int = 0

    def send(self, client: Client, place: Place) -> Any:
        """Send the order and return the resulting board as JSON. Raises ``RemoteError``."""
        answer = client.post(f"{place.path}/{self.path}", self.body)
        return answer.get("board") if self.ply and isinstance(answer, dict) else answer


def move(ply: int, text: str) -> Order:
    """Return the order to play a move, the ``ply``-th of the game, from 1."""
    return Order("moves", {"move": text, "ply": ply}, text, persistent=True, ply=ply)


def propose(offer: str) -> Order:
    """Return the order to propose ``undo``, ``draw`` or ``end``."""
    return Order("offers", {"what": offer}, translate(words.OFFERS[offer]))


def answer(accepted: bool) -> Order:
    """Return the order to accept or decline an offer or a challenge."""
    return Order("answer", {"accepted": accepted}, tr("your answer"))


def resign() -> Order:
    return Order("resign", name=tr("your resignation"))


def abort() -> Order:
    return Order("abort", name=tr("that the game is aborted"))


def chat(text: str) -> Order:
    return Order("chat", {"text": text}, text)


def rematch() -> Order:
    return Order("rematch", name=tr("the rematch"))


# -- news


@dataclass(frozen=True)
class BoardUpdate:
    """The valid state of the board, and its time of arrival by ``time.perf_counter``."""

    board: RemoteBoard
    at: float


@dataclass(frozen=True)
class ChatUpdate:
    """Chat messages; ``old`` if they were sent before the user came."""

    events: tuple[Event, ...]
    old: bool = False


@dataclass(frozen=True)
class ConnectionState:
    """The state of the connection: empty if it is up, else one line."""

    message: Message = NOTHING


@dataclass(frozen=True)
class FailedOrder:
    """An order that failed, and the reason."""

    order: Order
    message: Message


@dataclass(frozen=True)
class RematchUpdate:
    """The board that follows this one: the rematch."""

    place: Place


News = BoardUpdate | ChatUpdate | ConnectionState | FailedOrder | RematchUpdate

"""What is asked of a board's server from a seat, and what is heard from there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.message import NOTHING, Message
from viewer.remote import words
from viewer.remote.link import Place
from viewer.remote.reading import Event, FarBoard

if TYPE_CHECKING:
    from viewer.remote.asking.http import Client


@dataclass(frozen=True)
class Order:
    """Something to be done to a board: where, with what, and how it is called in an answer.

    ``lasting`` ones are kept until the server has heard them; others are dropped where it cannot
    be reached. ``ply`` is a move's number.
    """

    path: str
    body: dict[str, Any] = field(default_factory=dict)
    what: str = ""
    lasting: bool = False
    ply: int = 0

    def sent(self, client: Client, place: Place) -> Any:
        """Send it; the board's JSON after it. Raises ``RemoteError``."""
        found = client.post(f"{place.path}/{self.path}", self.body)
        return found.get("board") if self.ply and isinstance(found, dict) else found


def move(ply: int, text: str) -> Order:
    """Play a move, the ``ply``-th of the game, from 1."""
    return Order("moves", {"move": text, "ply": ply}, text, lasting=True, ply=ply)


def propose(what: str) -> Order:
    """Propose ``undo``, ``draw`` or ``end``."""
    return Order("offers", {"what": what}, str(words.OFFERS[what]))


def answer(accepted: bool) -> Order:
    """Accept what is proposed, a game among it, or reject it."""
    return Order("answer", {"accepted": accepted}, "your answer")


def resign() -> Order:
    return Order("resign", what="your resignation")


def abort() -> Order:
    return Order("abort", what="that the game is aborted")


def chat(text: str) -> Order:
    return Order("chat", {"text": text}, text)


def rematch() -> Order:
    return Order("rematch", what="the rematch")


# -- what is heard


@dataclass(frozen=True)
class Stands:
    """How the board stands, as believed, and when that came, by ``time.perf_counter``."""

    board: FarBoard
    at: float


@dataclass(frozen=True)
class Talk:
    """Something that was said; ``old`` is what had been said before one came."""

    events: tuple[Event, ...]
    old: bool = False


@dataclass(frozen=True)
class State:
    """How the line is: nothing to say where it stands, else one line."""

    said: Message = NOTHING


@dataclass(frozen=True)
class NotDone:
    """An order that has come to nothing, and why."""

    order: Order
    said: Message


@dataclass(frozen=True)
class Other:
    """Another board follows this one: the rematch."""

    place: Place


News = Stands | Talk | State | NotDone | Other

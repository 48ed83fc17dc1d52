"""What there is to think about: a wish, and the job that it becomes."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from engine.game import seat_of
from engine.record import Node
from viewer.assistant.background import Job, Report
from viewer.session import Session

SECONDS = {"move": 3.0, "hint": 1.0, "live": 20.0}
"""How long to think for each kind of wish, where neither it nor a level says so."""


class Wish(NamedTuple):
    """The position at ``node``, to be thought about for a purpose; ``kind`` and ``player`` as
    in ``Job``; ``seconds`` where the kind does not say how long to think."""

    kind: str
    node: Node
    player: str = ""
    seconds: float = 0.0


class Purpose(Protocol):
    """Something to think for. What it wants follows from the table alone."""

    def wish(self) -> Wish | None:
        """What it wants now, if anything."""

    def finish(self, report: Report) -> None:
        """Do with the last answer what is to be done."""


def job_of(wish: Wish, session: Session) -> Job:
    """The job for a thinker: with the moves before it, and the seat that asks."""
    kind, node, player, seconds = wish
    position = session.positions.at(node)
    moves = tuple((n.colour, n.move) for n in node.path() if n.colour and n.move is not None)
    person = seat_of(position, position.turn)
    seat = (session, person, player) if player else None
    return Job(kind, node, position, player, seconds or SECONDS[kind], moves, seat)

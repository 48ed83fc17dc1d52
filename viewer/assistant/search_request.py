"""Search requests, and the jobs made from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from boche.engine.game import seat_of
from boche.engine.record import Node
from boche.viewer.assistant.background import Job, Report
from boche.viewer.session import Session

SECONDS = {
    "move": 3.0, "hint": 1.0, "live": 20.0, "sure": 6.0, "before": 1.0, "after": 0.8,
}  # fmt: skip
"""Seconds to search for each kind of request, if neither the request nor a level sets them."""


class SearchRequest(NamedTuple):
    """A request to search the position at ``node``.

    ``kind`` and ``player`` are as in ``Job``; ``seconds`` overrides the default of the kind.
    ``limit`` is what the clock allows, or None. ``taken`` are the steps of a move chosen so far,
    which the move must begin with, and ``leads`` is as in ``Job``.
    """

    kind: str
    node: Node
    player: str = ""
    seconds: float = 0.0
    limit: float | None = None
    taken: tuple[str, ...] = ()
    leads: Callable[[str, Any], bool] | None = None


class Purpose(Protocol):
    """A purpose of searching. Its request depends on the table alone."""

    def search_request(self) -> SearchRequest | None:
        """Return its current request, or None."""

    def finish(self, report: Report) -> None:
        """Handle the final report."""


def job_of(request: SearchRequest, session: Session) -> Job:
    """Return the job for a search request, with the preceding moves and the seat that asks."""
    kind, node, player, seconds, limit, taken, leads = request
    position = session.positions.at(node)
    moves = tuple((n.colour, n.move) for n in node.path() if n.colour and n.move is not None)
    person = seat_of(position, position.turn)
    seat = (session, person, player) if player else None
    return Job(
        kind=kind,
        node=node,
        position=position,
        player=player,
        seconds=seconds or SECONDS[kind],
        history=moves,
        seat=seat,
        limit=limit,
        taken=taken,
        leads=leads,
    )

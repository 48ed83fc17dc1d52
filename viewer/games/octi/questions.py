"""What a move of Octi in the making waits for, in words."""

from __future__ import annotations

from engine.games.octi.notation import Draft, Route
from engine.games.octi.position import Position
from engine.message import Message
from viewer.games.octi import words
from viewer.games.octi.moves import over_of, read


def asks(position: Position, text: str) -> Message:
    """What a move in the making waits for."""
    begun = text.replace("?", "").replace("-,", ",").rstrip("-+")
    made = read(text)
    assert isinstance(made, Draft)
    return words.ASKS(begun=begun, question=_question(position, made))


def _question(position: Position, made: Draft) -> Message:
    if made.mark == "?":
        return words.CAPTURE_WHAT()
    if made.mark == "+":
        return words.WHICH_OLD() if made.new else words.WHICH_PRONG()
    route = made.routes[made.at]
    if route.hops:
        return words.SPARED_ON_OR_STOP() if spares(position, route) else words.ON_OR_STOP()
    return words.WHERE_GOES(pod=str(route.name)) if len(made.routes) > 1 else words.WHERE_TO()


def spares(position: Position, route: Route) -> bool:
    """Whether the last hop of a way is a jump that captures nothing."""
    *_, before, last = (route.name.square, *(hop.to for hop in route.hops))
    return not route.hops[-1].taken and over_of(before, last, position.wrap) > 0

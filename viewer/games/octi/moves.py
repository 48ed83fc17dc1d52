"""Effects on the pods of a move of Octi, whole or partial."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from boche.engine.errors import NotationError
from boche.engine.game import Step
from boche.engine.games.octi.geometry import beyond
from boche.engine.games.octi.notation import (
    ALL,
    Draft,
    Hop,
    Move,
    Name,
    Route,
    parse_draft,
    parse_move,
)
from boche.engine.games.octi.position import Position


class Effect(NamedTuple):
    """Effect of a move, or of the part of it chosen so far.

    ``movers`` are indices of ``Position.pods``, each with its way (squares, the first its own);
    ``victims`` are the indices of captured pods, ``overs`` all squares jumped over. ``pod`` is the
    index of the pod that gets the prong ``new`` for ``old``, or -1; ``brought`` is the square of a
    pod brought on, or 0. ``asks`` is the square whose pods may be captured now, or 0.
    """

    movers: tuple[tuple[int, tuple[int, ...]], ...] = ()
    victims: tuple[int, ...] = ()
    overs: tuple[int, ...] = ()
    pod: int = -1
    new: str = ""
    old: str = ""
    brought: int = 0
    asks: int = 0


@lru_cache(maxsize=256)
def read(text: str) -> Move | Draft:
    """Return a whole move or a draft from its text. Raises ``NotationError``."""
    try:
        return parse_move(text)
    except NotationError:
        return parse_draft(text)


@lru_cache(maxsize=256)
def effect_of(position: Position, text: str) -> Effect:
    """Return the effect of a legal move, or of a partial one as steps name it."""
    made = read(text)
    if isinstance(made, Move):
        made = read(str(position.parse(text)))
    if isinstance(made, Move) and made.is_bring:
        return Effect(brought=made.square)
    if made.new or (isinstance(made, Draft) and made.mark == "+"):
        old = made.old if isinstance(made, Move) else ""
        pod = index_of(position, made.routes[0].name, ())
        return Effect(pod=pod, new=made.new, old=old)
    asks = (
        _spared_or_captured(position, made) if isinstance(made, Draft) and made.mark == "?" else 0
    )
    return _moved(position, made.routes)._replace(asks=asks)


def _moved(position: Position, routes: tuple[Route, ...]) -> Effect:
    movers: list[tuple[int, tuple[int, ...]]] = []
    for route in routes:
        index = index_of(position, route.name, [own for own, _ in movers])
        movers.append((index, (route.name.square, *(hop.to for hop in route.hops))))
    gone = {index for index, _ in movers}
    victims: list[int] = []
    overs: list[int] = []
    for over, hop in jumps(position, routes):
        overs.append(over)
        victims += _caught(position, over, hop, gone | set(victims))
    return Effect(tuple(movers), tuple(victims), tuple(dict.fromkeys(overs)))


@lru_cache(maxsize=64)
def steps_of(position: Position, taken: str) -> tuple[Step, ...]:
    """Return the next steps of a move by the rules, with the pods of its square in any order.

    The rules name the pods of a move in the order of their prongs; with the pointer, a player may
    begin with any of them.
    """
    found = position.steps(taken)
    made = read(taken) if taken else None
    if not isinstance(made, Draft) or made.mark != "-" or any(r.hops for r in made.routes):
        return found
    known = {step.text for step in found}
    more = [text for text in _joined_by(position, made) if text not in known]
    return (*found, *(Step(text, None) for text in more))


def _joined_by(position: Position, made: Draft) -> Iterator[str]:
    """Yield the partial moves with one more pod than ``made``, in the order of the rules."""
    square = made.routes[0].name.square
    for prongs in dict.fromkeys(pod.prongs for pod in position.pods_on(square)):
        routes = sorted([*made.routes, Route(Name(square, prongs))], key=lambda r: str(r.name))
        drafts = [str(Draft(tuple(routes[:n]), 0, "-")) for n in range(1, len(routes) + 1)]
        before = ["", *drafts]
        if all(
            text in {step.text for step in position.steps(earlier)}
            for earlier, text in zip(before, drafts, strict=False)
        ):
            yield drafts[-1]


@lru_cache(maxsize=64)
def landings(position: Position, taken: str) -> frozenset[int]:
    """Return the squares to which the next step of a partial move may lead, and its pod's own."""
    before, found = effect_of(position, taken), set[int]()
    for step in steps_of(position, taken):
        after = effect_of(position, step.text)
        ways = zip(after.movers, before.movers, strict=False)
        found |= {new[-1] for (_, new), (_, old) in ways if len(new) > len(old)}
    return frozenset(found | {way[-1] for _, way in before.movers if len(way) > 1})


def _spared_or_captured(position: Position, draft: Draft) -> int:
    route = draft.routes[draft.at]
    return [over for over, _ in jumps(position, (route,))][-1]


def index_of(position: Position, name: Name, used: tuple[int, ...] | list[int]) -> int:
    """Return the index of a pod by its name in steps and whole moves, or -1."""
    own = [
        (index, pod)
        for index, pod in enumerate(position.pods)
        if pod.square == name.square and index not in used
    ]
    fitting = [index for index, pod in own if pod.prongs == (name.prongs or "")]
    if fitting or name.prongs is not None:
        return fitting[0] if fitting else -1
    return own[0][0] if own else -1


def jumps(position: Position, routes: tuple[Route, ...]) -> Iterator[tuple[int, Hop]]:
    """Yield the square jumped over and the hop, for each jump."""
    for route in routes:
        at = route.name.square
        for hop in route.hops:
            over = over_of(at, hop.to, position.wrap)
            if over:
                yield over, hop
            at = hop.to


@cache
def over_of(at: int, to: int, wrap: bool) -> int:
    """Return the square that a hop passes over, or 0 for a step."""
    for direction in range(8):
        near = beyond(at, direction, wrap)
        if near is not None and near != to and beyond(near, direction, wrap) == to:
            return near
    return 0


def _caught(position: Position, over: int, hop: Hop, used: set[int]) -> list[int]:
    there = [i for i, pod in enumerate(position.pods) if pod.square == over and i not in used]
    if hop.taken == ALL:
        return there
    names = [name.replace("-", "") for name in hop.taken]
    found = []
    for index in there:
        if position.pods[index].prongs in names:
            names.remove(position.pods[index].prongs)
            found.append(index)
    return found

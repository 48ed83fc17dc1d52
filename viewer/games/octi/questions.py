"""Questions that a partial move of Octi asks."""

from __future__ import annotations

from boche.engine.errors import BocheError
from boche.engine.games.octi.notation import ALL, Draft, Route, parse_move
from boche.engine.games.octi.position import Position
from boche.engine.games.octi.words import CAPTURES
from boche.engine.message import NOTHING, Message, Phrase
from boche.viewer.games.octi import words
from boche.viewer.games.octi.moves import effect_of, jumps, over_of, read, steps_of


def asks(position: Position, text: str, *, ahead: bool = False) -> Message:
    """Return the question that a partial move asks; ``ahead`` is one whose last step is not made.

    Such a step lands first, and only then asks what is captured.
    """
    begun = text.replace("?", "").replace("-,", ",").rstrip("-+")
    made = read(text)
    assert isinstance(made, Draft)
    if ahead and made.mark == "?":
        lands = words.LANDS if passes_enemies(position, text) else words.LANDS_OWN
        count, square = len(passed(position, text)), effect_of(position, text).asks
        return words.ASKS(begun=begun, question=lands(count=count, square=square))
    return words.ASKS(begun=begun, question=_question(position, made, text))


def _question(position: Position, made: Draft, text: str) -> Message:
    if made.mark == "?":
        phrase = words.CAPTURE_WHAT if passes_enemies(position, text) else words.CAPTURE_OWN
        return phrase(count=len(passed(position, text)), square=effect_of(position, text).asks)
    if made.mark == "+":
        return words.WHICH_OLD() if made.new else words.WHICH_PRONG()
    route = made.routes[made.at]
    if route.hops:
        if route.hops[-1].taken:
            return words.CAPTURED_ON_OR_STOP(captures=captures(position, text))
        return spares(position, route, words.SPARED_ON_OR_STOP) or words.ON_OR_STOP()
    if len(made.routes) > 1:
        return words.WHERE_GOES(pod=str(route.name))
    if any("," in step.text for step in steps_of(position, str(made))):
        return words.WHERE_TO_OR_MORE(square=route.name.square)
    return words.WHERE_TO()


def passed(position: Position, text: str) -> list[int]:
    """Return the indices of the pods that may be captured now."""
    after = effect_of(position, text)
    movers = {index for index, _ in after.movers}
    there = (index for index, pod in enumerate(position.pods) if pod.square == after.asks)
    return [index for index in there if index not in movers]


def passes_enemies(position: Position, text: str) -> bool:
    """Return whether the pods that may be captured now are the other side's."""
    return any(position.pods[index].colour != position.turn for index in passed(position, text))


def once(position: Position, text: str) -> Message:
    """Return a message shown once, when several pods can move together and one is chosen."""
    made = read(text)
    if not isinstance(made, Draft):
        return NOTHING
    more = _question(position, made, text).kind == words.WHERE_TO_OR_MORE.kind
    return words.MOVE_TOGETHER() if more else NOTHING


def captures(position: Position, text: str) -> tuple[Message, ...]:
    """Return what a move, or a partial one, captures and where: of the other side's, of one's own.

    Each is left out if there is nothing. Of a stack that is captured in part it says which pods.
    """
    victims = effect_of(position, text).victims
    pods = [position.pods[index] for index in victims]
    found: list[Message] = []
    partly = dict[int, Message]()
    for square in dict.fromkeys(pod.square for pod in pods if pod.colour != position.turn):
        there = [i for i, pod in enumerate(position.pods) if pod.square == square]
        spared = [position.pods[i].prongs for i in there if i not in victims]
        if spared:
            captured = [position.pods[i].prongs for i in there if i in victims]
            partly[square] = _in_part(square, captured, spared)
    found += partly.values()
    for phrase, own in ((CAPTURES, False), (words.CAPTURES_OWN, True)):
        squares = [
            pod.square
            for pod in pods
            if (pod.colour == position.turn) == own and pod.square not in partly
        ]
        if squares:
            found.append(phrase(count=len(squares), squares=tuple(dict.fromkeys(squares))))
    return tuple(found)


def _in_part(square: int, captured: list[str], spared: list[str]) -> Message:
    """Return what a move captures of a stack, by the prongs of its pods, and what it spares."""
    if set(captured) & set(spared):  # no words tell these apart
        count = len(captured)
        return words.CAPTURES_ONE_OF(count=count, of=count + len(spared), square=square)
    named = [tuple(prongs or words.POD_WITHOUT() for prongs in dict.fromkeys(each))
             for each in (captured, spared)]  # fmt: skip
    return words.CAPTURES_SOME(captured=named[0], square=square, spared=named[1])


def spares(position: Position, route: Route, phrase: Phrase) -> Message:
    """Return a phrase on the pods that the last hop of a way passes and spares.

    Return nothing if there are none.
    """
    *_, before, last = (route.name.square, *(hop.to for hop in route.hops))
    over = over_of(before, last, position.wrap)
    if route.hops[-1].taken or not over:
        return NOTHING
    return phrase(count=max(len(position.pods_on(over)), 1), square=over)


def typed(position: Position, text: str) -> Message:
    """Return how a typed move is written that captures, if it jumps over enemies and spares all."""
    try:
        move = parse_move(text)
    except BocheError:
        return NOTHING
    enemies = {pod.square for pod in position.pods if pod.colour != position.turn}
    passed = [over for over, _ in jumps(position, move.routes) if over in enemies]
    spares_all = not any(hop.taken for route in move.routes for hop in route.hops)
    if not passed or not spares_all or not position.is_legal(move):
        return NOTHING
    routes = tuple(_capturing(position, route, enemies) for route in move.routes)
    return words.WRITE_X(move=str(move._replace(routes=routes)))


def _capturing(position: Position, route: Route, enemies: set[int]) -> Route:
    """Return a way on which each jump over enemies captures them."""
    hops, at = [], route.name.square
    for hop in route.hops:
        jumped = over_of(at, hop.to, position.wrap) in enemies
        hops.append(hop._replace(taken=ALL) if jumped else hop)
        at = hop.to
    return route._replace(hops=tuple(hops))

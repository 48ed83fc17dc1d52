"""Threats in Octi: pods that one move would capture, and home squares that it would take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from boche.engine.games.octi import rules, words
from boche.engine.games.octi.board import copy_board
from boche.engine.games.octi.geometry import COLOURS, HOMES, Colour, number_of, other, square_of
from boche.engine.games.octi.notation import ALL, Hop, Move, Route
from boche.engine.games.octi.position import Position
from boche.engine.games.octi.turns import Turn, prongs_on
from boche.engine.message import Message
from boche.engine.threats import CAPTURE, Threat, in_danger, named, threats_of


class Way(NamedTuple):
    """A pod's way: the numbers of the squares it lands on, and of those jumped over, -1 for none.

    Both are in order, one for each hop.
    """

    landings: tuple[int, ...]
    overs: tuple[int, ...]


class Stack(NamedTuple):
    """The pods of one square that can move: their prongs, and the ways of each.

    ``going`` of the pods on the square leave it. Of several ways to one square, and over one
    square, the first that was found is kept.
    """

    square: int
    masks: tuple[int, ...]
    going: int
    landing: tuple[dict[int, Way], ...]
    jumping: tuple[dict[int, Way], ...]


def threats(position: Position) -> list[Threat]:
    """Return the threats of both colours: captures of a square's pods, and wins on home squares.

    For each square that pods can be captured from, and each that pods can capture from, there is
    one of the ``moves``, which captures all pods there. ``aims`` are the squares captured or taken
    as homes. It is not looked for moves that leave the opponent without any.
    """
    return [threat for colour in COLOURS for threat in _of(position.with_turn(colour), colour)]


def carries_out(position: Position, threat: Threat, move: str) -> bool:
    """Return whether a legal move captures a pod on the square that a threat is about."""
    [square], after = threat.aims, position.play(move)
    own = [pod for pod in position.pods_on(square) if pod.colour != threat.colour]
    left = [pod for pod in after.pods_on(square) if pod.colour != threat.colour]
    return len(left) < len(own)


def deeds_of(position: Position, move: str) -> Iterator[Message]:
    """Yield what a legal move does: the move itself, then what it wins, saves and threatens."""
    turn, opponent, made = position.turn, other(position.turn), position.parse(move)
    after = position.play(made)
    yield _move_itself(position, made, after)
    stood, left = _standing(position), _standing(after)
    taken = stood[opponent] - left[opponent]
    if taken:
        yield words.CAPTURES(count=taken.total(), squares=named(tuple(map(str, sorted(taken)))))
    brought = 1 if made.is_bring else 0
    own = stood[turn].total() + brought - left[turn].total()
    if own:
        yield words.CAPTURES_OWN(count=own)
    homes = {*after.homes_held(turn)} - {*position.homes_held(turn)}
    if homes:
        yield words.TAKES_HOMES(count=len(homes), squares=tuple(map(str, sorted(homes))))
    if after.outcome is not None or after.turn == turn:
        return
    before, then = in_danger(position), in_danger(after)
    # Pods that go away are safe because they have gone, which the move itself says.
    stayed = {at for at in left[turn] if left[turn][at] >= stood[turn][at] > 0}
    saved = before[turn] & stayed - then[turn]
    if saved:
        yield words.SAVES(squares=named(tuple(map(str, sorted(saved)))))
    new = then[opponent] - before[opponent]
    if new and not any(each.wins and each.colour == opponent for each in threats_of(after)):
        yield words.THREATENS(squares=named(tuple(map(str, sorted(new)))))


def loss_by(position: Position, move: str) -> Message | None:
    """Return which of the opponent's pods a legal move captures, as their owner is told."""
    opponent = other(position.turn)
    taken = _standing(position)[opponent] - _standing(position.play(move))[opponent]
    if not taken:
        return None
    squares = named(tuple(map(str, sorted(taken))))
    return words.CAPTURES_YOURS(
        colour=position.turn.capitalize(), count=taken.total(), squares=squares
    )


def _move_itself(position: Position, made: Move, after: Position) -> Message:
    """Return what a move is."""
    square, count = str(made.square), len(position.pods_on(made.square))
    if made.old:
        return words.TURNS(prong=made.new, old=made.old, square=square, count=count)
    if made.new:
        return words.ADDS(prong=made.new, square=square, count=count)
    if made.is_bring:
        turn = position.turn
        back = after.store(turn).captured < position.store(turn).captured
        return (words.BRINGS_BACK if back else words.BRINGS_ON)(square=square)
    ends = dict.fromkeys(str(route.hops[-1].to) for route in made.routes)
    return words.MOVES(count=len(made.routes), square=square, ends=tuple(ends))


def _standing(position: Position) -> dict[str, Counter[int]]:
    """Return how many pods of each colour stand on each square."""
    found: dict[str, Counter[int]] = {colour: Counter() for colour in COLOURS}
    for pod in position.pods:
        found[pod.colour][pod.square] += 1
    return found


def _of(position: Position, colour: Colour) -> Iterator[Threat]:
    """Yield the threats of a colour that is to move."""
    start = Turn(position.geometry, position.variant, copy_board(position.board))
    stacks = [stack for square in _squares(start) for stack in _stacks(start, square)]
    homes = [(move, aims) for stack in stacks for move, aims in _to_homes(position, start, stack)]
    if homes:
        yield _homes(colour, homes)
    captures = dict[int, dict[int, Move]]()
    for stack in stacks:
        for over, move in _captures(start, stack):
            captures.setdefault(over, {}).setdefault(stack.square, move)
    for over in sorted(captures):
        moves = list(captures[over].values())
        yield _capture(colour, square_of(over), len(prongs_on(start.board, over)), moves)


# -- where pods can go


def _squares(start: Turn) -> list[int]:
    side = start.board.info[rules.TURN]
    return [square for square in range(rules.SQUARES) if start.board.side[square] == side]


def _stacks(start: Turn, square: int) -> Iterator[Stack]:
    """Yield what the pods of a square can do: one that goes alone, and all that go together.

    Only if all go do they leave the square empty, for each other to land on.
    """
    masks = prongs_on(start.board, square)
    for going in sorted({1, len(masks)}):
        ways = [_ways(start, square, mask, going) for mask in masks]
        able = [index for index, (landing, _) in enumerate(ways) if landing]
        if going == 1 or len(able) == len(masks):
            yield Stack(
                square,
                tuple(masks[index] for index in able),
                going,
                tuple(ways[index][0] for index in able),
                tuple(ways[index][1] for index in able),
            )


def _ways(start: Turn, square: int, mask: int, going: int) -> tuple[dict[int, Way], dict[int, Way]]:
    """Return a way of a pod to each square that it can land on, and over each that it can jump.

    ``going`` pods leave its square.
    """
    geometry, board = start.geometry, start.board
    prongs = [direction for direction in range(8) if mask >> direction & 1]
    landing, jumping = dict[int, Way](), dict[int, Way]()
    info = board.info
    info[rules.SOURCE], info[rules.MOVERS] = square, going
    for direction in prongs:
        if rules.can_step(geometry, board, square, direction):
            to = geometry.next[8 * square + direction]
            landing.setdefault(to, Way((to,), (-1,)))
    waiting, seen = [Way((), ())], set[tuple[int, frozenset[int]]]()
    while waiting:
        way = waiting.pop(0)
        at = way.landings[-1] if way.landings else square
        if (at, frozenset(way.overs)) in seen:
            continue
        seen.add((at, frozenset(way.overs)))
        if way.landings:
            landing.setdefault(at, way)
            jumping.setdefault(way.overs[-1], way)
        for direction in prongs:
            over = geometry.next[8 * at + direction]
            if over not in way.overs and rules.can_jump(geometry, board, at, direction):
                to = geometry.next[8 * over + direction]
                waiting.append(Way((*way.landings, to), (*way.overs, over)))
    info[rules.SOURCE], info[rules.MOVERS] = -1, 0
    return landing, jumping


def _route(start: Turn, square: int, mask: int, way: Way, taken: int | None) -> Route:
    """Return a pod's way as it is written; it captures what it jumps over on one square."""
    hops = tuple(
        Hop(square_of(to), ALL if over == taken else ())
        for to, over in zip(way.landings, way.overs, strict=True)
    )
    return Route(start.name_of(square * 256 + start.geometry.rank[mask]), hops)


def _move(start: Turn, stack: Stack, ways: Sequence[Way | None], taken: int | None = None) -> Move:
    """Return the move in which pods of a stack go some ways; for None any, if all have to go."""
    if stack.going > 1:
        ways = [way or next(iter(stack.landing[i].values())) for i, way in enumerate(ways)]
    routes = [
        _route(start, stack.square, mask, way, taken)
        for mask, way in zip(stack.masks, ways, strict=True)
        if way is not None
    ]
    return Move(tuple(sorted(routes, key=str)))


# -- captures and homes


def _captures(start: Turn, stack: Stack) -> Iterator[tuple[int, Move]]:
    """Yield the opponent's squares that a pod of a stack can jump over, each with a move."""
    opponent = 1 - start.board.info[rules.TURN]
    for index, jumping in enumerate(stack.jumping):
        for over, way in jumping.items():
            if start.board.side[over] == opponent:
                ways = [way if i == index else None for i in range(len(stack.masks))]
                yield over, _move(start, stack, ways, over)


def _to_homes(
    position: Position, start: Turn, stack: Stack
) -> Iterator[tuple[Move, tuple[int, ...]]]:
    """Yield a move with which pods of a stack take the home squares that are lacking, if any."""
    board, side = start.board, start.board.info[rules.TURN]
    targets = [number_of(square) for square in HOMES[other(COLOURS[side])]]
    held = {home for home in targets if board.side[home] == side}
    lacking = [home for home in targets if home not in held]
    choices = [(home,) for home in lacking] if position.variant.bases == 1 else [tuple(lacking)]
    leaves = stack.going == board.number[stack.square]
    most = len(stack.masks) if leaves else board.number[stack.square] - 1
    for choice in choices:
        # A home that all pods leave has to be taken again.
        again = (stack.square,) if leaves and stack.square in held else ()
        wanted = choice + again
        for pods in permutations(range(len(stack.masks)), len(wanted)):
            ends = dict(zip(pods, wanted, strict=True))
            if len(wanted) <= most and all(end in stack.landing[i] for i, end in ends.items()):
                ways = [
                    stack.landing[i][ends[i]] if i in ends else None
                    for i in range(len(stack.masks))
                ]
                yield _move(start, stack, ways), tuple(map(square_of, choice))
                break


# -- in words


def _homes(colour: Colour, found: Sequence[tuple[Move, tuple[int, ...]]]) -> Threat:
    moves = tuple(dict.fromkeys(str(move) for move, _ in found))
    squares = tuple(dict.fromkeys(square for _, aims in found for square in aims))
    return Threat(
        colour=colour,
        kind="homes",
        moves=moves,
        places=tuple(map(str, squares)),
        aims=squares,
        can=words.CAN_TAKE_HOMES,
        lets=words.LETS_TAKE_HOMES,
        values={"moves": named(moves)},
    )


def _capture(colour: Colour, square: int, count: int, moves: Sequence[Move]) -> Threat:
    texts = tuple(map(str, moves))
    return Threat(
        colour=colour,
        kind=CAPTURE,
        moves=texts,
        places=tuple(dict.fromkeys(str(move.square) for move in moves)),
        aims=(square,),
        can=words.CAN_CAPTURE,
        lets=words.LETS_CAPTURE,
        values={"square": square, "count": count, "moves": named(texts)},
    )

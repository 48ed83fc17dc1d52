"""Resolution of a move as written to the rules' move, or to the reason why it is illegal.

A square alone may stand for a pod of a stack, pods may come in any order, and two of them may
share a capture. The resolved move names each pod in full where needed, sorts pods by their prongs,
and assigns each capture to the first pod that jumps there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from boche.engine.errors import IllegalMoveError
from boche.engine.games.octi import rules, words
from boche.engine.games.octi.geometry import (
    COMPASS,
    LETTERS,
    letters_of,
    mask_of,
    number_of,
    square_of,
)
from boche.engine.games.octi.notation import ALL, BARE, Draft, Hop, Move, Name, Route
from boche.engine.games.octi.turns import Turn, kind_number, prongs_on
from boche.engine.message import Message

JUMPS = 8  # hop codes from here on are jumps
SHOWN = 4  # most moves listed for an ambiguous text


Wanted = dict[int, list[tuple[str, ...]]]


class Path(NamedTuple):
    """A moving pod: its prongs as a mask, its hops as the rules' codes, and as in the route."""

    mask: int
    codes: tuple[int, ...]
    hops: tuple[Hop, ...]


def resolve(start: Turn, move: Move) -> Turn:
    """Return the whole turn that ``move`` makes from the beginning of a turn.

    Raises ``IllegalMoveError`` with the reason, without the move's text as a prefix.
    """
    if move.is_bring:
        return bring(start, move)
    square = move.square
    if any(route.name.square != square for route in move.routes):
        squares = tuple(sorted({route.name.square for route in move.routes}))
        raise IllegalMoveError(words.SEVERAL_SQUARES(squares=squares))
    masks = own_pods(start, square)
    if move.new:
        return unique_turn(
            move, [turned(start, move, mask) for mask in named(move.routes[0].name, masks)]
        )
    if len(move.routes) > len(masks):
        raise IllegalMoveError(words.TOO_MANY(square=square, count=len(masks)))
    return unique_turn(
        move, (routed(start, move, kinds) for kinds in assignments(start, move, masks))
    )


def unique_turn(move: Move, found: Iterable[Turn | IllegalMoveError]) -> Turn:
    """Return the only turn found; else raise the first reason, or an error that lists the turns."""
    turns: list[Turn] = []
    reason: IllegalMoveError | None = None
    for each in found:
        if not isinstance(each, Turn):
            reason = reason or each
        elif not any(each.move == other.move for other in turns):
            turns.append(each)
        if len(turns) >= SHOWN:
            break
    if len(turns) == 1:
        return turns[0]
    if turns:
        raise IllegalMoveError(
            words.AMBIGUOUS(moves=tuple(sorted(str(each.move) for each in turns)))
        )
    raise reason or IllegalMoveError(words.NO_POD_CAN())


def own_pods(start: Turn, square: int) -> list[int]:
    """Return the masks of the side to move's pods on a square, sorted by their letters."""
    board, number = start.board, number_of(square)
    if board.number[number] == 0:
        raise IllegalMoveError(words.NO_POD(square=square))
    if board.side[number] != board.info[rules.TURN]:
        raise IllegalMoveError(words.NOT_YOURS(square=square))
    return sorted(prongs_on(board, number), key=letters_of)


def named(name: Name, masks: list[int]) -> list[int]:
    """Return the masks a name may mean; a square alone means a bare pod if any, else all pods."""
    if name.prongs is not None:
        mask = mask_of(name.prongs)
        if mask not in masks:
            pods = tuple(letters_of(m) or words.BARE_ONE() for m in dict.fromkeys(masks))
            raise IllegalMoveError(
                words.NO_SUCH_POD(square=name.square, prongs=name.prongs, pods=pods)
            )
        return [mask]
    return [0] if 0 in masks else list(dict.fromkeys(masks))


def assignments(start: Turn, move: Move, masks: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield the ways to assign a kind to each route, none more often than there are such pods.

    A kind that lacks the prongs for a route is left out unless no other kind can be meant.
    """
    choices = []
    for route in move.routes:
        codes, kinds = codes_of(start, route), named(route.name, masks)
        fitting = [m for m in kinds if all(m >> code % 8 & 1 for code in codes)]
        choices.append(fitting or kinds[:1])
    there, found = Counter(masks), False
    for chosen in product(*choices):
        if not Counter(chosen) - there:
            found = True
            yield chosen
    if not found:
        pods = tuple(str(route.name) for route in move.routes)
        raise IllegalMoveError(words.TOO_MANY_ALIKE(pods=pods, square=move.square))


# -- prongs and pods brought on


def bring(start: Turn, move: Move) -> Turn:
    """Return the turn that brings on a pod."""
    number = number_of(move.square)
    step = rules.BRING << 16 | number
    if step in start.steps():
        return start.step(step)
    raise IllegalMoveError(why_no_bring(start, number))


def why_no_bring(start: Turn, number: int) -> Message:
    """Return the reason why no pod can be brought on to a square."""
    board, geometry = start.board, start.geometry
    side, square = board.info[rules.TURN], square_of(number)
    if geometry.home[number] == 0:
        return words.NO_HOME(square=square)
    if board.side[number] == 1 - side:
        return words.ENEMY_THERE(square=square)
    if geometry.home[number] != 1 + side and board.side[number] != side:
        return words.ENEMY_HOME(square=square)
    if board.info[rules.IN_POOL + side] == 0:
        return words.NO_RESERVE()
    if rules.homes_taken(geometry, board, side) == 0:
        return words.NO_HOME_HELD()
    return words.NOT_BESIDE(square=square)


def turned(start: Turn, move: Move, mask: int) -> Turn | IllegalMoveError:
    """Return the turn that adds or turns a prong of one kind of pod, or the error if it cannot."""
    pod, new = move.routes[0].name, LETTERS.index(move.new)
    square = number_of(pod.square)
    has, hand = letters_of(mask), start.board.info[rules.IN_HAND + start.board.info[rules.TURN]]
    if mask >> new & 1:
        reason = words.HAS_PRONG(square=pod.square, prong=move.new, prongs=has)
        return IllegalMoveError(reason)
    if move.old and move.old not in has:
        return IllegalMoveError(words.NO_PRONG_TO_TURN(square=pod.square, prong=move.old))
    if not move.old and hand == 0:
        return IllegalMoveError(words.NO_PRONG_LEFT())
    turn = start.step(rules.PRONGS_OF << 16 | square * 256 + start.geometry.rank[mask])
    if not move.old:
        return turn.step(rules.ADD << 16 | new)
    return turn.step(rules.FRESH << 16 | new).step(rules.OLD << 16 | LETTERS.index(move.old))


# -- pods that move


def routed(start: Turn, move: Move, masks: tuple[int, ...]) -> Turn | IllegalMoveError:
    """Return the turn in which pods of these kinds take a move's routes, or the error."""
    try:
        paths = [
            Path(mask, codes_of(start, route), route.hops)
            for mask, route in zip(masks, move.routes, strict=True)
        ]
        wanted = captures(start, paths, move.square)
        paths.sort(key=lambda path: (letters_of(path.mask), path.codes))
        turn = chosen(start, move.square, [path.mask for path in paths])
        for path in paths:
            turn = follow(turn, path, wanted)
    except IllegalMoveError as error:
        return error
    return turn


def codes_of(start: Turn, route: Route) -> tuple[int, ...]:
    """Return a route's hops as the rules' codes. Raises ``IllegalMoveError`` for a bad hop."""
    at, codes = number_of(route.name.square), list[int]()
    for hop in route.hops:
        code = code_of(start.geometry, at, number_of(hop.to))
        here = square_of(at)
        if code is None:
            raise IllegalMoveError(words.NOT_IN_REACH(square=here, to=hop.to))
        if codes and (code < JUMPS or codes[-1] < JUMPS):
            raise IllegalMoveError(words.STEP_AND_JUMP(square=here, to=hop.to))
        if code < JUMPS and hop.taken:
            raise IllegalMoveError(words.STEP_CAPTURES(square=here, to=hop.to))
        codes.append(code)
        at = number_of(hop.to)
    return tuple(codes)


def code_of(geometry: rules.Geometry, at: int, to: int) -> int | None:
    """Return the hop between two numbered squares: a direction, plus 8 for a jump, or None."""
    for direction in range(8):
        near = geometry.next[8 * at + direction]
        if near == to:
            return direction
        if near >= 0 and geometry.next[8 * near + direction] == to:
            return JUMPS + direction
    return None


def captures(start: Turn, paths: list[Path], square: int) -> Wanted:
    """Return the captures wanted on each square jumped over, one entry per hop that names any."""
    wanted: Wanted = {}
    for path in paths:
        at = number_of(square)
        for code, hop in zip(path.codes, path.hops, strict=True):
            over = start.geometry.next[8 * at + code % 8]
            if hop.taken:
                wanted.setdefault(over, []).append(hop.taken)
            at = number_of(hop.to)
    return wanted


def chosen(start: Turn, square: int, masks: list[int]) -> Turn:
    """Return the turn with pods of these kinds, sorted, chosen to move."""
    turn, number = start, number_of(square)
    for i, mask in enumerate(masks):
        rank = start.geometry.rank[mask]
        step = rules.ALSO << 16 | rank if i else rules.MOVE_OF << 16 | number * 256 + rank
        if step not in turn.steps():
            raise IllegalMoveError(why_fixed(square, mask))
        turn = turn.step(step)
    return turn


def why_fixed(square: int, mask: int) -> Message:
    """Return the reason why a pod cannot move at all."""
    if mask == 0:
        return words.NO_PRONGS(square=square)
    return words.NO_WAY(square=square, prongs=letters_of(mask))


def follow(turn: Turn, path: Path, wanted: Wanted) -> Turn:
    """Return the turn after the current pod's path; remove its captures from ``wanted``."""
    before, mover = turn, turn.board.info[rules.MOVER]
    for i in range(len(path.codes)):
        turn = after_hop(before, turn, path, i)
        if turn.stage == rules.CAPTURE:
            turn = turn.step(capture(turn, wanted))
    return turn.step(rules.STOP << 16) if is_under_way(turn, mover) else turn


def after_hop(before: Turn, turn: Turn, path: Path, i: int) -> Turn:
    """Return the turn after hop ``i`` of a pod; ``before`` is the turn before its first hop."""
    kind = rules.STEP if path.codes[i] < JUMPS else rules.JUMP
    step = kind << 16 | path.codes[i] % 8
    if not is_under_way(turn, before.board.info[rules.MOVER]) or step not in turn.steps():
        raise IllegalMoveError(why_no_hop(before, path, i))
    return turn.step(step)


def is_under_way(turn: Turn, mover: int) -> bool:
    """Return whether the pod with index ``mover`` still has a choice to make."""
    return not turn.whole and turn.board.info[rules.MOVER] == mover


def capture(turn: Turn, wanted: Wanted) -> int:
    """Return the step that makes the wanted captures on the square jumped over.

    Two pods that jump over it may name different pods there, or both the only one of a kind.
    """
    over = turn.board.info[rules.OVER]
    asked, there, chosen = wanted.pop(over, []), turn.victims(), 0
    if ALL in asked:
        return rules.TAKE << 16 | (1 << len(there)) - 1
    for names in asked:
        for missing in Counter(names) - Counter(there):
            pods = tuple(_name(name) for name in there)
            reason = words.NOT_THERE(pod=_name(missing), square=square_of(over), pods=pods)
            raise IllegalMoveError(reason)
    left = Counter(name for names in asked for name in names)
    for i, name in enumerate(there):
        if left[name] > 0:
            left[name] -= 1
            chosen |= 1 << i
    return rules.TAKE << 16 | chosen


def why_no_hop(before: Turn, path: Path, i: int) -> Message:
    """Return the reason why a pod cannot make its hop ``i``."""
    board, geometry, code = before.board, before.geometry, path.codes[i]
    at, direction = board.info[rules.SOURCE], code % 8
    overs = []
    for earlier, hop in zip(path.codes[:i], path.hops, strict=False):
        overs.append(geometry.next[8 * at + earlier % 8])
        at = number_of(hop.to)
    near = geometry.next[8 * at + direction]
    if not path.mask >> direction & 1:
        source = square_of(board.info[rules.SOURCE])
        prong, way = LETTERS[direction], COMPASS[direction]
        return words.NO_PRONG(square=source, prong=prong, direction=way)
    if code < JUMPS:
        return words.ENEMY_AHEAD(square=square_of(near))
    if rules.stay(board, near) == 0:
        return words.NOTHING_TO_JUMP(square=square_of(near))
    if near in overs:
        return words.JUMPED_TWICE(square=square_of(near))
    return words.NOT_EMPTY(square=path.hops[i].to)


def _name(prongs: str) -> str:
    return words.WITHOUT_PRONGS() if prongs == BARE else prongs


# -- unfinished moves


def resume(start: Turn, draft: Draft) -> Turn:
    """Return the unfinished turn for ``draft``, whose pods must be named as in the steps.

    Raises ``IllegalMoveError`` if there is none.
    """
    square = draft.routes[0].name.square
    masks = own_pods(start, square)
    kinds = [named(route.name, masks)[0] for route in draft.routes]
    if draft.mark == "+":
        kind = kind_number(start.geometry, square, kinds[0])
        turn = checked(start, rules.PRONGS_OF << 16 | kind)
        return checked(turn, rules.FRESH << 16 | LETTERS.index(draft.new)) if draft.new else turn
    turn = chosen(start, square, kinds)
    for i, route in enumerate(draft.routes[: draft.at + 1]):
        path = Path(kinds[i], codes_of(start, route), route.hops)
        if i < draft.at:
            turn = follow(turn, path, captures(start, [path], square))
        else:
            turn = part_way(turn, path, draft.mark, captures(start, [path], square))
    return turn


def part_way(turn: Turn, path: Path, mark: str, wanted: Wanted) -> Turn:
    """Return the turn after the hops made so far; the mark ``?`` leaves the last capture open."""
    before = turn
    for i in range(len(path.codes)):
        turn = after_hop(before, turn, path, i)
        last = i == len(path.codes) - 1
        if turn.stage == rules.CAPTURE and not (last and mark == "?"):
            turn = turn.step(capture(turn, wanted))
    return turn


def checked(turn: Turn, step: int) -> Turn:
    """Return the turn after a step. Raises ``IllegalMoveError`` if there is no such step."""
    if step not in turn.steps():
        raise IllegalMoveError(words.NO_BEGINNING())
    return turn.step(step)

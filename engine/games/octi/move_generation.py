"""All legal moves of a position, in order, as far as they are asked for.

A stack may have more moves than a machine can hold: seven pods, each with its paths, and a choice
of captures behind them. So they are counted without being made, and made one by one.

Order: added prongs, then turned ones, pod by pod; pods brought on; then moves by their square, by
the pods that go (in dictionary order of their prongs), by the paths of the first, of the second
and so on (a shorter one first, then steps, then jumps, directions from ``a``); last by what is
captured, square by square in the order of the jumps (nothing first).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple, overload

from engine.games.octi import rules
from engine.games.octi.board import copy_board
from engine.games.octi.geometry import letters_of, square_of
from engine.games.octi.notation import ALL, BARE, Hop, Move, Name, Route
from engine.games.octi.turns import Turn, prongs_on


class PodPath(NamedTuple):
    """A pod's path: where each hop ends, and the square it jumps over (-1 for a step)."""

    landings: tuple[int, ...]
    overs: tuple[int, ...]

    @property
    def jumped(self) -> frozenset[int]:
        return frozenset(over for over in self.overs if over >= 0)


class Block:
    """The moves in which certain pods of one square go. ``names`` are sorted as their prongs."""

    def __init__(self, start: Turn, square: int, masks: tuple[int, ...]) -> None:
        self._start, self._square, self.masks = start, square, masks
        kinds = {mask: paths(start, square, mask, len(masks)) for mask in set(masks)}
        self._paths = [kinds[mask] for mask in masks]
        self._counts: dict[tuple[int, int, frozenset[int]], int] = {}
        self._victims: dict[int, list[str]] = {}

    def __len__(self) -> int:
        return self._below(0, 0, frozenset())

    def _below(self, i: int, least: int, jumped: frozenset[int]) -> int:
        """The moves in which pods from ``i`` on take paths from ``least`` on."""
        if i == len(self.masks):
            count = 1
            for over in jumped:
                count *= _choices(self.victims(over))
            return count
        key = (i, least, jumped)
        if key not in self._counts:
            self._counts[key] = sum(
                self._below(i + 1, self._least(i, at), jumped | self._paths[i][at].jumped)
                for at in range(least, len(self._paths[i]))
            )
        return self._counts[key]

    def _least(self, i: int, at: int) -> int:
        """Where the paths of the next pod begin: equal pods take theirs in order."""
        tied = i + 1 < len(self.masks) and self.masks[i + 1] == self.masks[i]
        return at if tied else 0

    def victims(self, over: int) -> list[str]:
        """The prongs of the pods on a square that do not go, sorted, ``-`` for a bare one."""
        if over not in self._victims:
            masks = list(prongs_on(self._start.board, over))
            for mask in self.masks if over == self._square else ():
                masks.remove(mask)
            self._victims[over] = [letters or BARE for letters in sorted(map(letters_of, masks))]
        return self._victims[over]

    def __getitem__(self, index: int) -> Move:
        taken: list[PodPath] = []
        least, jumped = 0, frozenset[int]()
        for i, own in enumerate(self._paths):
            for at in range(least, len(own)):
                below = self._below(i + 1, self._least(i, at), jumped | own[at].jumped)
                if index < below:
                    break
                index -= below
            taken.append(own[at])
            least, jumped = self._least(i, at), jumped | own[at].jumped
        return self._move(taken, self._captured(taken, index))

    def __iter__(self) -> Iterator[Move]:
        return self._from(0, [])

    def _from(self, least: int, taken: list[PodPath]) -> Iterator[Move]:
        """The moves that begin with these paths, made one by one: counting them could take ages."""
        i = len(taken)
        if i == len(self.masks):
            jumped = frozenset(over for path in taken for over in path.jumped)
            for choice in range(self._below(i, 0, jumped)):
                yield self._move(taken, self._captured(taken, choice))
            return
        for at in range(least, len(self._paths[i])):
            yield from self._from(self._least(i, at), [*taken, self._paths[i][at]])

    def _captured(self, taken: list[PodPath], index: int) -> dict[int, tuple[str, ...]]:
        """What is captured on each square, as the number of the choice says."""
        overs = dict.fromkeys(over for path in taken for over in path.overs if over >= 0)
        found: dict[int, tuple[str, ...]] = {}
        for over in reversed(overs):
            victims = self.victims(over)
            index, choice = divmod(index, _choices(victims))
            names = _chosen(victims, choice)
            found[over] = ALL if len(names) == len(victims) else names
        return found

    def _move(self, taken: list[PodPath], captured: dict[int, tuple[str, ...]]) -> Move:
        routes = []
        for mask, path in zip(self.masks, taken, strict=True):
            hops = tuple(
                Hop(square_of(to), captured.pop(over, ()))
                for to, over in zip(path.landings, path.overs, strict=True)
            )
            routes.append(Route(self._name(mask), hops))
        return Move(tuple(routes))

    def _name(self, mask: int) -> Name:
        kind = self._square * 256 + self._start.geometry.rank[mask]
        return self._start.name_of(kind)


def _groups(victims: list[str]) -> list[tuple[str, int]]:
    return [(name, victims.count(name)) for name in dict.fromkeys(victims)]


def _choices(victims: list[str]) -> int:
    """The number of ways to choose some of the victims, equal ones not told apart."""
    count = 1
    for _, number in _groups(victims):
        count *= number + 1
    return count


def _chosen(victims: list[str], choice: int) -> tuple[str, ...]:
    """The choice of that number: the first kind counts fastest, as in ``rules.generate``."""
    names: list[str] = []
    for name, number in _groups(victims):
        choice, some = divmod(choice, number + 1)
        names += [name] * some
    return tuple(names)


def paths(start: Turn, square: int, mask: int, going: int) -> list[PodPath]:
    """The paths of a pod, one of ``going`` that leave its square. The board must be one's own."""
    geometry, board = start.geometry, start.board
    found, info = [], board.info
    info[rules.SOURCE], info[rules.MOVERS] = square, going
    prongs = [direction for direction in range(8) if mask >> direction & 1]
    for direction in prongs:
        if rules.can_step(geometry, board, square, direction):
            found.append(PodPath((geometry.next[8 * square + direction],), (-1,)))
    stack = [PodPath((), ())]
    while stack:
        path = stack.pop()
        if path.overs:
            found.append(path)
        stack += reversed(list(_jumps(start, square, path, prongs)))
    info[rules.SOURCE], info[rules.MOVERS] = -1, 0
    return found


def _jumps(start: Turn, square: int, path: PodPath, prongs: list[int]) -> Iterator[PodPath]:
    """The paths with one more jump."""
    geometry, board = start.geometry, start.board
    at = path.landings[-1] if path.landings else square
    for direction in prongs:
        over = geometry.next[8 * at + direction]
        if over not in path.overs and rules.can_jump(geometry, board, at, direction):
            to = geometry.next[8 * over + direction]
            yield PodPath((*path.landings, to), (*path.overs, over))


class Moves(Sequence[Move]):
    """The legal moves. Length and items are found without making the others.

    In a crowded game even counting takes minutes; the first ones come at once.
    """

    def __init__(self, start: Turn) -> None:
        self._start = start
        self._plain = plain_moves(start)

    @cached_property
    def _blocks(self) -> list[Block]:
        return list(blocks_of(self._start))

    @cached_property
    def _numbers(self) -> list[int]:
        """The moves before each block, and all of them."""
        return list(accumulate([len(self._plain), *map(len, self._blocks)]))

    def __len__(self) -> int:
        return self._numbers[-1]

    def __bool__(self) -> bool:
        return any(True for _ in self)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        index = index + len(self) if index < 0 else index
        if not 0 <= index < len(self):
            raise IndexError(f"move {index} of {len(self)}")
        if index < len(self._plain):
            return self._plain[index]
        which = next(i for i, number in enumerate(self._numbers) if index < number)
        return self._blocks[which - 1][index - self._numbers[which - 1]]

    def __iter__(self) -> Iterator[Move]:
        yield from self._plain
        for block in self._blocks:
            yield from block

    def __repr__(self) -> str:
        return f"<{len(self)} moves of Octi>"


def plain_moves(start: Turn) -> list[Move]:
    """Prongs and pods brought on."""
    added, brought = list[Move](), list[Move]()
    for step in start.steps():
        if step >> 16 == rules.PRONGS_OF:
            turn = start.step(step)
            added += _prongs(turn)
        elif step >> 16 == rules.BRING:
            brought += _whole(start.step(step))
    return added + brought


def _prongs(turn: Turn) -> Iterator[Move]:
    """The prongs that may be added to a pod, then those that may be turned."""
    for step in turn.steps():
        after = turn.step(step)
        yield from _whole(after)
        if after.move is None:
            for last in after.steps():
                yield from _whole(after.step(last))


def _whole(turn: Turn) -> list[Move]:
    return [turn.move] if turn.move is not None else []


def blocks_of(start: Turn) -> Iterator[Block]:
    """The moves of pods, by square and by the pods that go."""
    start = Turn(start.geometry, start.variant, copy_board(start.board))
    board, side = start.board, start.board.info[rules.TURN]
    for square in range(rules.SQUARES):
        if board.side[square] != side:
            continue
        masks = sorted(prongs_on(board, square), key=letters_of)
        mobile = tuple(mask for mask in masks if paths(start, square, mask, 1))
        for chosen in _subsets(mobile):
            yield Block(start, square, chosen)


def _subsets(masks: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The sorted choices of at least one, equal ones not told apart, in dictionary order."""
    stack: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((), masks)]
    while stack:
        chosen, left = stack.pop()
        if chosen:
            yield chosen
        more = [i for i, mask in enumerate(left) if mask not in left[:i]]
        stack += [((*chosen, left[i]), left[i + 1 :]) for i in reversed(more)]

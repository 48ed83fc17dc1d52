"""Lazy generation of all legal moves of a position, in order.

A stack may have more moves than fit in memory: seven pods, each with its own paths, times a choice
of captures. So moves are counted without being created, and created one at a time.

Order: prongs added, then prongs turned, pod by pod; then pods brought on; then moves of pods.
Moves of pods are ordered by square, by the pods that go (in dictionary order of their prongs), by
the path of the first pod, of the second and so on (a shorter path before its continuations, steps
before jumps, directions from ``a``), and last by captures, square by square in the order of the
jumps (no capture first).
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property, partial
from itertools import accumulate
from typing import NamedTuple, Protocol, overload

from boche.engine.games.octi import rules
from boche.engine.games.octi.board import copy_board
from boche.engine.games.octi.geometry import LETTERS, letters_of, square_of
from boche.engine.games.octi.notation import ALL, Hop, Move, Name, Route
from boche.engine.games.octi.turns import Turn, prongs_on, staying


class PodPath(NamedTuple):
    """A pod's path: per hop its landing square, and the square jumped over (-1 for a step)."""

    landings: tuple[int, ...]
    overs: tuple[int, ...]

    @property
    def jumped(self) -> frozenset[int]:
        return frozenset(over for over in self.overs if over >= 0)


Ways = list[PodPath]
"""The paths of a pod."""


class Block:
    """The moves in which given pods of one square go; ``masks`` are sorted by their letters."""

    def __init__(
        self, start: Turn, square: int, masks: tuple[int, ...], ways: Callable[[int, int], Ways]
    ) -> None:
        self._start, self._square, self.masks = start, square, masks
        self._paths = [ways(mask, len(masks)) for mask in masks]
        self._counts: dict[tuple[int, int, frozenset[int]], int] = {}
        self._victims: dict[int, list[str]] = {}

    def __len__(self) -> int:
        return self._below(0, 0, frozenset())

    def _below(self, i: int, least: int, jumped: frozenset[int]) -> int:
        """Count the ways to go on from pod ``i``, with path indices of that pod from ``least``."""
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
        """Return the first path index for the next pod: equal pods take their paths in order."""
        tied = i + 1 < len(self.masks) and self.masks[i + 1] == self.masks[i]
        return at if tied else 0

    def victims(self, over: int) -> list[str]:
        """Return the sorted prongs of the pods on a square that stay, with ``-`` for a bare pod."""
        if over not in self._victims:
            going = self.masks if over == self._square else ()
            self._victims[over] = staying(self._start.board, over, going)
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
        """Yield the moves that begin with these paths, without counting them, which may be slow."""
        i = len(taken)
        if i == len(self.masks):
            jumped = frozenset(over for path in taken for over in path.jumped)
            for choice in range(self._below(i, 0, jumped)):
                yield self._move(taken, self._captured(taken, choice))
            return
        for at in range(least, len(self._paths[i])):
            yield from self._from(self._least(i, at), [*taken, self._paths[i][at]])

    def _captured(self, taken: list[PodPath], index: int) -> dict[int, tuple[str, ...]]:
        """Return the captures on each square for the choice with number ``index``."""
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
    """Return the number of ways to choose any of the victims, where equal ones do not differ."""
    count = 1
    for _, number in _groups(victims):
        count *= number + 1
    return count


def _chosen(victims: list[str], choice: int) -> tuple[str, ...]:
    """Return the choice with a number; the first kind varies fastest, as in ``rules.generate``."""
    names: list[str] = []
    for name, number in _groups(victims):
        choice, some = divmod(choice, number + 1)
        names += [name] * some
    return tuple(names)


def paths(start: Turn, square: int, mask: int, going: int) -> Ways:
    """Return the paths of a pod, one of ``going`` that leave its square. Changes ``start``'s board.

    The changes are undone before the return, but the board must not be shared.
    """
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
    """Yield the path's extensions by one more jump."""
    geometry, board = start.geometry, start.board
    at = path.landings[-1] if path.landings else square
    for direction in prongs:
        over = geometry.next[8 * at + direction]
        if over not in path.overs and rules.can_jump(geometry, board, at, direction):
            to = geometry.next[8 * over + direction]
            yield PodPath((*path.landings, to), (*path.overs, over))


class Part(Protocol):
    """Moves that follow each other."""

    def __len__(self) -> int:
        """Return their number."""

    def __getitem__(self, index: int, /) -> Move:
        """Return the move with an index below that."""

    def __iter__(self) -> Iterator[Move]:
        """Return an iterator that need not know their number."""


class Moves(Sequence[Move]):
    """The legal moves as a sequence. Length and items are found without creating the other moves.

    In a crowded position even counting takes minutes, but the first moves come at once.
    """

    def __init__(self, start: Turn) -> None:
        self._start = start
        self._plain = plain_parts(start)

    @cached_property
    def _parts(self) -> list[Part]:
        return [*self._plain, *blocks_of(self._start)]

    @cached_property
    def _numbers(self) -> list[int]:
        """Numbers of moves up to the end of each part."""
        return list(accumulate(map(len, self._parts)))

    def __len__(self) -> int:
        return self._numbers[-1] if self._numbers else 0

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
        which = bisect(self._numbers, index)
        return self._parts[which][index - (self._numbers[which - 1] if which else 0)]

    def __iter__(self) -> Iterator[Move]:
        for part in self._parts:
            yield from part

    def __repr__(self) -> str:
        return f"<{len(self)} moves of Octi>"


def plain_parts(start: Turn) -> list[Part]:
    """Return the moves that add or turn prongs, pod by pod, then those that bring on pods."""
    prongs, brought = list[Part](), list[Move]()
    for step in start.steps():
        if step >> 16 == rules.PRONGS_OF:
            prongs.append(Prongs(start, step))
        elif step >> 16 == rules.BRING:
            brought.append(Move((Route(Name(square_of(step & rules.WHAT))),)))
    return [*prongs, brought]


class Prongs:
    """The moves that add a prong to the pod of a first step, then those that turn one."""

    def __init__(self, start: Turn, step: int) -> None:
        self._pod = (Route(start.name_of(step & rules.WHAT)),)
        turn = start.step(step)
        steps = turn.steps()
        self._added = [each for each in steps if each >> 16 == rules.ADD]
        self._new = steps[len(self._added) :]
        # Those that may be given up are the same for each new one.
        self._old = turn.step(self._new[0]).steps() if self._new else []

    def __len__(self) -> int:
        return len(self._added) + len(self._new) * len(self._old)

    def __getitem__(self, index: int) -> Move:
        if index < len(self._added):
            return Move(self._pod, _letter(self._added[index]))
        new, old = divmod(index - len(self._added), len(self._old))
        return Move(self._pod, _letter(self._new[new]), _letter(self._old[old]))

    def __iter__(self) -> Iterator[Move]:
        return map(self.__getitem__, range(len(self)))


def _letter(step: int) -> str:
    return LETTERS[step & rules.WHAT]


def blocks_of(start: Turn) -> Iterator[Block]:
    """Yield the moves of pods in blocks, by square and by the pods that go."""
    start = Turn(start.geometry, start.variant, copy_board(start.board))
    board, side = start.board, start.board.info[rules.TURN]
    for square in range(rules.SQUARES):
        if board.side[square] != side:
            continue
        masks = sorted(prongs_on(board, square), key=letters_of)
        ways = cache(partial(paths, start, square))
        mobile = tuple(mask for mask in masks if ways(mask, 1))
        for chosen in _subsets(mobile):
            yield Block(start, square, chosen, ways)


def _subsets(masks: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the distinct non-empty selections from sorted masks, in dictionary order."""
    stack: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((), masks)]
    while stack:
        chosen, left = stack.pop()
        if chosen:
            yield chosen
        more = [i for i, mask in enumerate(left) if mask not in left[:i]]
        stack += [((*chosen, left[i]), left[i + 1 :]) for i in reversed(more)]

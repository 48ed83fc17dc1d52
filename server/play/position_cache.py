"""Cached positions by their moves: a move then takes one move's work, not a whole game's.

A position is found by a hash of all that leads to it, so none can be out of date, and a long game's
takes no more room than its board does.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from sys import getsizeof
from typing import Any, TypeVar

from boche.engine.game import OptionValue, Position
from boche.engine.games.registry import find
from boche.engine.position import BasePosition
from boche.server.database.store import Transaction, Work
from boche.server.infrastructure.byte_cache import ByteCache

T = TypeVar("T")

MOST = 48 * 2**20
"""Size of the cache in bytes."""

EVERY = 32
"""Interval at which positions of a replayed game are cached as well."""

AT_ONCE = 40
"""Moves that may be replayed while others wait: more than the interval of cached positions."""

TRIES = 3
"""Times a position is computed ahead of the work; it may have been evicted meanwhile."""

Key = tuple[int, bytes]


class ColdError(Exception):
    """A position that takes long to compute: ``warm`` computes it where no one waits."""

    def __init__(self, game: str, options: Mapping[str, OptionValue], moves: Sequence[str]) -> None:
        super().__init__(f"{len(moves)} moves of {game} are to be replayed")
        self._request = game, options, moves

    def warm(self) -> None:
        """Compute the position and cache it."""
        game, options, moves = self._request
        position_of(game, options, moves)


class _Hurry(threading.local):
    """A flag per thread: whether others wait for its work."""

    on = False


_hurry = _Hurry()


@contextmanager
def hurried() -> Iterator[None]:
    """Make ``position_of`` raise ``ColdError`` rather than take long, in this thread."""
    _hurry.on = True
    try:
        yield
    finally:
        _hurry.on = False


def unhurried(
    work: Work[T], do: Callable[[Work[T]], T],
    before: Callable[[Callable[[], None]], None] = lambda warm: warm(),
) -> T:  # fmt: skip
    """Read or write by ``do``, computing slow positions with ``before`` first.

    So no transaction stays open meanwhile, and the writing thread can serve others.
    """
    for _ in range(TRIES):
        try:
            return do(quick(work))
        except ColdError as error:
            before(error.warm)
    return do(work)


def quick(work: Work[T]) -> Work[T]:
    """Wrap the work so that it raises ``ColdError`` rather than take long."""

    def hurrying(transaction: Transaction) -> T:
        with hurried():
            return work(transaction)

    return hurrying


def position_of(game: str, options: Mapping[str, OptionValue], moves: Sequence[str]) -> Position:
    """Return the position after these moves from the start of a game with complete options.

    Raises ``IllegalMoveError`` or ``NotationError`` if they cannot be played.
    """
    cached = _cache.get(key_of(game, options, moves))
    if cached is not None:
        return _bare(cached)
    keys = list(_keys(game, options, moves))
    done, position = len(moves) - 1, None
    while done >= 0 and position is None:
        position = _cache.get(keys[done])
        done -= position is None
    done = max(done, 0)
    if _hurry.on and len(moves) - done > AT_ONCE:
        raise ColdError(game, options, moves)
    position = _bare(position) if position else find(game).start(options)
    for ply, move in enumerate(moves[done:], done + 1):
        position = position.play(move)
        if ply % EVERY == 0 and ply < len(moves):
            _cache.put(keys[ply], _bare(position))
    _cache.put(keys[-1], _bare(position))
    return position


def keep(
    game: str, options: Mapping[str, OptionValue], moves: Sequence[str], position: Position
) -> None:
    """Cache the position that these moves led to."""
    _cache.put(key_of(game, options, moves), _bare(position))


def key_of(game: str, options: Mapping[str, OptionValue], moves: Sequence[str]) -> Key:
    """Return the cache key of the position after these moves: short, however many there are."""
    whole = _start(game, options)
    whole.update("".join([f"{move}\n" for move in moves]).encode("utf-8", "surrogatepass"))
    return len(moves), whole.digest()


def _keys(game: str, options: Mapping[str, OptionValue], moves: Sequence[str]) -> Iterator[Key]:
    """Yield the keys of the start and of the position after each move."""
    whole = _start(game, options)
    yield 0, whole.digest()
    for ply, move in enumerate(moves, 1):
        whole.update(f"{move}\n".encode("utf-8", "surrogatepass"))
        yield ply, whole.digest()


def _start(game: str, options: Mapping[str, OptionValue]) -> Any:
    # A position is the same after an option has been added that is at its default.
    head = f"{game} {sorted(find(game).changed(options).items())}\n"
    return hashlib.blake2b(head.encode(), digest_size=16)


def _bare(position: Position) -> Position:
    """Return the position without its derived data, which takes more room than itself."""
    return position.bare() if isinstance(position, BasePosition) else position


def size_of(position: Position) -> int:
    """Return the size of a bare position in bytes, an upper estimate: shared numbers count, too."""
    board = getattr(position, "board", position)
    parts = board if isinstance(board, tuple) else (board,)
    return 1000 + 2 * sum(map(getsizeof, parts))


_cache: ByteCache[Position] = ByteCache(MOST, size_of)

"""A check for nearby wins that a beginner would see, one's own and the opponent's.

However few playouts a level has, it plays such a win, and does not leave one to the opponent if it
can avoid that, unless it overlooks it (``attention``). Wins and losses are proven by the rules, in
a separate search that tries all moves equally before it looks deeper. Weak levels look at the board
instead, where the game knows its threats.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import accumulate

from boche.engine.errors import BocheError
from boche.engine.game import Move, Position
from boche.engine.native.kernels import encoding_of
from boche.engine.players.attention import Attention, Natural, Notices
from boche.engine.search.params import PLAIN, Budget
from boche.engine.search.result import SearchResult
from boche.engine.search.searcher import Searcher
from boche.engine.search.steps import Steps
from boche.engine.threats import has_threats, threats_of

EVEN = replace(PLAIN, tactics=True, nodes=50_000)
"""Search parameters with which every move is tried once before any is tried again."""

MOST_LOOKS, MOST_DRAWN = 30, 100
"""Most moves to examine, and number of moves to draw if they cannot be listed.

If all of those lose, the search's best move is played."""


def sound_move(result: SearchResult, move: Move, playouts: int, rng: random.Random) -> Move:
    """Return ``move``, or a better one if it misses a nearby win or leaves one to the opponent.

    ``result`` is the result of a search of the position; each check gets ``playouts``.
    """
    position = result.position
    if result.proven is not None:
        return result.best
    tactical_check = TacticalCheck(position, playouts)
    if is_stepped(position):  # else every move has been tried before the search began
        winning = tactical_check.win(position)
        if winning is not None:
            return winning
    for candidate in _candidates(result, [move], tactical_check.threats, rng):
        if tactical_check.looks > MOST_LOOKS:
            break
        if tactical_check.is_safe(position, candidate):
            return candidate
    return result.best


def erring_move(
    result: SearchResult,
    order: Sequence[Move],
    playouts: int,
    attention: Attention,
    rng: random.Random,
) -> Move:
    """Return the move of a player who overlooks threats and does not always choose the best.

    It takes every win at hand. ``order`` has the moves that it considers, the one that it likes
    best first.
    """
    position = result.position
    kind = SightCheck if has_threats(position.game) else TacticalCheck
    check = kind(position, playouts, attention.notices)
    winning = check.win(position)
    if winning is not None:
        return winning
    for move in _candidates(result, order, check.threats, rng):
        if check.looks > MOST_LOOKS:
            break
        if check.is_safe(position, move):
            return move
    return order[0]


def wins_at_hand(position: Position, *, other: bool = False) -> Sequence[Move]:
    """Return a move for each threat to win at once, of the side to move or of the other one.

    There are none where threats are not known. That is quicker than a search, and misses none.
    """
    found = (each for each in threats_of(position) if each.wins)
    return [position.parse(each.moves[0]) for each in found
            if (each.colour != position.turn) == other]  # fmt: skip


def unaware(position: Position, natural: Sequence[Natural], breadth: float) -> list[Natural]:
    """Return the most natural moves for whoever overlooks a threat: none that stops it by chance.

    They have a share ``breadth`` of the chances of all those that leave it.
    """
    left = [each for each in natural if wins_at_hand(position.play(each[0]))]
    enough = breadth * sum(chance for _, chance in left)
    before = accumulate((chance for _, chance in left), initial=0.0)
    return [each for each, total in zip(left, before, strict=False) if total < enough]


def is_stepped(position: Position) -> bool:
    """Return whether the search makes the game's moves in several steps."""
    return Steps(encoding_of(position.game)).several


def _candidates(
    result: SearchResult, liked: Sequence[Move], threats: Sequence[Move], rng: random.Random
) -> Iterator[Move]:
    """Yield the moves that are liked, then alternatives.

    These are the search's best move, the opponent's threats (playing there may block them), and
    all other moves, or random ones if moves are made in steps.
    """
    yield from liked
    yield result.best
    yield from (threat for threat in threats if _after(result.position, threat) is not None)
    if not is_stepped(result.position):
        yield from (candidate.move for candidate in result.moves)
    else:
        for _ in range(MOST_DRAWN):
            yield result.position.random_move(rng)


class TacticalCheck:
    """A search for wins in positions of one game with the options of ``position``."""

    def __init__(
        self, position: Position, playouts: int, notices: Notices = lambda move: True
    ) -> None:
        self._start, self._budget, self._notices = position, Budget(simulations=playouts), notices
        self.threats: list[Move] = []  # moves found to win for the opponent, and noticed
        self.looks = 0

    @cached_property
    def _searcher(self) -> Searcher:
        return Searcher(self._start, EVEN)

    def wins(self, position: Position) -> Sequence[Move]:
        """Return the moves found that win for the side to move; here one at most."""
        self.looks += 1
        self._searcher.set_position(position)
        result = self._searcher.search(self._budget)
        return [result.best] if result.proven == position.turn else []

    def win(self, position: Position) -> Move | None:
        """Return a move that wins for the side to move, or None if none is found."""
        return next(iter(self.wins(position)), None)

    def is_safe(self, position: Position, move: Move) -> bool:
        """Return whether no win for the opponent is found after a move."""
        after = position.play(move)
        if after.outcome is not None:
            return after.outcome.winner in (None, position.turn)
        if any(_wins(after, threat) for threat in self.threats):
            return False
        threat = next((move for move in self.wins(after) if self._notices(move)), None)
        if threat is None:
            return True
        self.threats.append(threat)
        return False


class SightCheck(TacticalCheck):
    """The same by a look at the board, in a game whose threats are known: wins at once, all."""

    def wins(self, position: Position) -> Sequence[Move]:
        self.looks += 1
        return wins_at_hand(position)


def _wins(position: Position, move: Move) -> bool:
    """Return whether a move is legal and ends the game with a win for its player."""
    after = _after(position, move)
    outcome = after.outcome if after is not None else None
    return outcome is not None and outcome.winner == position.turn


def _after(position: Position, move: Move) -> Position | None:
    """Return the position after a move, or None if it is illegal."""
    try:
        return position.play(move)
    except BocheError:
        return None

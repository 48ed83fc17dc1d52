"""What a search says of a position."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.game import Move, Position


@dataclass(frozen=True)
class RootMove:
    """One legal move: how often it was looked at, and its worth to the side to move.

    In games whose moves are made in several steps ``move`` is the first step only, all moves that
    begin so counted together: what the game shows for it, such as the beginning of a move as text.
    ``str`` gives its text, and ``target_of`` of the game's picker takes it.
    ``value`` runs from 0 (lost) to 1 (won). ``proven`` is that value where it is certain: 1, 0,
    or 0.5 for a draw; else None. ``searched`` is False for a move that was not looked at itself,
    because by symmetry another says the same of it.
    """

    move: Move
    visits: int
    value: float
    proven: float | None = None
    searched: bool = True


@dataclass(frozen=True)
class SearchResult:
    """What a search found of ``position``.

    ``win`` is the probability for each colour, as the persons hold the colours now: where the
    swap is best, the side to move is counted as the winner that it then is. ``best`` is a whole
    move. ``moves`` are all legal moves, or all first steps of such (see ``RootMove``), the best
    first; ``line`` the expected moves, whole ones, ``best`` first. ``proven``: None, or the colour
    that wins for certain, or ``"draw"``. ``playouts`` counts random games, ``simulations`` ways
    down the tree; ``seconds`` is the time of the last search.
    Of several searches (``engine.search.reviewer``) ``spread`` is how far their chances lie apart,
    and ``named`` are the moves that any of them took for the best, if there are others.
    """

    position: Position
    best: Move
    win: Mapping[str, float]
    moves: tuple[RootMove, ...]
    line: tuple[str, ...]
    proven: str | None
    simulations: int
    playouts: int
    nodes: int
    seconds: float
    new_playouts: int = 0
    spread: float = 0.0
    named: tuple[str, ...] = ()

    @property
    def lost(self) -> bool:
        """Whether every move loses for certain."""
        return self.proven not in (None, "draw", self.position.turn)

    @property
    def advice(self) -> tuple[str, ...]:
        """The expected moves; none where all lose and none of them was looked at more than others.

        The order of moves says nothing then: its first is merely the first cell.
        """
        visits = [each.visits for each in self.moves]
        named = not self.lost or len(visits) < 2 or visits[0] > visits[1]
        return self.line if named else ()

    def expects(self, move: str) -> bool:
        """Whether a search took a move, given as text, for the best."""
        return str(self.position.parse(move)) in (self.line[0], *self.named)

    @property
    def playouts_per_s(self) -> float:
        """Random games a second in the last search."""
        return self.new_playouts / self.seconds if self.seconds > 0 else 0.0

    @property
    def simulations_per_s(self) -> float:
        """Simulations a second in the last search."""
        share = self.new_playouts / self.playouts if self.playouts else 0.0
        return share * self.simulations / self.seconds if self.seconds > 0 else 0.0

    def as_data(self) -> dict[str, Any]:
        """As JSON data; only moves that were looked at are listed."""
        return {
            "best": str(self.best),
            "win": dict(self.win),
            "proven": self.proven,
            "spread": self.spread,
            "line": list(self.line),
            "simulations": self.simulations,
            "playouts": self.playouts,
            "playouts_per_s": round(self.playouts_per_s),
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "moves": [
                {"move": str(m.move), "visits": m.visits, "value": m.value, "proven": m.proven}
                for m in self.moves
                if m.visits or m.proven is not None
            ],
        }


def rank(move: RootMove) -> tuple[int, float, float]:
    """The order of moves: proven wins, then by visits, proven losses last (the longest first)."""
    if move.proven is None:
        return (1, move.visits, move.value)
    return (1 + (move.proven > 0.5) * 1 - (move.proven < 0.5) * 1, move.visits, move.value)


def win_of(position: Position, moves: Sequence[RootMove]) -> tuple[dict[str, float], str | None]:
    """The probability of each colour, and what is proven, from the moves, best first."""
    colours = position.game.colours
    mover = position.turn
    other = next(colour for colour in colours if colour != mover)
    best = moves[0]
    value = best.value if math.isfinite(best.value) else 0.5
    certain = all(move.proven is not None for move in moves) or best.proven == 1.0
    proven = None
    if certain:
        proven = {1.0: mover, 0.0: other}.get(value, "draw")
    return {c: value if c == mover else 1.0 - value for c in colours}, proven

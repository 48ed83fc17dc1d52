"""Results of a search."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from boche.engine.game import Move, Position, seat_of


@dataclass(frozen=True)
class RootMove:
    """A legal move at the root: its visits, and its value to the side to move.

    In games whose moves are made in several steps ``move`` stands for the first step only, and the
    counts cover all moves that begin with it. It is what the game shows for that step, such as the
    beginning of a move as text; ``str`` gives its text, and ``target_of`` of the game's picker
    accepts it. ``value`` is from 0 (lost) to 1 (won). ``proven`` is the value if it is certain: 1,
    0, or 0.5 for a draw; else None. ``searched`` is False for a move that was not searched itself
    because another one is equivalent by symmetry.
    """

    move: Move
    visits: int
    value: float
    proven: float | None = None
    searched: bool = True


@dataclass(frozen=True)
class Candidate:
    """A whole move that a search considered.

    ``value`` is the chance of winning of the person to move, from 0 (lost) to 1 (won); ``proven``
    is the value if it is certain, else None. ``line`` has the whole moves expected, as far as they
    were searched enough, beginning with ``move``. ``step`` is the text of the ``RootMove`` that it
    begins with, if a running search told it. ``wins_in`` is the number of moves in which the winner
    wins if the move is proven and ``line`` leads to the end of the game by best play; else None.
    """

    move: Move
    visits: int
    value: float
    line: tuple[Move, ...]
    proven: float | None = None
    step: str = ""
    wins_in: int | None = None

    def __str__(self) -> str:
        return f"{self.value:.1%} of {self.visits:,} visits: {' '.join(map(str, self.line))}"

    @property
    def depth(self) -> int:
        """Number of moves of the line."""
        return len(self.line)

    def as_data(self) -> dict[str, Any]:
        """Return the candidate as JSON data."""
        return {
            "move": str(self.move),
            "visits": self.visits,
            "value": self.value,
            "proven": self.proven,
            "depth": self.depth,
            "line": [str(move) for move in self.line],
            **_length(self.wins_in),
        }


@dataclass(frozen=True)
class SearchResult:
    """The result of a search of ``position``.

    ``win`` is the winning probability of each colour, as the players hold the colours now: if the
    swap is the best move, its gain is credited to the side to move. ``best`` is a whole move.
    ``moves`` has all legal moves, or all their first steps (see ``RootMove``), best first; ``line``
    has the expected whole moves, beginning with ``best``. ``proven`` is None, the colour that is
    certain to win, or ``"draw"``. ``playouts`` counts random games, ``simulations`` descents of the
    tree; ``seconds`` is the time of the last search.
    For several searches (``engine.search.reviewer``) ``spread`` is the distance between their
    highest and lowest winning chance, and ``named`` lists the best moves of all of them.
    ``candidates`` has the best whole moves, ``best`` first, if they were asked for
    (``engine.search.candidates``). ``shortest`` says that ``line`` is the shortest way to the win
    that is proven, against the longest defence (``engine.review.proof``). Where every move loses,
    ``holding`` is the number of moves after which the winner cannot win at once and ``hasty`` that
    of all others, or both are None if they were not counted; ``alike`` says that all moves are
    known to lose equally fast.
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
    candidates: tuple[Candidate, ...] = ()
    shortest: bool = False
    holding: int | None = None
    hasty: int | None = None
    alike: bool = False

    @cached_property
    def wins_in(self) -> int | None:
        """Number of moves in which the winner wins by best play; None if it is not known."""
        return moves_to_win(self.position, self.line) if self.shortest else None

    @property
    def lost(self) -> bool:
        """True if every move is certain to lose."""
        return self.proven not in (None, "draw", self.position.turn)

    @property
    def advice(self) -> tuple[str, ...]:
        """Expected moves; none if all moves lose and the first had no more visits than the second.

        The order of moves means nothing then: the first is merely the first cell. The longest
        defence, if it is known, does mean something.
        """
        visits = [move.visits for move in self.moves]
        named = not self.lost or self.shortest or len(visits) < 2 or visits[0] > visits[1]
        return self.line if named else ()

    @property
    def whole_line(self) -> tuple[Move, ...]:
        """The moves of ``line`` as moves of the game."""
        position, moves = self.position, list[Move]()
        for text in self.line:
            moves.append(position.parse(text))
            position = position.play(moves[-1])
        return tuple(moves)

    def expects(self, move: str) -> bool:
        """Return whether a search found a move, given as text, the best or certain to win."""
        return str(self.position.parse(move)) in {self.line[0], *self.named, *self.winning}

    @property
    def winning(self) -> tuple[str, ...]:
        """Whole moves that are certain to win, as far as they are known."""
        if self.proven != self.position.turn:
            return ()
        sure = {str(one.move): one.proven == 1.0 for one in self.moves}
        if sure.keys() != set(map(str, self.position.legal_moves())):  # some are but first steps
            sure = {}
        sure |= {str(one.move): True for one in self.candidates if one.proven == 1.0}
        return tuple(text for text, wins in sure.items() if wins)

    @property
    def playouts_per_s(self) -> float:
        """Random games per second in the last search."""
        return self.new_playouts / self.seconds if self.seconds > 0 else 0.0

    @property
    def simulations_per_s(self) -> float:
        """Simulations per second in the last search."""
        share = self.new_playouts / self.playouts if self.playouts else 0.0
        return share * self.simulations / self.seconds if self.seconds > 0 else 0.0

    def as_data(self) -> dict[str, Any]:
        """Return the result as JSON data; moves without visits or proof are omitted."""
        return {
            "best": str(self.best),
            "win": dict(self.win),
            "proven": self.proven,
            **_length(self.wins_in),
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
            **(
                {"candidates": [candidate.as_data() for candidate in self.candidates]}
                if self.candidates
                else {}
            ),
        }


def moves_to_win(position: Position, moves: Sequence[Move | str]) -> int | None:
    """Return the number of moves that the winner makes in a line; None if nobody wins by it.

    It is 1 as well where the only move that is left is one of the loser's, and ends the game.
    """
    made = [0, 0]
    for move in moves:
        made[seat_of(position, position.turn)] += 1
        position = position.play(move)
    if position.outcome is None or position.outcome.winner is None:
        return None
    return max(made[seat_of(position, position.outcome.winner)], 1)


def _length(wins_in: int | None) -> dict[str, int]:
    """Return the length of a proven win as JSON data, if it is known."""
    return {} if wins_in is None else {"wins_in": wins_in}


def rank(move: RootMove) -> tuple[int, float, float]:
    """Return the sort key of a move; higher is better.

    Proven wins come first, then moves by visits; proven losses come last, most visits first.
    """
    if move.proven is None:
        return (1, move.visits, move.value)
    return (1 + (move.proven > 0.5) * 1 - (move.proven < 0.5) * 1, move.visits, move.value)


def win_of(
    position: Position, moves: Sequence[RootMove], drawn: bool = False
) -> tuple[dict[str, float], str | None]:
    """Return each colour's winning probability and what is proven; ``moves`` are best first.

    If the position is proven ``drawn``, the best move is, while others need not be proven.
    """
    colours = position.game.colours
    mover = position.turn
    other = next(colour for colour in colours if colour != mover)
    best = moves[0]
    value = best.value if math.isfinite(best.value) else 0.5
    certain = drawn or best.proven == 1.0 or all(move.proven is not None for move in moves)
    proven = None
    if certain:
        proven = {1.0: mover, 0.0: other}.get(value, "draw")
    return {c: value if c == mover else 1.0 - value for c in colours}, proven

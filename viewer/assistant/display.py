"""What the computer thinks, as it is shown and told: plain data and words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from viewer.table.state import Table

SWINGS, SMALL = 3, 0.05  # so many are marked, none smaller than this


@dataclass(frozen=True)
class Evaluation:
    """What is thought of a position. ``first`` is the chance (0 to 1) of who moved first.

    After a swap that person has the other colour: ``win`` has the chances by colour. ``proven``
    is the colour that wins for certain, ``"draw"``, or None. ``best`` are the expected moves.
    """

    first: float
    win: Mapping[str, float]
    proven: str | None
    simulations: int
    best: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """One line, as it stands in a comment."""
        from engine.search.analysis import comment_line

        return comment_line(self.win, self.proven, self.best)


@dataclass(frozen=True)
class Thoughts:
    """What is to be seen of all this.

    ``status`` is a line for the user, ``thinking`` the colour whose computer seat thinks.
    ``heat`` has targets with how much they were looked at, 0 to 1, of the position shown.
    ``graph`` has (place in the line, chance of who moved first); ``swings`` places in the line,
    once the record has been analysed.
    ``analysing`` is (done, all) positions while the record is analysed.
    """

    status: str = ""
    thinking: str = ""
    evaluating: bool = False
    paused: bool = False
    evaluation: Evaluation | None = None
    heat: tuple[tuple[str, float], ...] = ()
    graph: tuple[tuple[int, float], ...] = ()
    swings: tuple[int, ...] = ()
    analysing: tuple[int, int] | None = None


NO_THOUGHTS = Thoughts()


def swings(graph: tuple[tuple[int, float], ...]) -> tuple[int, ...]:
    """The places after the moves that changed the chances most, in order of play."""
    changes = [
        (abs(graph[i][1] - graph[i - 1][1]), graph[i][0])
        for i in range(1, len(graph))
        if graph[i][0] == graph[i - 1][0] + 1
    ]
    largest = sorted((c for c in changes if c[0] >= SMALL), key=lambda c: (-c[0], c[1]))[:SWINGS]
    return tuple(sorted(place for _, place in largest))


def chance_text(colour: str, win: Mapping[str, float], proven: str | None) -> str:
    """A colour's chance in words."""
    from engine.search.analysis import certainty

    return f"{colour} wins {win[colour]:.0%}" if proven is None else certainty(proven)


def heat_of(table: Table, position: Any, answer: Any) -> tuple[tuple[str, float], ...]:
    """How much each target was looked at, 1 for the most; little ones are left out.

    Of moves that symmetry makes equal one is searched: the others, of the same value, count alike.
    """
    alike = {move.value: move.visits for move in answer.moves if move.searched}
    visits: dict[str, int] = {}
    for move in answer.moves:
        target = table.picker.target_of(position, move.move)
        if target is not None:
            count = move.visits if move.searched else alike.get(move.value, 0)
            visits[target] = visits.get(target, 0) + count
    most = max(visits.values(), default=0)
    shares = {target: round(count / most, 2) for target, count in visits.items() if most}
    return tuple(sorted((target, share) for target, share in shares.items() if share >= 0.03))

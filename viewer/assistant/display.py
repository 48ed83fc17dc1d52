"""What the computer thinks, as it is shown and told: plain data and words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.message import Message
from engine.record import Node
from engine.search.analysis import Evaluation, Mistake, certainty
from viewer.assistant.words import BEST_HERE, CHANCE
from viewer.table.state import Table


class Best(NamedTuple):
    """The best move at a target: its text, the key of its choice, and its maker's chance with it.

    Of a move of several steps it is the first one, for all moves that begin so.
    """

    target: str
    move: str
    key: str
    chance: float

    @property
    def figure(self) -> str:
        """What is written on the target."""
        return f"{self.key} {self.chance:.0%}".strip()

    @property
    def text(self) -> Message:
        """What is said where it is pointed at."""
        return BEST_HERE(move=self.move, chance=f"{self.chance:.0%}")


@dataclass(frozen=True)
class AnalysisView:
    """What is to be seen of what the computer thinks.

    ``status`` is a line for the user, ``thinking`` the colour whose computer seat thinks,
    ``waiting`` the one whose seat waits until the user lets it go on.
    ``heat`` has targets with how much they were looked at, 0 to 1, of the position shown, ``bests``
    what is best at each of these.
    ``evaluation`` is of the position shown, ``graph`` has those of the line, as far as they are
    known, their ``ply`` the place in it; ``mistakes`` are moves that lost chances, by their nodes.
    ``analysing`` is (done, all) positions while the record is analysed.
    """

    status: str = ""
    thinking: str = ""
    evaluating: bool = False
    waiting: str = ""
    evaluation: Evaluation | None = None
    heat: tuple[tuple[str, float], ...] = ()
    bests: tuple[Best, ...] = ()
    graph: tuple[Evaluation, ...] = ()
    mistakes: Mapping[Node, Mistake] = field(default_factory=dict)
    analysing: tuple[int, int] | None = None


BELIEVED = 10  # visits; with fewer a move's chance says nothing, unless it is proven

NO_ANALYSIS = AnalysisView()


def chance_text(colour: str, win: Mapping[str, float], proven: str | None) -> Message:
    """A colour's chance in words."""
    if proven is not None:
        return certainty(proven)
    return CHANCE(colour=colour, share=f"{win[colour]:.0%}")


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


def bests_of(table: Table, position: Any, answer: Any) -> tuple[Best, ...]:
    """The best move at each target that was looked at enough; ``answer`` has the best first."""
    picker, found = table.picker, dict[str, Best]()
    for move in answer.moves:
        target = picker.target_of(position, move.move)
        told = move.visits >= BELIEVED or move.proven is not None or not move.searched
        if target is not None and target not in found and told:
            text = str(move.move)
            found[target] = Best(target, text, picker.key_of(text), move.value)
    return tuple(found.values())

"""The computer's analysis as it is displayed: plain data and text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from boche.engine.comments import certainty
from boche.engine.languages.formats import percent
from boche.engine.message import Message
from boche.engine.record import Node
from boche.engine.review.accuracy import Accuracy
from boche.engine.search.analysis import LEAST_VISITS, Evaluation, Mistake
from boche.engine.words import PERCENT
from boche.viewer.assistant.words import BEST_HERE, CHANCE
from boche.viewer.table.state import Table

if TYPE_CHECKING:
    from boche.engine.search.result import Candidate


class Best(NamedTuple):
    """The best move at a target: its text, the key of its choice, and its winning chance.

    Of a move of several steps, the target belongs to the first step, and this is the best of all
    moves that begin with it. ``way`` is the best of the candidates that begin there, a whole move;
    it is empty for a target that none of them begins at, which is not written on the board.
    """

    target: str
    move: str
    key: str
    chance: float
    way: str = ""

    @property
    def figure(self) -> str:
        """The text drawn on the target."""
        return f"{self.key} {percent(self.chance)}".strip()

    @property
    def text(self) -> Message:
        """The text shown when the pointer is on the target."""
        return BEST_HERE(move=self.move, chance=PERCENT(share=f"{100 * self.chance:.0f}"))


@dataclass(frozen=True)
class Findings:
    """What is known of a line: positions known well enough, all of them, the players' accuracy.

    ``accuracy`` is that of the player who began the game, and of the other one, see
    ``engine.review.accuracy``.
    """

    known: int = 0
    count: int = 0
    accuracy: tuple[Accuracy | None, Accuracy | None] = (None, None)

    @property
    def complete(self) -> bool:
        """True if there is nothing left to search."""
        return self.known == self.count


NO_FINDINGS = Findings()


@dataclass(frozen=True)
class AnalysisView:
    """The analysis to be displayed.

    ``status`` is a line for the user, ``thinking`` the colour whose computer seat is thinking, and
    ``waiting`` the colour whose seat waits until the user resumes it. ``preparing`` is how many
    whole seconds the computer has been prepared for its move, 0 while that is no time. ``heat``
    holds targets of the position shown and how much each was searched, from 0 to 1, and ``bests``
    the best move at each of these. ``evaluation`` is of the position on the board,
    and ``searched`` of the one at the cursor. ``graph`` holds
    the known evaluations of the line, each with its place there as ``ply``. ``mistakes`` maps nodes
    to moves that lost chances, and ``judged`` says whether an analysis knows what the move at the
    cursor lost, if anything. ``outdone`` are those of the mistakes that were judged before a longer
    search of a position beside them. ``analysing`` is (done, all) positions while the record is
    analysed. ``findings`` are those of the line shown, if it is or was analysed. ``candidates`` are
    the best whole moves of the position at the cursor, best first, and ``visits`` those of the
    search of the position on the board; ``searching`` is True while it is searched. ``spread`` is
    how far apart repeated searches were, None if there were none. ``aside`` is set where the game
    goes on after a review of it: the panel then shows what a player needs to know.
    """

    status: str = ""
    thinking: str = ""
    evaluating: bool = False
    waiting: str = ""
    preparing: int = 0
    evaluation: Evaluation | None = None
    searched: Evaluation | None = None
    heat: tuple[tuple[str, float], ...] = ()
    bests: tuple[Best, ...] = ()
    graph: tuple[Evaluation, ...] = ()
    mistakes: Mapping[Node, Mistake] = field(default_factory=dict)
    judged: bool = False
    outdone: frozenset[Node] = frozenset()
    analysing: tuple[int, int] | None = None
    findings: Findings = NO_FINDINGS
    candidates: tuple[Candidate, ...] = ()
    visits: int = 0
    searching: bool = False
    spread: float | None = None
    aside: bool = False


WRITTEN = 5  # targets whose chances are written on the board if no candidates are known

NO_ANALYSIS = AnalysisView()


def chance_text(
    colour: str,
    win: Mapping[str, float],
    proven: str | None,
    wins_in: int | None = None,
    line: Sequence[str] = (),
) -> Message:
    """Return a colour's winning chance in words, or what is proven, with the line that wins."""
    if proven is not None:
        return certainty(proven, wins_in, line)
    return CHANCE(colour=colour, share=PERCENT(share=f"{100 * win[colour]:.0f}"))


def heat_of(table: Table, position: Any, answer: Any) -> tuple[tuple[str, float], ...]:
    """Return how much each target was searched, 1 for the most; shares below 0.03 are omitted.

    Of moves that are equal by symmetry only one is searched; the others have the same value and
    count the same.
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
    """Return the best move at each target searched enough; ``answer`` is sorted best first.

    Without candidates, the first targets are taken to be theirs.
    """
    picker, bests = table.picker, dict[str, Best]()
    for each in answer.candidates:
        target = picker.target_of(position, each.move)
        reliable = each.visits >= LEAST_VISITS or each.proven is not None
        if target is not None and target not in bests and reliable:
            text, way = each.step or str(each.move), str(each.move)
            key = picker.key_of(text) or picker.key_of(way)  # a step may leave it open
            bests[target] = Best(target, text, key, each.value, way)
    for move in answer.moves:
        target = picker.target_of(position, move.move)
        reliable = move.visits >= LEAST_VISITS or move.proven is not None or not move.searched
        if target is not None and target not in bests and reliable:
            text = str(move.move)
            way = text if not answer.candidates and len(bests) < WRITTEN else ""
            bests[target] = Best(target, text, picker.key_of(text), move.value, way)
    return tuple(bests.values())

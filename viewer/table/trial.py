"""A line shown on the board without being played: move by move, each first as a ghost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from boche.engine.message import Message
from boche.engine.record import Node
from boche.engine.threats import Threat
from boche.viewer.table.shown import ENGINE, EXPLORER, TrialView

GHOST, REST = 0.55, 0.25  # seconds that a move is a ghost, and that it then lies there


class Proof(NamedTuple):
    """A line from a node on that shows why a move is good or bad, while nobody steps through it.

    ``threat`` is what the line carries out, or None.
    """

    node: Node
    moves: tuple[str, ...]
    threat: Threat | None


class Hinted(NamedTuple):
    """What a hint at a node says, and its move; ``placed`` says whether the board shows that."""

    node: Node
    move: str
    text: Message
    placed: bool


def _reached(node: Node, moves: Iterable[str]) -> Node | None:
    """Return the node that moves from a node on lead to, or None if they are not in the record."""
    here: Node | None = node
    for move in moves:
        children = here.children if here is not None else []
        here = next((child for child in children if child.move == move), None)
    return here


@dataclass
class Trial:
    """A line that is shown from a node on; ``rank`` is its place among the candidates.

    ``positions`` has the one before the first move and those after each move. ``length`` is the
    time that a move takes, in seconds; 0 shows all moves at once. ``stopped`` is the number of
    moves at which somebody stepping through the line has stopped it. ``threat`` is what its last
    move carries out, or None. It is shown while the cursor is at ``cursor``, which may be behind
    ``node``. ``instead`` is the move, with its number, that was played instead: the line waits
    before its first move, a ghost, until somebody steps on. ``passing`` is true while only the
    pointer that rests on it in a list shows it.
    """

    node: Node
    rank: int
    chance: str
    moves: tuple[str, ...]
    positions: tuple[Any, ...] = field(repr=False)
    begun: float
    length: float
    source: str = ENGINE
    stopped: int | None = None
    threat: Threat | None = None
    cursor: Node | None = None
    instead: str = ""
    passing: bool = False

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """The nodes of its positions: those of the record, then others that the record lacks."""
        found = [self.node]
        for move, position in zip(self.moves, self.positions, strict=False):
            node = _reached(found[-1], (move,))
            if node is None:
                node = Node(move, position.turn)
                node.parent = found[-1]  # which does not know it: the record stays as it is
            found.append(node)
        return tuple(found)

    def node_at(self, now: float) -> Node:
        """Return the node of the position that is shown at a time."""
        return self.nodes[self._phase(now)[0]]

    def step(self, by: int, now: float) -> None:
        """Show so many moves more, or fewer if it is negative, and stay there."""
        self.stopped = min(max(self._phase(now)[0] + by, 0), len(self.moves))
        self.passing = False

    def may_step(self, by: int, now: float) -> bool:
        """Return whether there is a move in that direction."""
        return 0 <= self._phase(now)[0] + by <= len(self.moves)

    def runs(self, now: float) -> bool:
        """Return whether its moves follow each other by themselves."""
        return self.wakeup(now) is not None

    def play_on(self, now: float) -> None:
        """Let the moves follow each other, from the beginning if none is left, or stop that."""
        done, self.passing = self._phase(now)[0], False
        if self.runs(now):
            self.stopped = done
            return
        done = 0 if done == len(self.moves) else done
        self.begun, self.stopped = now - done * self.length, None

    def view(self, now: float) -> TrialView:
        """Return what is shown at a time."""
        done, ghost = self._phase(now)
        game = tuple(node.move for node in self.node.path() if node.move is not None)
        return TrialView(
            position=self.positions[done],
            rank=self.rank,
            moves=self.moves,
            done=done,
            ghost=ghost,
            made=(*game, *self.moves[:done]),
            source=self.source,
            threat=self.threat if done < len(self.moves) else None,
            node=_reached(self.node, self.moves[:done]),
            instead=self.instead if done == 0 else "",
            passing=self.passing,
        )

    def _phase(self, now: float) -> tuple[int, bool]:
        """Return how many moves lie there, and whether the next one is a ghost."""
        count = len(self.moves)
        if self.source == EXPLORER:
            return 0, True  # a move that was played stays a ghost
        if self.stopped is not None:
            return self.stopped, bool(self.instead) and self.stopped == 0
        if not self.length:
            return count, False
        steps, rest = divmod(max(now - self.begun, 0.0), self.length)
        done = int(steps)
        if done >= count:
            return count, False
        return (done, True) if rest < self.length * GHOST / (GHOST + REST) else (done + 1, False)

    def wakeup(self, now: float) -> float | None:
        """Return when something else is to be shown, or None at the end of the line."""
        if self.source == EXPLORER or self.stopped is not None:
            return None
        if not self.length or now - self.begun >= self.length * len(self.moves):
            return None
        steps = (now - self.begun) // self.length
        landed = self.begun + self.length * (steps + GHOST / (GHOST + REST))
        return landed if landed > now else self.begun + self.length * (steps + 1)

"""What a game has been told of a bad move: plain data, kept by the table."""

from __future__ import annotations

from dataclasses import dataclass

from boche.engine.message import Message
from boche.engine.record import Node
from boche.engine.threats import Threat


@dataclass(frozen=True)
class GivenWarning:
    """What was said of the move that led to ``node``; ``threat`` stands on the board then.

    ``line`` has the moves that may follow, if any are known, or those that could have been played
    ``instead``. ``focus`` is the index of the button that the keyboard has reached, negative for
    none. ``since`` is when it was given, on the table's clock.
    """

    node: Node
    text: Message
    threat: Threat | None
    line: tuple[str, ...] = ()
    instead: bool = False
    focus: int = -1
    since: float = 0.0

    @property
    def line_from(self) -> Node:
        """The node at which ``line`` begins."""
        parent = self.node.parent if self.instead else None
        return parent if parent is not None else self.node


@dataclass
class Warnings:
    """The warnings of one game: whether they were turned on or off for it, and the last one."""

    chosen: bool | None = None
    current: GivenWarning | None = None

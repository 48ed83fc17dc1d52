"""Who sits at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Seat:
    """A player: a person, or the computer at a ``level`` from 1 (0 for a person)."""

    kind: Literal["human", "computer"] = "human"
    name: str = ""
    level: int = 0

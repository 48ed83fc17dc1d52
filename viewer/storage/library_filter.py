"""Which games of the library are listed, and in which order."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from boche.viewer.storage.library_index import Card

Result = Literal["any", "won", "lost", "drawn", "unfinished", "damaged"]
RESULTS: tuple[tuple[Result, str], ...] = (
    ("any", "Any"), ("won", "Won"), ("lost", "Lost"), ("drawn", "Drawn"),
    ("unfinished", "Unfinished"), ("damaged", "Damaged"),
)  # fmt: skip
ORDERS = (
    ("written", "Last saved first"), ("newest", "Newest first"), ("oldest", "Oldest first"),
    ("players", "Players"),
    ("game", "Game"), ("moves", "Most moves"),
)  # fmt: skip


DATE = re.compile(r"[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?")


@dataclass(frozen=True)
class Filter:
    """What a listed game must have; empty texts admit all.

    ``player`` and ``opponent`` are parts of names. ``won`` and ``lost`` are meant of the player;
    without one, either admits any game with a winner. ``since`` and ``until`` are dates or their
    beginnings, such as 2024 or 2024-05. ``tag`` is a tag or its beginning.
    """

    game: str = ""
    player: str = ""
    opponent: str = ""
    result: Result = "any"
    since: str = ""
    until: str = ""
    tag: str = ""
    order: str = "written"

    @property
    def problem(self) -> str:
        """What is wrong with the dates in one line, or an empty text."""
        for name, date in (("From", self.since), ("To", self.until)):
            if date and DATE.fullmatch(date) is None:
                return f"{name}: {date!r} is no date; write 2024, 2024-05 or 2024-05-31"
        if self.since and self.until and self.since[: len(self.until)] > self.until:
            return f"From {self.since} is later than To {self.until}: no game fits"
        return ""

    @property
    def chooses(self) -> bool:
        """True if not every game is admitted."""
        return self != Filter(order=self.order)

    @property
    def said(self) -> str:
        """What is chosen, in words; empty for all."""
        parts = [self.game, self.player, f"against {self.opponent}" if self.opponent else ""]
        parts.append(dict(RESULTS)[self.result].lower() if self.result != "any" else "")
        parts.append(f"since {self.since}" if self.since else "")
        parts.append(f"until {self.until}" if self.until else "")
        parts.append(f"tag {self.tag}" if self.tag else "")
        return ", ".join(filter(None, parts))

    def admits(self, card: Card, when: str) -> bool:
        """Return whether a game is listed; ``when`` is the date of its file."""
        if self.result == "damaged" or card.problem:
            return self.result == "damaged" and bool(card.problem)
        date = card.date or when
        return (
            (not self.game or card.game == self.game)
            and (not self.since or date[: len(self.since)] >= self.since)
            and (not self.until or (date != "" and date[: len(self.until)] <= self.until))
            and (not self.tag or self._tagged(card.tags.casefold()))
            and self._seated(card.names.casefold().split("\t"), card.winner)
        )

    def _tagged(self, tags: str) -> bool:
        return any(tag.strip().startswith(self.tag.casefold()) for tag in tags.split(","))

    def _seated(self, names: list[str], winner: str) -> bool:
        """Return whether the player may be the first or the second person of a game."""
        if not self.player and not self.opponent and self.result == "any":
            return True
        pairs = zip(names, reversed(names), ("0", "1"), ("1", "0"), strict=False)
        player, opponent = self.player.casefold(), self.opponent.casefold()
        return any(
            player in one and opponent in other and self._result(winner, seat, next_seat)
            for one, other, seat, next_seat in pairs
        )

    def _result(self, winner: str, seat: str, other: str) -> bool:
        expected = {"won": seat, "lost": other, "drawn": "draw", "unfinished": ""}
        return self.result not in expected or winner == expected[self.result]


def order_of(name: str) -> tuple[Callable[[Card, str], Any], bool]:
    """Return the key by which an order sorts, and whether it is reversed."""
    keys: dict[str, Callable[[Card, str], Any]] = {
        "players": lambda card, when: card.players.casefold() or "\uffff",
        "game": lambda card, when: card.game or "\uffff",
        "moves": lambda card, when: int(card.moves or 0),
    }
    return keys.get(name, lambda card, when: card.date or when), name in ("newest", "moves")

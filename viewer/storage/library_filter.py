"""Which games of the library are listed, and in which order."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from boche.engine.languages.current import tr, tr_later
from boche.engine.languages.formats import day
from boche.viewer.storage.library_index import Card

Result = Literal["any", "won", "lost", "drawn", "unfinished", "damaged"]
RESULTS: tuple[tuple[Result, str], ...] = (
    ("any", tr_later("Any")), ("won", tr_later("Won")), ("lost", tr_later("Lost")),
    ("drawn", tr_later("Drawn")), ("unfinished", tr_later("Unfinished")),
    ("damaged", tr_later("Damaged")),
)  # fmt: skip
"""Each result that can be asked for, and its name, to be translated."""
SAID: dict[Result, str] = {
    "won": tr_later("won"), "lost": tr_later("lost"), "drawn": tr_later("drawn"),
    "unfinished": tr_later("unfinished"), "damaged": tr_later("damaged"),
}  # fmt: skip
"""The same within a list of what is asked for."""
ORDERS = (
    ("written", tr_later("Last saved first")), ("newest", tr_later("Newest first")),
    ("oldest", tr_later("Oldest first")), ("players", tr_later("Players")),
    ("game", tr_later("Game")), ("moves", tr_later("Most moves")),
)  # fmt: skip


DATE = re.compile(r"[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?")
_DOTTED = re.compile(r"(?:(?:([0-9]{1,2})\.)?([0-9]{1,2})\.)?([0-9]{4})")


def date_of(text: str) -> str:
    """Return a date as records have it: ``31.05.2024``, ``05.2024`` as ``2024-05-31``, ``2024-05``.

    Any other text is returned as it is.
    """
    found = _DOTTED.fullmatch(text)
    parts = [part.zfill(2) for part in (found[3], found[2], found[1]) if part] if found else []
    return "-".join(parts) if parts else text


def shown_date(date: str) -> str:
    """Return a date as the language writes it; a month or a year as it is in records."""
    try:
        return day(datetime.fromisoformat(date)) if len(date) == len("2024-05-31") else date
    except ValueError:
        return date


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
        for name, date in ((tr("From"), self.since), (tr("To"), self.until)):
            if date and DATE.fullmatch(date) is None:
                return tr(
                    "{name}: {date!r} is not a date; write 2024, 2024-05 or 2024-05-31",
                    name=name,
                    date=date,
                )
        if self.since and self.until and self.since[: len(self.until)] > self.until:
            return tr(
                "From {since} is later than To {until}: no game fits",
                since=shown_date(self.since),
                until=shown_date(self.until),
            )
        return ""

    @property
    def chooses(self) -> bool:
        """True if not every game is admitted."""
        return self != Filter(order=self.order)

    @property
    def summary(self) -> str:
        """What is chosen, in words; empty for all."""
        parts = [
            self.game,
            self.player,
            tr("against {opponent}", opponent=self.opponent) if self.opponent else "",
        ]
        parts.append(tr(SAID[self.result]) if self.result != "any" else "")
        parts.append(tr("since {since}", since=shown_date(self.since)) if self.since else "")
        parts.append(tr("until {until}", until=shown_date(self.until)) if self.until else "")
        parts.append(tr("tag {tag}", tag=self.tag) if self.tag else "")
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

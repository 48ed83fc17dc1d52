"""Which games of the library are listed, and in which order."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal

from boche.engine.languages.current import tr, tr_later
from boche.engine.languages.formats import day
from boche.engine.players.spec import is_computer

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

    ``player`` and ``opponent`` are parts of names. ``won`` and ``lost`` are meant of the player,
    without one of the user (see ``own_side``). ``since`` and ``until`` are dates or their
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

    @property
    def values(self) -> dict[str, Any]:
        """The values of ``WANTED``."""
        asked = self if self.result != "damaged" else Filter(result="damaged")
        winners = {"won": "01", "lost": "10", "drawn": ("draw", "draw"), "unfinished": ("", "")}
        by_first, by_second = winners.get(self.result, (None, None))
        own = self.result in ("won", "lost") and not (self.player or self.opponent)
        return asdict(asked) | {
            "player": asked.player.casefold(),
            "opponent": asked.opponent.casefold(),
            "tag": rf"(?:^|,)\s*{re.escape(asked.tag.casefold())}" if asked.tag else "",
            "by_first": by_first,
            "by_second": by_second,
            "own": own,
        }


WANTED = """
(problem != '') = (:result = 'damaged')
AND :game IN ('', game)
AND substr(day, 1, length(:since)) >= :since
AND (:until = '' OR day != '' AND substr(day, 1, length(:until)) <= :until)
AND (:tag = '' OR casefold(ifnull(tags, '')) REGEXP :tag)
AND (
    instr(one, :player) AND instr(other, :opponent) AND (:by_first IS NULL OR winner = :by_first)
    OR instr(other, :player) AND instr(one, :opponent)
        AND (:by_second IS NULL OR winner = :by_second))
AND (NOT :own OR own_side(ifnull(first, ''), ifnull(second, ''), :user) = iif(
    :result = 'won', winner, CASE winner WHEN '0' THEN '1' WHEN '1' THEN '0' END))
"""
"""What SQL asks of a game that is chosen. The player may be the first or the second person."""


def own_side(first: str, second: str, user: str) -> str:
    """Return whom of two persons by their names in a record the user was: ``0``, ``1``, or ''.

    It is the one with the user's name, else the only one who is no computer player.
    """
    names = [first.strip().casefold(), second.strip().casefold()]
    own = [name == user.strip().casefold() and bool(name) for name in names]
    if sum(own) != 1:
        own = [not is_computer(name) for name in (first, second)]
    return str(own.index(True)) if sum(own) == 1 else ""


LISTED = "place, changed DESC, size DESC, name DESC"
"""The order in which records are listed: of the games played here the last written first."""

ORDERED = {"written": LISTED} | {
    name: f"game IS NULL, {key}, {LISTED}"
    for name, key in {
        "newest": "iif(game IS NULL, '', day) DESC",
        "oldest": "iif(game IS NULL, '', day)",
        "players": "ifnull(nullif(casefold(ifnull(players, '')), ''), char(65535))",
        "game": "ifnull(nullif(game, ''), char(65535))",
        "moves": "CAST(moves AS INTEGER) DESC",
    }.items()
}
"""Each order in SQL; records not read yet come last, as they are listed."""

"""Several games in one file: one is on the table, the bytes of the others are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from boche.engine.languages.current import tr, translate
from boche.engine.record import Record
from boche.engine.record.people import called


@dataclass(frozen=True)
class Chapters:
    """The games of a file: its bytes, where each game lies in them, and their titles.

    ``number``, from 1, is the one on the table.
    """

    data: bytes
    spans: tuple[tuple[int, int], ...]
    number: int
    titles: tuple[str, ...]

    def replaced(self, number: int, game: bytes, title: str) -> Chapters:
        """Return the same with one game replaced; all other bytes stay."""
        start, end = self.spans[number - 1]
        game = game.strip()
        grown = len(game) - (end - start)
        before, after = self.spans[: number - 1], self.spans[number:]
        spans = (*before, (start, end + grown), *((a + grown, b + grown) for a, b in after))
        data = self.data[:start] + game + self.data[end:]
        titles = (*self.titles[: number - 1], title, *self.titles[number:])
        return replace(self, data=data, spans=spans, titles=titles)

    def added(self, game: bytes, title: str) -> Chapters:
        """Return the same with another game behind the last one, which is then on the table."""
        game, start = game.strip(), self.spans[-1][1] + 1
        data = self.data[: start - 1] + b"\n" + game + self.data[start - 1 :]
        spans = (*self.spans, (start, start + len(game)))
        return Chapters(data, spans, len(spans), (*self.titles, title))

    def without(self, number: int) -> Chapters:
        """Return the same without one game.

        If it is the one on the table, the one before it takes its place.
        """
        start, end = self.spans[number - 1]
        gone = end - start
        before, after = self.spans[: number - 1], self.spans[number:]
        spans = (*before, *((a - gone, b - gone) for a, b in after))
        titles = (*self.titles[: number - 1], *self.titles[number:])
        data = self.data[:start] + self.data[end:]
        on_table = self.number - 1 if number <= self.number else self.number
        return Chapters(data, spans, max(on_table, 1), titles)


def titles_of(records: Sequence[Record]) -> tuple[str, ...]:
    """Return a title for each game of a file: its name, else its players, else its number."""
    return tuple(title_of(record, number) for number, record in enumerate(records, 1))


def title_of(record: Record, number: int) -> str:
    """Return a game's name (GN), else its players, else its number."""
    players = " - ".join(translate(called(name)) for name in record.players.values() if name)
    return record.name.strip() or players or tr("Chapter {number}", number=number)

"""Results of training as data: cards of mistakes, ratings by game, puzzles and days."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from boche.engine.glicko2 import Rating
from boche.engine.json_values import number_of, table_of, text_of, texts_of, time_of
from boche.engine.languages.current import tr
from boche.engine.puzzles.standing import Standing
from boche.viewer.training.mistakes import Known, MistakeExercise

VERSION = 1


@dataclass(frozen=True)
class Card:
    """A mistake to come back to, and the state of its schedule by FSRS.

    ``stability`` (in days), ``difficulty`` and ``reviewed`` are None before the first answer.
    """

    exercise: MistakeExercise
    due: datetime
    stability: float | None = None
    difficulty: float | None = None
    reviewed: datetime | None = None


@dataclass(frozen=True)
class Results:
    """All results: cards by the key of their exercise, standings by game.

    ``seen`` has the day on which each puzzle was last answered, by its id. ``solved`` are the
    ids of those found at the first try, ``days`` the days on which one was.
    """

    cards: Mapping[str, Card] = field(default_factory=dict)
    standings: Mapping[str, Standing] = field(default_factory=dict)
    seen: Mapping[str, date] = field(default_factory=dict)
    days: frozenset[date] = frozenset()
    solved: frozenset[str] = frozenset()

    def due(self, end: datetime) -> list[tuple[str, Card]]:
        """Return the cards due before a time, with their keys, the first due first."""
        cards = [(key, card) for key, card in self.cards.items() if card.due < end]
        return sorted(cards, key=lambda pair: (pair[1].due, pair[0]))


def as_data(results: Results) -> dict[str, Any]:
    """Return results as JSON data."""
    return {
        "version": VERSION,
        "cards": {key: _card_data(card) for key, card in results.cards.items()},
        "standings": {game: _standing_data(it) for game, it in results.standings.items()},
        "seen": {puzzle: day.isoformat() for puzzle, day in results.seen.items()},
        "days": sorted(day.isoformat() for day in results.days),
        "solved": sorted(results.solved),
    }


def from_data(data: Any) -> Results:
    """Return results from JSON data. Raises ``ValueError``, ``TypeError`` or ``KeyError``."""
    if not isinstance(data, dict) or data.get("version") != VERSION:
        raise ValueError(tr("it contains no training results that this version can read"))
    return Results(
        {key: _card(card) for key, card in table_of("cards", data["cards"]).items()},
        {game: _standing(it) for game, it in table_of("standings", data["standings"]).items()},
        {puzzle: date.fromisoformat(day) for puzzle, day in table_of("seen", data["seen"]).items()},
        frozenset(date.fromisoformat(day) for day in data["days"]),
        frozenset(texts_of("solved", data.get("solved", []))),
    )


def _card_data(card: Card) -> dict[str, Any]:
    exercise = card.exercise
    return {
        "game": exercise.text, "played": exercise.played, "before": exercise.before,
        "after": exercise.after, "spread": exercise.spread,
        "lines": [[list(line.moves), line.win, line.visits] for line in exercise.lines],
        "refutation": list(exercise.refutation), "source": exercise.source, "who": exercise.who,
        "due": card.due.isoformat(), "stability": card.stability, "difficulty": card.difficulty,
        "reviewed": card.reviewed.isoformat() if card.reviewed else None,
    }  # fmt: skip


def _card(data: Any) -> Card:
    lines = tuple(
        Known(texts_of("lines", moves), number_of("lines", win, 0.0, 1.0),
              int(number_of("lines", visits, 0, 1e15)))
        for moves, win, visits in data["lines"]
    )  # fmt: skip
    if not lines or not all(line.moves for line in lines):
        raise ValueError(tr("a card has no solution"))
    before, after, spread = (
        number_of(name, data[name], 0.0, 2.0) for name in ("before", "after", "spread")
    )
    exercise = MistakeExercise(
        text=text_of("game", data["game"]),
        played=text_of("played", data["played"]),
        before=before,
        after=after,
        spread=spread,
        lines=lines,
        refutation=texts_of("refutation", data["refutation"]),
        source=text_of("source", data["source"]),
        who=text_of("who", data.get("who", "")),
    )
    stability, difficulty = (
        None if data[name] is None else max(number_of(name, data[name], 0.0, 1e6), 1e-3)
        for name in ("stability", "difficulty")
    )
    reviewed = time_of("reviewed", data["reviewed"]) if data["reviewed"] is not None else None
    if len({stability is None, difficulty is None, reviewed is None}) > 1:
        raise ValueError(tr("a card has an incomplete schedule"))
    return Card(exercise, time_of("due", data["due"]), stability, difficulty, reviewed)


def _standing_data(standing: Standing) -> dict[str, Any]:
    return {
        **standing.rating.as_data(),
        "at": standing.at.isoformat() if standing.at else None, "solved": standing.solved,
        "tried": standing.tried,
    }  # fmt: skip


def _standing(data: Any) -> Standing:
    at = time_of("at", data["at"]) if data["at"] is not None else None
    counts = (int(number_of(name, data[name], 0, 1e9)) for name in ("solved", "tried"))
    return Standing(Rating.from_data(data), at, *counts)

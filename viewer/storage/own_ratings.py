"""The user's own ratings: one for each game, from games against the computer's levels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from boche.engine.game import Game
from boche.engine.glicko2 import UNSURE, Rating, aged, updated
from boche.engine.json_values import number_of, time_of
from boche.engine.languages.current import tr, tr_count, tr_later
from boche.engine.level import EASIEST
from boche.engine.players.levels import level_of, nearest_level
from boche.engine.players.spec import RATED
from boche.viewer.storage.shared_file import SharedFile

VERSION = 1
BEGUN_AT = 3
"""The level whose rating the user has before the first game."""

MEASURED = 60.0
"""Deviation of the levels' ratings: they are measured, though not with every option."""

PERIOD = timedelta(days=30)
"""Time after which a rating is less certain by one period."""

SHOWN = 3
"""Number of games of which the settings tell."""

SETTLED = 5
"""Number of games before which a rating is provisional: each of them may change it by hundreds."""

LATEST = 300
"""Number of games that are remembered, of each game."""


@dataclass(frozen=True)
class RatedGame:
    """A game that counted: when, the opponent's rating, the score, and the rating after it."""

    at: datetime
    opponent: int
    score: float
    rating: int


@dataclass(frozen=True)
class OwnRating:
    """The user's rating in a game, and the games that it comes from, the last ones in order."""

    rating: Rating
    count: int = 0
    latest: tuple[RatedGame, ...] = ()

    @property
    def value(self) -> int:
        """The rating as shown."""
        return round(self.rating.value)

    @property
    def margin(self) -> int:
        """The distance from ``value`` within which the rating is in 95 of 100 cases."""
        return round(2 * self.rating.deviation)

    @property
    def is_provisional(self) -> bool:
        """True while it comes from too few games to be relied on."""
        return self.count < SETTLED

    def after(self, opponent: int, score: float, now: datetime) -> OwnRating:
        """Return the rating after a game against an opponent: 1 for a win, 0.5 for a draw."""
        old = self.rating
        if self.latest:
            old = aged(old, max((now - self.latest[-1].at) / PERIOD, 0.0), UNSURE)
        rating = updated(old, [(Rating(float(opponent), MEASURED), score)])
        played = RatedGame(now, opponent, score, round(rating.value))
        return OwnRating(rating, self.count + 1, (*self.latest, played)[-LATEST:])

    @property
    def opponent(self) -> int:
        """The rating of an opponent with even chances."""
        return max(self.value, EASIEST.rating)


LOST, DREW = (
    tr_later("lost to level {level} (rated {rating})"),
    tr_later("drew with level {level} (rated {rating})"),
)
BEAT = tr_later("beat level {level} (rated {rating})")
"""How a game against an opponent of some strength went."""


def own_rating_text(game: Game) -> str:
    """Return the user's rating in a game in words, and how the last games went."""
    own = own_rating(game)
    if not own.count:
        return tr(
            "No rating in {title} yet: play a game against a level of the computer.",
            title=game.title,
        )
    scores = {0.0: LOST, 0.5: DREW, 1.0: BEAT}
    last = [
        tr(scores[one.score], level=nearest_level(game, one.opponent), rating=one.opponent)
        for one in reversed(own.latest[-SHOWN:])
    ]
    told = tr_count(
        "Your rating in {title}: {value} ± {margin}, from {count} game. Last: {last}.",
        "Your rating in {title}: {value} ± {margin}, from {count} games. Last: {last}.",
        own.count, title=game.title, value=own.value, margin=own.margin, last=", ".join(last),
    )  # fmt: skip
    if not own.is_provisional:
        return told
    return f"{told} {tr('It is provisional until {count} games have counted.', count=SETTLED)}"


@dataclass(frozen=True)
class OwnRatings:
    """The user's ratings by the game's name."""

    games: Mapping[str, OwnRating] = field(default_factory=dict)

    def of(self, game: Game) -> OwnRating:
        """Return the rating in a game; a very uncertain one before the first game."""
        usual = Rating(float(level_of(game, BEGUN_AT).rating), UNSURE)
        return self.games.get(game.name, OwnRating(usual))


def load_problems() -> list[str]:
    """Return lines on what is wrong with the file; a damaged one is put aside."""
    return FILE.load()[1]


def own_rating(game: Game) -> OwnRating:
    """Return the user's rating in a game."""
    return FILE.load()[0].of(game)


def own_player(game: Game) -> str:
    """Return the name of a computer player as strong as the user."""
    return f"{RATED}:{own_rating(game).opponent}"


def record_game(
    game: Game, opponent: int, score: float, now: datetime | None = None
) -> tuple[OwnRating, list[str]]:
    """Count a game; return the new rating, and lines on what went wrong with the file."""
    at = now or datetime.now(UTC)

    def change(ratings: OwnRatings) -> OwnRatings:
        changed = ratings.of(game).after(opponent, score, at)
        return replace(ratings, games={**ratings.games, game.name: changed})

    ratings, problems = FILE.change(change)
    return ratings.of(game), problems


# -- the file


def as_data(ratings: OwnRatings) -> dict[str, Any]:
    """Return ratings as JSON data."""
    return {
        "version": VERSION,
        "games": {
            name: {
                **own.rating.as_data(), "count": own.count,
                "latest": [[game.at.isoformat(), game.opponent, game.score, game.rating]
                           for game in own.latest],
            }
            for name, own in ratings.games.items()
        },
    }  # fmt: skip


def from_data(data: Any) -> OwnRatings:
    """Return ratings from JSON data. Raises ``ValueError``, ``TypeError`` or ``KeyError``."""
    if not isinstance(data, dict) or data.get("version") != VERSION:
        raise ValueError(tr("it contains no ratings that this version can read"))
    return OwnRatings({str(name): _rating_of(value) for name, value in dict(data["games"]).items()})


def _rating_of(data: Any) -> OwnRating:
    count = int(number_of("count", data["count"], 0, 1e9))
    return OwnRating(Rating.from_data(data), count, tuple(map(_game, data["latest"])))


def _game(data: Any) -> RatedGame:
    at, opponent, score, rating = data
    if score not in (0.0, 0.5, 1.0):
        raise ValueError(tr("{score!r} is not a score", score=str(score)[:40]))
    return RatedGame(
        time_of("latest", at), int(number_of("latest", opponent, 0, 1e4)), float(score),
        int(number_of("latest", rating, -1e4, 1e4)),
    )  # fmt: skip


FILE = SharedFile(
    "ratings.json",
    tr_later("ratings"),
    tr_later("your rating is not being saved"),
    OwnRatings(),
    from_data,
    as_data,
)

"""Tournaments: everybody plays everybody, by a plan, and what has been played so far.

A tournament is plain data, so that it can be stored after every game and continued later.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import count
from typing import Any

from boche.engine.errors import BocheError
from boche.engine.game import OptionValue
from boche.engine.games import registry as games
from boche.engine.languages.current import tr, translate
from boche.engine.match.match import play_game
from boche.engine.match.plan import LONGEST, Plan
from boche.engine.match.round_robin import Fixture, fixtures
from boche.engine.players.spec import PlayerSpec
from boche.engine.record import Record, read_result
from boche.engine.record.dialect import say_result
from boche.engine.tasks.worker_pool import WorkerPool
from boche.engine.time_control import TimeControl
from boche.engine.words import DRAWN

VERSION = 1
FEWEST, MOST = 2, 12
MOST_GAMES = 10
LONGEST_NAME, LONGEST_COMMAND = 60, 5000

UNDER_WAY, DONE = "under way", "finished"


class TournamentError(BocheError):
    """A tournament that cannot be played as requested, or that cannot be read."""


@dataclass(frozen=True)
class Entrant:
    """A participant: a person, or a computer player by its name (``player``)."""

    name: str
    player: str = ""

    @property
    def display_name(self) -> str:
        """The name in the current language, if it is one that the program has given."""
        label = PlayerSpec.parse(self.player).label if self.player else ""
        own = bool(label) and self.name.startswith(label)
        return f"{translate(label)}{self.name[len(label) :]}" if own else self.name


@dataclass(frozen=True)
class TournamentPlan:
    """The definition of a tournament.

    Every two entrants play ``games`` games, with the colours exchanged after each. ``clock`` is
    read by ``TimeControl.parse``; without one, ``seconds`` is the time per move of a computer that
    uses it. Game ``i`` of computers gets its random numbers from ``seed`` and ``i``.
    """

    title: str
    game: str
    options: Mapping[str, OptionValue]
    entrants: tuple[Entrant, ...]
    games: int = 1
    clock: str = ""
    seconds: float = 1.0
    seed: int = 1

    @property
    def control(self) -> TimeControl | None:
        """The clock, or None."""
        return TimeControl.parse(self.clock) if self.clock else None

    def check(self) -> None:
        """Raise ``BocheError`` if the tournament cannot be played."""
        names = [entrant.name.strip() for entrant in self.entrants]
        if not FEWEST <= len(names) <= MOST:
            raise TournamentError(
                tr(
                    "a tournament has {fewest} to {most} players, not {count}",
                    fewest=FEWEST,
                    most=MOST,
                    count=len(names),
                )
            )
        if not all(names) or any(len(name) > LONGEST_NAME for name in names):
            raise TournamentError(
                tr("each player needs a name of up to {most} letters", most=LONGEST_NAME)
            )
        twice = [name for name in names if names.count(name) > 1]
        if twice:
            raise TournamentError(
                tr("two players are called {name}; give them different names", name=twice[0])
            )
        if not 1 <= self.games <= MOST_GAMES:
            raise TournamentError(
                tr(
                    "each pairing has 1 to {most} games, not {games}",
                    most=MOST_GAMES,
                    games=self.games,
                )
            )
        if not 0.0 < self.seconds <= 3600.0:
            raise TournamentError(tr("the time for a move is more than 0 and at most 3600 seconds"))
        games.stored_options(self.game, self.options)
        _ = self.control


@dataclass(frozen=True)
class Played:
    """A finished game: the points of who moved first (1, 0.5, 0), the result, the record's file."""

    points: float
    result: str
    file: str = ""


@dataclass
class Tournament:
    """A plan with the results so far, by the numbers of the fixtures."""

    plan: TournamentPlan
    played: dict[int, Played] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.fixtures = tuple(fixtures(len(self.plan.entrants), self.plan.games))

    @property
    def over(self) -> bool:
        """True if all games have been played."""
        return len(self.played) == len(self.fixtures)

    @property
    def missing(self) -> list[Fixture]:
        """The games still to be played, in order."""
        return [fixture for fixture in self.fixtures if fixture.number not in self.played]

    def for_computers(self, fixture: Fixture) -> bool:
        """Return whether both players of a game are computers."""
        entrants = self.plan.entrants
        return bool(entrants[fixture.first].player and entrants[fixture.second].player)

    @property
    def at_table(self) -> Fixture | None:
        """The next game that needs a person, or None."""
        return next((one for one in self.missing if not self.for_computers(one)), None)

    def named(self, fixture: Fixture) -> tuple[str, str]:
        """Return the names of a game's players, in order of play."""
        entrants = self.plan.entrants
        return entrants[fixture.first].name, entrants[fixture.second].name

    def display_names(self, fixture: Fixture) -> tuple[str, str]:
        """Return the names of a game's players in the current language, in order of play."""
        entrants = self.plan.entrants
        return entrants[fixture.first].display_name, entrants[fixture.second].display_name

    def result_text(self, fixture: Fixture) -> str:
        """Return the result of a game that was played, in a sentence of the current language."""
        played, form = self.played[fixture.number], games.find(self.plan.game).sgf
        result = read_result(form, played.result)
        if result is None or result.winner is None:
            return translate(DRAWN()) if played.points == 0.5 else played.result
        # A swap exchanges the colours; who has won, the points tell.
        first, second = self.display_names(fixture)
        winner = first if played.points > 0.5 else second
        names = dict.fromkeys(games.find(self.plan.game).colours, winner)
        return translate(say_result(games.find(self.plan.game), result, names))

    def sign(self, record: Record, fixture: Fixture) -> None:
        """Write the names, the event and the round into the record of a game."""
        for colour, name in zip(record.game.colours, self.named(fixture), strict=True):
            record.set_player(colour, name)
        record.event = self.plan.title
        record.root.set_text("RO", str(fixture.round))

    def note(self, fixture: Fixture, record: Record, file: str = "") -> None:
        """Note the result of a game. Raises ``TournamentError`` if it has none."""
        winner = record.winning_player
        if winner is None and record.result.casefold() not in ("draw", "0"):
            raise TournamentError(tr("this game has no result yet"))
        points = 0.5 if winner is None else float(winner == 0)
        self.played[fixture.number] = Played(points, record.result, file)

    # -- as data

    def as_data(self) -> dict[str, Any]:
        """Return the tournament as JSON values, for ``from_data``."""
        plan = asdict(self.plan)
        results = [{"game": number, **asdict(one)} for number, one in sorted(self.played.items())]
        return {"tournament": VERSION, "plan": plan, "results": results}

    @classmethod
    def from_data(cls, values: Any) -> Tournament:
        """Return the tournament of JSON values. Raises ``BocheError`` if they are none."""
        try:
            if values["tournament"] != VERSION:
                raise TournamentError(
                    tr("unknown version {version}", version=str(values["tournament"])[:20])
                )
            tournament = cls(_plan_of(values["plan"]))
            for row in values["results"]:
                tournament.played[_number(row["game"], tournament)] = _played_of(row)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            if isinstance(error, BocheError):
                raise
            raise TournamentError(tr("not a tournament: {error}", error=error)[:200]) from error
        return tournament


def _plan_of(values: Any) -> TournamentPlan:
    entrants = tuple(
        Entrant(_text(row["name"], LONGEST_NAME), _text(row["player"], LONGEST_COMMAND))
        for row in values["entrants"][: MOST + 1]
    )
    game = _text(values["game"], 200)
    plan = TournamentPlan(
        title=_text(values["title"], 200),
        game=game,
        options=games.stored_options(game, dict(values["options"])),
        entrants=entrants,
        games=int(values["games"]),
        clock=_text(values["clock"], 40),
        seconds=float(values["seconds"]),
        seed=int(values["seed"]),
    )
    plan.check()
    return plan


def _text(value: Any, most: int) -> str:
    if not isinstance(value, str) or len(value) > most or "\0" in value:
        raise TournamentError(tr("it contains an invalid name"))
    return value


def _number(value: Any, tournament: Tournament) -> int:
    if type(value) is not int or not 0 <= value < len(tournament.fixtures):
        raise TournamentError(tr("it has a game that is not in its plan"))
    return value


def _played_of(row: Any) -> Played:
    if row["points"] not in (0, 0.5, 1):
        raise TournamentError(tr("it contains an invalid result"))
    return Played(float(row["points"]), _text(row["result"], 200), _text(row["file"], 5000))


# -- games of computers


def play_fixture(tournament: TournamentPlan, fixture: Fixture) -> Record:
    """Play a game of two computers, in a worker process or here; return its record."""
    first, second = (tournament.entrants[i].player for i in (fixture.first, fixture.second))
    plan = Plan(
        first, second, tournament.game, tournament.options, opening=0,
        seconds=tournament.seconds, seed=tournament.seed, longest=LONGEST, clock=tournament.clock,
    )  # fmt: skip
    return play_game(plan, 2 * fixture.number)


def names_for(players: Sequence[str]) -> tuple[Entrant, ...]:
    """Return computer players as entrants, each with a name of its own."""
    found: list[Entrant] = []
    for player in players:
        name = PlayerSpec.parse(player).label[: LONGEST_NAME - 4]
        taken = {entrant.name for entrant in found}
        number = next(i for i in count(1) if numbered(name, i) not in taken)
        found.append(Entrant(numbered(name, number), player))
    return tuple(found)


def numbered(name: str, number: int) -> str:
    """Return a name with a number behind it, from the second of that name on."""
    return name if number == 1 else f"{name} ({number})"


# The computers' games of a tournament, played in worker processes.


def play_games(
    tournament: Tournament,
    jobs: int,
    on_game: Callable[[Fixture, Record], None],
    stopped: Callable[[], bool] = lambda: False,
    cluster: str | None = None,
) -> None:
    """Play the missing games between computers, ``jobs`` at a time, or all on a ``cluster``.

    ``on_game`` gets each game with its record, signed, and is to note it. Games that are under way
    when ``stopped`` returns True are abandoned. Raises ``WorkerPoolError`` and what ``on_game``
    raises.
    """
    waiting = [one for one in tournament.missing if tournament.for_computers(one)]
    if not waiting or stopped():
        return
    plan = tournament.plan
    size = len(waiting) if cluster else min(jobs, len(waiting))
    with WorkerPool(size, stopped, cluster) as workers:
        while waiting or workers.is_busy:
            while waiting and workers.has_room:
                fixture = waiting.pop(0)
                workers.begin(fixture, play_fixture, plan, fixture)
            done = workers.finished_or_stopped()
            if done is None:
                return
            fixture, record = done
            tournament.sign(record, fixture)
            on_game(fixture, record)

"""Ratings of the levels of each game, from matches of each against the next two higher ones.

    python -m benchmarks.level_ratings --help
    python -m benchmarks.level_ratings boku --games 200
    python -m benchmarks.level_ratings octi --option bases=1 --longest 80

Level 5 keeps the rating that it has, so that the ratings of people stay what they are. A game that
does not end is judged by a search of its last position. A second table says what each player did
where a win was at hand in the games of these matches: its own, or the opponent's, counted only
where some move stops it; and how many of its other moves made a threat to win at once.

``EARLIER`` has the matches of levels that have not changed since they were played; they count
beside the new ones. The records are written to ``out/ratings``; an interrupted match continues when
the same command is given again.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.machine import machine_line
from boche.engine.game import Position
from boche.engine.games.registry import GAMES, find
from boche.engine.match.match import play_match
from boche.engine.match.plan import Plan
from boche.engine.players.baselines import some_moves
from boche.engine.players.levels import LEVELS, level_of
from boche.engine.record import Record
from boche.engine.search.search import search
from boche.engine.threats import threats_of

FOLDER = Path("out", "ratings")

LADDER = tuple(map(str, LEVELS))
"""The players, weakest first."""

ANCHOR = "5"
"""The player whose rating is kept. It was measured against random moves, which had 0."""

LONGEST = 120
"""Number of moves after which a game is judged, if no other is given."""

PLAYOUTS = 3_000
"""Playouts of the search that judges a game."""

Points = tuple[float, int]
"""Points of the first player, and the number of games."""

EARLIER: dict[str, dict[tuple[str, str], Points]] = {
    "boche": {("6", "5"): (149.0, 200), ("7", "6"): (152.0, 200),
              ("8", "7"): (141.0, 201)},
    "che": {("5", "4"): (150.5, 200), ("6", "5"): (162.0, 200), ("7", "6"): (142.5, 200),
            ("8", "7"): (138.0, 200), ("9", "8"): (26.0, 28)},
    "boku": {("6", "5"): (166.0, 200), ("7", "6"): (173.0, 200),
             ("8", "7"): (171.0, 200), ("9", "8"): (34.0, 36)},
    "octi": {("5", "4"): (147.0, 200), ("6", "5"): (154.0, 200), ("7", "6"): (162.0, 200),
             ("8", "7"): (138.0, 200), ("9", "8"): (12.0, 12)},
}  # fmt: skip
"""Matches of the upper levels, see ``docs/players.md``.

Level 8 had a second for each move. Against level 9 it had 0.2 seconds, in Che twelve games of one.
"""

ELO = 400.0 / np.log(10.0)


@dataclass(frozen=True)
class Fitted:
    """A rating and the half width of its 95 % interval, both in Elo."""

    rating: float
    error: float


def fitted(
    scores: Mapping[tuple[str, str], Points], kept: float, anchor: str = ANCHOR
) -> dict[str, Fitted]:
    """Return the ratings of most likelihood; the anchor's is kept, errors are relative to it.

    A draw counts as half a win and half a loss (Bradley and Terry, 1952). One more draw in each
    match keeps ratings finite where a player won all games.
    """
    names = sorted({name for pair in scores for name in pair} - {anchor})
    place = {name: index for index, name in enumerate(names)}
    values = np.zeros(len(names) + 1)  # the last one is the anchor
    for _ in range(100):
        slope, bend = np.zeros(len(values)), np.zeros((len(values), len(values)))
        for (first, second), (points, count) in scores.items():
            i, j = place.get(first, len(names)), place.get(second, len(names))
            games = count + 1
            expected = 1.0 / (1.0 + np.exp(values[j] - values[i]))
            gain = points + 0.5 - games * expected
            weight = games * expected * (1.0 - expected)
            slope[i] += gain
            slope[j] -= gain
            bend[i, i] += weight
            bend[j, j] += weight
            bend[i, j] -= weight
            bend[j, i] -= weight
        step = np.linalg.solve(bend[:-1, :-1], slope[:-1])
        values[:-1] += np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < 1e-9:
            break
    errors = 1.96 * ELO * np.sqrt(np.diag(np.linalg.inv(bend[:-1, :-1])))
    found = {
        name: Fitted(kept + float(ELO * values[i]), float(errors[i])) for name, i in place.items()
    }
    return {anchor: Fitted(kept, 0.0), **found}


def points_of(record: Record, index: int) -> float:
    """Return the points of a match's first player in game ``index``, 0 to 1."""
    first = index % 2
    position = record.position()
    if position.outcome is not None or record.winning_player is not None:
        return {None: 0.5, first: 1.0}.get(record.winning_player, 0.0)
    return search(position, PLAYOUTS, seed=index).value(first)


@dataclass
class Sight:
    """How often a player did what it could see: each pair is how often, and out of how many."""

    taken: tuple[int, int] = (0, 0)
    stopped: tuple[int, int] = (0, 0)
    threatened: tuple[int, int] = (0, 0)

    def look(self, position: Position, move: str) -> None:
        """Count a move of this player."""
        after, colour = position.play(move), position.turn
        if move == "swap":  # after it, the threats are those of the other person
            return
        won = after.outcome is not None and after.outcome.winner == colour
        if threatens(position, colour):
            self.taken = self.taken[0] + won, self.taken[1] + 1
            return
        enemy = after.turn if after.outcome is None else None
        stopped = enemy is not None and not threatens(after, enemy)
        against = any(each.wins and each.colour != colour for each in threats_of(position))
        if against and (stopped or is_stoppable(position)):
            self.stopped = self.stopped[0] + stopped, self.stopped[1] + 1
        threat = after.outcome is None and threatens(after, colour)
        self.threatened = self.threatened[0] + threat, self.threatened[1] + 1

    def row(self, game: str, player: str) -> str:
        """Return a row of the table in Markdown."""
        pairs = (self.taken, self.stopped, self.threatened)
        cells = (f"{done / of:.0%} of {of:,}" if of else "-" for done, of in pairs)
        return f"| {game} | {player} | {' | '.join(cells)} |"


def threatens(position: Position, colour: str) -> bool:
    """Return whether a colour could win with one move, if it were to move."""
    return any(each.wins and each.colour == colour for each in threats_of(position))


def is_stoppable(position: Position) -> bool:
    """Return whether some move leaves the opponent no win; of very many only some are tried."""
    played = map(position.play, some_moves(position, random.Random(1)))
    return any(each.outcome is None and not threatens(each, each.turn) for each in played)


def main() -> None:
    """Play the matches and print the ratings of each game."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.level_ratings")
    parser.add_argument("game", nargs="*", choices=[[], *GAMES], help="(default: all of them)")
    parser.add_argument("--games", type=int, default=60, help="of each match (default: 60)")
    parser.add_argument("--seconds", type=float, default=0.2, metavar="S",
                        help="a move, for levels that use all of it (default: 0.2)")  # fmt: skip
    parser.add_argument("--jobs", type=int, default=1, help="games at a time (default: 1)")
    parser.add_argument("--reach", type=int, default=2, metavar="N",
                        help="places apart at most of two who meet (default: 2)")  # fmt: skip
    parser.add_argument("--players", nargs="+", default=LADDER, metavar="PLAYER",
                        help=f"in order of strength (default: {' '.join(LADDER)})")  # fmt: skip
    parser.add_argument("--longest", type=int, default=LONGEST, metavar="N",
                        help=f"moves until a game is judged (default: {LONGEST})")  # fmt: skip
    parser.add_argument("--option", nargs="+", default=[], type=option, metavar="NAME=NUMBER",
                        help="options of the games (default: those of each game)")  # fmt: skip
    args = parser.parse_args()
    print(machine_line())
    for name in args.game or GAMES:
        scores, game = dict(EARLIER.get(name, {})), find(name)
        sights = {player: Sight() for player in args.players}
        kept = level_of(game, int(ANCHOR)).rating
        for index, lower in enumerate(args.players):
            for upper in args.players[index + 1 : index + 1 + args.reach]:
                plan = Plan(upper, lower, name, game.complete(dict(args.option)), opening=1,
                            seconds=args.seconds, longest=args.longest)  # fmt: skip
                points, count = played(plan, args.games, args.jobs, sights)
                print(f"{name}: {upper} against {lower}: {points:.1f} of {count}", flush=True)
                before = scores.get((upper, lower), (0.0, 0))
                scores[upper, lower] = before[0] + points, before[1] + count
        print(f"| {name} | rating | 95 % |\n|---|---|---|")
        for player, found in sorted(fitted(scores, kept).items(), key=lambda pair: pair[1].rating):
            print(f"| {player} | {found.rating:.0f} | ± {found.error:.0f} |")
        print("| game | player | wins taken | wins stopped | threats made |\n|---|---|---|---|---|")
        for player, sight in sights.items():
            print(sight.row(name, player), flush=True)


def option(text: str) -> tuple[str, int]:
    """Return the name and the number of an option, such as ``bases=1``."""
    name, _, number = text.partition("=")
    return name, int(number)


def played(plan: Plan, count: int, jobs: int, sights: Mapping[str, Sight]) -> Points:
    """Play a match, or what is missing of it, and count what its players did."""
    points = list[float]()

    def take(index: int, record: Record) -> None:
        points.append(points_of(record, index))
        names = (plan.first, plan.second)[:: 1 - 2 * (index % 2)]
        position = record.start
        for ply, move in enumerate(record.moves()):
            if ply >= plan.opening:
                sights[names[position.player]].look(position, move)
            position = position.play(move)

    folder = FOLDER / f"{plan.game}-{plan.first}-{plan.second}".replace(":", "-")
    play_match(plan, count, folder, jobs=jobs, on_record=take)
    return sum(points), len(points)


if __name__ == "__main__":
    main()

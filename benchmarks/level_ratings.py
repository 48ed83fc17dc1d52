"""Ratings of the levels of each game, from matches of each against the next two higher ones.

    python -m benchmarks.level_ratings --help
    python -m benchmarks.level_ratings boku --games 200

Random moves have the rating 0. Games of slow levels are fewer: their number falls with the
playouts. The records are written to ``out/ratings``; interrupted matches continue when the same
command is given again, and all that is there counts.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.machine import machine_line
from boche.engine.game import Game
from boche.engine.games.registry import GAMES, find
from boche.engine.match.match import Plan, play_match
from boche.engine.match.score import Score
from boche.engine.players.levels import LEVELS, level_of
from boche.engine.players.spec import RATED

FOLDER = Path("out", "ratings")

ANCHOR = "random"
LADDER = (ANCHOR, f"{RATED}:0", *map(str, LEVELS))
"""The players, weakest first."""

REACH = 2
"""How many places apart on the ladder two players are who meet."""

LONGEST = 300
"""Number of moves after which a game counts as a draw."""

QUICK, FEWEST = 1_000, 0.1
"""Playouts up to which a level plays all games, and the least share of them that others play."""

ELO = 400.0 / np.log(10.0)


@dataclass(frozen=True)
class Fitted:
    """A rating and the half width of its 95 % interval, both in Elo."""

    rating: float
    error: float


def fitted(scores: Mapping[tuple[str, str], Score], anchor: str = ANCHOR) -> dict[str, Fitted]:
    """Return the ratings of most likelihood; the anchor has 0, and errors are relative to it.

    A draw counts as half a win and half a loss (Bradley and Terry, 1952). One more draw in each
    match keeps ratings finite where a player won all games.
    """
    names = sorted({name for pair in scores for name in pair} - {anchor})
    place = {name: index for index, name in enumerate(names)}
    values = np.zeros(len(names) + 1)  # the last one is the anchor
    for _ in range(100):
        slope, bend = np.zeros(len(values)), np.zeros((len(values), len(values)))
        for (first, second), score in scores.items():
            i, j = place.get(first, len(names)), place.get(second, len(names))
            games = score.games + 1
            expected = 1.0 / (1.0 + np.exp(values[j] - values[i]))
            gain = score.share * score.games + 0.5 - games * expected
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
    found = {name: Fitted(ELO * values[i], errors[i]) for name, i in place.items()}
    return {anchor: Fitted(0.0, 0.0), **found}


def games_of(game: Game, pair: Sequence[str], most: int) -> int:
    """Return the number of games of a match; it is even."""
    levels = [level_of(game, int(name)) for name in pair if name.isdigit()]
    shares = [QUICK / level.playouts if level.playouts else 0.0 for level in levels]
    return max(2, 2 * round(most * min(1.0, max(FEWEST, min(shares))) / 2)) if shares else most


def main() -> None:
    """Play the matches and print the ratings of each game."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.level_ratings")
    parser.add_argument("game", nargs="*", choices=[[], *GAMES], help="(default: all of them)")
    parser.add_argument("--games", type=int, default=100, help="of quick levels (default: 100)")
    parser.add_argument("--seconds", type=float, default=0.2, metavar="S",
                        help="a move, for levels that use all their time (default: 0.2)")  # fmt: skip
    parser.add_argument("--jobs", type=int, default=1, help="games at a time (default: 1)")
    parser.add_argument("--players", nargs="+", default=LADDER, metavar="PLAYER",
                        help=f"in order of strength (default: {' '.join(LADDER)})")  # fmt: skip
    args = parser.parse_args()
    print(machine_line())
    for name in args.game or GAMES:
        scores, game = {}, find(name)
        for index, lower in enumerate(args.players):
            for upper in args.players[index + 1 : index + 1 + REACH]:
                plan = Plan(upper, lower, name, game.complete({}), opening=1,
                            seconds=args.seconds, longest=LONGEST)  # fmt: skip
                folder = FOLDER / f"{name}-{upper}-{lower}".replace(":", "-")
                count = games_of(game, (upper, lower), args.games)
                score = scores[upper, lower] = play_match(plan, count, folder, jobs=args.jobs)
                print(f"{name}: {upper} against {lower}: {score}", flush=True)
        print(f"| {name} | rating | 95 % |\n|---|---|---|")
        for player, found in fitted(scores, args.players[0]).items():
            print(f"| {player} | {found.rating:.0f} | ± {found.error:.0f} |")


if __name__ == "__main__":
    main()

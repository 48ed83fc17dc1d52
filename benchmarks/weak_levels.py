"""How weak levels err: where their moves come among those that a good search looks at.

    python -m benchmarks.weak_levels --help
    python -m benchmarks.weak_levels boku --players random 1 2 3 7

The positions are from games of plain searches, among them the last ones of each game, where wins
and threats are at hand.

Where moves have several steps, hardly any whole move gets many visits. So the learned policy is
asked as well: *less natural than* is the sum of the chances of all moves that it likes better, 0
for the one that it likes best. Whoever plays by those chances has 50 % on average, and 10 % of
such moves are *odd*, among the last tenth. *To and fro* moves take back the player's own last one.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from benchmarks.machine import machine_line
from boche.engine.game import Move, Position
from boche.engine.games.registry import GAMES, new
from boche.engine.players.baselines import some_moves
from boche.engine.players.player import History
from boche.engine.players.registry import make_player
from boche.engine.search.natural import NaturalMoves
from boche.engine.search.search import search

MAKERS = ("uct:60", "uct:300")
"""Players of the games from which the positions are."""

MOST_PLIES, DRAWN, LAST = 100, 3, 2
"""Plies of a game at most, and how many positions of it are taken: at random, and the last ones."""

PLAYOUTS = 3_000
"""Playouts of the search whose visits say what is worth a look."""

GLANCE, FAR, ODD = 0.005, 4.0, 0.9
"""Share of the visits below which nobody would look at a move; a far distance in cells; the share
of the learned chances that the moves have which are better than an odd one."""

MOST_NATURAL = 400
"""Moves whose learned chances are looked up; all others count as liked least."""


@dataclass(frozen=True)
class Case:
    """A position with its game so far, and what is known of its moves.

    That is the visits of a search, the learned chances, and the moves that win at once.
    """

    position: Position
    history: History
    visits: Mapping[str, int]
    chances: Mapping[str, float]
    wins: frozenset[str]


def cases(game: str, count: int) -> Iterator[Case]:
    """Yield positions that depend on the game only."""
    rng, number = random.Random(7), 0
    while count:
        taken = _positions(game, number, rng)[:count]
        count, number = count - len(taken), number + 1
        for position, history in taken:
            visits = search(position, PLAYOUTS, seed=1).visits
            natural = NaturalMoves(position).best(MOST_NATURAL)
            chances = {str(move): chance for move, chance in natural}
            yield Case(position, history, visits, chances, frozenset(map(str, wins(position))))


def _positions(game: str, number: int, rng: random.Random) -> list[tuple[Position, History]]:
    start = position = new(game)
    players = [make_player(name, start, seed=number) for name in MAKERS[:: 1 - 2 * (number % 2)]]
    history, seen = list[tuple[str, str]](), list[tuple[Position, History]]()
    while position.outcome is None and position.ply < MOST_PLIES:
        if position.ply >= 2:
            seen.append((position, list(history)))
        move = players[position.player].choose(position, history)
        history.append((position.turn, str(move)))
        position = position.play(move)
    return [*rng.sample(seen, min(DRAWN, len(seen))), *seen[-LAST:]]


def wins(position: Position) -> list[Move]:
    """Return the moves that win at once; where there are very many moves, only some of them."""
    found = []
    for move in some_moves(position, random.Random(1)):
        outcome = position.play(move).outcome
        if outcome is not None and outcome.winner == position.turn:
            found.append(move)
    return found


def leaves_a_win(position: Position, move: str) -> bool:
    """Return whether the opponent can win at once after a move, or has won by it."""
    after = position.play(position.parse(move))
    if after.outcome is not None:
        return after.outcome.winner not in (None, position.turn)
    return bool(wins(after))


@dataclass
class Errors:
    """Counts of what a player did; ``ranks`` are places among the moves of the search."""

    ranks: list[int]
    unseen: int = 0
    far: int = 0
    unnatural: float = 0.0
    odd: int = 0
    undone: int = 0
    won: tuple[int, int] = (0, 0)
    left: tuple[int, int] = (0, 0)

    def row(self, game: str, player: str) -> str:
        """Return a row of the table in Markdown."""
        moves = len(self.ranks)
        return (
            f"| {game} | {player} | {sum(self.ranks) / moves:.1f} | {self.unseen / moves:.0%} "
            f"| {self.far / moves:.0%} | {self.unnatural / moves:.0%} | {self.odd / moves:.0%} "
            f"| {self.undone / moves:.0%} | {self.won[0]} of {self.won[1]} "
            f"| {self.left[0]} of {self.left[1]} |"
        )


Choose = Callable[[Case], str]


def errors_of(choose: Choose, found: list[Case]) -> Errors:
    """Return what a player does in these positions."""
    errors = Errors([])
    for case in found:
        move = choose(case)
        if case.wins:
            errors.won = errors.won[0] + (move not in case.wins), errors.won[1] + 1
            continue
        order, total = list(case.visits), sum(case.visits.values())
        errors.ranks.append(1 + (order.index(move) if move in order else len(order)))
        errors.unseen += case.visits.get(move, 0) < GLANCE * total
        errors.far += distance(case, move) > FAR
        better = liked_better(case, move)
        errors.unnatural += better
        errors.odd += better > ODD
        errors.undone += takes_back(case, move)
        if not leaves_a_win(case.position, order[0]):
            left = leaves_a_win(case.position, move)
            errors.left = errors.left[0] + left, errors.left[1] + 1
    return errors


def liked_better(case: Case, move: str) -> float:
    """Return the sum of the learned chances of the moves that are likelier than this one."""
    own = case.chances.get(move, 0.0)
    return sum(chance for chance in case.chances.values() if chance > own)


def takes_back(case: Case, move: str) -> bool:
    """Return whether a move goes back the way that the player's last move came."""
    if len(case.history) < 2:
        return False
    before, now = (
        case.position.spots(case.position.parse(text)) for text in (case.history[-2][1], move)
    )
    return len(now) > 1 and (now[0], now[-1]) == (before[-1], before[0])


def distance(case: Case, move: str) -> float:
    """Return the distance of a move from the last two, in cells."""
    position = case.position
    last = [spot for _, text in case.history[-2:] if text != "swap"
            for spot in position.spots(position.parse(text))]  # fmt: skip
    own = position.spots(position.parse(move))
    return min((math.dist(one, other) for one in own for other in last), default=0.0)


def named(player: str) -> Choose:
    """Return the choices of a player by name, with another seed in each position."""

    def choose(case: Case) -> str:
        start = case.position.game.start(case.position.options)
        seed = sum(map(ord, case.position.key()))
        return str(make_player(player, start, seed=seed).choose(case.position, case.history))

    return choose


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.weak_levels")
    parser.add_argument("game", nargs="*", choices=[[], *GAMES], help="(default: all of them)")
    parser.add_argument("--players", nargs="+", default=["random", "1", "2", "3", "4"])
    parser.add_argument("--positions", type=int, default=150, help="(default: 150)")
    args = parser.parse_args()
    print(machine_line())
    print("| game | player | place | not worth a look | far off | less natural than | odd "
          "| to and fro | wins missed | wins left |")  # fmt: skip
    print("|---|---|---|---|---|---|---|---|---|---|", flush=True)
    for game in args.game or GAMES:
        found = list(cases(game, args.positions))
        for player in args.players:
            print(errors_of(named(player), found).row(game, player), flush=True)


if __name__ == "__main__":
    main()

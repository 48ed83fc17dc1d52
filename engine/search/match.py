"""Matches between two players: games in processes, records on disk, a score with its error.

Game ``i`` and ``i + 1`` (``i`` even) begin with the same random moves, with the colours
exchanged. A finished game lies in the match's folder as ``game-0001.sgf``; running the match
again plays only what is missing there. A game that goes on for ``Plan.longest`` moves is a draw.
"""

from __future__ import annotations

import json
import math
import multiprocessing
import random
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine import games
from engine.errors import BocheError
from engine.files import write_file
from engine.game import OptionValue, Outcome, Position
from engine.record import Node, Record, dump_sgf, final_position, load, read_result, write_result
from engine.search.interrupt import deaf, hearing, stop_children
from engine.search.openings import find_opening
from engine.search.players import History, Player, PlayerError, ResignedError, make_player
from engine.search.steps import seat_to_move

PLAN = "match.json"

LONGEST = 1600
"""Moves of a game before it counts as a draw: more than fit on any board of Boche. Pieces that
walk about or come back (Octi, Boku), or a pool without end (Che), could go on for ever."""

PATIENCE = 2.0
"""Seconds for the games to end by themselves when a match is stopped; programs are told to quit."""


class MatchError(BocheError):
    """A match that cannot be played as asked for."""


@dataclass(frozen=True)
class Plan:
    """What a match is: two players by name, a game with its complete options.

    ``opening`` random moves come first, none of them a swap (0: none; then the players may swap);
    with ``fair`` only such that leave both colours a chance (``openings.find_opening``).
    ``seconds`` are for a move, for players that take time. A game of ``longest`` moves is a draw,
    the opening's counted.
    """

    first: str
    second: str
    game: str
    options: Mapping[str, OptionValue]
    opening: int = 2
    seconds: float = 1.0
    seed: int = 1
    fair: bool = False
    longest: int = LONGEST

    @property
    def names(self) -> tuple[str, str]:
        return self.first, self.second


@dataclass(frozen=True)
class Score:
    """Games won by the first player, by the second, drawn, and lost by breaking down."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    forfeits: int = 0

    @property
    def games(self) -> int:
        return self.won + self.lost + self.drawn

    @property
    def share(self) -> float:
        """The first player's points for each game, 0 to 1; 0.5 without games."""
        return (self.won + self.drawn / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of ``share`` (Wilson, 1927; draws as half a win and half a loss)."""
        if not self.games:
            return 0.0, 1.0
        z, n, p = 1.959964, self.games, self.share
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def elo(self) -> float:
        """The difference in Elo's rating, positive for the first player; infinite at 0 and 1."""
        return elo_of(self.share)

    def as_data(self) -> dict[str, Any]:
        """As JSON data; an infinite rating is None."""
        ratings = [elo_of(share) for share in (self.share, *self.interval)]
        finite = [round(rating, 1) if math.isfinite(rating) else None for rating in ratings]
        return {
            **asdict(self),
            "games": self.games,
            "score": self.share,
            "interval": list(self.interval),
            "elo": finite[0],
            "elo_interval": finite[1:],
        }


def elo_of(share: float) -> float:
    """The difference in rating at which the expected score is ``share``."""
    if share <= 0:
        return -math.inf
    return math.inf if share >= 1 else -400 * math.log10(1 / share - 1)


# -- one game


def play_game(plan: Plan, index: int) -> Record:
    """Game ``index`` (from 0) of a match. A player that fails loses; the comment says why."""
    record = Record.new(plan.game, **plan.options)
    names = plan.names if index % 2 == 0 else plan.names[::-1]
    for colour, name in zip(record.rules.colours, names, strict=True):
        record.set_player(colour, name)
    record.event = f"{plan.first} - {plan.second}, game {index + 1}"
    game = _Game(record)
    for move in opening_of(plan, index // 2):
        game.add(move)
    seats: list[Player | None] = [None, None]
    try:
        failed = _run(game, plan, index, names, seats)
    finally:
        for seat in seats:
            if seat is not None:
                seat.close()
    outcome = game.position.outcome
    if failed is not None:
        loser, reason = failed
        winner = next(c for c in record.rules.colours if c != loser)
        record.result = f"{record.form.colours[winner]}+F"
        game.node.comment = f"{loser} loses: {reason}"
    elif outcome is not None:
        record.result = write_result(record.form, outcome)
    else:
        reason = f"not over after {len(game.history)} moves"
        record.result = write_result(record.form, Outcome(None, reason, "longest"))
        game.node.comment = f"a draw: {reason}"
    return record


class _Game:
    def __init__(self, record: Record) -> None:
        self.node = record.root
        self.position = record.rules.start(record.options)
        self.history: list[tuple[str, str]] = []

    def add(self, move: str) -> None:
        after = self.position.play(move)
        self.history.append((self.position.turn, move))
        self.node = Node(move, self.position.turn, parent=self.node)
        self.position = after


def _run(
    game: _Game, plan: Plan, index: int, names: tuple[str, str], seats: list[Player | None]
) -> tuple[str, str] | None:
    """Play to the end, or as long as may be; the colour that failed and why, or None."""
    start = game.position.game.start(plan.options)
    while game.position.outcome is None and len(game.history) < plan.longest:
        person = seat_to_move(game.position)
        try:
            player = seats[person]
            if player is None:
                seed = 1_000_003 * plan.seed + 2 * index + person
                player = make_player(names[person], start, seed=seed, seconds=plan.seconds)
                seats[person] = player
            move = _chosen(player, game.position, game.history)
        except ResignedError:
            game.position = game.position.resign()
            return None
        except PlayerError as error:
            return game.position.turn, str(error)
        game.add(move)
    return None


def _chosen(player: Player, position: Position, history: History) -> str:
    return position.format(player.choose(position, history))


def opening_of(plan: Plan, number: int) -> list[str]:
    """The random moves that a pair of games begins with; fewer where so many would end them."""
    rng = random.Random(f"{plan.seed}/{number}")
    start = games.find(plan.game).start(plan.options)
    return find_opening(start, plan.opening, rng, fair=plan.fair)


# -- a match on disk


def game_file(folder: Path, index: int) -> Path:
    return folder / f"game-{index + 1:04}.sgf"


def prepare(folder: Path, plan: Plan) -> None:
    """Make the folder, or see that it holds this very match. Raises ``MatchError``."""
    path = folder / PLAN
    data = json.dumps(asdict(plan), indent=2, sort_keys=True) + "\n"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        before = path.read_text(encoding="utf-8") if path.exists() else None
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise MatchError(f"cannot use {str(folder)!r}: {reason}") from error
    if before is None:
        write_file(path, data.encode())
    elif not _same(before, plan):
        raise MatchError(f"{str(folder)!r} holds another match (see {PLAN}); name another folder")


def _same(text: str, plan: Plan) -> bool:
    """Whether a plan on disk is this one; what it does not say has its default."""
    try:
        return Plan(**json.loads(text)) == plan
    except (TypeError, ValueError):
        return False


def winner_of(record: Record) -> int | None:
    """0 or 1 for the person (see ``seat_to_move``) who won by the result; None for a draw."""
    result = read_result(record.form, record.result)
    if result is None or result.winner is None:
        return None
    swapped = final_position(record).swapped
    return record.rules.colours.index(result.winner) ^ int(swapped)


def finished(folder: Path, plan: Plan, count: int) -> dict[int, Record]:
    """The whole games that lie in the folder, of the first ``count``."""
    found = {}
    for index in range(count):
        path = game_file(folder, index)
        if not path.exists():
            continue
        try:
            record = load(path)
        except BocheError:
            continue
        if record.result and not record.problems:
            found[index] = record
    return found


def count_games(records: Mapping[int, Record]) -> Score:
    """The score of the games by their numbers from 0."""
    won = lost = drawn = forfeits = 0
    for index, record in records.items():
        person = winner_of(record)
        forfeits += record.result.endswith("+F")
        if person is None:
            drawn += 1
        elif person == index % 2:
            won += 1
        else:
            lost += 1
    return Score(won, lost, drawn, forfeits)


def play_match(
    plan: Plan,
    count: int,
    folder: Path,
    *,
    jobs: int = 2,
    on_game: Callable[[Score], None] | None = None,
) -> Score:
    """Play what is missing of ``count`` games, ``jobs`` at a time; return the score of all.

    ``on_game`` gets the score so far after each game. Raises ``MatchError`` and ``FileError``;
    what was finished before stays in the folder.
    """
    prepare(folder, plan)
    records = finished(folder, plan, count)
    missing = [index for index in range(count) if index not in records]
    for index, record in _played(plan, missing, jobs):
        write_file(game_file(folder, index), dump_sgf(record))
        records[index] = record
        if on_game is not None:
            on_game(count_games(records))
    return count_games(records)


def _played(plan: Plan, missing: list[int], jobs: int) -> Iterator[tuple[int, Record]]:
    """The games as they end."""
    if jobs <= 1 or len(missing) <= 1:
        for index in missing:
            yield index, play_game(plan, index)
        return
    # Not forked: the caller may have threads, and compiled code of its own.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(jobs, len(missing)), mp_context=context)
    waiting = list(reversed(missing))
    running: dict[Future[Record], int] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                index = waiting.pop()
                with deaf():
                    running[pool.submit(_play_here, plan, index)] = index
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield running.pop(future), future.result()
    except KeyboardInterrupt:
        # In a terminal the games have heard of it as well; else they are told.
        if wait(running, timeout=PATIENCE).not_done:
            stop_children()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _play_here(plan: Plan, index: int) -> Record:
    """``play_game`` in a process of its own."""
    with hearing():
        return play_game(plan, index)

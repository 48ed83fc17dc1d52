"""The explorer: time of an answer among a million moves, size of the index, rate of building it.

    python -m benchmarks.explorer [--moves 1000000] [--keep FILE]

The index is filled with random games without going through files. The rate is measured on files of
such games. Answers are measured in CPU time, since the machine is shared, and in wall time, with
positions that the program has not seen before, as when somebody steps through a game: from the
start, which every game has reached, to the middle game.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.machine import machine_line
from boche.engine import GAMES, new
from boche.engine.explorer.answers import Explorer
from boche.engine.explorer.build import Writer, update
from boche.engine.explorer.database import connect, transaction
from boche.engine.explorer.keys import place_of
from boche.engine.explorer.scan import DRAWN, IndexedGame, Play
from boche.engine.record import Record
from boche.viewer.explorer.worker import MOST_MOVES

SHARES = {"boche": 0.8, "boku": 0.1, "che": 0.05, "octi": 0.05}
"""Shares of the moves; random moves of the last games take long to draw."""

FILES = 30
DEPTHS = (0, 1, 2, 4, 10, 20)


def random_line(game: str, rng: random.Random, most: int = 10_000) -> tuple[list[Any], list[Any]]:
    """Return the positions and moves of a random game, or of its beginning."""
    positions, moves = [new(game)], []
    while positions[-1].outcome is None and len(moves) < most:
        moves.append(positions[-1].random_move(rng))
        positions.append(positions[-1].play(moves[-1]))
    return positions, moves


def random_game(game: str, rng: random.Random, number: int) -> IndexedGame:
    """Return a random game as the index stores it."""
    positions, moves = random_line(game, rng)
    places = [place_of(position) for position in positions]
    plays = [
        Play(place.key, place.move(move), place.position.player)
        for place, move in zip(places, moves, strict=False)
    ]
    last = Play(places[-1].key, "", positions[-1].player)
    winner = positions[-1].winning_player
    return IndexedGame(
        1, game, ("Anna", "Bert"), f"{2000 + number % 25}-05-12", "", "",
        DRAWN if winner is None else winner, number.to_bytes(16, "big"), (*plays, last),
    )  # fmt: skip


def fill(path: Path, moves: int) -> None:
    """Fill an index with random games."""
    rng, database = random.Random(1), connect(path)
    writer = Writer(database)
    number = 0
    for game, share in SHARES.items():
        left = moves * share
        while left > 0:
            with transaction(database):
                for _ in range(100):
                    number += 1
                    one = random_game(game, rng, number)
                    writer.add_file(f"/games/{number}.sgf", (0, 0), [one], "")
                    left -= len(one.plays) - 1
                    if left <= 0:
                        break
    database.close()


def answers(path: Path) -> Iterator[tuple[str, int, list[float], list[float]]]:
    """Yield a depth, the median of the games, and CPU and wall times in milliseconds."""
    rng = random.Random(2)
    with Explorer(path) as explorer:
        for game in GAMES:
            for depth in DEPTHS:
                times, walls, games = list[float](), list[float](), list[int]()
                for _ in range(21):
                    position = random_line(game, rng, depth)[0][-1].bare()
                    start, wall = time.process_time(), time.perf_counter()
                    games.append(explorer.ask(position, most=MOST_MOVES).games)
                    times.append(1e3 * (time.process_time() - start))
                    walls.append(1e3 * (time.perf_counter() - wall))
                yield f"{game} after {depth}", round(statistics.median(games)), times, walls


def said(times: list[float]) -> str:
    """Return median and maximum."""
    return f"{statistics.median(times):8.2f} ms, at most {max(times):8.2f} ms"


def build_rate(folder: Path, game: str) -> tuple[float, float]:
    """Return files and moves per second in building an index of files of random games."""
    rng, records = random.Random(3), folder / game
    records.mkdir()
    for number in range(FILES):
        record = Record.new(game)
        node = record.root
        for move in random_line(game, rng)[1]:
            node = node.add(move)
        record.save(records / f"{number}.sgf")
    start = time.perf_counter()
    *_, last = update(folder / f"{game}.sqlite3", [records])
    seconds = time.perf_counter() - start
    return FILES / seconds, last.moves / seconds


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--moves", type=int, default=1_000_000)
    parser.add_argument("--keep", type=Path, help="keep the index, or use the one kept before")
    args = parser.parse_args()
    print(machine_line())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = args.keep or folder / "index.sqlite3"
        if not path.exists():
            fill(path, args.moves)
        with Explorer(path) as explorer:
            contents = explorer.contents()
        size = path.stat().st_size
        print(f"{contents.games:,} games, {contents.moves:,} moves: {size / 1e6:.1f} MB, "
              f"{size / contents.moves:.0f} bytes a move")  # fmt: skip
        for label, games, times, walls in answers(path):
            print(f"{label:16} {games:7,} games", *map(said, (times, walls)))
        for game in GAMES:
            files, moves = build_rate(folder, game)
            print(f"building, {game:6} {files:7,.0f} files/s {moves:8,.0f} moves/s")


if __name__ == "__main__":
    main()

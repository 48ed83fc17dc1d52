"""Training from the command line: ``python -m training --game boku --hours 2``.

Each generation plays games against itself with the weights of the one before (the first with none),
fits new weights to the games of the last few, and plays a match against level 8. All of it is on
disk, and the same command goes on where it was stopped:

    generation-1/chunk-0001.npz    games, from a seed of their own
    generation-1/weights.npz       what was learned from them
    generation-1/match/            games against level 8
    log.jsonl                      a line for each of these
    strength.svg                   the score of each generation
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

from boche.engine.atomic_write import write_file
from boche.engine.errors import BocheError
from boche.engine.games.registry import GAMES, find
from boche.engine.match.match import play_match
from boche.engine.match.plan import Plan
from boche.engine.match.suites import TRAINING, load_suite
from boche.engine.players.spec import LEARNED
from boche.engine.search.weights import packed
from boche.engine.tasks.worker_pool import run_tasks
from boche.viewer.cli.arguments import cluster, folder_path
from boche.viewer.cli.command import Parser
from boche.viewer.cli.numbers import at_once, positive, real, seconds
from training.fit import Recipe, fit
from training.generation import Chunk, play_chunk
from training.plot import write_plot

GAMES_IN_A_CHUNK = 50
MOST_HOURS = 10_000
KEPT = 3
"""Number of generations to whose games the value is fitted."""

RECIPES = {
    "che": Recipe(mix=1.0, fade=0.95),
    "octi": Recipe(rounds=2, value_rate=0.01, mix=1.0, fade=0.97),
}
"""How the weights of a game are fitted where matches found better numbers than the usual ones."""


def main(arguments: list[str] | None = None) -> int:
    """Train as the arguments say; return the exit code."""
    parser = Parser(prog="python -m training", description=__doc__.split("\n")[0])
    parser.add_argument("--game", choices=sorted(GAMES), required=True, help="what to learn")
    parser.add_argument(
        "--hours",
        type=real(0, MOST_HOURS, "hours", above=True),
        default=2.0,
        help="time for self-play in all (default: 2)",
    )
    parser.add_argument("--generations", type=positive, default=3, help="how many (default: 3)")
    parser.add_argument("--jobs", type=at_once, default=2, help="processes (default: 2)")
    parser.add_argument(
        "--cluster", metavar="ADDRESS", type=cluster, help="scheduler of a cluster that plays them"
    )
    parser.add_argument("--folder", type=folder_path, help="where (default: training/runs/GAME)")
    parser.add_argument("--quick", type=positive, default=150, help="playouts of most moves")
    parser.add_argument("--long", type=positive, default=1000, help="playouts of one move in four")
    parser.add_argument("--games", type=positive, default=40, help="games of a match (default: 40)")
    parser.add_argument("--seconds", type=seconds, default=0.1, help="per move of a match")
    given = parser.parse_args(arguments)
    folder = given.folder or Path(__file__).parent / "runs" / given.game
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(f"--folder {str(folder)!r}: {error.strerror or error}")
    try:
        _Training(given, folder).run()
    except (BocheError, OSError) as error:
        print(f"training: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", file=sys.stderr)
        return 130
    return 0


class _Training:
    def __init__(self, given: argparse.Namespace, folder: Path) -> None:
        self.given, self.folder = given, folder
        self.seconds = 3600 * given.hours / given.generations

    def run(self) -> None:
        game, last = self.given.game, self.given.generations
        begun = self._log(0, "run")
        if begun and begun[0]["game"] != game:
            raise BocheError(f"{str(self.folder)!r} holds a run of {begun[0]['game']}")
        if not begun:
            self._note(0, "run", game=game)
        if self._log(last):
            said = "already exists; --generations or another --folder goes on"
            print(f"generation {last} in {str(self.folder)!r} {said}")
        for number in range(1, last + 1):
            if not self._weights(number).exists():
                minutes = math.ceil(self.seconds / 60)
                said = (
                    f"{minutes} min of self-play, then fitting, {self.given.games} games against 8"
                )
                print(f"generation {number} of {last}: {said}", flush=True)
                self._play(number)
                self._fit(number)
            self._match(number)
            write_plot(self._log(), self.folder / "strength.svg", self.given.game)

    def _place(self, number: int) -> Path:
        return self.folder / f"generation-{number}"

    def _weights(self, number: int) -> Path:
        return self._place(number) / "weights.npz"

    def _chunk(self, number: int, seed: int) -> Path:
        return self._place(number) / f"chunk-{seed:04}.npz"

    def _play(self, number: int) -> None:
        """Play chunks until the generation's share of the time is used up."""
        given = self.given
        self._place(number).mkdir(exist_ok=True)
        begun = time.monotonic() - max(
            (line.get("passed", 0.0) for line in self._log(number, "chunk")), default=0.0
        )
        weights = self._weights(number - 1).read_bytes() if number > 1 else None
        seeds = list[int]()

        def chunks() -> Iterator[tuple[Chunk]]:
            for seed in count(1):
                path = self._chunk(number, seed)
                if time.monotonic() - begun >= self.seconds and (seeds or path.exists()):
                    return
                if not path.exists():
                    seeds.append(seed)
                    yield (
                        Chunk(
                            given.game, 100_000 * number + seed, GAMES_IN_A_CHUNK, weights,
                            quick=given.quick, long=given.long,
                        ),
                    )  # fmt: skip

        results = run_tasks(play_chunk, chunks(), jobs=given.jobs, cluster=given.cluster)
        with closing(results):
            for index, (content, moves, seconds) in results:
                write_file(self._chunk(number, seeds[index]), content)
                passed = round(time.monotonic() - begun, 1)
                self._note(
                    number, "chunk", chunk=seeds[index], moves=moves, seconds=round(seconds, 1),
                    passed=passed,
                )  # fmt: skip

    def _fit(self, number: int) -> None:
        first = max(1, number - KEPT + 1)
        *earlier, recent = (
            sorted(self._place(back).glob("chunk-*.npz")) for back in range(first, number + 1)
        )
        started = time.monotonic()
        arrays = fit(
            self.given.game, recent, [chunk for chunks in earlier for chunk in chunks],
            recipe=RECIPES.get(self.given.game, Recipe()),
            say=lambda line: self._note(number, "fit", text=line),
        )  # fmt: skip
        write_file(self._weights(number), packed(arrays))
        seconds = round(time.monotonic() - started, 1)
        self._note(number, "fitted", chunks=len(recent), seconds=seconds)

    def _match(self, number: int) -> None:
        given = self.given
        game = find(given.game)
        options = game.complete({})
        plan = Plan(
            f"{LEARNED}:{self._weights(number)}", "8", given.game, options, seconds=given.seconds,
            seed=number, cpu_time=True, openings=load_suite(TRAINING, game, options),
        )  # fmt: skip
        if self._log(number, "match"):
            return
        score = play_match(plan, given.games, self._place(number) / "match", jobs=given.jobs)
        self._note(number, "match", against="8", **score.as_data())

    # -- the log

    @property
    def _path(self) -> Path:
        return self.folder / "log.jsonl"

    def _note(self, number: int, what: str, **data: Any) -> None:
        line = json.dumps({"generation": number, "what": what, **data})
        print(line, flush=True)
        with self._path.open("a", encoding="utf-8") as log:
            log.write(line + "\n")

    def _log(self, number: int | None = None, what: str = "match") -> list[dict[str, Any]]:
        """Return the log's entries of one kind, of one generation or of all."""
        if not self._path.exists():
            return []
        try:
            lines = self._path.read_text(encoding="utf-8").splitlines()
            entries = [json.loads(line) for line in lines]
        except ValueError as error:
            raise BocheError(
                f"{str(self._path)!r} is damaged ({error}); delete the lines that are not JSON"
            ) from error
        return [e for e in entries if e["what"] == what and number in (None, e["generation"])]


if __name__ == "__main__":
    sys.exit(main())

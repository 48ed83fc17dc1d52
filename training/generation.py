"""Self-play on disk: games in chunks, each a file that depends on nothing but its seed."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from boche.engine.errors import BocheError
from boche.engine.game import Game, OptionValue
from boche.engine.games import registry
from boche.engine.native.kernels import encoding_of, kernels, kernels_over_search
from boche.engine.search.params import SearchParams
from boche.engine.search.weights import packed
from boche.engine.search.worker import new_state, new_tree, new_work
from training.self_play import Effort

NODES = 400_000
MOST_PLIES, MOST_VISITS = 4_000, 400_000


@dataclass(frozen=True)
class Chunk:
    """Some games of self-play: what is played, how, from which seed.

    ``weights`` has the contents of an earlier generation's file, since another machine does not
    have it, or is None for a player that has learned nothing; ``random`` is the largest number of
    random moves that begin a game.
    """

    game: str
    seed: int
    games: int
    weights: bytes | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    quick: int = 100
    long: int = 600
    often: int = 4
    random: int = 6
    drawn: int = 10


def start_of(game: Game, options: Mapping[str, OptionValue]) -> tuple[Any, Any]:
    """Return the start of a game as the search sees it, and its state for compiled code."""
    encoding = encoding_of(game)
    position: Any = (encoding.searchable or (lambda start: start))(game.new(**options))
    return position, new_state(kernels(game), encoding, position, 1)


class Table:
    """A game's compiled search, with the memory for games of one thread."""

    def __init__(self, chunk: Chunk) -> None:
        game = registry.find(chunk.game)
        compiled = kernels(game)
        position, self.start = start_of(game, chunk.options)
        self.playing = kernels_over_search(game, "training.self_play")
        self.tree = new_tree(compiled.tree.Tree, NODES)
        with TemporaryDirectory() as folder:
            weights = Path(folder) / "weights.npz"
            weights.write_bytes(chunk.weights or b"")
            learned = chunk.weights is not None
            params = SearchParams(
                learned=learned, weights=weights if learned else None, nodes=NODES
            )
            self.work = new_work(compiled, encoding_of(game), position, params, chunk.seed, 0)
        self.at, self.state = deepcopy(self.start), deepcopy(self.start)
        self.game = self.playing.Game(
            count=np.zeros(2, np.int64),
            moves=np.zeros(MOST_PLIES, np.int64),
            kinds=np.zeros(MOST_PLIES, np.int8),
            legal=np.zeros(MOST_PLIES, np.int32),
            values=np.zeros(MOST_PLIES, np.float32),
            visits=np.zeros(MOST_VISITS, np.uint16),
        )

    def play(self, effort: Effort) -> dict[str, Any]:
        """Play a game; return its arrays."""
        effort = self.playing.Effort(*effort)
        result = self.playing.play_game(
            self.tree, self.work, self.start, self.at, self.state, effort, self.game
        )
        plies, noted = self.game.count.tolist()
        return {
            "results": np.int8(result),
            "plies": np.int32(plies),
            "noted": np.int32(noted),
            **{name: getattr(self.game, name)[:plies].copy() for name in PLIES},
            "visits": self.game.visits[:noted].copy(),
        }


PLIES = ("moves", "kinds", "legal", "values")
KINDS = {
    "results": np.int8, "plies": np.int32, "noted": np.int32, "moves": np.int64,
    "kinds": np.int8, "legal": np.int32, "values": np.float32, "visits": np.uint16,
}  # fmt: skip
"""The arrays of a chunk of games, with their types."""


def play_chunk(chunk: Chunk) -> tuple[bytes, int, float]:
    """Play the games of a chunk; return the file's contents, the moves and the seconds taken."""
    started = time.perf_counter()
    table, drawn = Table(chunk), np.random.default_rng(chunk.seed)
    played = list[dict[str, Any]]()
    while len(played) < chunk.games:
        random = int(drawn.integers(chunk.random + 1))
        game = table.play(Effort(chunk.quick, chunk.long, chunk.often, random, chunk.drawn))
        if game["results"] >= 0:
            played.append(game)
    arrays = {name: np.stack([g[name] for g in played]) for name in ("results", "plies", "noted")}
    for name in (*PLIES, "visits"):
        arrays[name] = np.concatenate([g[name] for g in played])
    return packed(arrays), int(arrays["plies"].sum()), time.perf_counter() - started


def _read(path: Path) -> dict[str, Any]:
    """Return the arrays of a chunk. Raises ``BocheError`` if it is damaged."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in KINDS}
        if any(array.dtype != KINDS[name] or array.ndim != 1 for name, array in arrays.items()):
            raise ValueError("its types differ")
        plies, noted = arrays["plies"], arrays["noted"]
        if plies.min(initial=0) < 0 or noted.min(initial=0) < 0:
            raise ValueError("it has negative lengths")
        lengths = {name: int(plies.sum()) for name in PLIES} | {"visits": int(noted.sum())}
        games = len(arrays["results"])
        if any(len(array) != lengths.get(name, games) for name, array in arrays.items()):
            raise ValueError("its lengths differ")
    except Exception as error:  # a damaged archive raises whatever its reader meets
        raise BocheError(
            f"{str(path)!r} is damaged: delete it, and the same command goes on without it"
        ) from error
    return arrays


def load(paths: Sequence[Path], kind: type) -> Any:
    """Return the games of some chunks as ``training.fitting.Games``."""
    parts = [_read(path) for path in paths]
    whole = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    plies, noted = whole.pop("plies"), whole.pop("noted")
    return kind(
        moves_from=np.concatenate([[0], np.cumsum(plies)]).astype(np.int64),
        visits_from=np.concatenate([[0], np.cumsum(noted)]).astype(np.int64),
        **whole,
    )

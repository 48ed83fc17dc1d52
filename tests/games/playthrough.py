"""Golden playthroughs: whole games as text, so that any change of a rule or text is visible.

    python -m tests.games.playthrough            write missing ones

To renew one, delete its file, run this, and read the diff: it is the change for users.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from boche.engine.game import Position
from boche.engine.games.registry import GAMES, new

FOLDER = Path(__file__).parent / "playthroughs"
EVERY = 6  # moves between two boards
LONGEST = 60  # moves of a random game; then the one to move resigns
MARK = "> "  # stands before each move


def random_moves(position: Position, rng: random.Random) -> Iterator[str]:
    """Yield random moves, chosen step by step, to the end of the game or the maximum length."""
    while position.outcome is None and position.ply < LONGEST:
        step = rng.choice(list(position.steps()))
        while step.move is None:
            step = rng.choice(list(position.steps(step.text)))
        yield str(step.move)
        position = position.play(step.move)


def written(game: str, options: dict[str, Any], moves: list[str]) -> str:
    """Return the game as text: options, each move with some first steps, boards, the ending."""
    position = new(game, **options)
    lines = [f"{game} {options}", ""]
    for number, move in enumerate(moves):
        steps = position.steps()
        shown = " ".join(step.text for step in steps[:5])
        lines += [f"{position.turn}, {len(steps)} first steps: {shown}", f"{MARK}{move}"]
        position = position.play(move)
        if number % EVERY == EVERY - 1 or position.outcome is not None:
            lines += ["", position.text_board(), ""]
    if position.outcome is None:
        position = position.resign()
    outcome = position.outcome
    assert outcome is not None
    lines += [f"{outcome.kind}, winner {outcome.winner}: {outcome.reason}"]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def moves_in(text: str) -> list[str]:
    """Return the moves of a playthrough."""
    return [line.removeprefix(MARK) for line in text.splitlines() if line.startswith(MARK)]


def wanted() -> Iterator[tuple[Path, str, dict[str, Any]]]:
    """Yield the expected playthroughs: file, game and options, as in perft.toml."""
    entries = tomllib.loads((FOLDER.parent / "perft.toml").read_text(encoding="utf-8"))
    for game in GAMES:
        seen = []
        numbers = count(1)
        for entry in entries.get(game, []):
            options = entry.get("options", {})
            if options not in seen:
                seen.append(options)
                yield FOLDER / f"{game}-{next(numbers)}.txt", game, options


def main() -> None:
    """Write the missing playthroughs."""
    FOLDER.mkdir(exist_ok=True)
    for path, game, options in wanted():
        if not path.exists():
            moves = list(random_moves(new(game, **options), random.Random(path.stem)))
            path.write_text(written(game, options, moves), encoding="utf-8")
            print(path.name)


if __name__ == "__main__":
    main()

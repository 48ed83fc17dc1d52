"""Random games, the same ones each time, that all checks look at."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from boche.engine.game import Game, Move, Option, OptionValue, Position, Step
from boche.engine.position import PlainPosition
from boche.testing.problem import ContractError, at, require

USUAL_GAMES = 2  # with the default options
LONGEST = 100  # moves of a game
MOST_STEPS = 200  # of a move


class Sample(NamedTuple):
    """A random game: its options, its moves, and its positions, one more than moves."""

    game: Game
    options: dict[str, OptionValue]
    moves: tuple[str, ...]
    positions: tuple[Position, ...]

    def place(self, ply: int) -> str:
        """Return the description of a position for a message."""
        chosen = {o.name: self.options[o.name] for o in self.game.options}
        options = "".join(f", {k}={v}" for k, v in chosen.items() if v != _defaults(self.game)[k])
        moves = f"after {' '.join(self.moves[:ply])}" if ply else "at the start"
        return f"{self.game.name}{options}, {moves}"


def _defaults(game: Game) -> dict[str, OptionValue]:
    return game.complete({})


def samples_of(game: Game) -> list[Sample]:
    """Return games with the default options, and one with each option at each other end."""
    chosen = [*[{}] * USUAL_GAMES, *_varied(game)]
    return [_played(game, options, random.Random(seed)) for seed, options in enumerate(chosen)]


def _varied(game: Game) -> Iterator[dict[str, OptionValue]]:
    for option in game.options:
        ends = _ends(option)
        yield from ({option.name: value} for value in sorted(ends - {option.default}))


def _ends(option: Option) -> set[OptionValue]:
    if option.is_flag:
        return {False, True}
    return {min(option.values, default=option.low), max(option.values, default=option.high)}


def _played(game: Game, options: dict[str, OptionValue], rng: random.Random) -> Sample:
    options, moves = game.complete(options), list[str]()
    with at(f"{game.name}, options {options}, at the start"):
        positions = [game.start(options)]
        _check_complete(positions[0])
    while len(moves) < LONGEST:
        with at(Sample(game, options, tuple(moves), ()).place(len(moves))):
            if positions[-1].outcome is not None:
                break
            _check_generated(positions[-1])
            move = _drawn(positions[-1], rng)
            positions.append(positions[-1].play(move))
            moves.append(str(move))
    return Sample(game, options, tuple(moves), tuple(positions))


def _check_complete(start: Position) -> None:
    """Check that what ``start`` returns has all that a position has."""
    names = [name for name in dir(Position) if not name.startswith("_")]
    missing = [name for name in names if not hasattr(start, name)]
    if missing == names:
        raise ContractError(f"start returns {start!r}, which is not a Position")
    # Much of the rest follows from the game.
    require("game" not in missing, "its position has no game: set Position.game = GAME")
    require(not missing, f"start returns no Position: it lacks {', '.join(missing)}")


def _check_generated(position: Position) -> None:
    """Check that the rules allow the moves which they list, before one of these is drawn."""
    if not isinstance(position, PlainPosition):
        return
    legal, rules = position.legal_moves(), position.rules
    for move in legal:
        why = rules.check(position.board, position.number_of(move))
        require(
            isinstance(why, int),
            f"{rules.__file__}: check returned {why!r} for {move}; expected LEGAL or a reason",
        )
        require(
            why == rules.LEGAL,
            f"{rules.__file__}: generate lists {move}, which check refuses ({why})",
        )
    count = len(set(map(str, legal)))
    require(
        count == len(legal),
        f"{rules.__file__}: generate returned {len(legal)}, of which only {count} are moves: "
        "it lists one twice",
    )


def _drawn(position: Position, rng: random.Random) -> Move:
    """Draw a move step by step."""
    taken = ""
    for _ in range(MOST_STEPS):
        step = rng.choice(steps_after(position, taken))
        if step.move is not None:
            return step.move
        taken = step.text
    raise ContractError(f"steps() complete no move after {MOST_STEPS} steps")


def steps_after(position: Position, taken: str) -> Sequence[Step]:
    """Return the steps of an unfinished game after a part of a move, which must lead on."""
    steps = position.steps(taken)
    require(steps, f"steps({taken!r}) is empty, and it is not a whole move")
    circular = any(step.move is None and step.text == taken for step in steps)
    require(not circular, f"steps({taken!r}) leads back to itself")
    return steps

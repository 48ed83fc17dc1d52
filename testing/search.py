"""Checks of a game's search: its encoding, and compiled rules that agree with the position."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

from boche.engine.game import Game, Position, seat_of
from boche.engine.native.kernels import encoding_of, kernels, searches
from boche.engine.search import interface
from boche.engine.search.encoding import Encoding
from boche.engine.search.params import Budget, SearchParams
from boche.engine.search.searcher import Searcher
from boche.engine.search.steps import Steps
from boche.testing.problem import at, require
from boche.testing.samples import Sample

SMALL = SearchParams(nodes=2_000, learned=False)
SHORT = Budget(simulations=40)
MOST_AHEAD = 400  # positions from which all ends of a game are looked for
PLAYOUTS = 8  # that are compared with these ends
MOST_LAST = 20  # legal moves that are all played before the last one
SHARES = {interface.FIRST_WINS: 1.0, interface.SECOND_WINS: 0.0, interface.DRAW: 0.5}
"""What a result is worth to seat 0, as ``interface.playout`` returns it."""


def check_search(samples: Sequence[Sample]) -> None:
    """Check the search of a game, if it has one. Raises ``ContractError``."""
    game = samples[0].game
    if not searches(game):
        return
    encoding = _encoding(game)
    with at(f"{game.room}.search, compiled"):
        compiled = kernels(game).game
    for sample in samples:
        with at(f"the search, {sample.place(0)}"):
            _check_length(encoding, sample)
        for ply, move in enumerate(sample.moves):
            before, after = sample.positions[ply : ply + 2]
            with at(f"the search, {sample.place(ply)}"):
                _check_moves_between(encoding, before, after)
                _follow(encoding, compiled, before, move, after)
                if after.outcome is not None:
                    _check_last_playout(encoding, compiled, before)
        _check_playouts(encoding, compiled, sample)
        with at(f"the search, {sample.place(0)}"):
            found = Searcher(sample.positions[0], SMALL).search(SHORT)
            sample.positions[0].play(found.best)


def _encoding(game: Game) -> Encoding:
    with at(f"{game.room}.encoding"):
        encoding = encoding_of(game)
        require(isinstance(encoding, Encoding), "ENCODING is not an Encoding")
    assert isinstance(encoding, Encoding)
    return encoding


def _check_length(encoding: Encoding, sample: Sample) -> None:
    """Compare the bound on a game's length with its moves, before compiled code relies on it."""
    start, steps = sample.positions[0], Steps(encoding)
    count = sum(
        len(steps.of_move(position, position.parse(move)))
        for position, move in zip(sample.positions, sample.moves, strict=False)
    )
    most = encoding.longest(steps.begin(start))
    require(count <= most, f"longest() is {most} at the start, and a game has {count} moves")


def _check_last_playout(encoding: Encoding, compiled: Any, before: Position) -> None:
    """Compare a playout with the end of the game where every legal move leads to the same one."""
    legal = before.legal_moves()
    if len(legal) > MOST_LAST:
        return
    results = {_result_of(before.play(move)) for move in legal}
    if len(results) > 1 or interface.UNDECIDED in results:
        return
    wanted = SHARES[results.pop()]
    share = _playout(encoding, compiled, before, 1)
    require(
        abs(share - wanted) < 1e-9,
        f"search.playout() returns {share} for seat 0 before the last move, not {wanted}",
    )


def _playout(encoding: Encoding, compiled: Any, position: Position, seed: int) -> float:
    """Return what a playout with a seed returns."""
    import numpy as np

    partial = Steps(encoding).begin(position)
    trail = np.zeros(encoding.longest(partial) + 2, np.int64)
    state = encoding.make_state(partial, compiled)
    return float(compiled.playout(state, np.full(1, seed, np.uint64), trail))


def _check_playouts(encoding: Encoding, compiled: Any, sample: Sample) -> None:
    """Compare playouts with the results that a game can still have, as far as these are few."""
    module = importlib.import_module(f"{sample.game.room}.search")
    exact = not getattr(module, "JUDGED", False)
    for ply in reversed(range(len(sample.moves))):  # the last positions have the fewest results
        position = sample.positions[ply]
        with at(f"the search, {sample.place(ply)}"):
            ends = _ends_of(position) if exact else set[float]()
            exact = bool(ends)
            for seed in range(1, PLAYOUTS + 1 if ends else 2):
                _check_share(_playout(encoding, compiled, position, seed), ends)


def _check_share(share: float, ends: set[float]) -> None:
    """Check what a playout returned; ``ends`` is what the game can still be worth, if known."""
    require(
        0.0 <= share <= 1.0,
        f"search.playout() returns {share}; expected the share won by seat 0, from 0 to 1",
    )
    require(
        not ends or min(ends) <= share <= max(ends),
        f"search.playout() returns {share} for seat 0, and every end of the game is worth "
        f"{' or '.join(map(str, sorted(ends)))} to it",
    )


def _ends_of(position: Position) -> set[float]:
    """Return what each end of the game is worth to seat 0; empty if there are too many to see."""
    ends, waiting = set[float](), [position]
    for at_hand in waiting:  # which grows
        result = _result_of(at_hand)
        if result != interface.UNDECIDED:
            ends.add(SHARES[result])
            continue
        legal = at_hand.legal_moves()
        if len(waiting) + len(legal) > MOST_AHEAD:
            return set()
        waiting += [at_hand.play(move) for move in legal]
    return ends


def _check_moves_between(encoding: Encoding, before: Position, after: Position) -> None:
    reached = before
    for move in encoding.moves_between(before, after):
        reached = reached.play(move)
    require(reached in (before, after), "moves_between() gives moves that lead elsewhere")


def _follow(
    encoding: Encoding, compiled: Any, before: Position, move: str, after: Position
) -> None:
    """Make a move's steps in the compiled rules, and compare them with the position's."""
    steps = Steps(encoding)
    partial, state = steps.begin(before), encoding.make_state(steps.begin(before), compiled)
    for step in steps.of_move(before, before.parse(move)):
        _check_state(encoding, compiled, partial, state)
        key = compiled.key(state, encoding.number_of(partial, step))
        require(
            key == interface.NO_KEY or 0 <= key < encoding.key_count(partial),
            f"key() is {key} for {step}: it must be from 0 to key_count() - 1, or NO_KEY",
        )
        result = compiled.play(state, encoding.number_of(partial, step))
        partial = partial.play(step)
    wanted = _result_of(after)
    require(result == wanted, f"search.play() returns {result} for {move}, not {wanted}")


def _result_of(position: Position) -> int:
    if position.outcome is None:
        return interface.UNDECIDED
    winner = position.outcome.winner
    return interface.DRAW if winner is None else seat_of(position, winner)


def _check_state(encoding: Encoding, compiled: Any, partial: Any, state: Any) -> None:
    import numpy as np

    seat = seat_of(partial, partial.turn)
    require(compiled.seat(state) == seat, f"search.seat() is not {seat}, the seat of the turn")
    legal = partial.legal_moves()
    numbers = [encoding.number_of(partial, move) for move in legal]
    require(len(set(numbers)) == len(numbers), "number_of() is the same for two legal moves")
    backwards = [str(encoding.move_of(partial, number)) for number in numbers]
    require(backwards == [*map(str, legal)], "move_of() is not the inverse of number_of()")
    most = encoding.most_moves(partial)
    require(len(numbers) <= most, f"there are {len(numbers)} moves, more than most_moves(): {most}")
    out = np.zeros(most + 1, np.int64)
    found = out[: compiled.moves(state, out)].tolist()
    require(sorted(found) == sorted(numbers), "search.moves() are not the position's legal moves")
    classes = encoding.numbered(partial)
    require(
        set(classes) == set(numbers) and set(classes.values()) <= set(numbers),
        "classes() maps the number of each legal move to that of a legal move",
    )

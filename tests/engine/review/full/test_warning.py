"""Warnings in every game after very short searches: bad moves have one, good ones never."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from boche.engine.review.reasons import FEW
from boche.engine.review.warning import OPENING, seen_in, warning_of
from boche.engine.search.params import Budget, SearchParams
from boche.engine.search.result import SearchResult
from boche.engine.search.searcher import Searcher
from tests.engine.games.plain_threats import positions

GAMES = ("boche", "che", "boku", "octi")

LONG, SHORT = 4000, 60
"""Simulations of a search that knows a good move, and of those on a very slow machine."""

HOPELESS = 0.1
"""Winning chance below which no move counts as a good one."""

TRIED = 12
"""Random moves of a position of which the worst one is judged."""


def searched(position: Any, simulations: int, seed: int) -> SearchResult:
    params = SearchParams(nodes=50_000)
    return Searcher(position, params, seed=seed).search(Budget(simulations=simulations))


def judged(game: str, seed: int) -> Iterator[tuple[Any, SearchResult]]:
    """Yield positions that are not lost, each with a search that is long enough to know it."""
    for position in positions(game, 1000, seed):
        found = searched(position, LONG, 1)
        if not found.lost and found.win[position.turn] > HOPELESS:
            yield position, found


def wins_at_once(position: Any) -> bool:
    """Return whether a move wins; each is played."""
    return any(position.play(move).winner == position.turn for move in position.legal_moves())


def gives_away(before: SearchResult, after: SearchResult, least: float = 0.1) -> bool:
    """Return whether a search after a move finds that much less than the one before it."""
    mover = before.position.turn
    return before.win[mover] - after.win[mover] > least


def worst_of(position: Any, rng: random.Random) -> str | None:
    """Return the worst of some moves that do not end the game, or None in the opening."""
    moves = list(position.legal_moves())
    found = dict[str, float]()
    for move in map(str, rng.sample(moves, min(TRIED, len(moves)))):
        after = position.play(move)
        if after.outcome is not None or after.turn == position.turn:
            continue
        if after.ply > OPENING or wins_at_once(after):
            found[move] = searched(after, 5 * SHORT, 4).win[position.turn]
    return min(found, key=found.__getitem__, default=None)


@pytest.mark.parametrize("game", GAMES)
def test_good_moves_are_never_warned_of(game: str) -> None:
    for position, found in islice(judged(game, 5), 50):
        move = str(found.best)
        after = position.play(move)
        if after.outcome is not None or gives_away(found, searched(after, LONG, 4)):
            continue
        if wins_at_once(after):
            continue  # the long search has overlooked that
        short, reply = searched(position, SHORT, 2), searched(after, SHORT, 3)
        assert seen_in(position, move, after) is None, (position.to_text(), move)
        assert warning_of(short, move, after, reply) is None, (position.to_text(), move)


@pytest.mark.parametrize("game", GAMES[:-1])  # random boards of Octi hardly hold such moves
def test_moves_that_throw_the_game_away_are_warned_of(game: str) -> None:
    rng, known, warned = random.Random(3), 0, 0
    for position, found in islice(judged(game, 6), 40):
        move = worst_of(position, rng)
        if move is None:
            continue
        after = position.play(move)
        if not gives_away(found, searched(after, LONG, 4), 0.3):
            continue
        known += 1
        short, reply = searched(position, 10 * SHORT, 2), searched(after, 10 * SHORT, 3)
        warned += warning_of(short, move, after, reply) is not None
    assert known > 1
    assert warned >= 0.5 * known, (warned, known)


POSITIONS = {"boche": 300, "che": 20, "boku": 200, "octi": 200}
"""Random positions of a game that are compared with a restatement; Che has thousands of replies."""

PLAYED = 4
"""Random moves of each that are compared."""


def is_lost_at_once(position: Any, move: str) -> bool:
    """Return whether a move loses, or lets the opponent win with the next one; each is played."""
    after = position.play(move)
    if after.outcome is not None:
        return after.winner not in (None, position.turn)
    wins = (after.play(reply) for reply in after.legal_moves())
    return any(one.winner == after.turn and one.outcome.kind != "stuck" for one in wins)


def another_holds(position: Any, rng: random.Random) -> bool:
    """Return whether some move does not lose at once; a swap is none."""
    moves = [text for move in position.legal_moves() if (text := str(move)) != "swap"]
    rng.shuffle(moves)
    return any(not is_lost_at_once(position, move) for move in moves)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_that_loses_at_once_is_warned_of_if_another_does_not(game: str) -> None:
    """On boards with few moves exactly these are, beside those that miss a win."""
    rng, losing, unseen = random.Random(8), 0, 0
    for position in positions(game, POSITIONS[game], 9):
        moves = [text for move in position.legal_moves() if (text := str(move)) != "swap"]
        if wins_at_once(position):
            continue
        for move in rng.sample(moves, min(PLAYED, len(moves))):
            after = position.play(move)
            if after.outcome is not None:
                continue
            warned = seen_in(position, move, after) is not None
            holds = is_lost_at_once(position, move) and another_holds(position, rng)
            losing += holds
            if len(moves) > FEW:  # of so many only some are tried
                unseen += holds and not warned
                assert holds or not warned, (position.to_text(), move)
            else:
                assert warned == holds, (position.to_text(), move)
    assert losing > 10
    assert unseen <= 0.02 * losing

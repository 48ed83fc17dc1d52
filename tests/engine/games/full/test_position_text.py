"""Positions as text, in many random games and from damaged texts."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tracemalloc
from collections import Counter

import pytest
from hypothesis import given, settings

from boche.engine.errors import BocheError, NotationError
from boche.engine.games.boche import symmetry as boche_symmetry
from boche.engine.games.boku import symmetry as boku_symmetry
from boche.engine.games.octi import symmetry as octi_symmetry
from boche.engine.games.registry import GAMES
from tests import ROOT
from tests.duels.seed import seed_of_the_commit
from tests.engine.games.test_position_text import ROW_OF_TILES, games, read
from tests.engine.games.text_checks import (
    check_damaged,
    check_playing_on,
    check_whole_state,
    damaged,
)
from tests.engine.games.text_positions import OPTIONS, positions, states
from tests.positions import played

# -- there and back


# Games of another seed for each commit: in the long run they say more than many games of one seed.


@games
def test_hundreds_of_texts_are_the_whole_state(game: str) -> None:
    check_whole_state(game, seed_of_the_commit(), 700)


@games
def test_hundreds_of_positions_from_text_play_on_like_the_originals(game: str) -> None:
    check_playing_on(game, seed_of_the_commit(), 200)


@games
def test_games_end_in_the_same_way_from_text(game: str) -> None:
    """Play on to the end, from a text in the middle and from the original."""
    dice = random.Random(12)
    for middle in positions(game, 3, 300)[::12]:
        position, again = middle, read(middle.to_text())
        while position.outcome is None and position.ply < middle.ply + 60:
            move = position.random_move(dice)
            position, again = position.play(move), again.play(move)
        assert again == position


def endings(game: str) -> Counter[str]:
    return Counter(p.outcome.kind for p in positions(game, 9, 3_000) if p.outcome is not None)


@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        ("boche", {"path", "enclosure", "resignation"}),
        ("che", {"closure", "limit", "largest", "draw", "resignation"}),
        ("boku", {"row", "draw", "resignation"}),
        ("octi", {"homes", "resignation"}),
    ],
)
def test_the_random_games_end_in_many_ways(game: str, kinds: set[str]) -> None:
    assert set(endings(game)) >= kinds


def test_the_ply_is_exact_where_the_text_determines_it() -> None:
    for game in ("boche", "che"):
        for position in positions(game, 4, 300):
            assert read(position.to_text()).ply == position.ply
    for game in ("boku", "octi"):
        for position in positions(game, 4, 300):
            assert (position.ply - read(position.to_text()).ply) % 2 == 0
    assert read(played("boku", "a1 b1 c1").to_text()).ply == 3
    assert read(played("octi", "37+b 33+h 57 53 57+a").to_text()).ply == 3


def test_images_have_texts() -> None:
    for position in positions("boche", 5, 60):
        for symmetry in boche_symmetry.SYMMETRIES:
            image = position.transform(symmetry)
            assert read(image.to_text()) == image
    for position in positions("boku", 5, 40):
        for symmetry in boku_symmetry.SYMMETRIES:
            image = position.transform(symmetry)
            assert read(image.to_text()) == image


@pytest.mark.parametrize("seed", ["4711"])
def test_another_process_has_the_same_texts_and_keys(seed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.engine.games.text_positions"], cwd=ROOT, check=True,
        env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    own = [repr(state) for game in OPTIONS for state in states(game)]
    assert done.stdout.replace("'", '"').splitlines() == [line.replace("'", '"') for line in own]


# -- symmetry


def test_images_share_the_canonical_key() -> None:
    for position in positions("boche", 6, 40):
        for symmetry in boche_symmetry.SYMMETRIES:
            assert position.transform(symmetry).canonical_key() == position.canonical_key()
    for position in positions("boku", 6, 40):
        for symmetry in boku_symmetry.SYMMETRIES:
            assert position.transform(symmetry).canonical_key() == position.canonical_key()
    for position in positions("octi", 6, 60):
        for symmetry in octi_symmetry.SYMMETRIES if position.outcome is None else ():
            assert position.transform(symmetry).canonical_key() == position.canonical_key()


@games
def test_an_outcome_that_the_board_does_not_have_is_refused(game: str) -> None:
    kinds = (*GAMES[game].won_by, "draw", "repetition", "resignation", "time", "magic")
    colours = (*GAMES[game].colours, "red", "")
    claims = {f"{colour}:{kind}" for colour in colours for kind in kinds}
    claims |= {*kinds, "-", "?", "-:-", *colours[:3]}
    for position in positions(game, 10, 200)[::4]:
        *parts, outcome = position.to_text().split(" ")
        resigned = {f"{colour}:resignation" for colour in GAMES[game].colours}
        allowed = {outcome}
        if outcome == "-" or outcome in resigned:
            allowed = {"-", *resigned}
        for claim in claims - allowed:
            with pytest.raises(NotationError, match="the outcome on this board is"):
                read(" ".join([*parts, claim]))
        for claim in allowed:
            assert read(" ".join([*parts, claim])).to_text().endswith(f" {claim}")


@settings(max_examples=700, deadline=None)  # others at each run
@given(damaged())
def test_hundreds_of_damaged_texts_are_refused_or_read(text: str) -> None:
    check_damaged(text)


HUGE = {
    "letters": "x" * 10_000_000,
    "blanks": " " * 10_000_000,
    "a long stack": f"boche - {'a' * 190_000}/5/4/3/2/1 light - -",
    "many holes": f"boche - {'1,' * 95_000}1/5/4/3/2/1 light - -",
    "many rows": f"boku - {'5/' * 95_000}5 black - -",
    "many options": f"boche {'size=1,' * 27_000}size=1 1 light - -",
    "a large option": f"boche size={'9' * 190_000} 1 light - -",
    "a long game": f"{'x' * 190_000} - 1 light - -",
    "a far tile": "che - fl:1000000000000,0 dark -",
    "many tiles": f"che - {ROW_OF_TILES} dark -",
    "one tile": f"che - {'+'.join(['fl:0,0'] * 28_000)} dark -",
    "many pods": f"octi - {'37,' * 63_000}37/33 4,0,25/4,0,25 black - -",
    "large stores": "octi - 37,57,77/33,53,73 4,0,999999999999/4,0,25 black - -",
    "equal keys": f"octi - 37,57,77/33,53,73 4,0,25/4,0,25 black {'0' * 16}{',' + '0' * 16 * 9} -",
    "many fields": f"boche {'- ' * 99_000}-",
}


@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE)
def test_a_huge_text_takes_bounded_memory(text: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(BocheError) as caught:
            read(text)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 60_000_000
    assert len(str(caught.value)) < 500

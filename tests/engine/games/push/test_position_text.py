"""Positions as text, in many random games and from damaged texts."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import tracemalloc
from collections import Counter
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boche.engine.errors import BocheError, NotationError, OptionError, UnknownGameError
from boche.engine.games.boche import symmetry as boche_symmetry
from boche.engine.games.boku import symmetry as boku_symmetry
from boche.engine.games.octi import symmetry as octi_symmetry
from boche.engine.games.registry import GAMES
from tests import ROOT
from tests.engine.games.test_position_text import ROW_OF_TILES, games, read
from tests.engine.games.text_positions import OPTIONS, positions, states
from tests.positions import played

# -- there and back


@games
def test_a_text_is_the_whole_state(game: str) -> None:
    texts: dict[str, Any] = {}
    pool = positions(game, 1, 2_200)
    for position in pool:
        text = position.to_text()
        again = read(text)
        assert re.fullmatch(r"[!-~]+( [!-~]+)+", text)
        assert again == position == texts.setdefault(text, position)
        assert hash(again) == hash(position)
        assert (again.to_text(), again.key()) == (text, position.key())
        assert again.outcome == position.outcome
        assert dict(again.options) == dict(position.options)
        assert (again.turn, again.swapped) == (position.turn, position.swapped)
        assert again.ply <= position.ply
        assert again.facts() == position.facts()
    assert len(texts) == len(set(pool))


def choices(position: Any) -> list[str]:
    """Return what may be chosen first, and, if they are not many, the first legal moves."""
    first = [step.text for step in position.steps()]
    return first + [str(move) for move in position.legal_moves()[:20] if len(first) < 9]


@games
def test_a_position_from_text_plays_on_like_the_original(game: str) -> None:
    dice = random.Random(11)
    for position in positions(game, 2, 1_000):
        again = read(position.to_text())
        for _ in range(2):
            if position.outcome is not None:
                break
            assert choices(again) == choices(position)
            move = position.random_move(dice)
            position, again = position.play(move), again.play(str(move))
            assert (again, again.outcome) == (position, position.outcome)
            assert again.to_text() == position.to_text()


@games
def test_games_end_in_the_same_way_from_text(game: str) -> None:
    """Play on to the end, from a text in the middle and from the original."""
    dice = random.Random(12)
    for middle in positions(game, 3, 300)[::6]:
        position, again = middle, read(middle.to_text())
        while position.outcome is None and position.ply < middle.ply + 60:
            move = position.random_move(dice)
            position, again = position.play(move), again.play(move)
        assert again == position


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
    for position in positions("boche", 5, 150):
        for symmetry in boche_symmetry.SYMMETRIES:
            image = position.transform(symmetry)
            assert read(image.to_text()) == image
    for position in positions("boku", 5, 100):
        for symmetry in boku_symmetry.SYMMETRIES:
            image = position.transform(symmetry)
            assert read(image.to_text()) == image


@pytest.mark.parametrize("seed", ["0", "4711"])
def test_another_process_has_the_same_texts_and_keys(seed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.engine.games.text_positions"], cwd=ROOT, check=True,
        env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    own = [repr(state) for game in OPTIONS for state in states(game)]
    assert done.stdout.replace("'", '"').splitlines() == [line.replace("'", '"') for line in own]


# -- symmetry


def test_images_share_the_canonical_key() -> None:
    for position in positions("boche", 6, 150):
        for symmetry in boche_symmetry.SYMMETRIES:
            assert position.transform(symmetry).canonical_key() == position.canonical_key()
    for position in positions("boku", 6, 100):
        for symmetry in boku_symmetry.SYMMETRIES:
            assert position.transform(symmetry).canonical_key() == position.canonical_key()
    for position in positions("octi", 6, 150):
        for symmetry in octi_symmetry.SYMMETRIES if position.outcome is None else ():
            assert position.transform(symmetry).canonical_key() == position.canonical_key()


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


PIECES = sorted({
    *"-/,:+= 0123456789abcdefghwxr\n\t\0é٣", "999999999999", "1e9", "--", "light", "dark", "black",
    "white", "swap", "size=", "kill=0", "wrap=1", "num_tiles=0", "fl:0,0", "br:1,0", "e5", "37abc",
    "0123456789abcdef", "draw", "light:path", "black:row", ":resignation", "4,0,25", "/" * 30,
})  # fmt: skip


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """Draw the text of a position, a few of its characters or fields replaced."""
    pool = texts_of(draw(st.sampled_from(sorted(GAMES))))
    text = draw(st.sampled_from(pool))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = start + draw(st.sampled_from((0, 0, 1, 1, 2, 5)))
        text = text[:start] + draw(st.sampled_from(PIECES) | st.text(max_size=3)) + text[end:]
    if draw(st.booleans()):
        fields, others = text.split(" "), draw(st.sampled_from(pool)).split(" ")
        fields[draw(st.integers(0, len(fields) - 1))] = draw(st.sampled_from(others))
        text = " ".join(fields)
    return text


@cache
def texts_of(game: str) -> list[str]:
    return [position.to_text() for position in positions(game, 13, 60)]


@settings(max_examples=2_000, deadline=None)
@given(damaged())
def test_damaged_texts_are_refused_or_read(text: str) -> None:
    position, problem = None, ""
    try:
        position = read(text)
    except (NotationError, OptionError, UnknownGameError) as error:
        problem = str(error)
    assert len(problem) < 500
    assert problem.isprintable()
    if position is not None:
        assert read(position.to_text()) == position
        assert position.outcome is not None or position.legal_moves()


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

"""What must hold for a position as text, in so many positions of random games."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any

from hypothesis import strategies as st

from boche.engine.errors import NotationError, OptionError, UnknownGameError
from boche.engine.games.registry import GAMES
from boche.engine.position import BasePosition
from tests.engine.games.text_positions import positions


def read(text: str) -> Any:
    return BasePosition.from_text(text)


def check_whole_state(game: str, seed: int | str, count: int) -> None:
    texts: dict[str, Any] = {}
    pool = positions(game, seed, count)
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


APART = 4
"""Moves between two positions of a game that are both played on."""


def choices(position: Any) -> list[str]:
    """Return what may be chosen first, and, if they are not many, the first legal moves."""
    first = [step.text for step in position.steps()]
    return first + [str(move) for move in position.legal_moves()[:20] if len(first) < 9]


def check_playing_on(game: str, seed: int | str, count: int) -> None:
    """Check so many positions: of each game a few, as those next to each other say the same."""
    dice = random.Random(11)
    for position in positions(game, seed, APART * count)[::APART]:
        again = read(position.to_text())
        for _ in range(2):
            if position.outcome is not None:
                break
            assert choices(again) == choices(position)
            move = position.random_move(dice)
            position, again = position.play(move), again.play(str(move))
            assert (again, again.outcome) == (position, position.outcome)
            assert again.to_text() == position.to_text()


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


def check_damaged(text: str) -> None:
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

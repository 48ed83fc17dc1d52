"""Names of players and their parts: parsed in one place, without loss."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boche.engine.players.errors import PlayerError
from boche.engine.players.levels import LEVELS
from boche.engine.players.registry import REGISTRY, check_name
from boche.engine.players.spec import PlayerSpec

PARTS = {
    "5": (5, None, "level 5"),
    "random": (None, None, "random"),
    "uct:1000": (None, None, "uct:1000"),
    "uct:time": (None, None, "uct:time"),
    "gtp:'/a folder/engine' --fast": (None, "'/a folder/engine' --fast", "program engine"),
    "gtp:C:x": (None, "C:x", "program C:x"),
    "gtp:": (None, "", "program without a name"),
    "gtp": (None, None, "gtp"),
    "05": (None, None, "05"),
    "5:": (None, None, "5:"),
    "²": (None, None, "²"),
    "9" * 5000: (None, None, "9" * 5000),
    "": (None, None, ""),
}
"""A name; its level, its command, its label."""


@pytest.mark.parametrize("text", PARTS, ids=lambda text: text[:20])
def test_a_name_is_taken_apart(text: str) -> None:
    spec = PlayerSpec.parse(text)
    assert (spec.level, spec.command, spec.label) == PARTS[text]


@given(st.text() | st.from_regex(r"(5|uct|gtp|random)(:.*)?", fullmatch=True))
def test_any_text_comes_back(text: str) -> None:
    assert str(PlayerSpec.parse(text)) == text
    assert PlayerSpec.parse(text) == PlayerSpec.parse(text)


def test_a_command_makes_a_name() -> None:
    spec = PlayerSpec.external("engine --mode gtp")
    assert str(spec) == "gtp:engine --mode gtp"
    assert PlayerSpec.parse(str(spec)) == spec


@pytest.mark.parametrize(("text", "playouts"), [("uct", 7), ("uct:", 7), ("uct:1", 1)])
def test_playouts_are_a_number_or_the_usual_one(text: str, playouts: int) -> None:
    assert PlayerSpec.parse(text).playouts(7) == playouts
    assert PlayerSpec.parse("uct:time").playouts(7) is None


@pytest.mark.parametrize("text", ["uct:0", "uct:-1", "uct:x", "uct:²", "uct:1e3", "uct:9999999999"])
def test_other_arguments_are_refused(text: str) -> None:
    with pytest.raises(PlayerError, match="neither a number of playouts"):
        check_name(text)


def test_every_level_is_a_player_and_no_other_number() -> None:
    numbers = {PlayerSpec.parse(name).level for name in REGISTRY} - {None}
    assert numbers == set(LEVELS)

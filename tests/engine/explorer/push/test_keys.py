"""Keys of positions say exactly which are equal under symmetry, and moves follow them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from boche.engine import GAMES, new
from boche.engine.explorer.keys import place_of

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "boche": [{"size": 1}, {"size": 2}, {"size": 3}, {"size": 4, "fill_board": True}, {}],
    "che": [{"num_tiles": 9}, {}],
    "octi": [{"wrap": True}, {}],
}
POSITIONS = 2500
"""For each of the four games, half of them a symmetric twin of the other half."""


def twins(game: str, seed: int) -> Iterator[tuple[Any, Any]]:
    """Yield positions of random games beside those of a twin, which plays any equal move."""
    rng = random.Random(seed)
    while True:
        one = other = new(game, **rng.choice(OPTIONS.get(game, [{}])))
        for _ in range(rng.choice((3, 8, 30, 200))):
            yield one, other
            if one.outcome is not None:
                break
            move = one.random_move(rng)
            text = place_of(one).move(move)
            assert str(one.parse(str(move))) in place_of(one).moves(text)
            one, other = one.play(move), other.play(rng.choice(place_of(other).moves(text)))


@pytest.mark.parametrize("game", ["octi"])
def test_keys_are_equal_exactly_for_positions_equal_by_definition(game: str) -> None:
    defined: dict[str, int] = {}
    places: dict[int, str] = {}
    mirrored = 0
    for (one, other), _ in zip(twins(game, 7), range(POSITIONS // 2), strict=False):
        for position in (one, other):
            key, canonical = place_of(position).key, position.canonical_key()
            assert defined.setdefault(canonical, key) == key
            if position.outcome is None or position.outcome.kind != "repetition":
                assert places.setdefault(key, canonical) == canonical
        mirrored += one != other
    assert mirrored > POSITIONS / 8
    assert len(defined) > POSITIONS / 8


@pytest.mark.parametrize("game", GAMES)
def test_symmetric_moves_of_a_symmetric_position_are_one(game: str) -> None:
    start = new(game)
    place = place_of(start)
    moves = [*start.legal_moves()]
    orbits = {place.move(move): place.moves(place.move(move)) for move in moves}
    assert sorted(m for orbit in orbits.values() for m in orbit) == sorted(map(str, moves))
    for orbit in orbits.values():
        assert len({start.play(move).canonical_key() for move in orbit}) == 1
    after = {start.play(orbit[0]).canonical_key() for orbit in orbits.values()}
    assert len(after) == len(orbits)


def test_a_resignation_changes_no_key() -> None:
    position = new("boche").play("c:a1")
    assert place_of(position.resign()).key == place_of(position).key


@pytest.mark.parametrize("text", ["", "nonsense", "x:1/", "a:a1/x", "99-11", "/"])
@pytest.mark.parametrize("game", GAMES)
def test_a_text_of_no_move_leads_to_no_move(game: str, text: str) -> None:
    assert place_of(new(game)).moves(text) == ()

"""The group under the pointer, and the groups that a move there would join or enclose."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boche.engine import new
from boche.viewer.games.boche import GAME_VIEW
from boche.viewer.games.boche.board import to_lattice_centre
from boche.viewer.games.boche.lattice import to_world
from boche.viewer.games.boche.pick import Spot, described, hover, preview
from boche.viewer.games.view import Pick
from tests.viewer.games.boche.tables import play, random_game

ENDED = "touches the left, bottom and right sides"


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_the_group_under_the_pointer_is_the_colour_seen_there(seed: int) -> None:
    rng = random.Random(seed)
    position = random_game(rng, 4, rng.randrange(1, 21))
    face = rng.choice(position.surface().faces)
    apart = rng.random() < 0.5
    corner = np.array(rng.choice(face.apart if apart else face.joined), float)
    middle = np.array([*face.apart, *face.joined], float).mean(axis=0)
    spot = corner + rng.uniform(0.1, 0.4) * (middle - corner)
    world = to_world(spot[None], to_lattice_centre(4))[0]
    found = Pick(face=Spot(face.cell, face.axis, True, False), point=tuple(world))
    wanted = position.surface().group_of[tuple(int(v) for v in corner)]
    assert hover(position, found).lit == wanted.corners
    assert hover(position, found).text == described(position, wanted)


@pytest.mark.parametrize(
    ("hole", "column", "row"),
    [("a2", 0, 1), ("b1", 1, 0), ("b2", 1, 1)],
    ids=["left", "bottom", "right"],
)
@pytest.mark.parametrize("view", ["corner", "top"])
def test_a_side_is_named_by_where_it_is_drawn(hole: str, column: int, row: int, view: str) -> None:
    # A column leads 30 degrees north of east, a row north; the camera stands at its azimuth.
    degrees = GAME_VIEW.views[view].azimuth
    east, north = (column - 2 / 3) * np.sqrt(3) / 2, (column - 2 / 3) / 2 + row - 2 / 3
    turn = np.radians(degrees + 90)
    across = east * np.cos(turn) + north * np.sin(turn)
    up = north * np.cos(turn) - east * np.sin(turn)
    drawn = "bottom" if up < -abs(across) else "left" if across < 0 else "right"
    position = play(f"a:{hole}", size=3)
    texts = {described(position, group) for group in position.groups()}
    named = {text.partition("touches ")[2] for text in texts}
    assert named == {f"the {drawn} side", "no side"}


def test_lines_on_groups() -> None:
    position = play("a:b1", "a:a2", size=3)
    texts = {described(position, group) for group in position.groups()}
    assert any("touches the left side" in text or "touches the left and" in text for text in texts)
    assert hover(position, Pick()).text == ""


@pytest.mark.parametrize(("at_once", "state"), [
    (False, "touches all three sides; a path counts once the board is full"),
    (True, None),
])  # fmt: skip
def test_a_path_says_that_it_counts_once_the_board_is_full(at_once: bool, state: str) -> None:
    position = new("boche", size=3, kill=0, immediate_win=at_once)
    for move in ("d:a1", "c:a2", "c:a3"):
        position = position.play(move)
    texts = {described(position, group) for group in position.groups() if len(group.sides) == 3}
    assert {text.partition(", ")[2] for text in texts} == {state or ENDED}


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_a_preview_names_what_the_move_joins_and_encloses(seed: int) -> None:
    rng = random.Random(seed)
    position = random_game(rng, 3, rng.randrange(1, 9))
    move = rng.choice([m for m in position.legal_moves() if m.rotation != "swap"] or [None])
    if move is None:
        return
    found, after = preview(position, move), position.play(move)
    corners = {c for g in after.groups() for c in g.corners}
    assert corners.issuperset(found.joined)
    assert corners.issuperset(found.threatened)
    grown = [g for g in after.groups() if g.corners not in {b.corners for b in position.groups()}]
    assert {c for g in grown for c in g.corners}.issuperset(found.joined)
    if found.joined:
        assert found.text.startswith("makes")


def test_a_preview_tells_the_end() -> None:
    position = play("a:a1", size=1)
    assert position.outcome is not None
    before = new("boche", size=1)
    assert preview(before, before.parse("a:a1")).text == position.outcome.reason

"""The order in which the deciding pieces light up: as one would walk along them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from boche.engine.games.boku.geometry import Cell
from boche.viewer.games.lighting_order import along
from boche.viewer.games.registry import view_of
from boche.viewer.session import Session
from tests import ROOT

RECORDS = ROOT / "assets" / "records"


def decided(name: str):
    position = Session.open(RECORDS / f"{name}.sgf").position
    return position, view_of(position.game.name).decided(position)


def test_pieces_come_from_an_end_on_branch_beside_branch() -> None:
    links = {"a": (1,), "b": (1, 2), "c": (2, 3, 4), "d": (3,), "e": (4, 5), "f": (5,)}
    found = along("cfbeda", lambda piece: links[piece])
    assert sorted(found) == sorted(links)
    assert len(set(links[found[0]])) == 1
    for index, piece in enumerate(found[1:], 1):
        assert any(set(links[piece]) & set(links[before]) for before in found[:index])


def test_what_hangs_apart_and_what_runs_in_a_ring_is_all_there() -> None:
    ring = {"a": (1, 2), "b": (2, 3), "c": (3, 1), "x": (9,)}
    assert sorted(along("abcx", lambda piece: ring[piece])) == list("abcx")
    assert along((), lambda piece: ()) == ()


def test_a_path_lights_from_a_side_on_and_without_a_gap() -> None:
    position, faces = decided("boche-path")
    assert set(faces) == set(position.winning_path())
    for index, face in enumerate(faces[1:], 1):
        assert any(set(face.joined) & set(before.joined) for before in faces[:index])


def test_those_who_enclose_come_before_the_group_that_is_enclosed() -> None:
    position, corners = decided("boche-enclosure")
    captive = {corner for group in position.enclosed_groups() for corner in group.corners}
    inside = [corner in captive for corner in corners]
    assert inside == sorted(inside)
    assert set(corners) >= captive
    group_of = position.surface().group_of
    assert {group_of[corner].colour for corner in corners[: inside.index(True)]} == {"dark"}


def test_a_row_lights_from_end_to_end() -> None:
    _, cells = decided("boku-row")
    steps = {(two.c - one.c, two.n - one.n) for one, two in pairwise(cells)}
    assert len(cells) >= 5
    assert isinstance(cells[0], Cell)
    assert len(steps) == 1


@pytest.mark.parametrize("name", ["che-closed", "che-extent", "octi-three-bases"])
def test_figures_and_homes_are_those_of_the_winner_s_game(name: str) -> None:
    position, found = decided(name)
    assert found
    assert len(set(found)) == len(found)
    before = Session.open(RECORDS / f"{name}.sgf")
    before.cursor.back(1)
    assert view_of(position.game.name).decided(before.position) == ()

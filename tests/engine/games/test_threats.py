"""Threats that stand on a board, compared with every move tried, and in words."""

from __future__ import annotations

from typing import Any

import pytest

import boche
from boche.engine.threats import Threat, has_threats, threats_of
from tests.engine.games.boku.boards import board as boku_board
from tests.engine.games.octi.boards import board as octi_board
from tests.engine.games.plain_threats import MAKERS, check, positions

COUNTS = {"boche": 12, "che": 4, "boku": 12, "octi": 6}
"""Positions of each game; ``full/test_threats.py`` has thousands."""


@pytest.mark.parametrize("game", MAKERS)
def test_threats_are_what_trying_every_move_finds(game: str) -> None:
    assert sum(check(position) for position in positions(game, COUNTS[game], 5)) > 0


def texts(position: Any, colour: str) -> list[str]:
    return [str(threat.text) for threat in threats_of(position) if threat.colour == colour]


def one(position: Any, colour: str) -> Threat:
    [threat] = [threat for threat in threats_of(position) if threat.colour == colour]
    return threat


def test_rows_and_pairs_of_boku() -> None:
    four = boku_board("e3 e4 e5 e6", "a1", "white")
    assert texts(four, "black") == ["Black can make five in a row: e2 or e7"]
    assert one(four, "black").aims == ("e3", "e4", "e5", "e6")
    assert one(four, "black").allowed_by("a1") == ("a1 lets Black make five in a row: e2 or e7")
    pair = boku_board("e3", "e4 e5", "white")
    assert texts(pair, "black") == ["Black can take e4 or e5, by playing e6"]
    assert texts(pair, "white") == []


def test_a_cell_just_emptied_is_no_threat_of_its_owner() -> None:
    before = boku_board("e3 d3 d4 d5 d7", "e4 e5 d6", "black")
    after = before.play("e6xe5")
    assert after.forbidden is not None
    assert not any(
        "e5" in move for t in threats_of(after) if t.colour == "white" for move in t.moves
    )


def test_captures_and_homes_of_octi() -> None:
    position = octi_board(["black 46c", "white 56", "white 99"])
    assert texts(position, "black") == ["Black can capture the pod on 56: 46-66x"]
    two = octi_board(["black 46c", "white 56", "white 56a"])
    assert texts(two, "black") == ["Black can capture the 2 pods on 56: 46-66x"]
    last = octi_board(["black 33", "black 53", "black 74e", "white 46"])
    assert texts(last, "black") == ["Black can win on the home squares: 74-73"]
    assert one(last, "black").aims == (73,)
    assert texts(octi_board(["black 44f", "white 46"], bases=1), "black") == [
        "Black can win on the home squares: 44-33"
    ]


def test_pods_of_one_square_that_win_together() -> None:
    position = octi_board(["black 33", "black 63c", "black 63g", "white 99"])
    assert texts(position, "black") == ["Black can win on the home squares: 63c-73,63g-53"]
    after = position.play(one(position, "black").moves[0])
    assert after.outcome is not None
    assert after.outcome.kind == "homes"


def test_regions_of_che() -> None:
    position = boche.new("che")
    for move in ("fr:0,0", "fl:1,0+fl:0,1"):
        position = position.play(move)
    found = [t for t in threats_of(position) if t.kind == "closure"]
    assert found, "one corner has three tiles round it"
    assert all(t.text.endswith(": 1,1") for t in found if t.places == ("1,1",))


def test_groups_of_boche_are_told_with_what_encloses_them() -> None:
    for position in positions("boche", 200, 3):
        for threat in threats_of(position):
            if threat.kind == "enclosure":
                after = position.with_turn(threat.colour).play(threat.moves[0])
                assert after.outcome is not None
                assert threat.values["loser"] != threat.colour
                assert set(threat.aims) <= set(position.surface().group_of)
                assert threat.text.startswith(f"{threat.colour.capitalize()} can enclose a ")
                return
    raise AssertionError("no group in danger")


def test_threats_of_boche_name_the_levels_of_moves() -> None:
    position = boche.new("boche", size=3)
    for move in ("g:a2", "h:b2", "f:b1", "h:a3", "h:c1"):
        position = position.play(move)
    [threat] = [t for t in threats_of(position) if "b:a2" in t.moves]
    assert str(threat.text).endswith(": b:a2/1, c:a2/1 or d:a2/1")
    assert threat.moves == ("b:a2", "c:a2", "d:a2"), "as records have them"


def test_there_are_none_after_the_end_and_in_games_that_do_not_know_them() -> None:
    position = boku_board("e3 e4 e5 e6", "a1").play("e7")
    assert position.outcome is not None
    assert threats_of(position) == ()
    assert all(has_threats(boche.new(game).game) for game in MAKERS)


def test_wins_come_first_then_those_of_the_side_to_move() -> None:
    position = boku_board("e3 e4 e5 e6 h3", "h4 h5 b1 b2", "white")
    found = [(threat.wins, threat.colour) for threat in threats_of(position)]
    assert found[0] == (True, "black")
    assert found == sorted(found, key=lambda each: (not each[0], each[1] == "black"))


def test_no_move_of_an_enclosure_of_boche_encloses_less_than_is_said() -> None:
    """Play each: a rotation may add a blob to the group, so that one encloses more than others."""
    differ = 0
    for position in positions("boche", 150, 11):
        for threat in threats_of(position):
            if threat.kind != "enclosure":
                continue
            said = threat.text.values["count"]
            found = set()
            for move in threat.moves:
                after = position.with_turn(threat.colour).play(move)
                own = [g.blobs for g in after.enclosed_groups() if g.colour != threat.colour]
                found.add(max(own))
            assert said == min(found)
            differ += len(found) > 1
    assert differ

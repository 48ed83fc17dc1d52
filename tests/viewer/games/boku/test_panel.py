"""Boku in the HUD: the panel's description of a position."""

from __future__ import annotations

from boche.engine.games.boku import GAME
from boche.engine.games.boku.position import Position
from boche.viewer.camera.camera import Camera
from boche.viewer.games.boku import panel as boku
from tests.positions import played

KO = "f5 e5 e4 g6 f6 d3xf5 f4 f5 h7xf5 g4 f5 d4xf4 f7 f8 f3 f4 h4xf4"


def lines(position: Position) -> list[tuple[str, str, str, bool]]:
    return [(fact.label, fact.value, fact.colour, fact.alarm) for fact in boku.facts(position)]


def test_the_start() -> None:
    assert lines(GAME.new()) == [
        ("To win", "make five in a row", "", False),
        ("Marbles left", "36", "black", False),
        ("Marbles left", "36", "white", False),
    ]


def test_threats_and_the_forbidden_cell() -> None:
    found = lines(played("boku", KO))
    assert found[1] == ("Marbles left", "29", "black", False)
    assert found[3] == ("Closed this turn", "f4", "white", False)
    assert found[4] == ("Black can make five at", "f4", "black", True)
    assert len(found) == 5


def test_an_own_five_is_no_alarm() -> None:
    assert ("Black can make five at", "f4", "black", False) in lines(played("boku", KO + " g7"))


def test_many_cells_are_cut_short() -> None:
    position = played("boku", "f4 a1 f5 a2 f6 a3 f7 b2")
    assert ("Black can make five at", "f3 f8", "black", False) in lines(position)


def test_a_finished_game_shows_the_marbles() -> None:
    assert [line[0] for line in lines(played("boku", KO).resign())] == ["Marbles left"] * 2


def test_there_is_no_palette() -> None:
    assert boku.PANEL.choices(GAME.new()) == boku.PANEL.usual(GAME.new()) == ()
    scene, camera = boku.PANEL.pieces((), Camera(), "black")
    assert scene.batches == ()
    assert camera == Camera()

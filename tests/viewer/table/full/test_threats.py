"""The threats of every game on its board and in the panel, in windows of several sizes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.record import Record
from boche.engine.threats import threats_of
from boche.viewer.games.drawing import THREATS
from boche.viewer.games.registry import build_live
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.session import Session
from boche.viewer.window.drawing.board_picture import live_options
from tests.engine.games.plain_threats import positions
from tests.viewer.hud.test_hud_layout import built, check_page
from tests.viewer.table.test_threats import shown_of
from tests.viewer.table.user import User


@pytest.mark.parametrize("game", GAMES)
def test_every_game_draws_its_threats(game: str) -> None:
    position = next(
        each for each in positions(game, 200, 8)
        if {t.colour for t in threats_of(each)} == set(each.game.colours)
    )  # fmt: skip
    session = Session(Record.from_position(position))
    user = User(game=game)
    user.session = session
    user.controller.set_session(session)
    user.key("Shift+T")
    found = user.view.threats
    assert found
    at, options = live_options(shown_of(user))
    assert {kind for kind, _, _ in options.drawn} == set(THREATS)
    with_marks = build_live(at, options)
    bare = build_live(at, replace(options, drawn=()))
    meshes = {batch.mesh.name for batch in with_marks.batches}
    assert {"wedge drawn", "block drawn"} <= meshes
    assert len(with_marks.batches) == len(bare.batches) + 4, "each with a line round it"
    places = {place for threat in found for place in threat.places}
    count = sum(len(b.instances) for b in with_marks.batches if b.mesh.name.endswith(" drawn"))
    assert count >= len(places), "no place is unknown to the board"


@pytest.mark.parametrize("size", [(1280, 720), (3840, 2160), (500, 850)])
@pytest.mark.parametrize("game", GAMES)
def test_the_list_fits_into_the_panel(game: str, size: tuple[int, int]) -> None:
    position = max(positions(game, 30, 9), key=lambda each: len(threats_of(each)))
    user = User(game=game)
    user.session = Session(Record.from_position(position))
    user.controller.set_session(user.session)
    user.key("Shift+T")
    assert user.view.threats
    frame = built(shown_of(user), size, 1.0)
    words = [text.text for page in frame.pages for text in page.texts]
    assert "Threats" in words
    for page in frame.pages:
        check_page(page, Rect(0, 0, *size))

"""Threats that stand on the board, shown beside it and on it."""

from __future__ import annotations

import pytest

from boche.viewer.games.drawing import THREATS
from boche.viewer.hud.model import Shower
from boche.viewer.session import Seat, Session
from boche.viewer.storage.settings import Settings
from boche.viewer.window.drawing.board_picture import discs, live_options
from tests.viewer.assistant.desk import Desk
from tests.viewer.hud.test_hud_layout import built
from tests.viewer.table.user import User


def row_of_four() -> User:
    """Return a user at a game of Boku in which Black has a row of four."""
    user = User(game="boku")
    for move in ("e3", "a1", "e4", "a3", "e5", "k6", "e6"):
        user.session.play(move)
    user.settle()
    return user


def test_a_key_shows_and_hides_them() -> None:
    user = row_of_four()
    assert user.view.threats is None
    user.key("Shift+T")
    assert [str(threat.text) for threat in user.view.threats] == [
        "Black can make five in a row: e2 or e7"
    ]
    assert user.view.status == "one threat stands on the board"
    user.session.play("e7")
    user.controller.tick(user.later())
    assert [str(threat.text) for threat in user.view.threats] == [
        "Black can make five in a row: e2"
    ]
    user.key("Shift+T")
    assert user.view.threats is None
    assert user.view.status == "threats are no longer shown"


def test_there_are_none_at_the_start_and_after_the_end() -> None:
    user = User(game="boku")
    user.key("Shift+T")
    assert user.view.threats == ()
    assert user.view.status == "no threat stands on the board"
    user = row_of_four()
    user.key("Shift+T")
    user.session.play("a5")
    user.session.play("e7")
    user.settle()
    assert user.session.outcome is not None
    assert user.view.threats == ()


def test_they_are_help_in_a_rated_game_which_is_asked_about_before() -> None:
    one = Desk(Session.new("boku", seats={"black": Seat("Anna"), "white": Seat("", "4")}))
    one.session.rating_given_up = False
    one.key("T", "shift")
    question = one.controller.view().question
    assert question is not None
    assert question.title == "This game would no longer be rated"
    assert one.controller.view().threats is None
    one.key("Escape")
    assert one.session.unrated == ""
    one.key("T", "shift")
    one.key("Y")
    assert one.session.unrated == "help"
    assert one.controller.view().threats == ()
    one.key("T", "shift")
    assert one.controller.view().question is None, "hiding them is no help"
    assert one.controller.view().threats is None


def shown_of(user: User, settings: Settings = Settings()):  # noqa: B008
    colours = discs(settings.palette, user.session.record.game)
    return Shower().data(user.view, user.session, settings, colours)


def test_their_places_are_marked_apart_by_side_and_their_pieces_are_lit() -> None:
    user = row_of_four()
    user.session.play("h4")
    user.session.play("a5")
    user.session.play("h5")
    user.session.play("k7")
    user.controller.tick(user.later())
    user.settle()
    user.key("Shift+T")
    _, options = live_options(shown_of(user))
    marks = {(kind, place) for kind, place, _ in options.drawn}
    assert {(THREATS[0], "e2"), (THREATS[0], "e7")} <= marks
    assert {"e3", "e4", "e5", "e6"} <= set(options.lit)
    user.key("Shift+T")
    _, plain = live_options(shown_of(user))
    assert not {kind for kind, _, _ in plain.drawn} & set(THREATS)
    assert plain.lit == ()


@pytest.mark.parametrize(
    ("game", "moves", "begins"),
    [
        ("boku", "e3 a1 e4 a3 e5 k6 e6", "e2 e7"),
        ("che", "fr:0,0 fl:1,0+fl:0,1", "Dark threat"),
    ],
)
def test_the_panel_says_each_threat_once(game: str, moves: str, begins: str) -> None:
    user = User(game=game)
    for move in moves.split():
        user.session.play(move)
    user.controller.tick(user.later())
    user.settle()

    def facts() -> list[str]:
        pages = built(shown_of(user), (1280, 800), 1.0).pages
        return [t.text for page in pages for t in page.texts if t.text.startswith(begins)]

    assert facts()
    user.key("Shift+T")
    assert facts() == []

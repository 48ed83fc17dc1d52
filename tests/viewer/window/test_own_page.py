"""The user's own page at a desk: filled from ratings, the library and the training."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from boche.engine.games.registry import find
from boche.viewer.hud.dialogs.start_model import OWN_PAGE
from boche.viewer.session import Seat, Session
from boche.viewer.storage.kept_games import keep
from boche.viewer.storage.own_ratings import record_game
from boche.viewer.training.courses import change_results, utc_now, with_cards
from boche.viewer.training.mistakes import BELIEVED, Known, MistakeExercise
from boche.viewer.window.records.own_page import OwnProgress, mistake_lines
from tests.viewer.window.user import User


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path / "home"))


def shown() -> User:
    """Return a user who looks at the page once everything is read."""
    user = User(Session.new("boche"))
    progress = OwnProgress(user.desk, lambda back: None)
    progress.show()
    while user.pass_time():
        pass
    return user


def test_closing_it_leads_back_to_the_start_screen() -> None:
    user = User(Session.new("boche"))
    progress = OwnProgress(user.desk, lambda back: None)
    user.games.others[OWN_PAGE] = lambda _: progress.show(user.games.again)
    start = user.new()
    start.press(OWN_PAGE)
    assert user.form is not start
    user.key("Escape")
    assert user.form is start


def test_the_library_opened_from_it_knows_the_way_back() -> None:
    user, given = User(Session.new("boche")), list[object]()
    OwnProgress(user.desk, given.append).show(user.games.again)
    user.form.press("library")
    assert given == [user.games.again]


def test_without_a_game_each_part_says_what_to_do() -> None:
    page = shown().form.of
    assert page.own.rating.startswith("No rating in Boche yet")
    assert (list(page.own.latest), page.own.openings) == ([], [])
    assert page.mistakes[0].startswith("None yet: they are added when you retry")


def test_games_and_ratings_of_the_user_are_counted() -> None:
    for winner in (True, False, True):
        session = Session.new("boche", seats={"light": Seat("Anna"), "dark": Seat("", "3")}, size=4)
        for move in ("c:a1", "a:b1") if winner else ("c:a1", "a:b1", "b:a2"):
            session.play(move)
        session.resign("dark" if winner else "light")
        keep(session)
    begun = datetime(2026, 1, 1, tzinfo=UTC)
    for day in range(3):
        record_game(find("boche"), 900, 1.0, begun + timedelta(days=day))
    page = shown().form.of
    ((_, *counts),) = page.own.openings
    assert counts == [3, 2, 0, 1]
    assert page.own.unread == 0
    ratings = [game.rating for game in page.own.latest]
    assert ratings == sorted(ratings)
    assert len(ratings) == 3


def test_mistakes_are_counted_by_kind() -> None:
    def mistake(place: str, before: float, after: float) -> MistakeExercise:
        text = f"(;GM[Boche]SZ[4];W[c:{place}])"
        line = Known(("a:b1",), before, BELIEVED)
        return MistakeExercise(text, "a:c1", before, after, 0.0, (line,))

    exercises = [mistake("a1", 1.0, 0.2), mistake("a2", 0.6, 0.3), mistake("b2", 0.5, 0.35),
                 mistake("a3", 0.5, 0.38)]  # fmt: skip
    change_results(lambda results: with_cards(results, exercises, utc_now()))
    lines = mistake_lines()
    assert [line.split()[0] for line in lines] == ["1", "1", "2"]
    assert "certain win" in lines[0]
    assert "??" in lines[1]

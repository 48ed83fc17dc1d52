"""Lessons in the real window: by mouse and by keys, and fully readable."""

from __future__ import annotations

import pytest

from boche.engine.games.registry import DEFAULT, GAMES
from tests import ROOT
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]

MODULE = "tests.e2e.window.lessons_scenarios"


def test_the_first_start_leads_to_the_first_lesson_by_mouse(desk: Desk) -> None:
    (desk.home / "config" / "settings.json").unlink()
    seen = desk.scenario("by_mouse", module=MODULE, timeout=120)
    assert f"New to {DEFAULT.title}? Begin with a lesson" in seen["start"]
    assert any(text.startswith("A beginner's game (casual") for text in seen["start"])
    lessons = len([*(ROOT / "assets" / "lessons" / DEFAULT.name).glob("*.sgf")])
    assert f"Lessons (0 of {lessons})" in seen["start"]
    assert "1 of 4" in seen["task"]
    assert "Click to place it." in seen["task"]
    assert "That is a whole move" in seen["praise"]
    assert seen["green"][0] > 100 > seen["green"][1], "no green mark on a right answer"
    assert seen["number"] == 1
    assert seen["stays"] == ["b:b1"], "a wrong move stands until it is taken back"
    assert seen["back"] == []
    assert "That rotation has a dark band on one face only" in seen["wrong"]
    assert "That rotation" not in seen["told_again"], "Try again takes the answer away as well"
    assert seen["red"][1] > 100 > seen["red"][0], "no red mark on a wrong answer"
    assert [move[0] for move in seen["shown"]] == ["a"]
    assert seen["again"] == [2, []]
    assert "Lessons" in seen["page"]
    assert "1 of 4" in seen["page"], "the others were shown"
    assert desk.autosaves() == []


def test_the_first_start_leads_to_a_game_for_beginners(desk: Desk) -> None:
    (desk.home / "config" / "settings.json").unlink()
    seen = desk.scenario("beginner", module=MODULE)
    assert seen == {"size": 5, "adjacent": False, "players": ["", "1"], "open": False}


def test_after_the_rules_a_first_game_is_offered_and_begins_by_a_key(desk: Desk) -> None:
    desk.settings(hints_seen=True)
    seen = desk.scenario("after_rules", module=MODULE)
    assert not seen["early"], "a game began before the rules were known"
    assert "You know the rules now" in seen["told"]
    assert "First game" in seen["told"]
    assert "Next lesson" in seen["told"]
    assert seen["players"] == ["", "1"]
    assert not seen["lesson"]


def test_a_first_game_begins_after_a_demonstration(desk: Desk) -> None:
    desk.settings(hints_seen=False)
    seen = desk.scenario("demonstration", "boche", module=MODULE, timeout=200)
    assert "Boche in half a minute" in seen["first"]
    assert "Any key or click begins your game." in seen["last"]
    assert seen["players"] == ["", "1"]
    assert seen["begun"] == 0, "the key that ended it was taken for a move"
    assert seen["again"], "it is shown once"


@pytest.mark.parametrize("game", GAMES)
def test_any_key_skips_a_demonstration(desk: Desk, game: str) -> None:
    desk.settings(hints_seen=False, game=game)
    seen = desk.scenario("demonstration", game, "Space", module=MODULE)
    assert f"{GAMES[game].title} in half a minute" in seen["first"]
    assert (seen["ply"], seen["players"], seen["begun"]) == (0, ["", "1"], 0)
    assert "By keys: arrows, then Enter." in seen["told"], "the first turn is told beside it"


def test_a_demonstration_is_watched_again_from_the_lessons(desk: Desk) -> None:
    desk.settings(hints_seen=True)
    seen = desk.scenario("watched_again", module=MODULE)
    assert "Boku in half a minute. Any key or click leads back." in seen["shown"]
    assert "Watch a short game" in seen["page"]
    assert seen["moves"] == ["f6"], "the game was laid aside, not lost"


def test_a_lesson_is_taken_by_keys(desk: Desk) -> None:
    desk.settings(hints_seen=True, window_size=[1024, 640])
    seen = desk.scenario("by_keys", module=MODULE, timeout=120)
    assert "The sandwich" in seen["page"]
    assert seen["title"] == "The sandwich - Boku"
    assert seen["answers"] == [True] * len(seen["answers"])
    assert len(seen["answers"]) >= 3
    assert seen["done"]
    assert seen["next"] == ["3-the-closed-cell", 0]
    assert "done" in seen["left"]
    assert seen["lesson"]


def test_a_game_goes_on_after_a_lesson_that_interrupted_it(desk: Desk) -> None:
    desk.settings(hints_seen=True)
    seen = desk.scenario("interrupted", module=MODULE, timeout=120)
    assert seen["lesson"]
    assert seen["back"] == ["37", "33"]
    assert seen["autosaves"] == 1, "after a crash the game would be offered again"
    assert seen["kept"] == 1


@pytest.mark.parametrize(("width", "height", "scale"), [(1024, 640, 1.0), (1900, 1150, 3.0)])
def test_all_of_the_longest_tasks_and_answers_can_be_read(
    desk: Desk, width: int, height: int, scale: float
) -> None:
    desk.settings(hints_seen=True, ui_scale=scale, animation_speed=0.0, quality="low")
    seen = desk.scenario("fits", width, height, module=MODULE, timeout=200)
    assert seen["size"] == [width, height]
    assert seen["cut"] == []
    assert seen["outside"] == []

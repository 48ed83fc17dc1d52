"""Warnings of bad moves are chosen in the form of a new game, where the opponent is a level."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from boche.engine.record import loads
from boche.viewer.hud.dialogs.game_dialogs import settings
from boche.viewer.hud.dialogs.model import Field
from boche.viewer.session import Session
from boche.viewer.storage.settings import Settings
from boche.viewer.table.warnings import is_on
from boche.viewer.window.records.play_from import ask_to_play_from
from boche.viewer.window.records.rated_games import won_mark
from tests.viewer.hud.dialog_user import DialogUser
from tests.viewer.window.user import User


def at_new_game() -> User:
    user = User(Session.new("boku"))
    user.games.new()
    return user


def put(user: User, **values: Any) -> None:
    for name, value in values.items():
        names = [field.name for field in user.form.fields]
        user.form.set(names.index(name.replace("_", " ")), value)


def field(user: User) -> Field | None:
    return next((each for each in user.form.fields if each.name == "warnings"), None)


def reseat(user: User, level: int) -> None:
    """Open the players of the table, and seat a level as the second one."""
    user.players()
    put(user, second_kind="computer", second_level=level)


def shown(user: User) -> bool | None:
    found = field(user)
    return None if found is None else found.value


def explained(user: User) -> str:
    found = field(user)
    assert found is not None
    return found.tip


def test_the_field_is_there_where_the_opponent_is_a_level() -> None:
    user = at_new_game()
    seen = []
    for players in (
        "person person", "person computer", "computer computer", "computer person", "even person",
        "program person",
    ):  # fmt: skip
        first, second = players.split()
        put(user, first_kind=first, second_kind=second)
        seen.append(shown(user) is not None)
    assert seen == [False, True, False, True, True, False]


def test_it_stays_on_at_the_usual_level_until_a_first_game_is_won() -> None:
    user = at_new_game()
    put(user, second_kind="person")
    put(user, first_kind="computer")
    put(user, first_level=3)
    assert shown(user) is True, "it went off while the user only chose who plays"
    put(user, first_level=4)
    assert shown(user) is False
    put(user, first_level=3)
    user.form.press("start")
    assert is_on(user.desk.controller.table)
    user.games.rematch()
    assert is_on(user.desk.controller.table)
    assert user.desk.settings.game_warns == "usual", "nobody has chosen it"
    user.desk.set_settings(replace(user.desk.settings, told=(won_mark("boku"),)))
    user.games.new()
    assert shown(user) is False


def test_a_strength_that_is_typed_says_below_the_tick_that_it_went_off() -> None:
    user = at_new_game()
    put(user, first_kind="person", second_kind="computer", second_level=2)
    names = [field.name for field in user.form.fields]
    user.form.point_at(names.index("second level"))
    user.form.type("9")
    assert "a second Enter starts" in " ".join(DialogUser(user.form).words)
    user.key("Enter")
    assert shown(user) is False
    assert any("Off by itself at this level" in each for each in DialogUser(user.form).words)
    put(user, warnings=False)
    put(user, second_level=2)
    assert not any("Off by itself" in each.hint for each in user.form.fields)


def test_the_field_follows_the_settings_and_the_level_until_it_is_chosen() -> None:
    user = at_new_game()
    put(user, first_kind="person", second_kind="computer", second_level=2)
    assert shown(user) is True
    assert explained(user).endswith("On by itself against this level, until you change it")
    put(user, second_level=4)
    assert shown(user) is False
    assert "by itself" not in explained(user)
    put(user, warnings=True)
    put(user, second_level=5)
    assert shown(user) is True
    assert "20 points" in explained(user)
    assert "by itself" not in explained(user), "it is the user's choice now"


@pytest.mark.parametrize(("level", "chosen"), [(1, False), (5, True)])
def test_the_game_warns_as_chosen(level: int, chosen: bool) -> None:
    user = at_new_game()
    put(user, first_kind="person", second_kind="computer", second_level=level, warnings=chosen)
    user.form.press("start")
    assert user.session.seats["white"].player == str(level)
    assert is_on(user.desk.controller.table) is chosen
    user.games.rematch()
    assert is_on(user.desk.controller.table) is chosen, "the same game again is as it was"
    user.games.new()
    assert shown(user) is chosen, "a choice is kept, as those of level, strength and clock are"
    put(user, first_level=3 if level == 1 else 1)
    assert shown(user) is chosen


def test_a_game_without_a_choice_follows_the_settings() -> None:
    user = at_new_game()
    put(user, first_kind="person", second_kind="computer", second_level=5)
    user.form.press("start")
    table = user.desk.controller.table
    assert not is_on(table)
    user.desk.set_settings(replace(user.desk.settings, warnings="always"))
    assert is_on(table)


def test_a_change_of_the_setting_counts_from_the_next_game_on() -> None:
    kept = Settings(game_warns="yes")
    given: list[Settings] = []
    form = settings(kept, (("classic", "Classic"),), lambda changed, keep: given.append(changed))
    form.set([field.name for field in form.fields].index("warnings"), "never")
    assert given[-1].game_warns == "usual"


@pytest.mark.parametrize("chosen", [True, False])
def test_whoever_is_seated_anew_is_warned_as_chosen(chosen: bool) -> None:
    user = User(Session.new("boku"))
    user.players()
    assert shown(user) is None, "two people"
    reseat(user, 2)
    assert shown(user) is True, "on by itself"
    put(user, second_level=3)
    assert shown(user) is False
    put(user, second_level=5 if chosen else 1)
    put(user, warnings=chosen)
    user.form.press("keep")
    table = user.desk.controller.table
    assert is_on(table) is chosen
    user.players()
    assert shown(user) is chosen
    put(user, second_level=1 if chosen else 5, warnings=not chosen)
    user.key("Escape")
    assert is_on(table) is chosen, "what was cancelled counts"
    user.games.new()
    assert shown(user) is chosen, "the choice is kept for the next game"


def test_the_players_of_a_game_show_whether_it_warns() -> None:
    user = User(Session.new("boku"))
    reseat(user, 5)
    user.form.press("keep")
    table = user.desk.controller.table
    assert not is_on(table)
    assert table.warnings.chosen is None, "nobody has chosen"
    table.warnings.chosen = True  # by its command
    user.players()
    assert shown(user) is True
    user.key("Enter")
    assert is_on(table)
    assert user.desk.settings.game_warns == "usual"


@pytest.mark.parametrize(("level", "chosen"), [(1, False), (5, True)])
def test_a_game_that_is_played_on_warns_as_chosen(level: int, chosen: bool) -> None:
    old = Session(loads("(;GM[Boche]SZ[4];W[c:b2];B[a:a1])"))
    old.cursor.last()
    user = User(old)
    ask_to_play_from(user.desk, user.exchange)
    assert shown(user) is False, "level 3"
    put(user, level=level)
    assert shown(user) is not chosen
    put(user, warnings=chosen)
    user.form.press("start")
    assert user.session is not old
    assert is_on(user.desk.controller.table) is chosen
    ask_to_play_from(user.desk, user.exchange)
    assert shown(user) is chosen
    user.form.press("cancel")
    user.games.new()
    put(user, first_kind="person", second_kind="computer")
    assert shown(user) is chosen

"""The language of a window, chosen in its settings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from boche.engine.languages.current import current, use
from boche.viewer.session import Session
from boche.viewer.storage.language import saved_language
from boche.viewer.window.preferences import ask_settings
from tests.viewer.window.user import User


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.delenv("BOCHE_LANGUAGE", raising=False)
    yield
    use("en")


def settling() -> User:
    user = User(Session.new("boche"))
    ask_settings(user.desk)
    return user


def choose(user: User, name: str, value: object) -> None:
    at = next(i for i, field in enumerate(user.form.fields) if field.name == name)
    user.form.set(at, value)


def test_a_choice_takes_effect_at_once_and_is_saved() -> None:
    user = settling()
    choose(user, "language", "de")
    assert (current(), user.form.title, saved_language()) == ("de", "Einstellungen", "")
    user.form.press("keep")
    assert (current(), saved_language()) == ("de", "de")


def test_cancelling_returns_to_the_language_before() -> None:
    user = settling()
    choose(user, "language", "fr")
    assert current() == "fr"
    user.form.press("cancel")
    assert (current(), saved_language(), user.desk.settings.language) == ("en", "", "")


def test_another_setting_leaves_the_language_that_was_asked_for() -> None:
    use("de")  # as by an option of the command line
    user = settling()
    choose(user, "theme", "dark")
    user.form.press("keep")
    assert (current(), saved_language()) == ("de", "")


def test_a_language_of_the_environment_is_said_to_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("BOCHE_LANGUAGE", "en")
    user = settling()
    assert "BOCHE_LANGUAGE" not in user.form.text
    choose(user, "language", "de")
    assert "BOCHE_LANGUAGE" in user.form.text
    choose(user, "language", "")
    assert (current(), user.form.title) == ("en", "Settings")

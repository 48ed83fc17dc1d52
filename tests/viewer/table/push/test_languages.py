"""The table in other languages: what it tells comes from the catalogue, whoever plays what."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.languages.catalogue import PSEUDO
from boche.engine.languages.current import speaking, tr, translate
from boche.viewer.games.registry import view_of
from boche.viewer.table import keys
from boche.viewer.table.commands import COMMANDS, tip_of
from tests.viewer.table.user import User

KEPT = re.compile(
    r"\b((Ctrl|Alt|Shift)\+)*(Enter|Escape|Esc|Tab|Space|Backspace|Delete|Home|End|Page(Up|Down)"
    r"|Left|Right|Up|Down)\b|\b(Ctrl|Alt|Shift)\b|\b[A-Z]\b|\b(Boche|Boku|Octi|Che)\b"
    r"|\b[-+a-h0-9]*[0-9][-+:,a-h0-9]*\b|\b[a-h]\b|\b[bf][lr]\b|^pause\b|^swap\b"
)
"""Keys, games, moves and their letters, and a command's name: the same in every language."""

KEYS = (
    "Tab", "Enter", "Ctrl+Z", "Ctrl+Y", "R", "Escape", "K", "Escape", "N", "Shift+I", "Alt+1",
    "F6", "F6", "PageUp", "Ctrl+Up", "Shift+Space", "W", "Ctrl+D", "Ctrl+Enter", "Alt+Enter",
    "Ctrl+K", "Ctrl+Shift+K", "M", "Ctrl+Delete", "Escape", "S", ",", ".", "Backspace", "A", "H",
)  # fmt: skip


def is_plain(text: str) -> bool:
    """Return whether a text has letters to which the pseudo-language would have given accents."""
    return re.search("[aceinosuyz]", KEPT.sub("", text)) is not None


def told(user: User) -> Iterator[str]:
    """Yield all that the table says now, as it is shown."""
    view = user.view
    yield from (translate(view.status), translate(view.info))
    if view.banner is not None:
        yield translate(view.banner.text)
    if view.question is not None:
        yield from map(translate, (view.question.title, view.question.text))
        yield from (tr(answer.label) for answer in view.question.answers)
    if view.clocks is not None:
        yield from view.clocks.notes.values()


def visits(game: str) -> Iterator[str]:
    """Yield what the table says while somebody points, presses keys and plays to the end."""
    user, rng = User(game=game), random.Random(1)
    yield from told(user)
    for x, y in ((640, 360), (600, 300), (100, 100), (700, 420)):
        user.controller.pointer_moved(x, y, user.later())
        yield from told(user)
    for key in KEYS:
        user.key(key)
        yield from told(user)
    table = user.controller.table
    while table.session.outcome is None:
        table.play(str(rng.choice(table.session.position.legal_moves())))
    user.settle()
    yield from told(user)
    for key in ("Ctrl+Delete", "Escape", "R", "Enter", "F6"):
        user.key(key)
        yield from told(user)


@pytest.mark.parametrize("game", [*GAMES])
def test_nothing_that_the_table_says_comes_past_the_catalogue(game: str) -> None:
    with speaking(PSEUDO):
        assert {text for text in visits(game) if is_plain(text)} == set()


@pytest.mark.parametrize("game", [*GAMES])
def test_a_guide_is_in_the_catalogue(game: str) -> None:
    view = view_of(game)
    texts = [text for hint in view.guide.hints for text in hint]
    texts += [text for row in view.guide.gestures for text in row if len(text) > 1]
    texts += [*view.guide.texts.values(), *(mark.words for mark in view.guide.marks)]
    texts += [view.beginner.about] if view.beginner is not None else []
    with speaking("de"):
        assert [text for text in texts if tr(text) == text] == []


def test_commands_and_gestures_are_in_the_catalogue() -> None:
    texts = [text for each in COMMANDS for text in (each.text, each.chapter)]
    texts += [text for gesture in keys.GESTURES for text in gesture]
    same = {"Computer", "Online"}  # the same word in German
    with speaking("de"):
        assert {text for text in texts if tr(text) == text} == same


def test_a_tooltip_is_in_the_current_language() -> None:
    assert tip_of("hint").startswith("Hint: show a good move")
    with speaking("de"):
        assert tip_of("hint") == "Tipp: einen guten Zug zeigen; noch einmal: sofort zeigen  (I)"


def test_a_refusal_is_in_the_current_language() -> None:
    user = User()
    with speaking("de"):
        user.key("PageUp")
        assert translate(user.view.status) == "das ist der Anfang"


def test_what_undo_takes_back_has_the_same_name_in_every_language() -> None:
    """It is stored with the game, and may be read in another language."""
    user = User()
    with speaking("de"):
        user.controller.table.play("a:a1")
        assert user.session.edits.undo_text == "play a:a1"

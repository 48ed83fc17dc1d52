"""Keys in texts: those of commands are named as they are now, and no text names one literally."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from boche.engine.languages.current import speaking
from boche.viewer.table.command_keys import USUAL, shown_key, with_keys
from boche.viewer.table.commands import COMMANDS, use_own_keys
from boche.viewer.table.context import Context
from boche.viewer.table.lesson_commands import NO_LESSON
from boche.viewer.table.setup_commands import NO_EDITOR
from boche.viewer.table.words import NO_LINES
from tests.viewer.table.user import middle_of_a_game

VIEWER = Path(__file__).parents[3] / "viewer"
TEXTS = ("tr", "tr_later", "tr_count", "word_later", "Phrase")
KEY = re.compile(
    r"(?<![\w+{])((?:(?:Ctrl|Alt|Shift)\+)+(?:PageUp|PageDown|[A-Z][a-z]+|[A-Z0-9,])|F[0-9]+)(?!\w)"
    r"|\(([A-Z])[:)]|press ([A-Z])\b|[:;,] ([A-Z]) (?:gives|takes|starts|stops|shows)"
)
"""A key with modifiers, one like F6, or a letter that a text says to press."""

FORMS = {
    "viewer/hud/dialogs/files_page.py": {"Alt+Up"},
    "viewer/hud/dialogs/library_model.py": {"F6", "F7", "F8", "F9", "F10"},
    "viewer/hud/dialogs/own_games_model.py": {"J", "F5"},
    "viewer/hud/pages/entry.py": {"Shift+Enter"},
    "viewer/hud/pages/help.py": {"F1"},
    "viewer/table/commands.py": {"Ctrl+H"},
    "viewer/table/keys.py": {"Ctrl+Shift", "Ctrl+Alt"},
    "viewer/games/che/guide.py": {"F"},
    "viewer/games/che/words.py": {"F"},
}
"""Keys that texts name literally, by file: of forms, gestures, choices and examples, which stay."""


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    yield
    use_own_keys({})


def called(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    function = node.func
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


@cache
def trees() -> list[tuple[str, ast.Call]]:
    """Return the calls in the viewer's files that name texts or keys, each with its file."""
    found, wanted = list[tuple[str, ast.Call]](), {*TEXTS, "shown_key", "keys_of", "with_keys"}
    for path in sorted(VIEWER.rglob("*.py")):
        name = path.relative_to(VIEWER.parent).as_posix()
        if not name.startswith("viewer/cli/"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and called(node) in wanted:
                    found.append((name, node))
    return found


def texts() -> Iterator[tuple[str, str]]:
    """Yield the viewer's English texts, each with its file."""
    for name, node in trees():
        if called(node) in TEXTS:
            for each in (*node.args, *(keyword.value for keyword in node.keywords)):
                if isinstance(each, ast.Constant) and isinstance(each.value, str):
                    yield name, each.value


def keys_in(text: str) -> set[str]:
    return {key for found in KEY.findall(text) for key in found if key}


def named_commands() -> set[str]:
    """Return the commands whose keys the viewer's texts name."""
    found = set()
    for _, node in trees():
        values = []
        if called(node) in ("shown_key", "keys_of"):
            values = node.args
        elif called(node) == "with_keys":
            values = [keyword.value for keyword in node.keywords]
        found |= {v.value for v in values if isinstance(v, ast.Constant)}
    return {name for name in found if isinstance(name, str)}


def test_texts_name_a_key_literally_only_where_it_cannot_be_changed() -> None:
    found: dict[str, set[str]] = {}
    for name, text in texts():
        if keys := keys_in(text):
            found.setdefault(name, set()).update(keys)
    assert {name: keys - FORMS.get(name, set()) for name, keys in found.items()
            if keys - FORMS.get(name, set())} == {}  # fmt: skip
    assert set(found) == set(FORMS), "each exception is still needed"


def test_every_command_whose_key_a_text_names_exists() -> None:
    names = named_commands()
    assert {"undo", "analyse", "training_hint", "tournament"} <= names
    assert names <= set(USUAL)


def test_what_is_said_names_the_users_own_keys() -> None:
    names = sorted(named_commands())
    own = {name: (f"Ctrl+Alt+Shift+F{number + 1}",) for number, name in enumerate(names[:24])}
    own |= {name: (f"Ctrl+Alt+F{number + 1}",) for number, name in enumerate(names[24:])}
    before = {name: shown_key(name) for name in names}
    context = Context(middle_of_a_game().controller.table, None, None)
    said_before = [command.refused(context) for command in COMMANDS]
    assert use_own_keys(own) == []
    said = [command.refused(context) for command in COMMANDS]
    old = {key for key in before.values() if keys_in(f"({key})")}
    assert any(keys_in(text) & old for text in said_before)
    assert not any(keys_in(text) & old for text in said), said


def test_a_text_follows_a_changed_key_and_the_language() -> None:
    assert with_keys(NO_LESSON, key="lessons").endswith(": Ctrl+L shows what there is")
    use_own_keys({"lessons": ("Ctrl+H",), "evaluate": ("Shift+V",)})
    assert with_keys(NO_LESSON, key="lessons").endswith(": Ctrl+H shows what there is")
    assert with_keys(NO_LINES, key="evaluate") == (
        "no lines yet: Shift+V starts and stops the engine"
    )
    with speaking("de"):
        assert "Strg+B" in with_keys(NO_EDITOR, key="setup")
        assert "Strg+H" in with_keys(NO_LESSON, key="lessons")

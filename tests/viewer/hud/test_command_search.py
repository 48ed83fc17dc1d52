"""The search for a command: found by a few letters, run by Enter, given another key."""

from __future__ import annotations

import pytest

from boche.engine.languages.current import speaking, tr
from boche.viewer.hud.dialogs.commands_model import (
    CommandLine,
    CommandSearch,
    find_lines,
    key_form,
    line_of,
)
from boche.viewer.table.command_keys import all_keys_shown
from boche.viewer.table.commands import COMMANDS
from tests.viewer.hud.dialog_user import DialogUser
from tests.viewer.hud.test_hud_layout import check_page

NOT_NOW = "Not in this game"


def lines() -> list[CommandLine]:
    """Return all commands; one of them cannot be done now."""
    return [
        line_of(
            each.name,
            each.text,
            all_keys_shown(each.name),
            NOT_NOW * (each.name == "swap"),
            each.also,
        )
        for each in COMMANDS
    ]


class Searcher(DialogUser):
    """A user who searches for a command."""

    def __init__(self) -> None:
        self.run: list[str] = []
        self.changed: list[tuple[str, str]] = []
        self.search = CommandSearch(lines(), self.run.append, self.change)
        super().__init__(self.search.form)

    def change(self, line: CommandLine, typed: str) -> None:
        self.changed.append((line.name, typed))

    @property
    def names(self) -> list[str]:
        return [line.name for line in self.search.lines]


def test_each_command_is_found_in_both_languages_and_by_its_name() -> None:
    with speaking("de"):
        for line, command in zip(lines(), COMMANDS, strict=True):
            for typed in (tr(command.text), command.text, command.name.replace("_", " ")):
                assert find_lines([line], typed) == [line], typed


def test_a_few_letters_without_accents_are_enough() -> None:
    with speaking("fr"):
        assert find_lines(lines(), "reglages")[0].name == "settings"
        assert find_lines(lines(), "sett")[0].name == "settings"
    assert find_lines(lines(), "copy rec")[0].name == "copy"
    assert find_lines(lines(), "LIB")[0].name == "library"
    assert find_lines(lines(), "ctrl+shift+o")[0].name == "library"


EVERYDAY = {
    "graph": "analyse", "take back": "undo", "give up": "resign", "night": "settings",
    "bigger text": "settings", "mute": "settings", "save game": "save", "turn board": "turn_left",
    "swap sides": "swap", "exit": "quit", "clock": "new", "step back": "back",
    "seat": "players", "opponent": "players", "computer": "players", "handicap": "new_clock",
    "step forward": "forward", "previous move": "back", "next move": "forward",
}  # fmt: skip


@pytest.mark.parametrize("typed", EVERYDAY)
def test_everyday_words_find_a_command(typed: str) -> None:
    found = find_lines(lines(), typed)
    assert EVERYDAY[typed] in [line.name for line in found[:3]]
    with speaking("fr"):
        assert EVERYDAY[typed] in [line.name for line in find_lines(lines(), typed)]


@pytest.mark.parametrize("typed", ["layer", "level"])
def test_levels_are_taken_apart_hidden_and_looked_through_by_both_of_their_names(
    typed: str,
) -> None:
    wanted = {"explode", "peel", "unpeel", "xray"}
    assert wanted <= {line.name for line in find_lines(lines(), typed)[:6]}


def test_everyday_words_find_a_command_in_the_users_language() -> None:
    for language, typed in (("de", "aufgeben"), ("de", "kapitulieren"), ("fr", "capituler")):
        with speaking(language):
            assert "resign" in [line.name for line in find_lines(lines(), typed)]
    for language, typed in (("de", "schicht"), ("de", "ebene"), ("fr", "couche")):
        with speaking(language):
            found = {line.name for line in find_lines(lines(), typed)}
            assert {"explode", "peel", "unpeel", "xray"} <= found, typed
    for language, typed in (("de", "uhr"), ("fr", "pendule")):
        with speaking(language):
            assert "new" in [line.name for line in find_lines(lines(), typed)[:3]]


def test_beside_a_command_that_is_refused_stands_why() -> None:
    user = Searcher().keys(*(f"'{letter}'" for letter in "colours"))
    assert user.search.chosen is not None
    assert user.search.chosen.name != "swap", "else the reason would stand below the list"
    assert NOT_NOW in user.words


def test_enter_runs_what_was_found() -> None:
    user = Searcher().keys("'s'", "'e'", "'t'", "'t'", "'i'")
    assert user.names[0] == "settings"
    assert {"Settings", "Ctrl+,"} <= set(user.words)
    user.keys("Enter")
    assert user.run == ["settings"]
    assert user.form.closed


def test_arrows_choose_while_letters_go_to_the_search() -> None:
    user = Searcher().keys("'t'", "'a'", "'b'")
    second = user.names[1]
    user.keys("Down", "' '")
    assert user.search.chosen is not None
    assert user.form.values()["search"] == "tab "
    user.keys("Down", "Enter")
    assert user.run == [second]
    user = Searcher().keys("Up", "PageDown", "PageUp", "Enter")
    assert user.run == [COMMANDS[0].name]


def test_escape_leaves_everything_as_it_was() -> None:
    user = Searcher().keys("'r'", "'e'", "'s'", "Escape")
    assert user.form.values()["search"] == "", "what was typed goes first"
    assert len(user.names) == len(Searcher().names)
    user.keys("Escape")
    assert (user.run, user.changed, user.form.closed) == ([], [], True)


def test_what_cannot_be_done_now_says_why_and_stays_open() -> None:
    user = Searcher().keys("'e'", "'x'", "'c'", "'h'")
    assert user.names[0] == "swap"
    assert NOT_NOW in user.words
    user.keys("Enter")
    assert (user.run, user.form.closed) == ([], False)
    assert user.form.problem == NOT_NOW


def test_nothing_fits() -> None:
    user = Searcher().keys("'q'", "'q'", "'q'", "Enter")
    assert user.names == []
    user = Searcher().keys("'q'", "'q'", "'q'")
    assert "No command fits" in user.words
    for key in ("Enter", "Tab"):
        user = Searcher().keys("'q'", "'q'", "'q'", key)
        assert "No command fits: try fewer letters, or others" in user.words
    assert (user.run, user.form.closed) == ([], False)


WINDOWS = [((1280, 720), 1.0), ((500, 850), 1.0), ((640, 400), 1.0), ((3840, 2160), 3.0)]


@pytest.mark.parametrize(("size", "scale"), WINDOWS)
def test_it_fits_into_any_window(size: tuple[int, int], scale: float) -> None:
    for typed in ([], ["'t'"], ["'q'", "'q'"]):
        user = Searcher().keys(*typed)
        check_page(user.look(size, scale), user.hud.areas.window)


def test_another_key_is_asked_for() -> None:
    given: list[tuple[str, ...]] = []
    line = next(each for each in lines() if each.name == "share")
    user = Searcher().keys("'s'", "'h'", "'a'", "'r'", "F2")
    assert user.changed == [("share", "shar")]

    def asked() -> DialogUser:
        return DialogUser(key_form(line, lambda key: "taken" if key == "P" else "", given.append,
                                   lambda: given.append(("back",))))  # fmt: skip

    user = asked().keys("P")
    assert user.form.problem == "taken"
    assert not user.form.closed
    user.keys("Ctrl+H")
    assert (given, user.form.closed) == ([("Ctrl+H",)], True)
    asked().keys("Backspace")
    asked().keys("Escape")
    assert given[1:] == [(), ("back",)]

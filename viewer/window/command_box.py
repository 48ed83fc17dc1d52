"""The search for a command in the window, and the keys that the user gives to commands."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from boche.engine.languages.formats import paired
from boche.viewer.games.registry import view_of
from boche.viewer.hud.dialogs.commands_model import (
    NAME,
    CommandLine,
    CommandSearch,
    key_form,
    line_of,
)
from boche.viewer.storage import own_keys
from boche.viewer.table.command_keys import all_keys_shown, keys_of
from boche.viewer.table.commands import COMMANDS, key_clash, keys_now, use_own_keys
from boche.viewer.window.desk import Desk


def load_own_keys() -> list[str]:
    """Use the keys that the user has given to commands; return lines on what is wrong there."""
    own, problems = own_keys.FILE.load()
    return [*problems, *use_own_keys(own)]


class CommandBox:
    """The search for a command at one desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def show(self, typed: str = "", said: str = "") -> None:
        """Show the commands of the game on the table; ``typed`` is what is searched for."""
        self._desk.hud.open(CommandSearch(self._lines(), self._run, self._ask, typed, said).form)

    def _lines(self) -> list[CommandLine]:
        """Return the commands of the game; last those whose keys do something else just now."""
        context, session = self._desk.controller.context, self._desk.session
        guide, focus = view_of(session.record.game_name).guide, context.table.focus
        found: list[CommandLine] = []
        without_key: list[CommandLine] = []
        for command in COMMANDS:
            if command.name == NAME or not command.is_in(session):
                continue
            text = guide.texts.get(command.name, command.text)
            keys, why = keys_now(command, focus), command.refused(context)
            lines = found if keys or not keys_of(command.name) else without_key
            lines.append(line_of(command.name, text, keys, why, command.also))
        return found + without_key

    def _run(self, name: str) -> None:
        self._desk.controller.command(name, self._desk.now)

    def _ask(self, line: CommandLine, typed: str) -> None:
        """Ask for another key of a command, then show the search again."""

        def give(keys: tuple[str, ...]) -> None:
            problems = own_keys.give(line.name, keys) + load_own_keys()
            told = paired(line.text, all_keys_shown(line.name))
            self.show(typed, problems[0] if problems else told)

        line = replace(line, keys=all_keys_shown(line.name))
        self._desk.hud.open(key_form(line, partial(key_clash, line.name), give,
                                     lambda: self.show(typed)))  # fmt: skip

"""The table of commands by their verbs, and the help generated from it."""

from __future__ import annotations

import textwrap

from boche.engine.games.registry import GAMES, find
from boche.engine.languages.current import tr, tr_later
from boche.server.commands import accounts, challenges, play, queries, tournaments
from boche.server.commands.context import Command, Context
from boche.server.commands.text_answers import WIDTH
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, NotFoundError

GAME = next(iter(GAMES))
"""The game used in examples."""


def game_titles() -> str:
    """Return the titles of all games as a phrase."""
    titles = [find(name).title for name in GAMES]
    return tr("{first} and {last}", first=", ".join(titles[:-1]), last=titles[-1])


ALL = "commands"
"""Help topic that lists all commands; by mail, plain ``help`` only explains how to begin."""


def help_text(transaction: Transaction, context: Context) -> str:
    """Return help on the given commands and games, or the list of commands."""
    subjects = list(context.arguments) or ([context.line.game] if context.line.game else [])
    return "\n\n".join(_help_on(str(subject).casefold()) for subject in subjects) or overview()


def _help_on(subject: str) -> str:
    if subject in GAMES:
        return _game_help(subject)
    if subject == ALL:
        return overview()
    if subject in COMMANDS:
        command = COMMANDS[subject]
        about = f"{tr(command.about)}. {tr(command.more) if command.more else ''}"
        return "\n".join([usage(command), *_indented(about)])
    raise NotFoundError(tr(
        "help: nothing on that (on games: {games}; on commands: {commands})",
        games=', '.join(GAMES), commands=', '.join(COMMANDS)
    ))  # fmt: skip


def _indented(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent="    ", subsequent_indent="    ")


def usage(command: Command) -> str:
    """Return a command's syntax, with its verb in place."""
    ways = []
    for way in command.usage.split(" | "):
        word, _, rest = way.partition(" ")
        if word == command.verb:
            ways.append(way)
        else:
            ways.append(f"G {command.verb} {rest}" if word == "G" else f"{command.verb} {way}")
    return " | ".join(way.strip() for way in ways)


def overview() -> str:
    """List all commands, each in a few lines."""
    letters = tr(
        "Commands. G is a game ({games}), B the number of a board, U a name, P a password; U and P "
        "are left out where one is signed in.",
        games=", ".join(GAMES),
    )
    lines = [*textwrap.wrap(letters, WIDTH), ""]
    for command in COMMANDS.values():
        lines.append(usage(command))
        lines += _indented(tr(command.about))
    more = tr("More on one of them: help COMMAND. Rules of a game: help GAME.")
    return "\n".join([*lines, "", more])


def _game_help(name: str) -> str:
    # Imported on demand: a server that need not draw starts sooner.
    from boche.viewer.games.registry import view_of
    from boche.viewer.rules.book import rules_text
    from boche.viewer.rules.plain import plain_text

    game, ruled = find(name), view_of(name).rules is not None
    rules = plain_text(rules_text(name), WIDTH).rstrip() if ruled else tr(game.about)
    lines = [rules, "", tr("Options:")]
    for option in game.options:
        shown = f"-{option.name}" if option.is_flag else f"-{option.name}={option.default}"
        more = "" if option.is_flag else f" ({option.range})"
        other = tr("; -{name}: not so", name=option.opposite) if option.opposite else ""
        lines += textwrap.wrap(f"{shown}: {tr(option.help)}{more}{other}", WIDTH,
                               initial_indent="    ", subsequent_indent="        ")  # fmt: skip
    if not game.options:
        lines.append("    " + tr("none"))
    return "\n".join(lines)


HELP = Command("help", "[subject...] | G", tr_later("this list; or more on commands and games"),
               help_text, writes=False)  # fmt: skip


def _nested(transaction: Transaction, context: Context) -> str:
    raise BadRequestError(tr("multiple: it stands alone on the first line, the commands below it"))


MULTIPLE = "multiple"
_SEVERAL = Command(MULTIPLE, "", tr_later("do the commands in the text below, one a line"), _nested,
                   writes=False)  # fmt: skip

COMMANDS: dict[str, Command] = {
    command.verb: command
    for command in (
        HELP,
        _SEVERAL,
        *accounts.COMMANDS,
        *challenges.COMMANDS,
        *play.COMMANDS,
        *queries.COMMANDS,
        *tournaments.COMMANDS,
    )
}

"""The table of commands by their verbs, and the help generated from it."""

from __future__ import annotations

import re
import textwrap

from boche.engine.games.registry import GAMES, find
from boche.engine.languages.catalogue import ENGLISH
from boche.engine.languages.current import current, tr, tr_later, tr_word, word_later
from boche.engine.languages.formats import paired
from boche.server.commands import accounts, challenges, play, queries, tournaments
from boche.server.commands.aliases import ARGUMENTS, argument_for, verb_of, word_for
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
"""Command that lists all commands, and help topic; by mail, plain ``help`` tells how to begin."""


def help_text(transaction: Transaction, context: Context) -> str:
    """Return help on the given commands and games, or the list of commands."""
    subjects = list(context.arguments) or ([context.line.game] if context.line.game else [])
    return "\n\n".join(_help_on(str(subject).casefold()) for subject in subjects) or overview()


def _help_on(subject: str) -> str:
    if subject in GAMES:
        return _game_help(subject)
    verb = verb_of(subject)
    if verb == ALL:
        return overview()
    if verb in COMMANDS:
        command = COMMANDS[verb]
        about = f"{tr(command.about)}. {tr(command.more) if command.more else ''}"
        return "\n".join([*_usage_lines(command), *_indented(about)])
    raise NotFoundError(tr(
        "help: no help on that (games: {games}; commands: {commands})",
        games=', '.join(GAMES), commands=', '.join(map(word_for, COMMANDS))
    ))  # fmt: skip


def _indented(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent="    ", subsequent_indent="    ")


def usage(command: Command) -> str:
    """Return a command's syntax, with its verb in place."""
    ways = []
    for way in command.usage.split(" | "):
        word, _, rest = way.partition(" ")
        verb = word_for(command.verb)
        rest, way = _placed(rest), _placed(way)
        if word == command.verb:
            ways.append(f"{verb} {rest}")
        else:
            ways.append(f"{tr_word('G')} {verb} {rest}" if word == "G" else f"{verb} {way}")
    return " | ".join(way.strip() for way in ways)


def _usage_lines(command: Command) -> list[str]:
    """Return a command's syntax in a line, or each of its ways in one if they are too long."""
    line = usage(command)
    return [line] if len(line) <= WIDTH else line.split(" | ")


def _placed(words: str) -> str:
    """Return the words of a usage in the current language."""
    return _USAGE_WORD.sub(lambda found: argument_for(found[0]) if found[0] in ARGUMENTS["de"]
                           else tr_word(found[0]), words)  # fmt: skip


_USAGE_WORD = re.compile(r"[A-Za-z]\w*")
USAGE_WORDS = (
    word_later("G"), word_later("B"), word_later("U"), word_later("P"), word_later("N"),
    word_later("U1"), word_later("U2"), word_later("NAME"), word_later("ADDRESS"),
    word_later("MOVE"), word_later("LANGUAGE"), word_later("old"), word_later("new"),
    word_later("to"), word_later("name"), word_later("days"), word_later("subject"),
    word_later("option"), word_later("value"),
)  # fmt: skip
"""Placeholders in the usage of commands."""


def overview() -> str:
    """List all commands, each in a few lines."""
    letters = tr(
        "Commands. G is a game ({games}), B the number of a board, U a name, P a password; U and P "
        "are left out where one is signed in.",
        games=", ".join(GAMES),
    )
    lines = [*textwrap.wrap(letters, WIDTH), ""]
    for command in COMMANDS.values():
        lines += _usage_lines(command)
        lines += _indented(tr(command.about))
    more = tr("More about a command: help COMMAND. The rules of a game: help GAME.")
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
        other = tr("; -{name}: the opposite", name=option.opposite) if option.opposite else ""
        if current() != ENGLISH:
            shown = f"{tr(option.title)} ({shown})"
        lines += textwrap.wrap(paired(shown, f"{tr(option.help)}{more}{other}"), WIDTH,
                               initial_indent="    ", subsequent_indent="        ")  # fmt: skip
    if not game.options:
        lines.append("    " + tr("none"))
    return "\n".join(lines)


HELP = Command("help", "[subject...] | G", tr_later("this list; or more on commands and games"),
               help_text, writes=False)  # fmt: skip
_ALL = Command(ALL, "", tr_later("this list of all commands"),
               lambda transaction, context: overview(), writes=False)  # fmt: skip


def _nested(transaction: Transaction, context: Context) -> str:
    raise BadRequestError(
        tr("multiple: write it alone on the first line, and the commands below it")
    )


MULTIPLE = "multiple"
_SEVERAL = Command(MULTIPLE, "", tr_later("do the commands in the text below, one a line"), _nested,
                   writes=False)  # fmt: skip

COMMANDS: dict[str, Command] = {
    command.verb: command
    for command in (
        HELP,
        _ALL,
        _SEVERAL,
        *accounts.COMMANDS,
        *challenges.COMMANDS,
        *play.COMMANDS,
        *queries.COMMANDS,
        *tournaments.COMMANDS,
    )
}

"""The command ``serve``: the tree of its subcommands, each with the options that it uses."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Any, NamedTuple

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr, tr_later, tr_word
from boche.engine.printable import one_line
from boche.engine.program import PROGRAM
from boche.server.operation.logs import json_line
from boche.viewer.cli.arguments import HelpFormatter, add_command
from boche.viewer.cli.commands import serve_options as options
from boche.viewer.cli.commands.serve_options import WHERE, Options, add_options
from boche.viewer.cli.errors import CommandError, error_text


class Subcommand(NamedTuple):
    """What it does, what it takes besides options that say where, and the rest of an example."""

    summary: str
    options: Options
    example: str


GROUPS = {
    "user": tr_later("list, add, warn, ban and delete people, and appoint operators"),
    "game": tr_later("list, decide, export and delete games"),
    "invite": tr_later("make, list and revoke links by which one can sign up in any case"),
}

SUBCOMMANDS = {
    "run": Subcommand(tr_later("run the server; serve without a subcommand does, too"),
        (*options.SERVER, options.MIGRATE, *options.MAIL),
        f"--port 8080 --database postgresql:///{PROGRAM}"),
    "check": Subcommand(tr_later("say whether a server with these options would run well"),
        (*options.SERVER, *options.MAIL), f"--data /var/lib/{PROGRAM}"),
    "migrate": Subcommand(
        tr_later("bring the database of an older version on, after a backup of it"),
        (options.LOG_LEVEL, options.LOG_JSON), f"--data /var/lib/{PROGRAM}"),
    "backup": Subcommand(tr_later("copy the database to a file, also while it is served"),
        (options.FILE,), "copy.db"),
    "restore": Subcommand(tr_later("put a backup in the place of the database"),
        (options.FILE, options.OVERWRITE), "copy.db"),
    "copy": Subcommand(tr_later("copy the file in --data to the PostgreSQL of --database"),
        (options.OVERWRITE,), f"--database postgresql:///{PROGRAM}"),
    "banner": Subcommand(tr_later("show a line on all pages; without a line, print it"),
        (options.LINE, options.OFF), "'We move on Sunday at 8:00 UTC'"),
    "maintenance": Subcommand(
        tr_later("answer nobody and stop all clocks; without on or off, tell"),
        (options.SWITCH, options.LINE), "on 'A new disk; back at 8:30 UTC'"),
    "user list": Subcommand(tr_later("list people, or those whose names begin so"),
        (options.BEGINNING, options.JSON), "a"),
    "user add": Subcommand(tr_later("make an account, and print a link to choose its password"),
        (options.NAME, options.MAIL_TO, options.ADDRESS), "ann --mail ann@example.org"),
    "user password": Subcommand(tr_later("print a link by which somebody chooses a new password"),
        (options.NAME, options.ADDRESS), "ann"),
    "user warn": Subcommand(tr_later("show somebody a warning"),
        (options.NAME, options.REASON), "eve --reason 'insults in the chat'"),
    "user ban": Subcommand(tr_later("ban somebody: for good, unless an end is given"),
        (options.NAME, options.REASON, (options.DAYS, options.UNTIL)),
        "eve --reason insults --days 30"),
    "user unban": Subcommand(tr_later("end a ban"),
        (options.NAME, options.REASON), "eve"),
    "user export": Subcommand(tr_later("print all that is kept about somebody, as JSON"),
        (options.NAME,), "eve"),
    "user operator": Subcommand(tr_later("let somebody moderate, and write to everybody"),
        (options.NAME, options.NO_OPERATOR), "ann"),
    "user no-second-factor": Subcommand(
        tr_later("turn off the second factor of somebody who has lost it"),
        (options.NAME,), "ann"),
    "user delete": Subcommand(tr_later("delete an account"),
        (options.NAME, options.REASON, options.YES), "eve"),
    "game list": Subcommand(tr_later("list games, private ones too, the newest first"),
        (options.USER, options.GAME, options.STATE, options.MOST, options.JSON),
        "--user ann --state active"),
    "game adjudicate": Subcommand(tr_later("decide a game that runs or is over"),
        (options.NUMBER, options.VERDICT, options.REASON), "17 draw --reason 'both agreed'"),
    "game export": Subcommand(tr_later("print all that is kept about a game, as JSON"),
        (options.NUMBER,), "17"),
    "game delete": Subcommand(tr_later("delete a game that is over"),
        (options.NUMBER, options.REASON, options.YES), "17"),
    "invite add": Subcommand(tr_later("make an invitation, and print its link"),
        (options.USES, options.GOOD, options.NOTE, options.ADDRESS),
        "--uses 30 --note 'chess club'"),
    "invite list": Subcommand(tr_later("list the invitations that there are"),
        (), f"--data /var/lib/{PROGRAM}"),
    "invite revoke": Subcommand(tr_later("take an invitation back"),
        (options.INVITATION,), "1f0c9a3e"),
    "log": Subcommand(tr_later("list what operators have done"),
        (options.MOST, options.JSON), "--most 10"),
}  # fmt: skip
"""Each runs the function of its name in ``serve_actions``."""


class Wide(HelpFormatter):
    """A formatter that leaves options out of the usage, and gives most of them one line."""

    def __init__(self, prog: str) -> None:
        super().__init__(f"{prog} [{tr_word('OPTION')}...]", max_help_position=27)

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: Any = None) -> None:
        """Add the usage with what has to stand in its place."""
        super().add_usage(usage, [a for a in actions if not a.option_strings], [], prefix)


def add_commands(commands: Any) -> None:
    """Add this file's command to the parser."""
    summary = tr("a server for games between people who are far apart")
    examples = ["run --port 8080", "check --help", "user ban --help"]
    groups = {"": _add_group(commands, "serve", summary, examples)}
    for name, subcommand in SUBCOMMANDS.items():
        group, _, last = name.rpartition(" ")
        if group not in groups:
            examples = [
                f"{each} {other.example}"
                for each, other in SUBCOMMANDS.items() if each.startswith(f"{group} ")
            ]  # fmt: skip
            groups[group] = _add_group(groups[""], group, tr(GROUPS[group]), examples)
        _add_subcommand(groups[group], last, name, subcommand)


def _add_group(commands: Any, name: str, summary: str, examples: Sequence[str]) -> Any:
    """Add a command that has subcommands; return what they are added to."""
    lines = "\n".join(f"{PROGRAM} serve {example}" for example in examples)
    parser: Any = add_command(commands, name, None, summary, lines)
    below = parser.add_subparsers(metavar="WHAT", dest="what" if name == "serve" else "action")
    parser.commands = below.choices
    return below


def _add_subcommand(commands: Any, name: str, full: str, subcommand: Subcommand) -> None:
    example = f"{PROGRAM} serve {full} {subcommand.example}"
    parser: Any = add_command(commands, name, run_serve, tr(subcommand.summary), example)
    parser.formatter_class = Wide
    parser.set_defaults(does=full.replace(" ", "_").replace("-", "_"))
    add_options(parser, subcommand.options)
    if options.SERVER[0] not in subcommand.options:
        add_options(parser, WHERE)
    if options.LOG_JSON in subcommand.options:
        parser.line_of_error = lambda line: (
            _logged(line) if "--log-json" in parser.given else one_line(line)
        )


def run_serve(args: Namespace) -> int:
    """Run the server until Ctrl+C, or administer its database."""
    try:
        from boche.viewer.cli.commands import serve_actions

        done = getattr(serve_actions, args.does)(serve_actions.settings_of(args), args)
    except (BocheError, ModuleNotFoundError) as error:
        line = error_text(error) if isinstance(error, BocheError) else _missing(error)
        if not getattr(args, "log_json", False):
            raise CommandError(line) from error
        print(_logged(line), file=sys.stderr)
        return 2
    if isinstance(done, str):
        print(done)
    return done if isinstance(done, int) else 0


def _logged(line: str) -> str:
    """Return an error as the log in JSON has it."""
    return json_line("error", one_line(line))


def _missing(error: ModuleNotFoundError) -> str:
    return tr(
        "the server's libraries are missing ({name}): install the program with them, as in "
        "pip install '.[server]' in the folder of its source",
        name=error.name,
    )  # fmt: skip

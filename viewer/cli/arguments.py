"""Argument handling shared by commands: help texts, and validated argument types."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr, tr_later, tr_word, word_later
from boche.engine.message import capitalized
from boche.engine.program import PROGRAM
from boche.engine.tasks.address import check_address
from boche.engine.time_control import TimeControl
from boche.viewer.cli.errors import error_text
from boche.viewer.cli.numbers import at_once

T = TypeVar("T")

VALUES = (
    word_later("ACTION"),
    word_later("ADDRESS"),
    word_later("BEGINNING"),
    word_later("COMMAND"),
    word_later("DATE"),
    word_later("DEGREES"),
    word_later("DIR"),
    word_later("FILE"),
    word_later("FIRST"),
    word_later("FOLDER"),
    word_later("FORMULA"),
    word_later("GAME"),
    word_later("LEVEL"),
    word_later("LINE"),
    word_later("NAME"),
    word_later("NOTE"),
    word_later("NUMBER"),
    word_later("OPTION"),
    word_later("PALETTE"),
    word_later("PLAYER"),
    word_later("REASON"),
    word_later("RECORD"),
    word_later("SECOND"),
    word_later("SECONDS"),
    word_later("STATE"),
    word_later("THEME"),
    word_later("TIME"),
    word_later("VERDICT"),
    word_later("VIEW"),
    word_later("WHAT"),
    word_later("WHO"),
)
"""What stands for values in helps and errors."""


PASSWORD = f"{PROGRAM.upper()}_PASSWORD"
"""The environment variable with the password, for use without a terminal."""

CODE = f"{PROGRAM.upper()}_CODE"
"""The environment variable with the code of a second factor, for use without a terminal."""


THREADS = tr_later("how many threads search at the same time (default: %(default)s)")
SEED = tr_later(
    "seed of the random numbers: the same seed gives the same result (default: %(default)s)"
)


class HelpFormatter(argparse.HelpFormatter):
    """A formatter that wraps paragraphs and keeps indented lines, which are examples."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(self._filled(line, width, indent) for line in text.splitlines())

    def _filled(self, line: str, width: int, indent: str) -> str:
        if line.startswith(" "):
            return indent + line
        import textwrap  # as argparse does: only a help needs it

        return textwrap.fill(
            line, width, initial_indent=indent, subsequent_indent=indent,
            break_long_words=False, break_on_hyphens=False,
        )  # fmt: skip


def add_command(
    commands: Any, name: str, run: Any, summary: str, example: str
) -> argparse.ArgumentParser:
    """Add a subcommand with its help: a summary and an example to copy."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=capitalized(summary) + ".",
        epilog="\n  ".join([_heading(example), *example.splitlines()]),
        formatter_class=HelpFormatter,
        conflict_handler="resolve",  # an external game may have an option of any name
    )
    parser.set_defaults(run=run, parser=parser)
    return parser


def _heading(example: str) -> str:
    return tr("examples:") if "\n" in example else tr("example:")


def name_values(parser: argparse.ArgumentParser) -> None:
    """Say what stands for the values of a parser's arguments in the current language."""
    for action in parser._actions:
        given = action.metavar
        if given is None and action.option_strings and action.nargs != 0 and not action.choices:
            given = action.dest.upper()
        if isinstance(given, tuple):
            action.metavar = tuple(map(_value_named, given))
        elif given is not None:
            action.metavar = _value_named(given)


def _value_named(text: str) -> str:
    return re.sub("[A-Z]+", lambda word: tr_word(word[0]) if word[0] in VALUES else word[0], text)


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add the options that say where games are played."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs",
        type=at_once,
        metavar="N",
        help=tr("games played at the same time (default: one for each core)"),
    )
    where.add_argument(
        "--cluster", type=cluster, metavar="ADDRESS",
        help=tr(
            "let the cluster with this scheduler do the work: tcp://HOST:PORT or "
            "tls://HOST:PORT"
        ),
    )  # fmt: skip


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=tr("print JSON, for a program to read"))


def add_overwrite(parser: argparse.ArgumentParser) -> None:
    """Add the option that lets a command write a record over a file (``output.check_new``)."""
    parser.add_argument(
        "--overwrite", action="store_true", help=tr("replace the file if it already exists")
    )


# -- argument types, for ``type=``


def text(value: str) -> str:
    """Return a name or other text.

    With an ASCII locale Python keeps undecodable bytes as surrogates; they are decoded as UTF-8, as
    everywhere else, or rejected.
    """
    try:
        return value.encode("utf-8", "surrogateescape").decode("utf-8")
    except UnicodeError:
        raise argparse.ArgumentTypeError(
            tr("{value!r}: neither in the terminal's encoding nor in UTF-8", value=value)
        ) from None


def folder_path(text: str) -> Path:
    """Return the path of a folder."""
    if not text:
        raise argparse.ArgumentTypeError(tr("name a folder"))
    return Path(text)


def typed(parse: Callable[[str], T]) -> Callable[[str], T]:
    """Return a function as an argument's type, which tells its ``BocheError`` as one line."""

    def parsed(text: str) -> T:
        try:
            return parse(text)
        except BocheError as error:
            raise argparse.ArgumentTypeError(error_text(error)) from error

    return parsed


def add_clock(parser: argparse.ArgumentParser) -> None:
    """Add ``--clock``, a ``TimeControl``."""
    parser.add_argument(
        "--clock",
        type=typed(TimeControl.parse),
        metavar="TIME",
        help=tr(
            "minutes, seconds more a move, byo-yomi: 5, 5+3, 10+3x30; with a handicap for the "
            "second player: 5/1, 5/1+3"
        ),
    )


cluster = typed(check_address)

"""The command ``boche``: one parser, one place where errors become a line and an exit code.

Exit codes: 0 done; 1 the answer is no (``check`` found problems); 2 bad input or no way to do it.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from engine.errors import BocheError

DESCRIPTION = "Play, check, replay and picture games of Boche."
EPILOG = "boche COMMAND --help explains a command and shows an example."


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line that names the command and where to read on."""

    def error(self, message: str) -> NoReturn:
        """Print the line and leave with exit code 2."""
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


class Version(argparse.Action):
    """Prints the installed version; looks it up only then, as that takes a while."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        """Print and leave."""
        from importlib.metadata import PackageNotFoundError, version

        try:
            found = version("boche")
        except PackageNotFoundError:
            found = "(not installed)"
        print(f"boche {found}")
        parser.exit()


def build_parser() -> Parser:
    """The whole command line."""
    from viewer.cli import games, records, shot

    parser = Parser(prog="boche", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("--version", action=Version, nargs=0, help="print the version")
    commands = parser.add_subparsers(metavar="COMMAND", dest="command", parser_class=Parser)
    for module in (records, shot, games):
        module.add_commands(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv`` (default: the process's own); return the exit code."""
    parser = build_parser()
    args = parser.parse_args(argv)
    if args.command is None:
        parser.print_help()
        return 0
    try:
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except BocheError as error:
        return fail(args.command, error)
    except BrokenPipeError:
        # Whoever read our output has had enough; keep Python from complaining about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print(f"boche {args.command}: stopped", file=sys.stderr)
        return 130


def fail(command: str, error: BocheError) -> int:
    """Say in one line what went wrong; return exit code 2."""
    line = " ".join(str(error).split())
    print(f"boche {command}: {line}", file=sys.stderr)
    return 2

"""The command ``boche``: one parser, one place where errors become a line and an exit code.

Exit codes: 0 done; 1 the answer is no (``check`` found problems); 2 bad input or no way to do it.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
import traceback
from collections.abc import Sequence
from typing import Any, NoReturn

from engine.errors import BocheError
from engine.search.interrupt import stop_again

DESCRIPTION = "Play, check, replay and picture games of Boche, Che, Boku and Octi."
EPILOG = (
    "boche alone opens the table on a new game. "
    "boche COMMAND --help explains a command and shows an example."
)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line that names the command and where to read on."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        # What argparse takes for a value although it begins with a dash: angles, too.
        self._negative_number_matcher = re.compile(r"-\d[\d.,-]*$|-\.\d+$")

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
    from viewer.cli import engine_commands, games, play, records, shot

    parser = Parser(prog="boche", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("--version", action=Version, nargs=0, help="print the version")
    commands = parser.add_subparsers(metavar="COMMAND", dest="command", parser_class=Parser)
    for module in (play, records, shot, games, engine_commands):
        module.add_commands(commands)
    return parser


def with_command(argv: Sequence[str]) -> list[str]:
    """The arguments, with ``play`` before them where they name no command: a new game."""
    own = ("-h", "--help", "--version")
    bare = not argv or (argv[0].startswith("-") and argv[0] not in own)
    return ["play", *argv] if bare else list(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv`` (default: the process's own); return the exit code."""
    open_streams()
    write_anything(sys.stdout, sys.stderr)
    if argv is None:
        sys.unraisablehook = stop_again
    args = parsed(sys.argv[1:] if argv is None else argv)
    try:
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except BocheError as error:
        return fail(args.command, error)
    except BrokenPipeError:
        drop_output()  # whoever read it has had enough
        return 0
    except OSError as error:
        drop_output()
        return fail(args.command, BocheError(f"cannot write the output: {error.strerror or error}"))
    except MemoryError:
        return fail(args.command, BocheError("not enough memory for this"))
    except KeyboardInterrupt as error:
        traceback.clear_frames(error.__traceback__)  # a progress bar ends its line
        print(f"boche {args.command}: stopped", file=sys.stderr)
        return 130


def parsed(argv: Sequence[str]) -> argparse.Namespace:
    """The arguments; what no command knows is an error of the command that was given it."""
    parser = build_parser()
    args, unknown = parser.parse_known_args(with_command(argv))
    if unknown:
        parser.prog += f" {args.command}"
        parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    return args


def open_streams() -> None:
    """Stand-ins for closed standard streams: nothing to read, and output that cannot be written."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(os.open(os.devnull, os.O_RDONLY), "w")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115


def write_anything(*streams: Any) -> None:
    """Let a terminal that lacks a character show its number instead of failing."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def drop_output() -> None:
    """Keep Python from complaining at exit about output that cannot be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def fail(command: str, error: BocheError) -> int:
    """Say in one line what went wrong; return exit code 2."""
    line = " ".join(str(error).split())
    print(f"boche {command}: {line}", file=sys.stderr)
    return 2

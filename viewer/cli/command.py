"""The parser, and the place that turns errors into a line and an exit code (see ``viewer.cli``)."""

from __future__ import annotations

import argparse
import contextlib
import io
import itertools
import os
import re
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, NoReturn

from boche.engine.errors import BocheError, nearest
from boche.engine.games.registry import GAMES
from boche.engine.interrupt import stop_again
from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason
from boche.engine.printable import one_line
from boche.engine.program import PROGRAM, version
from boche.viewer.cli.arguments import name_values
from boche.viewer.cli.commands import FILES
from boche.viewer.cli.errors import error_text
from boche.viewer.cli.language import add_language, speak, speak_for
from boche.viewer.cli.numbers import Number, real
from boche.viewer.cli.stop import STOPPED, interrupt, leave


class Parser(argparse.ArgumentParser):
    """A parser that reports errors in one line, with the command and how to get help.

    ``commands`` are the parsers of its commands, ``given`` is what it was given, and
    ``line_of_error`` what is printed of an error. Printing raises ``OSError`` if it fails, as on a
    full disk; argparse's own methods ignore that.
    """

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"allow_abbrev": False, **more})
        self.given: Sequence[str] = ()
        self.commands: Mapping[str, argparse.ArgumentParser] = {}
        self.before_help: Callable[[], object] = lambda: None
        self.line_of_error: Callable[[str], str] = one_line
        self.register("type", int, Number())
        self.register("type", float, real())
        # Values that begin with a dash, as argparse recognises them: angles too.
        self._negative_number_matcher = re.compile(r"-\d[\d.,-]*$|-\.\d+$")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a value that is no choice; argparse's own text has Python's quotes."""
        if action.choices is not None and value not in action.choices:
            known = [str(choice) for choice in action.choices]
            choices = ", ".join(known)
            near = nearest(value, known)
            raise argparse.ArgumentError(
                action,
                tr("invalid choice: {value!r}, did you mean {near!r}? (choose from {choices})",
                   value=value, near=near, choices=choices)
                if near else tr("invalid choice: {value!r} (choose from {choices})",
                                value=value, choices=choices),
            )  # fmt: skip

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the arguments, and keep them for ``error``."""
        self.given = list(args or ())
        return super().parse_known_args(args, namespace)

    def _unknown_options(self) -> list[str]:
        if self.commands:  # their options are unknown to the program's own parser
            return []
        given = itertools.takewhile(lambda word: word != "--", self.given)
        return [word for word in given if self._is_option(word) and not self._is_known(word)]

    def _is_option(self, word: str) -> bool:
        dashes = word.startswith("-") and word != "-" and " " not in word
        return dashes and not self._negative_number_matcher.match(word)

    def _is_known(self, word: str) -> bool:
        known = self._option_string_actions
        short = not word.startswith("--") and word[:2] in known
        return short or word.partition("=")[0] in known

    def error(self, message: str) -> NoReturn:
        """Print the line and exit with code 2.

        An option that there is not is named rather than what seems wrong with the word after it.
        """
        if unknown := self._unknown_options():
            message = tr("unrecognized arguments: %s") % " ".join(unknown)
        line = tr("{command}: {message}; see {command} --help", command=self.prog, message=message)
        self.exit(2, self.line_of_error(line) + "\n")

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Print the message, if there is one, and exit."""
        sys.stderr.write(message or "")
        sys.exit(status)

    def print_help(self, file: Any = None) -> None:
        """Print the help to standard output or the file."""
        (file or sys.stdout).write(self.format_help())

    def format_help(self) -> str:
        """Return the help, after calling ``before_help``."""
        self.before_help()
        return super().format_help()


class Version(argparse.Action):
    """An action that prints the installed version, which takes a while to look up."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        """Print the version and exit."""
        print(PROGRAM, version() or tr("(not installed)"))
        parser.exit()


def build_parser(command: str = "") -> Parser:
    """Return the parser of all commands, or of one, in which case only its file is loaded."""
    parser = Parser(prog=PROGRAM, description=_description(), epilog=_epilog())
    parser.add_argument("--version", action=Version, nargs=0, help=tr("print the version"))
    parser.before_help = add_language(parser)
    commands = parser.add_subparsers(metavar="COMMAND", dest="command", parser_class=Parser)
    own = [name for name, held in FILES.items() if command in held]
    for name in own or FILES:
        import_module(f"boche.viewer.cli.commands.{name}").add_commands(commands)
    parser.commands = commands.choices
    _name_values(parser)
    return parser


def _name_values(parser: Any) -> None:
    name_values(parser)
    for each in parser.commands.values():
        _name_values(each)


def _description() -> str:
    titles = ", ".join(game.title for game in GAMES.values())
    return tr("Play, check, replay and picture games of {titles}.", titles=titles)


def _epilog() -> str:
    return tr(
        "{program} alone opens a window that lets you choose a game, a record or a lesson. "
        "{program} COMMAND --help explains a command and shows an example.",
        program=PROGRAM,
    )


def with_command(argv: Sequence[str]) -> list[str]:
    """Return the arguments, with ``play`` in front if they name no command."""
    own = ("-h", "--help", "--version")
    bare = not argv or (argv[0].startswith("-") and argv[0] not in own)
    if argv[:1] == ["serve"]:
        from boche.viewer.cli.commands.serve_spelling import with_subcommand

        return ["serve", *with_subcommand(argv[1:])]
    return ["play", *argv] if bare else list(argv)


def run(argv: Sequence[str], *, hears: bool = False) -> int:
    """Run a command line; return the exit code.

    If ``hears``, Ctrl+C raises ``KeyboardInterrupt`` while the command runs.
    """
    open_streams()
    write_anything(sys.stdout, sys.stderr)
    code = _run(argv, hears)
    with silenced(sys.stderr):
        sys.stderr.flush()
    return code


def _run(argv: Sequence[str], hears: bool) -> int:
    prog = PROGRAM
    try:
        try:
            args = parsed(speak(argv))
        except SystemExit as end:  # help, the version, or an error that has been printed
            sys.stdout.flush()
            return int(end.code or 0)
        prog = f"{PROGRAM} {args.command}"
        speak_for(args)
        code: int = _carried_out(args, hears)
        sys.stdout.flush()
        return code
    except BocheError as error:
        return fail(prog, error_text(error))
    except BrokenPipeError:
        drop(sys.stdout)  # the reader has closed the pipe
        return 0
    except OSError as error:
        drop(sys.stdout)
        return fail(prog, tr("cannot write the output: {why}", why=system_reason(error)))
    except MemoryError:
        return fail(prog, tr("not enough memory for this"))
    except KeyboardInterrupt as error:
        traceback.clear_frames(error.__traceback__)  # a progress bar ends its line
        fail(prog, "; ".join([tr("stopped"), *map(str, error.args)]))
        return STOPPED


def _carried_out(args: argparse.Namespace, hears: bool) -> int:
    """Return the command's result. Ctrl+C raises an exception while it runs, else it exits."""
    if not hears:
        return int(args.run(args))
    sys.unraisablehook = stop_again
    try:
        signal.signal(signal.SIGINT, interrupt)
        return int(args.run(args))
    finally:
        signal.signal(signal.SIGINT, leave)


def parsed(argv: Sequence[str]) -> argparse.Namespace:
    """Return the parsed arguments; unknown ones are reported as errors of their command."""
    from boche.engine.games.registry import PROBLEMS
    from boche.viewer.cli.output import warn

    argv = with_command(argv)
    parser = build_parser(argv[0])
    for problem in PROBLEMS:
        warn(problem)
    args, unknown = parser.parse_known_args(argv)
    if unknown:
        args.parser.error(tr("unrecognized arguments: %s") % " ".join(unknown))
    if args.parser.commands:
        choices = ", ".join(args.parser.commands)
        args.parser.error(tr("say which: {choices}", choices=choices))
    return args


def open_streams() -> None:
    """Replace closed standard streams: input is empty, and writing to output fails."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(os.open(os.devnull, os.O_RDONLY), "w")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115


def write_anything(*streams: Any) -> None:
    """Make streams print the code of a character they cannot encode instead of failing."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def drop(stream: Any) -> None:
    """Keep Python from complaining at exit about output that cannot be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextlib.contextmanager
def silenced(stream: Any) -> Iterator[None]:
    """Discard output to the stream that cannot be written in the body."""
    try:
        yield
    except OSError:
        drop(stream)


def fail(prog: str, message: str) -> int:
    """Print one line on the error; return exit code 2."""
    with silenced(sys.stderr):
        print(one_line(f"{prog}: {message}"), file=sys.stderr)
    return 2

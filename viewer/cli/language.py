"""The language of the command line: ``--language``, and which goes before which."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from boche.engine.languages.catalogue import ENGLISH, codes
from boche.engine.languages.choosing import VARIABLE, best, of_system
from boche.engine.languages.current import current, tr, use
from boche.engine.program import PROGRAM
from boche.viewer.cli import stop
from boche.viewer.cli.errors import CommandError

OPTION = "--language"


def add_language(parser: argparse.ArgumentParser) -> Callable[[], None]:
    """Add the option to the program's help; ``speak`` has taken it from the arguments before.

    Return what completes the help, for when it is shown: the languages take a while to find.
    """
    option = parser.add_argument(OPTION, metavar="CODE", default=argparse.SUPPRESS, help="")

    def complete() -> None:
        option.help = tr(
            "the language to speak: {codes} (default: the system's)", codes=", ".join(codes())
        )

    return complete


def speak(argv: Sequence[str]) -> list[str]:
    """Use the language of a command line; return the arguments without the option.

    Parsers are built afterwards, so all they say is in that language. The option goes first, then
    the environment, the window's setting and the system. Raises ``CommandError`` for a language
    that there is not.
    """
    _use(_of_surroundings())  # an error of the option is told in it
    code, rest = _split_language(argv)
    if code is not None:
        _use(_known(code))
    return rest


def speak_for(args: argparse.Namespace) -> None:
    """Speak English for the rest of a command whose output is for programs.

    That holds for its warnings and errors too: a program that reads the one reads the others, and
    puts errors into its JSON. A server speaks the language until it begins its log, and ``gtp``
    until it answers the first command.
    """
    for_programs = getattr(args, "json", False) or getattr(args, "csv", False)
    if for_programs:
        use(ENGLISH)


def _of_surroundings() -> str:
    if asked := os.environ.get(VARIABLE):
        if not best([asked], ""):
            print(f"{PROGRAM}: {VARIABLE}: {_lacks(asked)}", file=sys.stderr)
        return best([asked])
    return _of_window() or of_system()


def _of_window() -> str:
    """Return the language that was chosen in the window; empty for the system's."""
    from boche.viewer.storage.language import saved_language  # not where a variable says it

    return saved_language()


def _split_language(argv: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the last language asked for and the other arguments.

    What stands behind ``--``, or behind the first word for a server, belongs to others.
    """
    code, rest = None, list[str]()
    words = iter(argv)
    for word in words:
        if word.startswith(f"{OPTION}="):
            code = word.partition("=")[2]
        elif word == OPTION:
            code = next(words, "")
        else:
            rest.append(word)
            if word == "--" or (rest[0] == "remote" and _is_for_server(rest[1:])):
                break
    return code, [*rest, *words]


def _is_for_server(words: Sequence[str]) -> bool:
    """Return whether the last of the words after ``remote`` is one for the server."""
    if not words or words[-1].startswith("-"):
        return False
    return len(words) < 2 or words[-2] not in ("--server", "--sign-in")


def _known(asked: str) -> str:
    code = best([asked], "")
    if not code:
        raise CommandError(f"{OPTION} {_lacks(asked)}")
    return code


def _lacks(asked: str) -> str:
    return tr(
        "unknown language {asked!r} (choose from {codes})",
        asked=asked[:40],
        codes=", ".join(codes()),
    )


def _use(code: str) -> None:
    use(code)
    stop.say_stopped(tr("stopped"))
    if current() != ENGLISH:
        from boche.viewer.cli.argparse_words import translate_argparse

        translate_argparse()

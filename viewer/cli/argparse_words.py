"""The words of ``argparse`` in other languages, by the program's own catalogue.

They differ a little between versions of Python: what is not listed here stays English.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping

from boche.engine.languages.current import tr, tr_count, tr_later

WORDS = (
    tr_later("usage: "),
    tr_later("positional arguments"),
    tr_later("options"),
    tr_later("%(heading)s:"),
    tr_later("show this help message and exit"),
    tr_later(" (default: %(default)s)"),
    tr_later("argument %(argument_name)s: %(message)s"),
    tr_later("the following arguments are required: %s"),
    tr_later("one of the arguments %s is required"),
    tr_later("unrecognized arguments: %s"),
    tr_later("not allowed with argument %s"),
    tr_later("ignored explicit argument %r"),
    tr_later("expected one argument"),
    tr_later("expected at most one argument"),
    tr_later("expected at least one argument"),
    tr_later("ambiguous option: %(option)s could match %(matches)s"),
    tr_later("unexpected option string: %s"),
    tr_later("invalid %(type)s value: %(value)r"),
    tr_later("unknown parser %(parser_name)r (choices: %(choices)s)"),
    tr_later("can't open '%(filename)s': %(error)s"),
)
"""What it says to users, of Python 3.11 to 3.14."""


COUNTED: Mapping[str, Callable[[int], str]] = {
    "expected %s argument": lambda count: tr_count(
        "expected %s argument", "expected %s arguments", count
    ),
}
"""What it says of a number, by the form for one."""


def translate_argparse() -> None:
    """Let ``argparse`` speak the current language.

    It looks its words up with functions of ``gettext``, which know no catalogue of this program.
    """
    for name, function in (("_", _word), ("ngettext", _counted)):
        if hasattr(argparse, name):
            setattr(argparse, name, function)


def _word(text: str) -> str:
    return tr(text) if text in WORDS else text


def _counted(one: str, many: str, count: int) -> str:
    known = COUNTED.get(one)
    return known(count) if known else one if count == 1 else many

"""The words behind ``serve``: ``run`` may be left out, and older spellings go on.

Before ``serve`` had subcommands, options could stand before what to do, and some actions had other
names or were options themselves. ``_modern`` and what only it needs goes with the next release.
"""

from __future__ import annotations

from collections.abc import Sequence

from boche.engine.languages.current import tr
from boche.engine.program import PROGRAM
from boche.viewer.cli.commands.serve import GROUPS, SUBCOMMANDS
from boche.viewer.cli.commands.serve_options import each_of
from boche.viewer.cli.output import warn

HELP = ("-h", "--help")
SWITCHES = {
    "--list", *HELP,
    *(option.name for subcommand in SUBCOMMANDS.values() for option in each_of(subcommand.options)
      if "action" in option.more),
}  # fmt: skip
"""Options without a value."""
RENAMED = {
    ("operator",): ["user", "operator"], ("password",): ["user", "password"],
    ("user", "invite"): ["invite"],
}  # fmt: skip
FIRST = {name.partition(" ")[0] for name in SUBCOMMANDS} | {"operator", "password"}


def with_subcommand(words: Sequence[str]) -> list[str]:
    """Return the words with a subcommand first, which is ``run`` if there is none.

    Standard error tells which spelling takes the place of an older one.
    """
    plain = _plain(words)
    if not plain:
        return list(words) if words and words[0] in HELP else ["run", *words]
    if words[first := plain[0]] not in FIRST:  # the parser names the nearest
        return [words[first], *words[:first], *words[first + 1 :]]
    path, rest = _modern(words, plain)
    if len(path) == 1 and path[0] in GROUPS and not set(rest) & set(HELP):
        return path  # the parser asks for the rest, and options mean nothing to it
    if [*path, *rest] != list(words):
        new = " ".join([PROGRAM, "serve", *path])
        warn(tr("this spelling ends with the next release: write {new!r}, then options", new=new))
    return [*path, *rest]


def _plain(words: Sequence[str]) -> list[int]:
    """Return where words stand that are neither options nor values of options."""
    found: list[int] = []
    is_value = False
    for at, word in enumerate(words):
        if word == "--":
            return [*found, *range(at + 1, len(words))]
        if is_value or word == "-" or not word.startswith("-"):
            found += [] if is_value else [at]
            is_value = False
        else:
            is_value = "=" not in word and word not in SWITCHES
    return found


def _modern(words: Sequence[str], plain: Sequence[int]) -> tuple[list[str], list[str]]:
    """Return the subcommand of now, and the words behind it."""
    taken = plain[: 2 if words[plain[0]] in GROUPS else 1]
    path = [words[at] for at in taken]
    if path[0] == "invite" and " ".join(path) not in SUBCOMMANDS:
        taken, path = taken[:1], path[:1]
    rest = [word for at, word in enumerate(words) if at not in taken]
    path = RENAMED.get(tuple(path), path)
    if path == ["maintenance"] and "--off" in rest:
        rest.remove("--off")
        path = ["maintenance", "off"]
    if path == ["invite"] and not set(rest) & set(HELP):
        path = ["invite", _of_invite(rest)]
    return path, rest


def _of_invite(rest: list[str]) -> str:
    """Return what an option says is done with invitations, and take it from the words."""
    for at, word in enumerate(rest):
        if word == "--list":
            del rest[at]
            return "list"
        option, equals, name = word.partition("=")
        if option == "--revoke":
            rest[at : at + 1] = [name] if equals else []
            return "revoke"
    return "add"

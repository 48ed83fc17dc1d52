"""Suites of openings for matches: those that ship with the program, and files of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from boche.engine.errors import BocheError
from boche.engine.game import Game, OptionValue
from boche.engine.languages.current import tr
from boche.engine.record import Record, check, load_all

TRAINING, TESTING = "training", "testing"
"""The suites that ship with the program: to tune players with, and to judge them by."""


class SuiteError(BocheError):
    """A suite that does not exist or does not fit the match."""


def suite_names(game: Game) -> list[str]:
    """Return the names of the suites that ship with the program for a game."""
    folder, prefix = files("boche.assets").joinpath("openings"), f"{game.name}-"
    names = (entry.name for entry in folder.iterdir() if entry.name.startswith(prefix))
    return sorted(name.removeprefix(prefix).removesuffix(".sgf") for name in names)


def load_suite(
    name: str, game: Game, options: Mapping[str, OptionValue]
) -> tuple[tuple[str, ...], ...]:
    """Return the moves of each opening of a suite, by its name or the path of a file.

    A file has one or more records, in any format; the main line of each is an opening. Raises
    ``SuiteError`` if one is not legal, ends the game or has other options, or if the file cannot be
    read.
    """
    shipped = suite_names(game)
    if name in shipped:
        file = files("boche.assets").joinpath("openings", f"{game.name}-{name}.sgf")
        records = load_all(file.read_bytes(), game=game.name)
    elif Path(name).is_file():
        records = _read(name, game, options)
    else:
        known = (
            tr("choose from {known}", known=", ".join(shipped))
            if shipped
            else tr("this game has none")
        )
        raise SuiteError(
            tr("no openings {name!r}, neither a file nor a suite ({known})", name=name, known=known)
        )
    for number, record in enumerate(records, 1):
        problem = _problem(record, dict(options))
        if problem is not None:
            raise SuiteError(
                tr(
                    "openings {name!r}, number {number}: {problem}",
                    name=name,
                    number=number,
                    problem=problem,
                )
            )
    return tuple(tuple(record.moves()) for record in records)


def _read(path: str, game: Game, options: Mapping[str, OptionValue]) -> list[Record]:
    try:
        return load_all(path, game=game.name, options=options)
    except BocheError as error:
        raise SuiteError(tr("openings {path!r}: {error}", path=path, error=error)) from error


def _problem(record: Record, options: Mapping[str, OptionValue]) -> str | None:
    """Return why a record is no opening of a match with these options, or None."""
    problems = [*record.problems, *check(record)]
    if problems:
        return str(problems[0])
    if dict(record.options) != options:
        changed = (key for key in options if record.options[key] != options[key])
        key = next(changed)
        return tr(
            "its {key} is {value}, but the match's is {wanted}",
            key=key,
            value=record.options[key],
            wanted=options[key],
        )
    if record.setup:
        return tr("it starts from a set-up position")
    if record.position(record.main_line()[-1]).outcome is not None:
        return tr("it ends the game")
    return None

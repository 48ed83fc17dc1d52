"""A match's folder: its definition, and the records of its finished games."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from boche.engine.atomic_write import write_file
from boche.engine.errors import BocheError, why_not
from boche.engine.games.registry import stored_options
from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason
from boche.engine.match.plan import MatchError, Plan, new_record, opening_of
from boche.engine.players.own import Source
from boche.engine.players.spec import PlayerSpec
from boche.engine.record import Record, load

PLAN = "match.json"

WEIGHTS = "weights"
"""Field with the hash values of players' files, which the same name may hold later."""

_GAME = re.compile(r"game-([0-9]{4,9})\.sgf")


def game_file(folder: Path, index: int) -> Path:
    return folder / f"game-{index + 1:04}.sgf"


def prepare(folder: Path, plan: Plan) -> None:
    """Create the folder, or check that it holds the same match. Raises ``MatchError``."""
    path = folder / PLAN
    values = asdict(plan) | {WEIGHTS: _weights(plan)}
    data = json.dumps(values, indent=2, sort_keys=True) + "\n"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        before = path.read_bytes() if path.exists() else None
        has_games = any(map(_GAME.fullmatch, os.listdir(folder)))
    except OSError as error:
        raise _unusable(folder, error) from error
    if before is not None:
        if not _same(before, plan, path):
            raise MatchError(
                tr(
                    "{folder!r} contains another match (see {plan}); choose another folder",
                    folder=str(folder),
                    plan=PLAN,
                )
            )
    elif has_games:
        raise MatchError(
            tr(
                "{folder!r} contains games, but no {plan} that says which match they belong to; "
                "choose another folder",
                folder=str(folder),
                plan=PLAN,
            )
        )
    else:
        write_file(path, data.encode())


def _weights(plan: Plan) -> dict[str, str]:
    """Return the hash value of each player's file, of weights or code, by its name."""
    found = dict[str, str]()
    for name in plan.names:
        spec = PlayerSpec.parse(name)
        if spec.file is not None:
            with suppress(OSError):  # it is told when the player is made
                found[name] = sha256(Path(spec.file).read_bytes()).hexdigest()[:32]
    return found


def _unusable(folder: Path, error: OSError) -> MatchError:
    return MatchError(
        tr("cannot use {folder!r}: {error}", folder=str(folder), error=system_reason(error))
    )


def _same(data: bytes, plan: Plan, path: Path) -> bool:
    """Return whether a plan on disk equals this one; missing fields have their defaults.

    Raises ``MatchError`` if it is none.
    """
    try:
        values = json.loads(data.decode("utf-8"))
        if not isinstance(values, dict) or not {"first", "second", "game"} <= values.keys():
            raise ValueError(tr("it does not describe a match"))
    except (ValueError, RecursionError) as error:
        raise MatchError(
            tr(
                "{path!r} is damaged ({error}), so it is unknown which match the games next to "
                "it belong to; restore it from a copy, or choose another folder",
                path=str(path),
                error=why_not(error),
            )
        ) from error
    weights = values.pop(WEIGHTS, {})
    try:
        return _values(Plan(**values)) == _values(plan) and weights == _weights(plan)
    except (TypeError, ValueError, BocheError):
        return False


def _values(plan: Plan) -> object:
    """Return a plan as JSON values, in which a tuple and a list are the same.

    It has all options of the game: a plan may be older than one of them.
    """
    options = stored_options(plan.game, dict(plan.options))
    return json.loads(json.dumps(asdict(plan) | {"options": options}))


def finished(
    folder: Path,
    plan: Plan,
    count: int,
    sources: tuple[Source, Source] | None = None,
    foreign: list[str] | None = None,
) -> Iterator[tuple[int, Record]]:
    """Yield the finished games in the folder among the first ``count``, with numbers from 0.

    ``foreign`` gets the names of the files that hold something else. Raises ``MatchError`` if the
    folder cannot be read.
    """
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise _unusable(folder, error) from error
    for name in names:
        match = _GAME.fullmatch(name)
        index = int(match[1]) - 1 if match else -1
        if not 0 <= index < count or game_file(folder, index).name != name:
            continue
        try:
            record = load(folder / name)
        except BocheError:
            record = None
        if record is not None and _is_of(record, plan, index, sources):
            yield index, record
        elif foreign is not None:
            foreign.append(name)


def _is_of(record: Record, plan: Plan, index: int, sources: tuple[Source, Source] | None) -> bool:
    """Return whether a record is that of a match's finished game.

    A fair opening takes too long to be found again.
    """
    if (
        not record.result
        or record.problems
        or _header(record) != _header(new_record(plan, index, sources))
    ):
        return False
    opening = [] if plan.fair else opening_of(plan, index // 2)
    return record.moves()[: len(opening)] == opening


def _header(record: Record) -> object:
    """Return what a record says of its game before the moves, as it is after reading."""
    texts = [*record.players.values(), record.event]
    return record.game_name, record.options, [" ".join(text.split()) for text in texts]

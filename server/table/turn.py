"""What a page needs to have a move made on it: places to point at, choices with their ghosts.

The page knows no rules. It is told the targets and where they lie, each with a disc that is never
seen and only asked what lies under the pointer; and for a target its choices, each as a scene with
a ghost and a line on what it would do.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from engine.errors import BocheError
from engine.game import Position, Step
from server.errors import BadRequestError, NotFoundError
from server.table.meshes import Meshes
from viewer.export.page.bundle import Bundle
from viewer.export.page.tables import Kept, Tables
from viewer.games.offered import choices_of, targets_of
from viewer.games.registry import build_live, picker_of
from viewer.games.view import Display
from viewer.scene.heat import disc
from viewer.scene.live import LiveOptions
from viewer.scene.model import Batch, Scene, instances

WIDEST, USUAL = 0.75, 0.5
"""The radius of a disc at most, and where there is one place alone; in cube edges."""

MOST_AT_ONCE = 400
"""Choices of one target; a game with more offers them in more steps."""


def targets(position: Position, last: str | None, taken: str) -> bytes:
    """The places to point at behind ``taken``, packed as a page unpacks it.

    ``base`` is the scene that the discs and the ghosts of ``choices`` are told apart from. Raises
    ``BadRequestError`` for what begins no move.
    """
    meshes, tables, base = _base(position, last, taken)
    picker = picker_of(position.game.name)
    found = _targets(position, taken)
    display = Display(taken=taken)
    places = [np.asarray(picker.place(position, each, display), float) for each in found]
    radius = _radius(places)
    rows = []
    for (text, step), place in zip(found.items(), places, strict=True):
        made = instances(place[None].astype(np.float32))
        made["look"][:, 0] = radius
        scene = Scene((Batch(disc(), "mark", made),), (), None, np.zeros((1, 3), np.float32))
        rows.append({
            "text": text, "place": [round(float(each), 4) for each in place],
            "disc": tables.add(scene).number, "whole": step.move is not None,
        })  # fmt: skip
    return _packed(meshes, tables, {
        "base": base.number, "taken": taken, "targets": rows,
        "asks": str(picker.asks(position, taken)) if taken else "",
        "others": _others(position, taken),
    })  # fmt: skip


def choices(position: Position, last: str | None, taken: str, target: str) -> bytes:
    """What can be played at a target, each with its ghost's scene and what it would do.

    Raises ``NotFoundError`` where there is no such target.
    """
    picker, found = picker_of(position.game.name), _targets(position, taken)
    if target not in found:
        raise NotFoundError(f"{target[:60]!r} is none of the places")
    meshes, tables, base = _base(position, last, taken)
    rows = []
    for step in choices_of(picker, position, found[target])[:MOST_AT_ONCE]:
        rows.append({
            "text": step.text, "key": picker.key_of(step.text), "whole": step.move is not None,
            **_shown(position, last, taken, step, tables, base),
        })  # fmt: skip
    return _packed(meshes, tables, {"base": base.number, "target": target, "choices": rows})


def _shown(
    position: Position, last: str | None, taken: str, step: Step, tables: Tables, base: Kept
) -> dict[str, Any]:
    """A choice's scene, and the line on what it would do."""
    picker = picker_of(position.game.name)
    chosen = step.move if step.move is not None else step.text
    preview = picker.preview(position, chosen)
    options = LiveOptions(
        last=last, ghost=chosen, taken=taken, lit=preview.joined, threatened=preview.enclosed
    )
    return {"scene": tables.add(build_live(position, options), base).number,
            "words": str(preview.text)}  # fmt: skip


def _base(position: Position, last: str | None, taken: str) -> tuple[Meshes, Tables, Kept]:
    meshes = Meshes(position.game.name, position.options)
    tables = Tables(meshes.number)
    base = tables.add(build_live(position, LiveOptions(last=last, taken=taken)))
    return meshes, tables, base


def _targets(position: Position, taken: str) -> dict[str, Step]:
    try:
        return targets_of(picker_of(position.game.name), position, taken)
    except BocheError as error:
        raise BadRequestError(str(error)) from error


def _others(position: Position, taken: str) -> list[str]:
    """The moves that fill no place, such as a swap."""
    if taken or position.outcome is not None:
        return []
    picker = picker_of(position.game.name)
    return [
        step.text
        for step in picker.steps(position, taken)
        if step.move is not None and picker.target_of(position, step.move) is None
    ]


def _radius(places: list[Any]) -> float:
    """Of discs that do not overlap."""
    if len(places) < 2:
        return USUAL
    points = np.array(places)[:, :2]
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    near = float(apart[apart > 0.2].min(initial=2.0 * WIDEST))
    return min(near / 2.0, WIDEST)


def _packed(meshes: Meshes, tables: Tables, described: dict[str, Any]) -> bytes:
    bundle = Bundle()
    return bundle.pack({**tables.describe(bundle), **meshes.describe(bundle), **described})


@lru_cache(maxsize=512)
def kept_targets(position: Any, last: str | None, taken: str) -> bytes:
    """``targets``, kept: whoever looks at a board asks for the same."""
    return targets(position, last, taken)


@lru_cache(maxsize=4096)
def kept_choices(position: Any, last: str | None, taken: str, target: str) -> bytes:
    """``choices``, kept."""
    return choices(position, last, taken, target)

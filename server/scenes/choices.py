"""Data for making a move on a page: places to point at, and choices with their ghosts.

The page knows no rules. It gets the targets with their places and pointing radius; and for a target
its choices, each as a scene with a ghost and a line on its effect.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from boche.engine.errors import BocheError
from boche.engine.game import Position, Step, line_texts
from boche.engine.languages.current import tr, translate
from boche.engine.languages.formats import joined
from boche.server.errors import BadRequestError, NotFoundError, error_text
from boche.server.scenes.meshes import Meshes
from boche.viewer.camera.camera import Vector
from boche.viewer.export.page.bundle import Bundle
from boche.viewer.export.page.tables import StoredScene, Tables
from boche.viewer.games.registry import VIEWS, build_live, picker_of, view_of
from boche.viewer.games.targets import choices_of, targets_of
from boche.viewer.games.view import Display, SpokenPiece
from boche.viewer.scene.live import LiveOptions

WIDEST, USUAL = 0.75, 0.5
"""Pointing radius of a place: maximum, and if it is alone; in cube edges."""

TOGETHER = 0.4
"""Places closer than this, seen from above, are one, such as a square with stacked pods."""

MOST_AT_ONCE = 400
"""Maximum choices per target; a game with more offers them in more steps."""


def targets(position: Position, last: str | None, taken: str) -> bytes:
    """Return the places to point at after ``taken``, packed for a page.

    ``picks`` says that only the game itself can tell what a pointer means: see
    ``server.scenes.pick``. ``blocked`` are the places that arrow keys pass over, each with the
    reason why nothing can be played there. ``base`` is the scene that the discs and the ghosts of
    ``choices`` are compared with. Raises ``BadRequestError`` if ``taken`` begins no move.
    """
    meshes, tables, base = _base(position, last, taken)
    picker = picker_of(position.game.name)
    spots = spots_of(position, taken)
    radius = _radius([spot.place for spot in spots])
    rows = [
        {
            "text": spot.targets[0].text, "all": [target.text for target in spot.targets],
            "place": [round(float(coordinate), 4) for coordinate in spot.place],
        }
        for spot in spots
    ]  # fmt: skip
    return _packed(meshes, tables, {
        "base": base.number, "radius": round(radius, 4), "taken": taken, "targets": rows,
        "asks": translate(picker.next_step(position, taken).rephrased(picker.by_list)),
        "others": others(position, taken),
        "blocked": [
            {"place": [round(float(coordinate), 4) for coordinate in each.place],
             "why": translate(each.reason)}
            for each in picker.blocked(position, taken)
        ],
        "picks": picker.takes_up or position.game.name not in VIEWS, "takes_up": picker.takes_up,
    })  # fmt: skip


def choices(
    position: Position, last: str | None, taken: str, target: str, *, task: bool = False
) -> bytes:
    """Return the choices at a target, each with its ghost's scene and its effect.

    In a ``task`` nothing of the effect is told that would answer it.

    First come answers to a question about the move, such as to capture, then those that begin a
    move by the piece itself, without a letter: they would be lost behind many letters. ``opened``
    is the place that the ghosts show spread out. ``move`` is a whole move as the record will have
    it, in whatever order its parts were chosen. Raises
    ``NotFoundError`` if there is no such target.
    """
    picker = picker_of(position.game.name)
    named = [spot for spot in spots_of(position, taken) if target in spot]
    if not named:
        raise NotFoundError(tr("{target!r} is not one of the places", target=target[:60]))
    meshes, tables, base = _base(position, last, taken)
    steps = [step for target in named[0].targets for step in choices_of(picker, position, target)]
    asked = dict(picker.seconds(position, taken))  # in words, what is usual first
    order = list(asked)
    steps.sort(
        key=lambda step: (
            order.index(step.text) - len(order)
            if step.text in asked
            else step.move is not None or picker.key_of(step.text) != ""
        )
    )
    before = pieces_of(position)
    rows = [
        {
            "text": step.text, "told": choice_text(position, step), "key": picker.key_of(step.text),
            "move": None if step.move is None else position.format(step.move),
            "label": translate(asked.get(step.text) or picker.named(step.text)),
            **_choice_data(position, last, taken, step, named[0].opened, tables, base, task=task),
            "aloud": looks(position, step, before),
        }
        for step in steps[:MOST_AT_ONCE]
    ]  # fmt: skip
    return _packed(meshes, tables, {
        "base": base.number, "target": target, "opened": named[0].opened, "choices": rows,
    })  # fmt: skip


def _choice_data(
    position: Position,
    last: str | None,
    taken: str,
    step: Step,
    opened: str,
    tables: Tables,
    base: StoredScene,
    *,
    task: bool,
) -> dict[str, Any]:
    """Return a choice's scene, and the line on its effect."""
    picker = picker_of(position.game.name)
    chosen = step.move if step.move is not None else step.text
    preview = picker.preview(position, chosen).limited(task=task)
    options = LiveOptions(
        last=last,
        ghost=chosen,
        taken=taken,
        lit=preview.joined,
        threatened=preview.threatened,
        opened=opened,
    )
    return {"scene": tables.add(build_live(position, options), base).number,
            "words": translate(preview.text.rephrased(picker.by_list))}  # fmt: skip


def pieces_of(position: Position) -> frozenset[SpokenPiece]:
    """Return the spoken descriptions of the pieces on the board."""
    return frozenset(view_of(position.game.name).aloud(position))


def choice_text(position: Position, step: Step) -> str:
    """Return a step as readers need it; see ``line_texts``."""
    return step.text if step.move is None else line_texts(position, [step.text])[0]


def looks(position: Position, step: Step, before: frozenset[SpokenPiece]) -> str:
    """Describe the pieces that a step adds, for users who cannot see them.

    ``before`` is the description of the position.
    """
    name, move = position.game.name, step.move
    after = picker_of(name).begun(position, step.text) if move is None else position.play(move)
    new = (translate(spoken.piece) for spoken in view_of(name).aloud(after) if spoken not in before)
    return joined(new)


def _base(position: Position, last: str | None, taken: str) -> tuple[Meshes, Tables, StoredScene]:
    meshes = Meshes(position.game.name, position.options)
    tables = Tables(meshes.number)
    base = tables.add(build_live(position, LiveOptions(last=last, taken=taken)))
    return meshes, tables, base


@dataclass(frozen=True, eq=False)
class Spot:
    """Targets on top of one another, such as a square's pods: pointing there means all of them."""

    place: Vector
    opened: str
    targets: tuple[Step, ...]

    def __contains__(self, text: object) -> bool:
        return any(target.text == text for target in self.targets)


def spots_of(position: Position, taken: str) -> list[Spot]:
    """Return the places to point at. Raises ``BadRequestError`` if ``taken`` begins no move."""
    picker, display = picker_of(position.game.name), Display(taken=taken)
    try:
        targets = targets_of(picker, position, taken)
    except BocheError as error:
        raise BadRequestError(error_text(error)) from error
    spots: list[Spot] = []
    for text, step in targets.items():
        place, opened = _place(position, text, display)
        near = (i for i, spot in enumerate(spots) if np.hypot(*(spot.place - place)[:2]) < TOGETHER)
        at = next(near, None)
        if at is None:
            spots.append(Spot(place, opened, (step,)))
        else:
            before = spots[at]
            spots[at] = Spot(before.place, before.opened or opened, (*before.targets, step))
    return spots


def _place(position: Position, target: str, display: Display) -> tuple[Vector, str]:
    """Return a target's place, and what must be opened to show it."""
    picker = picker_of(position.game.name)
    if picker.closed is not None:
        return picker.closed(position, target, display)
    return np.asarray(picker.place(position, target, display), float), ""


def others(position: Position, taken: str) -> list[str]:
    """Return the moves that fill no place, such as a swap."""
    if taken or position.outcome is not None:
        return []
    picker = picker_of(position.game.name)
    return [
        step.text
        for step in picker.steps(position, taken)
        if step.move is not None and picker.target_of(position, step.move) is None
    ]


def _radius(places: list[Any]) -> float:
    """Return half the smallest distance between places, so that a pointer means only one."""
    if len(places) < 2:
        return USUAL
    points = np.array(places)[:, :2]
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    near = float(apart[apart > 0.0].min(initial=2.0 * WIDEST))
    return min(near / 2.0, WIDEST)


def _packed(meshes: Meshes, tables: Tables, described: dict[str, Any]) -> bytes:
    bundle = Bundle()
    return bundle.pack({**tables.describe(bundle), **meshes.describe(bundle), **described})

"""Checks of a game's view: its scenes, its pointer, its texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from boche.engine.game import Position
from boche.engine.message import Message
from boche.engine.record import load_all
from boche.testing.problem import at, require
from boche.testing.samples import Sample
from boche.viewer.camera.camera import VIEWS, Camera, frame
from boche.viewer.camera.rays import ray_at
from boche.viewer.games.targets import choices_of, targets_of
from boche.viewer.games.view import Display, GameView, Hover, Pick, Picker, Preview
from boche.viewer.resources import shader_names
from boche.viewer.scene.live import FALL, LiveOptions
from boche.viewer.scene.model import INSTANCE, Scene, SceneOptions

PICTURE = (960, 600)
SPACING = 48  # pixels between the rays of a grid over a picture
FEW = 12  # targets and choices of a position that are looked at
EVERY = 20  # plies between positions that are looked at


def check_view(view: GameView, samples: Sequence[Sample]) -> None:
    """Check the view of a game in random games. Raises ``ContractError``."""
    require(isinstance(view, GameView), f"{view!r} is not a GameView")
    with at(f"the view of {samples[0].game.name}"):
        _check_parts(view, samples[0])
    for sample in samples:
        last = len(sample.moves)
        for ply in sorted({*range(0, last, EVERY), last}):
            move = sample.moves[ply - 1] if ply else None
            with at(f"the view, {sample.place(ply)}"):
                _check_pictures(view, sample.positions[ply], move)
                _check_descriptions(view, sample.positions[ply])
                _check_pointer(view, sample.positions[ply])


# -- what does not depend on a position


def _check_parts(view: GameView, sample: Sample) -> None:
    game, start = sample.game, sample.positions[0]
    missing = [name for name in VIEWS if name not in view.views]
    require(not missing, f"views has no camera {missing}")
    require(set(view.sides) <= set(game.colours), "sides names another colour than the game's")
    require(set(view.sides.values()) <= set(VIEWS), "sides names another view than those of views")
    if view.beginner is not None:
        with at("beginner.options"):
            game.complete(view.beginner.options)
    shown = view.thumbnail() if view.thumbnail is not None else start
    require(shown.game is game, "thumbnail() is a position of another game")
    require(view.rules is None or view.rules().startswith("# "), "rules() begin with a title: # …")
    require(isinstance(view.guide.goal(sample.options), str), "guide.goal() is not text")
    for name, data in view.lessons().items():
        with at(f"lesson {name}"):
            require(load_all(data)[0].game_name == game.name, "it is for another game")
    for name, data in view.samples().items():
        with at(f"sample {name}"):
            require(name.startswith(f"{game.name}-"), "its name must begin with the game's and -")
            require(load_all(data)[0].game_name == game.name, "it is of another game")
    require(view.picture is None or "<svg" in view.picture(), "picture() is not SVG")
    _check_printed(view, start)


def _check_printed(view: GameView, start: Position) -> None:
    printed = view.printed() if view.printed is not None else None
    for name, part in printed.parts.items() if printed is not None else ():
        with at(f"printed part {name!r}"):
            require(part.bodies(start, 0.01), "it has no bodies")


# -- pictures


def _check_pictures(view: GameView, position: Position, last: str | None) -> None:
    for options in (SceneOptions(last=last), SceneOptions(labels=False, explode=1.0)):
        with at(f"scene() with {options}"):
            _check_scene(view.scene(position, options))
    for live in (LiveOptions(last=last), *_in_play(view, position)):
        with at(f"live() with {live}"):
            _check_scene(view.live(position, live))


def _in_play(view: GameView, position: Position) -> list[LiveOptions]:
    """Return options with a ghost, a hint, a piece on its way, and what a search looks at."""
    found = []
    for text, step in _some(targets_of(view.picker, position)).items():
        for choice in choices_of(view.picker, position, step)[:FEW]:
            ghost = choice.move if choice.move is not None else choice.text
            found.append(LiveOptions(ghost=ghost, hint=True, heat=((text, 0.5),)))
            if choice.move is not None:
                found.append(LiveOptions(moving=choice.move, height=FALL))
    return found[:FEW]


def _some(targets: dict[str, Any]) -> dict[str, Any]:
    return dict(list(targets.items())[:FEW])


def _check_scene(scene: Scene) -> None:
    require(isinstance(scene, Scene), "it returns no Scene")
    shaders = shader_names(".frag")
    for batch in scene.batches:
        with at(f"batch {batch.mesh.name!r}"):
            require(batch.material in shaders, f"unknown material {batch.material!r}")
            require(batch.instances.dtype == INSTANCE, "instances are made with instances()")
            require(_finite(batch.instances["position"]), "a position is not finite")
            count = len(batch.mesh.vertices)
            require((batch.mesh.indices < count).all(), "an index is beyond its vertices")
    bounds = np.asarray(scene.bounds)
    require(bounds.ndim == 2 and bounds.shape[1] == 3, "bounds are points (N, 3)")
    require(
        len(bounds) and _finite(bounds), "bounds are empty or not finite: nothing can be framed"
    )


def _finite(values: Any) -> bool:
    return bool(np.isfinite(values).all())


# -- texts


def _check_descriptions(view: GameView, position: Position) -> None:
    for fact in view.panel.facts(position, ""):
        _check_text(fact.label, "the label of a fact")
        colours = (*position.game.colours, "")
        require(fact.colour in colours, f"panel.facts() names a colour {fact.colour!r}")
    said = [(str(each.heading), each.place, str(each.piece)) for each in view.aloud(position)]
    require(len(set(said)) == len(said), "aloud() says two pieces alike")
    sorted(each.order for each in view.aloud(position))
    decided = view.decided(position)
    require(position.outcome or not decided, "decided() is not empty while the game goes on")
    for group in view.groups(position):
        _check_text(group.text, "the text of a group")


def _check_text(text: object, what: str) -> None:
    require(
        isinstance(text, Message), f"{what} is not a Message: make it with a Phrase in words.py"
    )


# -- the pointer


def _check_pointer(view: GameView, position: Position) -> None:
    picker, targets = view.picker, targets_of(view.picker, position)
    for text, step in _some(targets).items():
        with at(f"target {text!r}"):
            place = picker.place(position, text, Display())
            require(np.shape(place) == (3,) and _finite(place), "place() is not a point (3,)")
            _check_choices(picker, position, text, choices_of(picker, position, step))
    camera = _framed(view, position)
    for y in range(SPACING // 2, PICTURE[1], SPACING):
        for x in range(SPACING // 2, PICTURE[0], SPACING):
            ray = ray_at(camera, x, y, PICTURE)
            _check_pick(picker, position, picker.pick(position, ray, Display()), targets)


def _check_choices(picker: Picker, position: Position, target: str, choices: Sequence[Any]) -> None:
    texts = {choice.text for choice in choices}
    for choice in choices[:FEW]:
        key = picker.key_of(choice.text)
        spelled = picker.spell(target, key) if key else choice.text
        require(
            spelled in texts, f"spell() makes {spelled!r} of the key {key!r}, which is not a choice"
        )
        if choice.move is not None:
            preview = picker.preview(position, choice.move)
            require(isinstance(preview, Preview), "preview() returns no Preview")
            moved = picker.target_of(position, choice.move)
            require(
                moved == target,
                f"target_of() is {moved} for the move {choice.move}: set Picker.target_of",
            )


def _check_pick(picker: Picker, position: Position, pick: Pick, targets: dict[str, Any]) -> None:
    require(isinstance(pick, Pick), "pick() returns no Pick")
    require(
        pick.target is None or pick.target in targets,
        f"pick() names {pick.target!r}, which is not a target: see steps()",
    )
    _check_text(pick.reason, "the reason of a Pick")
    require(isinstance(picker.hover(position, pick), Hover), "hover() returns no Hover")


def _framed(view: GameView, position: Position) -> Camera:
    points = view.picker.bounds(position)
    require(np.ndim(points) == 2 and len(points) > 1, "picker.bounds() are points (N, 3)")
    return frame(view.views["corner"], points, PICTURE[0] / PICTURE[1])

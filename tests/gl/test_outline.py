"""The multisampled part of a picture laid over the table, which must be cut nowhere."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boche.engine import new
from boche.engine.record import load_all, positions_along
from boche.viewer.camera.camera import VIEWS, Camera
from boche.viewer.camera.outline import WHOLE
from boche.viewer.export.images import framed
from boche.viewer.export.page.move_tree import spread_options
from boche.viewer.games.registry import build_live, build_scene, camera_of, picker_of
from boche.viewer.renderer import renderer as drawing
from boche.viewer.renderer.cached_view import CachedView
from boche.viewer.renderer.errors import RenderError
from boche.viewer.renderer.framebuffers import Multisampled
from boche.viewer.renderer.offscreen import Target
from boche.viewer.renderer.renderer import Renderer
from boche.viewer.renderer.style import Style
from boche.viewer.scene import SceneOptions
from boche.viewer.scene.live import LiveOptions
from boche.viewer.scene.model import SIDEWAYS, Label, Scene

SIZE = (240, 150)
RECORDS = Path(__file__).parents[2] / "assets" / "records"
SAMPLES = ("boche-path", "che-extent", "boku-sandwiches", "octi-south")


@pytest.fixture
def both(context: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Fixture: a function that draws a scene normally, and with the whole picture multisampled."""
    renderer, target = Renderer(context), Target(context, SIZE)
    assert isinstance(target.drawn, Multisampled)

    def drawn(scene: Any, camera: Camera, style: Style) -> tuple[Any, Any]:
        renderer.draw(scene, camera, target.drawn, SIZE, style)
        found = target.read().astype(int)
        with monkeypatch.context() as patched:
            patched.setattr(drawing, "outline", lambda *_: WHOLE)
            renderer.draw(scene, camera, target.drawn, SIZE, style)
        return found, target.read().astype(int)

    yield drawn
    target.release()
    renderer.release()


def cut(found: Any, wanted: Any) -> int:
    """Return the number of differing pixels; a few at edges differ by the driver's rounding."""
    return int((np.abs(found - wanted).max(axis=2) > 2).sum())


def scenes(record: Path) -> Any:
    """Yield scenes of a few positions: as in pictures, spread, and with a move and its letters."""
    played = load_all(record)[0]
    line = played.main_line()
    texts = tuple(str(node.move) for node in line if node.move is not None)
    positions = positions_along(played, line[-1])
    for position in (positions[len(positions) // 2], positions[-1]):
        yield build_scene(position, SceneOptions(numbered=texts[: position.ply]))
        for options in spread_options(position, SceneOptions()).values():
            yield build_scene(position, options)
        moves = () if position.outcome is not None else position.legal_moves()
        for move in {*moves[:1], *moves[-1:]}:
            yield build_live(position, LiveOptions(ghost=move))
            yield build_live(position, LiveOptions(moving=move, height=3.0))
            target = picker_of(played.game_name).target_of(position, move)
            if target is not None:
                yield build_live(position, LiveOptions(figures=((target, "100 %"),)))


@pytest.mark.parametrize("name", SAMPLES[:1])
def test_nothing_is_cut(both: Any, name: str) -> None:
    record = RECORDS / f"{name}.sgf"
    game = load_all(record)[0].game_name
    cameras = (camera_of(game, "corner"), VIEWS["top"], Camera(azimuth=200.0, elevation=12.0))
    for number, scene in enumerate(scenes(record)):
        for camera in cameras:
            style = Style(transparent=number % 2 == 0)
            found, wanted = both(scene, framed(scene, camera, SIZE), style)
            assert cut(found, wanted) <= 8, (number, camera)
        found, wanted = both(scene, Camera(distance=4.0, elevation=20.0), Style())
        assert cut(found, wanted) <= 8, (number, "from near")


@pytest.mark.parametrize("outlined", [False, True])
def test_letters_without_a_board_are_not_cut(both: Any, outlined: bool) -> None:
    for text in ("i", "WWWW", "gjpqy"):
        label = Label(text, (0.3, -0.2, 0.5), 1.0, outlined)
        scene = Scene((), (label,), bounds=np.array([[-2, -2, 0], [2, 2, 1]], np.float32))
        found, wanted = both(scene, VIEWS["top"], Style())
        assert cut(found, wanted) == 0
        assert np.ptp(wanted) > 100


def test_no_letter_hides_the_next(context: Any) -> None:
    """Check letters whose boxes overlap in one plane: with depth writes the second was cut up."""
    label = Label("1010", (0.3, -0.2, 0.5), 1.0)
    scene = Scene((), (label,), bounds=np.array([[-2, -2, 0], [2, 2, 1]], np.float32))
    renderer = Renderer(context)
    target = context.simple_framebuffer(SIZE)
    for azimuth in (0.0, 17.0, 200.0):
        camera = framed(scene, Camera(azimuth=azimuth, elevation=60.0), SIZE)
        renderer.draw(scene, camera, target, SIZE, Style())
        depths = np.frombuffer(target.read(attachment=-1, components=1, dtype="f4"), np.float32)
        assert np.ptp(np.frombuffer(target.read(components=3), np.uint8)) > 100
        assert (depths == 1.0).all()
    renderer.release()
    target.release()


def test_room_for_samples_is_made_where_the_board_is_seen(context: Any) -> None:
    """Check boards turned, moved off the picture and drawn in parts, against a fresh target."""
    scene = build_scene(new("boche", size=3).play("c:a1"))
    renderer, target = Renderer(context), Target(context, SIZE)
    several = target.drawn
    for camera in (
        VIEWS["top"],
        Camera(azimuth=10.0, elevation=15.0),
        replace(VIEWS["corner"], target=(9.0, 0.0, 0.0)),
        replace(VIEWS["corner"], target=(0.0, 90.0, 0.0)),
        replace(VIEWS["corner"], distance=90.0),
        VIEWS["corner"],
    ):
        renderer.draw(scene, camera, several, SIZE, Style())
        again = Target(context, SIZE)
        renderer.draw(scene, camera, again.drawn, SIZE, Style())
        assert np.array_equal(target.read(), again.read())
        whole = again.read()
        again.release()
        part = Target(context, (SIZE[0] // 3, SIZE[1]))
        for left in range(0, SIZE[0], SIZE[0] // 3):
            renderer.draw(scene, camera, part.drawn, SIZE, Style(), origin=(left, 0))
            apart = part.read().astype(int) - whole[:, left : left + SIZE[0] // 3]
            assert np.abs(apart).max() <= 1
        part.release()
    target.release()
    renderer.release()


class Poor:
    """A context without memory for multisampling, except for a few pixels."""

    def __init__(self, context: Any) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def texture(self, size: tuple[int, int], *args: Any, **given: Any) -> Any:
        if given.get("samples") and size[0] * size[1] > 1000:
            raise RuntimeError("out of memory")
        return self._context.texture(size, *args, **given)


def test_without_memory_for_samples_a_window_draws_with_one(context: Any) -> None:
    scene = build_scene(new("boche", size=3).play("c:a1"))
    view, renderer = CachedView(Poor(context)), Renderer(context)
    assert view.update(scene, VIEWS["corner"], SIZE, Style())
    plain = Target(context, SIZE, 0)
    renderer.draw(scene, VIEWS["corner"], plain.drawn, SIZE, Style())
    wanted = plain.read()
    assert np.array_equal(
        np.frombuffer(view.texture.read(), np.uint8).reshape(wanted.shape), wanted
    )
    with pytest.raises(RenderError, match=r"4 samples for .* GL is out of memory"):
        renderer.draw(scene, VIEWS["corner"], Target(Poor(context), SIZE).drawn, SIZE, Style())
    plain.release()
    view.release()
    renderer.release()


@pytest.mark.parametrize("azimuth", [0.0, 90.0, 250.0])
def test_a_figure_on_a_side_is_seen_from_there_alone(context: Any, azimuth: float) -> None:
    turn = np.radians(azimuth)
    side = (float(np.cos(turn)), float(np.sin(turn)), 0.0)
    label = Label("8", (0.0, 0.0, 0.0), 1.0, outlined=True, facing=side)
    scene = Scene((), (label,), bounds=np.array([[-2, -2, 0], [2, 2, 1]], np.float32))
    renderer, target = Renderer(context), context.simple_framebuffer(SIZE)
    seen = []
    for around in (0.0, 180.0):
        camera = framed(scene, Camera(azimuth=azimuth + around, elevation=40.0), SIZE)
        renderer.draw(scene, camera, target, SIZE, Style())
        seen.append(bool(np.ptp(np.frombuffer(target.read(components=3), np.uint8)) > 100))
    assert seen == [True, False]


@pytest.mark.parametrize("least", [SIDEWAYS, 0.9])
def test_a_label_is_seen_as_far_from_its_direction_as_it_says(context: Any, least: float) -> None:
    label = Label("8", (0.0, 0.0, 0.0), 1.0, True, facing=(0.0, 0.0, 2.0), least=least)
    scene = Scene((), (label,), bounds=np.array([[-2, -2, 0], [2, 2, 1]], np.float32))
    renderer, target = Renderer(context), context.simple_framebuffer(SIZE)
    limit, seen = 90.0 - float(np.degrees(np.arccos(least))), []
    for elevation in (limit - 2.0, limit + 2.0):
        view = Camera(elevation=elevation, projection="ortho")
        renderer.draw(scene, framed(scene, view, SIZE), target, SIZE, Style())
        seen.append(bool(np.ptp(np.frombuffer(target.read(components=3), np.uint8)) > 100))
    assert seen == [False, True]

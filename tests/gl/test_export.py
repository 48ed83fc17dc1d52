"""Files and failures: PNG, atomic writing, and one plain line where GL is unavailable."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from boche.engine import new
from boche.viewer.camera.camera import VIEWS
from boche.viewer.export.images import Exporter, ViewerError, encode_picture, framed, render_png
from boche.viewer.games.registry import build_scene
from boche.viewer.renderer.buffers import Drawn
from boche.viewer.renderer.errors import RenderError
from boche.viewer.renderer.offscreen import Target
from boche.viewer.renderer.renderer import Renderer
from boche.viewer.renderer.style import Style
from boche.viewer.scene import SceneOptions
from tests import ROOT
from tests.gl.counted import Counted


def scene() -> Any:
    return build_scene(new("boche", size=2).play("c:a1"))


def test_a_png_holds_what_was_drawn() -> None:
    made = scene()
    with Exporter((120, 90)) as exporter:
        camera = framed(made, VIEWS["corner"], exporter.size)
        image = exporter.image(made, camera).copy()
        data = exporter.picture(made, camera)
    read = Image.open(io.BytesIO(data))
    assert (read.mode, read.size) == ("RGB", (120, 90))
    assert np.array_equal(np.asarray(read), image[::-1, :, :3])


def test_a_transparent_png_has_straight_colours() -> None:
    half = np.array([[[100, 50, 0, 128], [0, 0, 0, 0], [9, 8, 7, 255]]], np.uint8)
    read = np.asarray(Image.open(io.BytesIO(encode_picture(half, True))))
    assert read.shape == (1, 3, 4)
    assert np.abs(read[0, 0].astype(int) - [199, 100, 0, 128]).max() <= 1
    assert read[0, 1, 3] == 0
    assert read[0, 2].tolist() == [9, 8, 7, 255]


def test_one_picture_in_one_call() -> None:
    made = scene()
    style = Style(transparent=True)
    data = render_png(made, framed(made, VIEWS["top"], (64, 64)), (64, 64), 0, style)
    assert Image.open(io.BytesIO(data)).mode == "RGBA"


@pytest.mark.parametrize(
    ("size", "samples", "words"),
    [
        ((0, 0), 4, "picture size 0x0: both sides must be at least 1 pixel"),
        ((99999, 99999), 4, "picture size 99999x99999: this machine's GL draws at most"),
        ((64, 99999), 4, "64x99999"),
        ((64, 64), 99, "99 samples: expected 0, or a power of two up to 64"),
        ((64, 64), -1, "-1 samples"),
        ((64, 64), 3, "3 samples"),
    ],
)
def test_what_gl_cannot_have_is_told_in_a_line(size: Any, samples: int, words: str) -> None:
    with pytest.raises(ViewerError) as caught:
        Exporter(size, samples)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_unknown_palettes_are_named() -> None:
    made = scene()
    with Exporter((32, 32), 0) as exporter, pytest.raises(ViewerError, match="blue, classic, safe"):
        exporter.picture(made, VIEWS["corner"], Style(palette="pink"))


def test_no_gl_names_the_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    import moderngl

    def fail(**_: Any) -> None:
        raise OSError("libEGL.so: cannot open\nshared object file")

    monkeypatch.setattr(moderngl, "create_context", fail)
    with pytest.raises(ViewerError) as caught:
        Exporter((32, 32))
    text = str(caught.value)
    assert "libEGL.so: cannot open shared object file" in text
    assert "libegl1 libgl1 libgl1-mesa-dri" in text
    assert "\n" not in text


def test_a_machine_without_egl_devices_is_told_so() -> None:
    code = (
        "from boche.viewer.export.images import Exporter, ViewerError\n"
        "try:\n    Exporter((32, 32))\n"
        "except ViewerError as error:\n    print(error)\n"
    )
    env = {k: v for k, v in os.environ.items() if k != "DISPLAY"}
    env |= {"__EGL_VENDOR_LIBRARY_FILENAMES": "/nowhere.json", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    assert "no GL context for drawing" in done.stdout
    assert "libgl1-mesa-dri" in done.stdout
    assert len(done.stdout.splitlines()) == 1


def test_nothing_leaks_over_many_scenes(context: Any) -> None:
    counted = Counted(context)
    renderer, target = Renderer(counted), Target(counted, (64, 48))
    alive = []
    for size in [*range(1, 20), 3, 3, 3, 3]:
        made = build_scene(new("boche", size=size).play("c:a1"))
        for azimuth in ("corner", "top"):
            camera = framed(made, VIEWS[azimuth], target.size)
            renderer.draw(made, camera, target.drawn, target.size)
            target.read()
        alive.append(counted.alive())
    assert 20 < alive[-1] == alive[-2]
    assert max(alive) < 120  # of the boards drawn last, with finer corners each
    renderer.release()
    target.release()
    assert counted.alive() == 0
    with pytest.raises(RenderError):
        Target(counted, (10**6, 1), 4)
    assert counted.alive() == 0


def test_two_calls_draw_all_cubes(context: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[str, int]] = []
    drawn = Drawn.render

    def counted(self: Drawn, pixels_per_unit: float) -> None:
        calls.append((self.batch.material, len(self.batch.instances)))
        drawn(self, pixels_per_unit)

    monkeypatch.setattr(Drawn, "render", counted)
    renderer, target = Renderer(context), Target(context, (64, 48))
    position = new("boche", size=5, fill_board=True)
    while position.outcome is None:
        last = position.legal_moves()[0]
        position = position.play(last)
    for options in (SceneOptions(result=False), SceneOptions(result=False, last=last)):
        made = build_scene(position, options)
        renderer.draw(made, framed(made, VIEWS["corner"], target.size), target.drawn, target.size)
    # 35 cubes: of their 210 faces only the 45 that can be seen, and no hole's.
    assert calls[:2] == [("bare", 3 * 15), ("wood", 1)]
    (bare, without), (truchet, marked), wood = calls[2:]
    assert (bare, truchet, wood) == ("bare", "truchet", ("wood", 1))
    assert without + marked == 3 * 15
    assert 1 <= marked <= 3
    renderer.release()
    target.release()


def test_sources_of_shaders_are_found_and_joined() -> None:
    from boche.viewer.renderer.programs import source

    text = source("truchet.frag")
    assert "#include" not in text
    assert text.count("vec3 rotated(") == 1


def softpipe_shot(tmp_path: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Run ``boche shot`` on Mesa's softpipe renderer, which has one sample per pixel."""
    env = {k: v for k, v in os.environ.items() if k != "DISPLAY"}
    env |= {"GALLIUM_DRIVER": "softpipe", "LIBGL_ALWAYS_SOFTWARE": "1", "PYTHONPATH": str(ROOT)}
    record = ROOT / "assets" / "records" / "boche-path.sgf"
    command = [sys.executable, "-m", "boche", "shot", str(record), "--pixels", "64x48", *args]
    return subprocess.run(
        [*command, "-o", "a.png"], env=env, cwd=tmp_path, capture_output=True, text=True, timeout=60
    )


def test_a_driver_without_multisampling_draws_as_well_as_it_can(tmp_path: Path) -> None:
    done = softpipe_shot(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    picture = np.asarray(Image.open(tmp_path / "a.png"))
    assert picture.shape == (48, 64, 3)
    assert picture.std() > 10


def test_samples_that_a_driver_has_not_are_made_up_for(tmp_path: Path) -> None:
    pictures = []
    for count in ("1", "4"):
        done = softpipe_shot(tmp_path, "--samples", count)
        assert (done.returncode, done.stderr) == (0, "")
        pictures.append(np.asarray(Image.open(tmp_path / "a.png"), int))
    assert 0.5 < np.abs(pictures[1] - pictures[0]).mean() < 12

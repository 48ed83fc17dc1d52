"""Pages for browsers: size, time to generate, and time to the first picture.

Compared with plotly, which writes one position of the same boxes as a page of its own: each cube of
the last position as a mesh of twelve triangles.

    python -m benchmarks.pages [RECORD]
"""

from __future__ import annotations

import gzip
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.browser import chromium
from benchmarks.machine import machine_line
from boche.engine.record import Record, load_all, positions_along
from boche.viewer.export.page.document import page_of
from boche.viewer.games.registry import build_scene
from boche.viewer.scene import SceneOptions

RECORD = Path(__file__).parent.parent / "assets" / "records" / "boche-path.sgf"
RUNS = 7
DRAWN = "() => document.querySelector('#table[aria-busy=false]') !== null"
SEEN = """
(where) => new Promise((done) => {
  const canvas = document.querySelector(where);
  const gl = canvas.getContext("webgl2") || canvas.getContext("webgl");
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  requestAnimationFrame(() => requestAnimationFrame(done));
})
"""
"""A script that waits until the GPU has finished drawing and the screen shows the result."""

PLOTTED = "() => document.querySelector('.gl-container canvas') !== null"


def boxes_of(record: Record) -> str:
    """Return a plotly page with the solids of the last position as boxes."""
    import plotly.graph_objects as go

    position = positions_along(record, record.main_line()[-1])[-1]
    scene = build_scene(position, SceneOptions(explode=1.0))
    pieces = scene.batches[0].instances
    places = np.unique(pieces["position"], axis=0)
    corner = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], float)
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    faces = np.array([half for a, b, c, d in quads for half in ((a, b, c), (a, c, d))])
    data = []
    for place in places[:: max(len(places) // len(np.unique(pieces["id"])), 1)]:
        x, y, z = (place + corner).T
        i, j, k = faces.T
        data.append(go.Mesh3d(x=x, y=y, z=z, i=i, j=j, k=k, flatshading=True))
    return str(go.Figure(data).to_html(include_plotlyjs=True))


def median(act: Callable[[], object], runs: int = RUNS) -> float:
    """Return the median time of ``act`` in seconds."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        act()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def first_picture(browser: Any, file: Path, drawn: str, canvas: str) -> float:
    """Return the seconds from loading a file to its complete first picture on the screen."""
    page = browser.new_page(viewport={"width": 1280, "height": 720}, bypass_csp=True)
    start = time.perf_counter()
    page.goto(file.as_uri(), wait_until="commit")
    page.wait_for_function(drawn, polling=5)
    page.evaluate(SEEN, canvas)
    took = time.perf_counter() - start
    page.close()
    return took


def main() -> None:
    """Print the table."""
    from playwright.sync_api import sync_playwright

    record = load_all(sys.argv[1] if len(sys.argv) > 1 else str(RECORD))[0]
    print(machine_line())
    made = {
        "boche page": (lambda record: page_of([record]), DRAWN, "#table"),
        "plotly, one position": (boxes_of, PLOTTED, ".gl-container canvas"),
    }
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = chromium(driver)
        print(f"{len(record.moves())} moves, {record.game.title}; medians of {RUNS} runs")
        for name, (make, drawn, canvas) in made.items():
            text = make(record)
            file = Path(folder) / "page.html"
            file.write_text(text, encoding="utf-8")
            data = text.encode()
            seconds = median(lambda make=make: make(record))
            shown = statistics.median(
                first_picture(browser, file, drawn, canvas) for _ in range(RUNS)
            )
            size, zipped = len(data) / 1000, len(gzip.compress(data)) / 1000
            print(
                f"{name:22} {size:7.0f} kB, zipped {zipped:5.0f} kB; "
                f"made in {seconds:.2f} s, first picture after {1000 * shown:.0f} ms"
            )
        browser.close()


if __name__ == "__main__":
    main()

"""Comparison of pages with the desktop renderer, for every position of every sample record.

    python -m benchmarks.likeness [RECORD ...]

Prints the worst positions of each game; exits with 1 if any exceeds the limits.
"""

from __future__ import annotations

import base64
import io
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from PIL import Image as Pillow

from benchmarks.browser import chromium
from benchmarks.machine import machine_line
from boche.engine.record import Node, Record, load_all, positions_along
from boche.viewer.export.images import Exporter, framed
from boche.viewer.export.page.document import page_of
from boche.viewer.export.page.game_data import Look
from boche.viewer.games.registry import build_scene, camera_of
from boche.viewer.scene import SceneOptions

Image = np.ndarray[Any, Any]

RECORDS = Path(__file__).parent.parent / "assets" / "records"
SIZE = (640, 480)
MEAN = 0.5  # of 255: maximum mean difference over all channels of a picture
SEEN = 8  # of 255: a pixel with a larger difference in one channel is visibly different
SHARE = 0.01  # maximum share of such pixels
AT_ONCE = 20  # pictures requested from the browser at once

KEEP = """
const open = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, wishes) {
  return open.call(this, kind, { ...wishes, preserveDrawingBuffer: true });
};
"""
PICTURES = """
async ([height, nodes]) => {
  const table = document.getElementById("table"), found = [];
  while (table.height !== height) await new Promise(requestAnimationFrame);
  for (const node of nodes) {
    const there = new Promise((done) => addEventListener("hashchange", done, { once: true }));
    location.hash = `#node=${node}`;
    await there;
    await new Promise(requestAnimationFrame);
    found.push(table.toDataURL());
  }
  return found;
}
"""


class Apart(NamedTuple):
    """The difference between two pictures of a position."""

    mean: float
    share: float
    where: str

    @property
    def too_far(self) -> bool:
        return self.mean >= MEAN or self.share > SHARE


def main() -> int:
    """Compare all records and print a table. Return the exit code."""
    from playwright.sync_api import sync_playwright

    names = sys.argv[1:] or sorted(map(str, RECORDS.iterdir()))
    print(machine_line())
    found: dict[str, list[Apart]] = {}
    with sync_playwright() as driver, Exporter(SIZE) as exporter:
        browser = chromium(driver)
        for name in names:
            for record in load_all(name):
                compared = list(compare(browser, exporter, record, Path(name).name))
                print(f"{Path(name).name}: {len(compared)}", flush=True)
                found.setdefault(record.game.title, []).extend(compared)
        browser.close()
    for game, all_of in found.items():
        past = sum(each.too_far for each in all_of)
        print(f"{game}: {len(all_of)} positions, {past} past the limits; the worst:")
        for title, worst in (
            ("mean", max(all_of, key=lambda each: each.mean)),
            (f"over {SEEN}", max(all_of, key=lambda each: each.share)),
        ):
            print(f"  {title:8} {worst.mean:.2f}, {100 * worst.share:.2f} %  {worst.where}")
    return int(any(each.too_far for all_of in found.values() for each in all_of))


def compare(browser: Any, exporter: Exporter, record: Record, name: str) -> Iterator[Apart]:
    """Yield the differences for all positions of a record."""
    nodes = list(record.nodes())
    for number, (node, page) in enumerate(zip(nodes, pages(browser, record), strict=True)):
        apart = np.abs(page - desk(exporter, record, node))
        share = float((apart.max(axis=2) > SEEN).mean())
        yield Apart(float(apart.mean()), share, f"{name}, #node={number}")


def pages(browser: Any, record: Record) -> Iterator[Image]:
    """Yield the pictures of a page, position by position."""
    width, height = SIZE
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        file.write_text(page_of([record], Look(board_only=True)), encoding="utf-8")
        page = browser.new_page(
            viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        page.add_init_script(KEEP)
        page.goto(file.as_uri())
        page.wait_for_selector("#table[aria-busy=false]", timeout=120_000)
        canvas = page.evaluate("(({width, height}) => [width, height])(table)")
        page.set_viewport_size({"width": width, "height": 2 * height - canvas[1]})
        count = sum(1 for _ in record.nodes())
        for first in range(0, count, AT_ONCE):
            asked = list(range(first, min(first + AT_ONCE, count)))
            for text in page.evaluate(PICTURES, [height, asked]):
                data = base64.b64decode(text.partition(",")[2])
                yield np.asarray(Pillow.open(io.BytesIO(data)).convert("RGB")).astype(int)
        page.close()


def desk(exporter: Exporter, record: Record, node: Node) -> Image:
    """Return the desktop renderer's picture, as ``shot`` draws it."""
    position = positions_along(record, node)[-1]
    last = None if node is record.root else node.move
    scene = build_scene(position, SceneOptions(last=last))
    image = exporter.image(scene, framed(scene, camera_of(record.game_name), SIZE))
    return np.asarray(image[::-1, :, :3].astype(int))


if __name__ == "__main__":
    sys.exit(main())

"""The icons of the server's pages as an app on a phone, for ``make pictures``: from the favicon."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from boche.engine.atomic_write import write_file
from boche.viewer.export.page.document import table_colours

SERVER = Path(__file__).parent.parent / "assets" / "server"
# Name: size in pixels, and how much of it the sign takes. Of a maskable icon the edges may be cut.
ICONS = {"icon-192": (192, 0.94), "icon-512": (512, 0.94), "maskable-512": (512, 0.56)}


def draw_icons(browser: Any) -> None:
    """Draw the icons by a browser, as the renderer of the sign."""
    sign = (SERVER / "favicon.svg").read_text(encoding="utf-8")
    (SERVER / "icons").mkdir(exist_ok=True)
    for name, (size, share) in ICONS.items():
        whole = name.startswith("maskable")
        ground = table_colours()["light"] if whole else "transparent"
        page = browser.new_page(viewport={"width": size, "height": size})
        page.set_content(
            f"<style>body {{ margin: 0; height: {size}px; display: grid; place-items: center; "
            f"background: {ground}; }} svg {{ width: {share:.0%}; }}</style>{sign}"
        )
        write_file(SERVER / "icons" / f"{name}.png", page.screenshot(omit_background=not whole))
        page.close()

"""Sample records for the tests of the command line, and a look at its pictures."""

from __future__ import annotations

from pathlib import Path

from tests import ROOT

RECORDS = ROOT / "assets" / "records"
PATH = str(RECORDS / "boche-path.sgf")
ENCLOSURE = str(RECORDS / "boche-enclosure.sgf")
FIGURE = str(RECORDS / "boche-figure-size-4.sgf")


def png_size(path: Path) -> tuple[int, int]:
    from PIL import Image

    with Image.open(path) as image:
        image.load()
        return image.size

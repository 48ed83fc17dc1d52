"""Positions and records in notebooks, and the detection of terminals."""

from __future__ import annotations

import base64
import html
import io
import os
import re
import subprocess
import sys
import threading
from operator import methodcaller
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from boche.engine import new
from boche.engine.match.series import match
from boche.engine.record import Record, load_all
from boche.engine.search.search import search
from boche.viewer.cli import main
from boche.viewer.export.terminal import kitty, sixel
from tests import ROOT
from tests.viewer.export.unpacked import Unpacked

png_of, html_of = methodcaller("_repr_png_"), methodcaller("_repr_html_")
RECORD = ROOT / "assets" / "records" / "boku-row.sgf"


@pytest.mark.parametrize("game", ["boche", "che", "boku", "octi"])
def test_a_position_shows_itself(game: str) -> None:
    picture = Image.open(io.BytesIO(png_of(new(game))))
    assert picture.size == (640, 480)
    assert np.asarray(picture.convert("L")).std() > 10


def test_a_record_shows_its_moves_and_its_end() -> None:
    record = load_all(str(RECORD))[0]
    frame = html_of(record)
    page = re.search(r'srcdoc="([^"]*)"', frame)
    assert page is not None
    story = Unpacked(html.unescape(page[1])).story
    assert len(story["nodes"]) == sum(1 for _ in record.nodes())
    assert png_of(record) != png_of(new("boku"))


def test_what_cannot_be_shown_stays_text() -> None:
    record = Record.new("boku")
    from boche.engine.record import Node

    Node("z99", "white", parent=record.root)
    assert (html_of(record), png_of(record)) == (None, None)


# -- terminals


def picture(width: int = 40, height: int = 25) -> tuple[bytes, np.ndarray]:
    """Return a PNG with areas of flat colour, and its pixels."""
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[: height // 2, : width // 2] = (255, 0, 0)
    pixels[height // 2 :, width // 2 :] = (0, 0, 255)
    pixels[3, 5:9] = (0, 255, 0)
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "PNG")
    return file.getvalue(), pixels


def drawn(text: bytes) -> np.ndarray:
    """Return the pixels that sixels draw, as specified in the manual of the VT340."""
    found = re.fullmatch(rb'\x1bP0;1q"1;1;(\d+);(\d+)(.*)\x1b\\\n', text, re.DOTALL)
    assert found is not None
    width, height = int(found[1]), int(found[2])
    pixels = np.zeros((height + 6, width, 3), np.uint8)
    colours: dict[int, tuple[int, ...]] = {}
    x = y = colour = 0
    for part in re.finditer(
        rb"#(\d+);2;(\d+);(\d+);(\d+)|#(\d+)|!(\d+)([?-~])|([?-~])|(\$)|(-)", found[3]
    ):
        if part[1]:
            colours[int(part[1])] = tuple(round(int(part[i]) * 2.55) for i in (2, 3, 4))
        elif part[5]:
            colour = int(part[5])
        elif part[9]:
            x = 0
        elif part[10]:
            x, y = 0, y + 6
        else:
            bits = (part[7] or part[8])[0] - 63
            count = int(part[6] or 1)
            for column in range(x, x + count):
                for row in range(6):
                    if bits >> row & 1:
                        pixels[y + row, column] = colours[colour]
            x += count
    return pixels[:height]


def test_sixels_draw_the_picture() -> None:
    png, pixels = picture()
    assert np.abs(drawn(sixel(png)).astype(int) - pixels).max() <= 3


def test_kitty_gets_the_file_in_pieces() -> None:
    png = os.urandom(20_000)
    pieces = re.findall(rb"\x1b_G([^;]*);([^\x1b]*)\x1b\\", kitty(png))
    assert base64.b64decode(b"".join(data for _, data in pieces)) == png
    assert all(len(data) <= 4096 for _, data in pieces)
    assert pieces[0][0] == b"a=T,f=100,m=1"
    assert [head for head, _ in pieces[1:]] == [b"m=1"] * (len(pieces) - 2) + [b"m=0"]


def in_terminal(answer: bytes, **environment: str) -> tuple[int, bytes, str]:
    """Run ``boche shot -o -`` in a terminal that answers queries; return code, output, errors."""
    import pty

    ours, theirs = pty.openpty()
    said = bytearray()

    def listen() -> None:
        asked = False
        while True:
            try:
                said.extend(os.read(ours, 65536))
            except OSError:  # the other end is closed
                return
            if answer and b"\x1b[c" in said and not asked:
                asked = True
                os.write(ours, answer)

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    clean = {k: v for k, v in os.environ.items() if k not in ("TERM", "TERM_PROGRAM")}
    done = subprocess.run(
        [sys.executable, "-m", "boche", "shot", str(RECORD), "--pixels", "64x48", "-o", "-"],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=subprocess.PIPE,
        env={**clean, "TERM": "xterm", **environment},
        cwd=ROOT,
        timeout=60,
        check=False,
    )
    os.close(theirs)
    listener.join(10)
    os.close(ours)
    return done.returncode, bytes(said), done.stderr.decode()


def test_a_terminal_with_sixels_shows_the_picture() -> None:
    code, said, error = in_terminal(b"\x1b[?62;4;22c")
    assert (code, error) == (0, "")
    assert drawn(said[said.index(b"\x1bP") :].replace(b"\r\n", b"\n")).std() > 10


def test_kitty_shows_the_picture() -> None:
    code, said, error = in_terminal(b"", TERM="xterm-kitty")
    assert (code, error) == (0, "")
    data = b"".join(data for _, data in re.findall(rb"\x1b_G([^;]*);([^\x1b]*)\x1b\\", said))
    assert Image.open(io.BytesIO(base64.b64decode(data))).size == (64, 48)


def test_another_terminal_is_spared() -> None:
    code, said, error = in_terminal(b"\x1b[?62;22c")
    assert code == 2
    assert b"\x89PNG" not in said
    assert error == (
        "boche shot: -o -: this terminal cannot show pictures;"
        " give a file, or pipe the output to a command\n"
    )


def test_behind_a_pipe_it_is_a_png(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["shot", str(RECORD), "--pixels", "64x48", "-o", "-"]) == 0
    assert capsysbinary.readouterr().out.startswith(b"\x89PNG")


# -- tables


def cells(table: str) -> list[list[str]]:
    """Return the texts of a table's rows, by a reader of its own."""
    root = ElementTree.fromstring(f"<div>{table}</div>")
    return [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]


def test_an_analysis_is_a_board_and_a_table() -> None:
    found = search(new("boche", size=4).play("c:a1"), 200)
    shown = html_of(found)
    head, *rows = cells(shown.partition("</p>")[2])
    assert head == ["Move", "Chance", "Visits", "Expected"]
    assert [row[0] for row in rows] == [str(one.move) for one in found.candidates]
    assert rows[0][3] == " ".join(map(str, found.line))
    board = re.search(r'base64,([^"]+)"', shown)
    assert board is not None
    assert base64.b64decode(board[1]).decode() == found._repr_svg_() == found.position.svg()
    assert "200 playouts" in shown


def test_a_match_is_a_bar_and_a_table_without_anybody_s_markup() -> None:
    class Odd:
        name = "<script>alert('a')</script> & \"co\""

        def choose(self, position: object) -> str:
            raise ValueError("<b>no</b>")

    result = match(Odd(), "random", "boku", games=2)
    shown = html_of(result)
    assert "<script" not in shown
    assert "<b>" not in shown
    head, *rows = cells(shown)
    assert head == ["Game", "First player", "Second player", "Result", "Moves", "Lost by"]
    assert [row[0] for row in rows] == ["1", "2"]
    assert rows[0][1] == result.records[0].names[0]
    assert "<b>no</b>" in rows[0][5]
    fine = html_of(match("random", "random", "boku", games=102, longest=4))
    head, *rows = cells(fine)
    assert (head[-1], len(rows)) == ("Moves", 100)
    assert "2 more games" in fine

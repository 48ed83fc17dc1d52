"""Figures from the command line: the files and the failures."""

from __future__ import annotations

import os
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

from tests.e2e.cli.samples import FIGURE, PATH


def test_a_figure_is_written_as_its_name_asks(boche, tmp_path: Path) -> None:
    svg, pdf = tmp_path / "a.svg", tmp_path / "b.pdf"
    flags = ["--numbers", "--width", "80"]
    assert boche("figure", FIGURE, "--move", "9", *flags, "-o", str(svg)) == (0, "", "")
    assert boche("figure", PATH, "--print", "--view", "corner", "-o", str(pdf)) == (0, "", "")
    root = ElementTree.parse(svg).getroot()
    assert root.get("width") == "80mm"
    texts = {each.text for each in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"a", "1", "9"} <= texts
    title = root.find("{http://www.w3.org/2000/svg}title").text
    assert "after move 9" in title
    assert len(PdfReader(pdf).pages) == 1
    assert sorted(os.listdir(tmp_path)) == ["a.svg", "b.pdf"]


def test_a_figure_goes_to_standard_output(boche) -> None:
    code, out, err = boche("figure", FIGURE, "--no-labels", "--no-marks", "-o", "-")
    assert (code, err) == (0, "")
    assert not list(ElementTree.fromstring(out).iter("{http://www.w3.org/2000/svg}text"))


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["-o", "x.png"], ".svg or .pdf"),
        (["-o", "x.svg", "--width", "0"], "mm wide"),
        (["-o", "x.svg", "--palette", "pink"], "unknown palette 'pink'"),
        (["-o", "x.svg", "--view", "below"], "view 'below'"),
        (["-o", "x.svg", "--move", "999"], "--move 999"),
        (["-o", "no/such/folder/x.svg"], "no/such/folder"),
    ],
)
def test_a_figure_that_cannot_be_drawn(
    boche, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: list[str], said: str
) -> None:
    record = os.path.abspath(FIGURE)
    monkeypatch.chdir(tmp_path)
    code, out, err = boche("figure", record, *flags)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1
    assert os.listdir(tmp_path) == []

"""Marks drawn on positions: SGF's AR, CR, LB, MA, SQ and TR."""

from __future__ import annotations

import pytest

from boche.engine.record import Record, loads, marks
from boche.engine.record.marks import MOST, Mark, marks_of


def test_hostile_values_are_left_out_and_kept() -> None:
    text = (
        b"(;GM[Boku];B[e4]CR[][a1:b2][\xff\xfe]LB[a1][:x][a1:][a2:\x01\x02]"
        b"AR[a1:a1][a1:b2][a1][:]MA[" + b"q" * 500 + b"]TR[e4])"
    )
    node = loads(text).main_line()[-1]
    assert marks_of(node) == (Mark("AR", "a1", "b2"), Mark("CR", "ÿþ"), Mark("TR", "e4"))
    marks.toggle(node, Mark("TR", "e4"))
    assert [name for name, _ in node.properties] == ["CR", "LB", "AR", "MA"]
    assert node.properties[0][1][:2] == ("", "a1:b2")


def test_a_flood_of_marks_is_cut() -> None:
    flood = "".join(f"[x{number}]" for number in range(10 * MOST))
    assert len(marks_of(loads(f"(;GM[Boku]CR{flood})").root)) == MOST


def test_a_key_goes_through_the_shapes() -> None:
    node, seen = Record.new("boku").root, []
    marks.toggle(node, Mark("LB", "e4", "A"))
    for _ in range(5):
        marks.next_shape(node, "e4")
        seen.append([mark.kind for mark in marks_of(node) if mark.kind != "LB"])
    assert seen == [["CR"], ["SQ"], ["TR"], ["MA"], []]
    assert marks_of(node) == (Mark("LB", "e4", "A"),)


@pytest.mark.parametrize(("numbers", "wanted"), [(False, "B"), (True, "2")])
def test_the_next_label_is_the_first_free_one(numbers: bool, wanted: str) -> None:
    node = Record.new("boku").root
    for place, text in (("a1", "A"), ("a2", "1"), ("a3", "C")):
        marks.toggle(node, Mark("LB", place, text))
    assert marks.next_label(node, numbers=numbers) == wanted


def test_clearing_takes_what_cannot_be_read_too() -> None:
    node = loads("(;GM[Boku]CR[]LB[a1]SQ[a1]C[stays])").root
    marks.clear(node)
    assert node.properties == (("C", ("stays",)),)

"""Marks drawn on positions: SGF's AR, CR, LB, MA, SQ and TR."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boche.engine.record import Record, dump_sgf, loads, marks
from boche.engine.record.marks import LONGEST, MOST, SHAPES, Mark, marks_of

PLACES = ["e4", "f5", "a1", "0,-1", "57"]
texts = st.text(min_size=1, max_size=LONGEST).filter(
    lambda text: text.isprintable() and text.strip() == text
)
drawn = st.one_of(
    st.builds(Mark, st.sampled_from(SHAPES), st.sampled_from(PLACES), st.just("")),
    st.builds(Mark, st.just("LB"), st.sampled_from(PLACES), texts),
    st.builds(lambda ends: Mark("AR", *ends), st.permutations(PLACES).map(lambda order: order[:2])),
)


@given(st.lists(drawn, max_size=12))
def test_what_is_drawn_is_read_back(strokes: list[Mark]) -> None:
    record, wanted = Record.new("boku"), set[Mark]()
    for mark in strokes:
        marks.toggle(record.root, mark)
        was = mark in wanted
        group = {"AR": (), "LB": ("LB",)}.get(mark.kind, SHAPES)
        wanted -= {m for m in wanted if m.place == mark.place and m.kind in group} | {mark}
        wanted |= set() if was else {mark}
        assert set(marks_of(record.root)) == wanted
    assert set(marks_of(loads(dump_sgf(record)).root)) == wanted


@given(st.lists(drawn, min_size=1, max_size=6))
def test_drawing_twice_leaves_the_bytes_as_they_were(strokes: list[Mark]) -> None:
    record = loads("(;GM[Boku]C[x]CR[a\\]1][]ZZ[1];B[e4])")
    before = dump_sgf(record)
    for mark in dict.fromkeys(strokes):
        once = dump_sgf(record)
        replaced = any(
            m.place == mark.place and m.kind != "AR" and m != mark for m in marks_of(record.root)
        )
        marks.toggle(record.root, mark)
        marks.toggle(record.root, mark)
        assert replaced or dump_sgf(record) == once
        for left in marks_of(record.root):
            if left.place != "a]1":
                marks.toggle(record.root, left)
    assert dump_sgf(record) == before


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

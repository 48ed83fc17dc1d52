"""Marks of any content."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from boche.engine.record import Record, dump_sgf, loads, marks
from boche.engine.record.marks import LONGEST, SHAPES, Mark, marks_of

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

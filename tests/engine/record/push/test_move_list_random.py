"""Lists of moves of random games."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from boche.engine.record import (
    Record,
    check,
    dump_moves,
    dump_sgf,
    load,
    loads,
    play,
    positions_along,
)


@st.composite
def played(draw: st.DrawFn) -> Record:
    options = {"size": draw(st.integers(1, 5)), "kill": draw(st.integers(0, 5))}
    record = Record.new("boche", **options)
    node, position = record.root, positions_along(record, record.root)[-1]
    for _ in range(draw(st.integers(0, 12))):
        moves = position.legal_moves()
        if not moves:
            break
        move = str(draw(st.sampled_from(moves)))
        node = play(record, node, move, position)
        position = position.play(move)
        lines = st.text(st.characters(codec="ascii", categories=["L", "P"]), max_size=5)
        node.comment = "\n".join(draw(st.lists(lines, max_size=3)))
    if position.outcome is None and draw(st.booleans()):
        record.result = draw(st.sampled_from(["W+R", "B+R"]))
    return record


@given(played())
def test_a_legal_main_line_survives_both_formats(record: Record) -> None:
    again = loads(dump_moves(record))
    assert again.problems == ()
    assert check(again) == []
    assert dump_moves(again) == dump_moves(record)
    assert (again.moves(), again.result, again.options) == (
        record.moves(),
        record.result,
        record.options,
    )
    comments = [node.comment for node in record.main_line()]
    assert [node.comment for node in again.main_line()] == comments
    assert load(dump_sgf(again)) == again

"""Evaluations kept in records: the property EVAL, whatever stands in it."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from boche.engine.record import Node
from boche.engine.record.evaluation import (
    MAX_LINES,
    MAX_PLAYOUTS,
    MAX_TEXT,
    KeptEvaluation,
    KeptLine,
    evaluation_of,
    keep_evaluation,
)

GOOD = "light 0.6231, dark 0.3769; 12000 playouts in 2.5 s; spread 0.0410"


def kept(*values: str) -> Node:
    return Node("c:a1", "light", [("EVAL", values)])


@given(values=st.lists(st.text(), min_size=1, max_size=3))
@example([GOOD[:-1] + "\N{ARABIC-INDIC DIGIT ONE}"])
@example([GOOD, "c:a1" + " b:a2" * MAX_TEXT + "; 0.5; 1 visits"])
def test_any_text_is_an_evaluation_or_none(values: list[str]) -> None:
    node = Node()
    for value in values:
        node.set_text("EVAL", value)
        assert evaluation_of(node) is None or node.text("EVAL").count(";") >= 2
    assert evaluation_of(kept(GOOD, *values[:1])) is None or values[0].count(";") >= 2


@pytest.mark.parametrize(
    "values",
    [
        ("",),
        ("62%",),
        (GOOD.replace("0.62", "0.72"),),
        (GOOD.replace("dark", "light"),),
        (GOOD.replace("0.0410", "1.5"),),
        (GOOD.replace("12000", "1" * 16),),
        (GOOD + "; proven red",),
        (GOOD.replace("2.5 s", "2.5"),),
        (GOOD.replace("2.5 s", "inf s"),),
        (GOOD + "; and more",),
        (GOOD.replace("0.6231", "nan"),),
        (GOOD.replace("0.6231", "-0.6231"),),
        (GOOD, "c:a1"),
        (GOOD, " ; 0.5; 100 visits"),
        (GOOD, "c:a1; 1.5; 100 visits"),
        (GOOD, "c:a1; 0.5; -1 visits"),
        (GOOD, "c:a1; 0.5; 1 visits", ""),
        (GOOD, *["c:a1; 0.5; 100 visits"] * (MAX_LINES + 1)),
    ],
)
def test_a_damaged_evaluation_is_none_and_stays_in_the_record(values: tuple[str, ...]) -> None:
    node = kept(*values)
    assert evaluation_of(node) is None
    assert node.properties == (("EVAL", values),)


def test_a_line_broken_or_escaped_by_another_program_is_read() -> None:
    values = (
        GOOD.replace("; ", ";\n") + "; proven light",
        "c\\:a1\nb:a2; 0.6231; 5000 visits; best",
    )
    line = KeptLine(("c:a1", "b:a2"), 0.6231, 5000, best=True)
    win = {"light": 0.6231, "dark": 0.3769}
    assert evaluation_of(kept(*values)) == KeptEvaluation(win, "light", 12000, 0.041, (line,), 2.5)


def test_what_cannot_be_written_is_left_out() -> None:
    fine, even = KeptLine(("a",), 0.5, 1), {"light": 0.5, "dark": 0.5}
    lines = (
        KeptLine(("a", "of two words", "b"), 0.5, 1),
        KeptLine(("", "a"), 0.5, 1),
        KeptLine(("a;b",), 0.5, 1),
        KeptLine(("a\0b",), 0.5, 1),
    )
    node = Node()
    keep_evaluation(node, KeptEvaluation(even, None, 10**20, 0.0, lines))
    assert evaluation_of(node) == KeptEvaluation(even, None, MAX_PLAYOUTS - 1, 0.0, (fine,))
    keep_evaluation(node, KeptEvaluation(even, lines=(fine,) * (MAX_LINES + 5)))
    assert evaluation_of(node) == KeptEvaluation(even, lines=(fine,) * MAX_LINES)
    keep_evaluation(node, KeptEvaluation(even, lines=(KeptLine(("move",) * MAX_TEXT, 0.5, 1),)))
    found = evaluation_of(node)
    assert found is not None
    assert MAX_TEXT // 5 - 10 < len(found.lines[0].moves) < MAX_TEXT // 5


@pytest.mark.parametrize(
    "win", [{"light": 1.0}, {"light": 0.9, "dark": 0.9}, {"a": 2.0, "b": -1.0}]
)
def test_chances_that_are_none_are_not_kept(win: dict[str, float]) -> None:
    node = kept(GOOD)
    with pytest.raises(ValueError, match="not an evaluation that can be stored"):
        keep_evaluation(node, KeptEvaluation(win))
    assert node.properties == kept(GOOD).properties


def test_none_removes_what_was_kept() -> None:
    node = Node(properties=[("C", ("Text.",)), ("EVAL", (GOOD,)), ("LB", ("a1:1",))])
    keep_evaluation(node, None)
    assert node.properties == (("C", ("Text.",)), ("LB", ("a1:1",)))

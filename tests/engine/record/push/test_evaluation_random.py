"""Evaluations of any content."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from boche.engine.games.registry import GAMES
from boche.engine.record import Record, dump_sgf, load
from boche.engine.record.evaluation import (
    MAX_LINES,
    MAX_PLAYOUTS,
    KeptEvaluation,
    KeptLine,
    evaluation_of,
    keep_evaluation,
)

SHARES = st.integers(0, 10_000).map(lambda share: share / 10_000)
MOVES = st.sampled_from(
    ("c:a1", "fl:0,0+fr:0,1", "57E-56x48", "h7xf5", "swap", "46-48x(CD,-)", "[\\]")
)
LINES = st.builds(
    KeptLine,
    st.lists(MOVES, min_size=1, max_size=12).map(tuple),
    SHARES,
    st.integers(0, MAX_PLAYOUTS - 1),
    st.booleans(),
)


@st.composite
def evaluations(draw: st.DrawFn, colours: tuple[str, ...] = ("light", "dark")) -> KeptEvaluation:
    share = draw(SHARES)
    return KeptEvaluation(
        dict(zip(colours, (share, round(1.0 - share, 4)), strict=True)),
        draw(st.sampled_from((None, "draw", *colours))),
        draw(st.integers(0, MAX_PLAYOUTS - 1)),
        draw(SHARES),
        tuple(draw(st.lists(LINES, max_size=MAX_LINES))),
        draw(st.integers(0, 10**10)) / 100,
    )


@given(data=st.data(), game=st.sampled_from(sorted(GAMES)))
def test_what_is_kept_is_read_again_from_the_file(data: st.DataObject, game: str) -> None:
    evaluation = data.draw(evaluations(GAMES[game].colours))
    record = Record.new(game)
    record.root.comment = "Before."
    keep_evaluation(record.root, KeptEvaluation({"one": 1.0, "other": 0.0}))
    keep_evaluation(record.root, evaluation)
    again = load(dump_sgf(record))
    assert evaluation_of(again.root) == evaluation
    assert (again.problems, again.root.comment, again) == ((), "Before.", record)

"""A text edited at random."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from boche.viewer.table.text_edit import CUTS, MOVES, TextEdit

KEYS = [*MOVES, *CUTS, *(f"Shift+{m}" for m in MOVES if "Ctrl" not in m),
        *(m.replace("Ctrl+", "Ctrl+Shift+") for m in MOVES if "Ctrl" in m), "Ctrl+A"]  # fmt: skip


@given(st.lists(st.one_of(st.sampled_from(KEYS), st.text(max_size=4)), max_size=30), st.booleans())
def test_whatever_is_done_it_stays_in_order(steps: list[str], many: bool) -> None:
    edit = TextEdit(many=many, most=12)
    for step in steps:
        edit = (edit.key(step) if step in KEYS else None) or edit.typed(step)
        assert 0 <= edit.mark <= len(edit.text) <= 12
        assert 0 <= edit.cursor <= len(edit.text)
        assert many or "\n" not in edit.text

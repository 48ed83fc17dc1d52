"""Settings of any values."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from boche.viewer.storage.settings import (
    Settings,
    read_settings,
)


@given(
    st.dictionaries(
        st.sampled_from([f.name for f in fields(Settings)]) | st.text(max_size=5),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
            lambda inner: (
                st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=2)
            ),
            max_leaves=5,
        ),
    )
)
def test_any_values_give_settings(values: dict[str, Any]) -> None:
    settings, messages = read_settings(values)
    again, none = read_settings(
        {f.name: getattr(settings, f.name) for f in fields(Settings) if f.name != "other"}
        | {name: list(getattr(settings, name)) for name in ("window_size", "recent", "told")}
    )
    assert none == []
    assert replace(again, other=settings.other) == settings
    assert len(messages) <= len(values)

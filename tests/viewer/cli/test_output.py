"""Output that commands write besides their results."""

from __future__ import annotations

import io
from itertools import count

import pytest
import tqdm.std

from boche.viewer.cli.output import progress


@pytest.mark.parametrize("terminal", [True, False])
def test_a_bar_is_for_a_terminal_alone(monkeypatch: pytest.MonkeyPatch, terminal: bool) -> None:
    seen = io.StringIO()
    seen.isatty = lambda: terminal  # type: ignore[method-assign]
    monkeypatch.setattr("sys.stderr", seen)
    monkeypatch.setattr(tqdm.std, "time", count().__next__)  # each item appears to take seconds
    assert list(progress("abc", 3, "letter")) == ["a", "b", "c"]
    assert ("3/3" in seen.getvalue()) is terminal

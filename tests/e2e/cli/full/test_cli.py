"""What a command line says that takes long."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.cli import test_cli as push
from tests.e2e.cli.samples import FIGURE


@pytest.mark.parametrize("line", [("analyse", FIGURE, "--playouts", "20", "--write")])
def test_a_record_replaces_a_file_only_where_that_is_asked_for(
    boche, tmp_path: Path, line: tuple[str, ...]
) -> None:
    push.test_a_record_replaces_a_file_only_where_that_is_asked_for(boche, tmp_path, line)

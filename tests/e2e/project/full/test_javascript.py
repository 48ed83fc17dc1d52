"""What checks the scripts of the pages sees all of them, and them as pages get them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.project import test_javascript as push


@pytest.mark.parametrize("configuration", ["tsconfig.json"])
def test_what_is_not_imported_is_not_known(configuration: str, tmp_path: Path) -> None:
    push.test_what_is_not_imported_is_not_known(configuration, tmp_path)

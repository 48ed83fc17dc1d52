"""All records and lessons that are shipped, against the slow rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.push import test_shipped_records as push
from tests.games.push.test_shipped_records import SHIPPED


@pytest.mark.parametrize(
    "path", [path for at, path in enumerate(SHIPPED) if at % 4], ids=lambda path: path.name
)
def test_shipped_records_end_as_the_slow_rules_say(path: Path) -> None:
    push.test_shipped_records_end_as_the_slow_rules_say(path)

"""Films as files: read back picture by picture; nothing remains of an unfinished one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.gl import test_film as push


@pytest.mark.parametrize("theme", ["dark"])
def test_the_table_of_a_gif_has_the_tones_that_were_drawn(theme: str, tmp_path: Path) -> None:
    push.test_the_table_of_a_gif_has_the_tones_that_were_drawn(theme, tmp_path)

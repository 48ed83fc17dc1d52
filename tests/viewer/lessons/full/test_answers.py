"""Comments on wrong tries in lessons: each try is answered for its own fault, and truthfully."""

from __future__ import annotations

import pytest

from tests.viewer.lessons.answers import NAMES, Task
from tests.viewer.lessons.push import test_answers as push


@pytest.mark.parametrize(
    "lesson", [name for at, name in enumerate(NAMES) if at % 3], ids="-".join, indirect=True
)
def test_what_is_said_of_a_wrong_move_is_true(tasks: list[Task]) -> None:
    push.test_what_is_said_of_a_wrong_move_is_true(tasks)

"""Every try that a lesson knows, made at the table."""

from __future__ import annotations

import pytest

from boche.viewer.lessons.lesson import Lesson
from tests.viewer.lessons.answers import NAMES
from tests.viewer.lessons.push.test_every_lesson import FIRST, check_tries, home

__all__ = ["home"]


@pytest.mark.parametrize(
    "lesson", [each for each in NAMES if each not in FIRST], ids="-".join, indirect=True
)
def test_each_try_is_answered_and_a_wrong_one_is_taken_back(lesson: Lesson) -> None:
    check_tries(lesson)

"""Fixtures: the lessons, each read when its first test needs it and not to name the tests."""

from __future__ import annotations

import pytest

from boche.viewer.lessons.lesson import Lesson
from tests.viewer.lessons.answers import Task, lesson_of, tasks_of


@pytest.fixture
def lesson(request: pytest.FixtureRequest) -> Lesson:
    return lesson_of(*request.param)


@pytest.fixture
def tasks(lesson: Lesson) -> list[Task]:
    return tasks_of(lesson)

"""More random sessions than before a push."""

from __future__ import annotations

from hypothesis import settings

from tests.viewer.session.push.test_session_random import RandomSession


class TestRandomSession(RandomSession.TestCase):
    settings = settings(max_examples=80, stateful_step_count=50, deadline=None, derandomize=True)

"""What all tests share."""

from __future__ import annotations

import os

from hypothesis import settings

# The same examples each time where others wait for the answer; new ones on a developer's machine.
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("developer", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "developer")

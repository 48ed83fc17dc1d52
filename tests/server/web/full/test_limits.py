"""Every door but the first of each limit, which a push tries."""

from __future__ import annotations

import pytest

from boche.server.limits import Limit
from tests.server.web import test_limits as push
from tests.server.web.doors import World
from tests.server.web.site import Site
from tests.server.web.test_limits import CASES, FIRST, world

__all__ = ["world"]

REST = [case for case in CASES if case not in FIRST]


@pytest.mark.parametrize(
    ("limit", "name"), REST, ids=[f"{limit.name} {name}" for limit, name in REST]
)
def test_each_door_counts(site: Site, world: World, limit: Limit, name: str) -> None:
    push.test_each_door_counts(site, world, limit, name)

"""The cost of a click as a count of calls, the same on any machine, not as a time."""

from __future__ import annotations

from boche.engine.recent import MOST
from boche.viewer.session import Session
from boche.viewer.storage.settings import Settings
from tests.viewer.table.user import User
from tests.work import calls_of

FILES, CALLS = 40, 220  # measured: 34 files, 218 calls, none of them for display only
WITH_VIEW = 645  # measured: 644 calls for the click and the next view together


def test_a_click_that_places_a_cube_takes_few_steps() -> None:
    user = User(Settings(), size=4)
    for _ in range(MOST):  # as late in a game, when each new position puts an old one away
        Session.new(size=4).play("a:b1")
    user.click(*user.spot("b1"))
    user.settle()
    user.controller.drawn(user.view)  # one-time work is done by now
    x, y = user.spot("a1")
    user.controller.pointer_moved(x, y, user.later())
    user.controller.pressed("left", x, y, user.later())
    now = user.later(0.05)
    found = calls_of(lambda: user.controller.released("left", x, y, now))
    assert len(user.session.cursor.moves) == 2
    assert len(found) <= FILES, sorted(found)
    assert found.total() <= CALLS, found.most_common()
    # The click does not merely postpone its work to the next view.
    shown = calls_of(user.controller.view)
    assert found.total() + shown.total() <= WITH_VIEW, shown.most_common()


def test_a_pointer_that_stays_is_not_picked_anew() -> None:
    user = User(size=4)
    user.move_to("b1")
    spot = user.spot("b1")
    pick = user.controller.table.picker.pick.__module__.replace(".", "/")
    found = calls_of(lambda: user.controller.pointer_moved(*spot, user.later()))
    assert not [file for file in found if file.endswith(f"{pick}.py")]
    user.key("Enter")
    found = calls_of(lambda: user.controller.pointer_moved(spot[0] + 1, spot[1], user.later()))
    assert [file for file in found if file.endswith(f"{pick}.py")]

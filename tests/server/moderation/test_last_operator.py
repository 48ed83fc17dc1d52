"""The last operator cannot be removed, by whichever way: nobody could moderate afterwards."""

from __future__ import annotations

import pytest

from boche.server.errors import ConflictError
from boche.server.people.accounts import find
from boche.server.play import moderation
from boche.server.play.account_deletion import leave
from boche.server.play.moderation import AT_COMMAND_LINE
from tests.server.desk import PASSWORD, START, Desk
from tests.server.mail.conftest import mailer
from tests.server.mail.office import Mailer
from tests.server.web.conftest import site
from tests.server.web.site import Site

__all__ = ["mailer", "site"]
LAST = "ann is the last operator; make somebody else an operator first"


def appoint(desk: Desk, name: str) -> None:
    desk.store.write(lambda t: moderation.appoint(t, AT_COMMAND_LINE, name, START))


def test_by_a_command(desk: Desk) -> None:
    ann, _ = desk.person("ann"), desk.person("bob")
    appoint(desk, "ann")
    assert desk.refused(f"delete ann {PASSWORD}") == (409, LAST)
    with pytest.raises(ConflictError):
        desk.store.write(lambda t: leave(t, ann, START))
    desk.do(f"delete bob {PASSWORD}")
    desk.person("carl")
    appoint(desk, "carl")
    desk.do(f"delete ann {PASSWORD}")
    assert desk.refused(f"delete carl {PASSWORD}")[0] == 409


def test_by_mail(mailer: Mailer) -> None:
    mailer.board()
    appoint(mailer.desk, "ann")
    mailer.answered(subject=f"delete ann {PASSWORD}")
    to = mailer.letters()[-1]["Reply-To"]
    assert LAST in " ".join(mailer.answered("yes", to=to).split())
    assert mailer.store.read(lambda t: find(t, "ann")) is not None
    appoint(mailer.desk, "bob")
    assert "is deleted" in mailer.answered("yes", to=to), "the same yes does it now"


def test_by_the_api_as_the_page_does(site: Site) -> None:
    session = site.sign_up("ann")
    site.service.store.write(lambda t: moderation.appoint(t, AT_COMMAND_LINE, "ann", site.now))
    assert site.refused("DELETE", "/api/me", {"password": PASSWORD}, auth=session) == (409, LAST)
    assert site.service.store.read(lambda t: find(t, "ann")) is not None

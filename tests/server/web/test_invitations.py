"""Signing up by invitation: regardless of limits, so many times, until it expires."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from boche.engine.durations import DAY
from boche.server.people import invitations
from tests.server.desk import PASSWORD
from tests.server.web.site import Site

ROOM = "203.0.113.7"
"""The single address of a club."""


def invite(site: Site, uses: int, days: float | None = None) -> str:
    return site.service.store.write(
        lambda transaction: invitations.invite(transaction, uses, days, "club", site.now)
    )


def sign_up(site: Site, name: str, invitation: str | None = None) -> tuple[int, str]:
    given = {"name": name, "password": PASSWORD, "mail": f"{name}@example.org"}
    given |= {"invitation": invitation} if invitation else {}
    answer = site.ask("POST", "/api/accounts", given, x_forwarded_for=ROOM)
    return answer.status_code, answer.json().get("error", "")


def test_a_club_signs_up_behind_one_address(site: Site) -> None:
    found = [sign_up(site, f"before{number}")[0] for number in range(12)]
    assert found == [201] * 10 + [429] * 2
    secret = invite(site, 30)
    assert [sign_up(site, f"member{number}", secret)[0] for number in range(30)] == [201] * 30
    assert sign_up(site, "late", secret) == (
        403, "this invitation is used up; ask whoever sent it for another one"
    )  # fmt: skip


def test_an_invitation_that_was_used_for_nothing_is_not_used(site: Site) -> None:
    secret = invite(site, 1)
    site.sign_up("ann")
    assert sign_up(site, "ann", secret)[0] == 409
    assert sign_up(site, "bob", secret)[0] == 201


@pytest.mark.parametrize(
    ("days", "after", "said"),
    [(2.0, 2 * DAY + 1, "has expired"), (None, 0.0, "does not exist")],
)
def test_one_that_is_not_good_is_told_in_a_line(
    site: Site, days: float | None, after: float, said: str
) -> None:
    secret = invite(site, 5, days) if days else "A" * 43
    site.now += after
    status, reason = sign_up(site, "ann", secret)
    assert (status, said in reason) == (403, True)
    page = site.ask("GET", f"/sign-up?invite={secret}")
    assert page.status_code == 403
    assert said in page.text
    assert 'name="invitation"' not in page.text


def test_the_page_of_a_link_signs_up(site: Site) -> None:
    secret = invite(site, 1)
    page = site.ask("GET", f"/sign-up?invite={secret}")
    assert page.status_code == 200
    assert "You have been invited" in page.text
    assert f'name="invitation" value="{secret}"' in page.text
    sent = {"name": "a", "password": PASSWORD, "invitation": secret}
    refused = site.ask("POST", "/sign-up", content=urlencode(sent).encode())
    assert f'name="invitation" value="{secret}"' in refused.text  # to be sent again
    sent["name"] = "ann"
    assert site.ask("POST", "/sign-up", content=urlencode(sent).encode()).status_code == 303
    assert sign_up(site, "bob", secret)[0] == 403


def test_revoked_is_over_and_the_list_names_no_secret(site: Site) -> None:
    secret, store = invite(site, 5), site.service.store
    (one,) = store.read(invitations.listed)
    assert (one.uses, one.note) == (5, "club")
    assert secret not in repr(one)
    store.write(lambda transaction: invitations.revoke(transaction, one.name))
    assert "does not exist" in sign_up(site, "ann", secret)[1]

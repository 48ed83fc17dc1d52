"""The log tells its operator whom the server has refused what, without what they sent."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from boche.server import limits
from boche.server.infrastructure.tally import TALLY
from boche.server.limits import Limit, Rules
from boche.server.policy import CLOSED, Policy
from tests.server.desk import PASSWORD
from tests.server.web.site import Site

HERE = "203.0.113.7"


@pytest.fixture(autouse=True)
def log(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    caplog.set_level(logging.INFO, "boche")
    yield
    limits.set_rules(Rules())


def test_wrong_passwords(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    site.sign_up("ann")
    for n in range(25):
        body = {"name": "ann", "password": f"wrong-secret-{n}"}
        site.refused("POST", "/api/session", body, x_forwarded_for=HERE)
    TALLY.flush(everything=True)
    assert [line for line in caplog.messages if line.startswith("sign-in refused: wrong")] == [
        f"sign-in refused: wrong password, from {HERE}",
        f"sign-in refused: wrong password, 9 more times in a minute, from {HERE}",
    ]
    assert f"sign-in refused: too many wrong passwords, from {HERE}" in caplog.messages
    assert f"request refused: 429 too many (POST /api/session), from {HERE}" in caplog.messages
    assert "wrong-secret" not in caplog.text
    assert "ann" not in caplog.text


def test_wrong_passwords_in_commands(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    site.sign_up("ann")
    lines = "multiple\n" + "boche games next\nmail ann wrong-horse\n" * 2
    site.ask("POST", "/command", content=lines.encode(), x_forwarded_for=HERE)
    assert caplog.messages == [f"sign-in refused: wrong password, from {HERE}"]


def test_refused_sign_ups(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    limits.set_rules(Rules({"accounts": Limit("accounts", 1, 600.0)}))
    for n in range(5):
        site.ask("POST", "/api/accounts", {"name": f"zoe{n}", "password": PASSWORD},
                 x_forwarded_for=HERE)  # fmt: skip
    TALLY.flush(everything=True)
    assert f"sign-up refused: too many accounts, from {HERE}" in caplog.messages
    assert (
        f"sign-up refused: too many accounts, 3 more times in a minute, from {HERE}"
        in caplog.messages
    )
    limits.set_rules(Rules(policy=Policy(sign_up=CLOSED)))
    site.refused(
        "POST", "/api/accounts", {"name": "zoe", "password": PASSWORD}, x_forwarded_for=HERE
    )
    assert any(line.startswith("sign-up refused: not allowed") for line in caplog.messages)
    assert "zoe" not in caplog.text


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ({"path": "/api/accounts", "content": b"x" * 200_000}, "413 too large"),
        ({"path": "/api/accounts", "content": b"{"}, "400 it cannot be read"),
        ({"path": "/api/accounts", "content": b"{}", "sec_fetch_site": "cross-site"},
         "403 not allowed"),
    ],
)  # fmt: skip
def test_refused_requests(
    site: Site, caplog: pytest.LogCaptureFixture, more: dict[str, str], line: str
) -> None:
    for _ in range(3):
        site.ask("POST", **more, x_forwarded_for=HERE)  # type: ignore[arg-type]
    where = "unknown" if "403" in line else "/api/accounts"  # it is not looked at further
    assert caplog.messages == [f"request refused: {line} (POST {where}), from {HERE}"]


def test_a_proxy_that_passes_on_any_text_forges_no_line(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    site.ask("POST", "/api/accounts", content=b"{", x_forwarded_for="1.2.3.4 boche: forged")
    assert [line.rpartition(", ")[2] for line in caplog.messages] == ["from an unknown address"]


def test_what_people_do_every_day_is_no_refusal(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    for path in ("/nothing", "/account", "/api/me", "/board/17"):
        site.ask("GET", path)
    assert caplog.messages == []


def test_the_page_on_privacy_says_so(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    page = site.ask("GET", "/privacy").text
    assert "has the address of whoever is refused something" in page
    caplog.set_level(logging.WARNING, "boche")
    assert "has no addresses and no requests" in site.ask("GET", "/privacy").text

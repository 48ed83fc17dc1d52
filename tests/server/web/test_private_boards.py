"""Private boards: for their players and those with the link to watch, by every way there is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.routing import Route

from boche.server.commands.runner import Sender
from boche.server.web.app import BY_FRAGMENT
from tests.server.web.site import Site, Stream

NOT_FOUND = 404


def paths_of(site: Site, number: int) -> Iterator[tuple[str, str]]:
    """Yield the method and path of all that is asked of one board."""
    for route in site.app.routes:
        if not isinstance(route, Route) or "{board:number}" not in route.path:
            continue
        if route.path in BY_FRAGMENT or route.path.startswith("/admin/"):
            continue
        for method in sorted((route.methods or set()) - {"HEAD"}):
            yield method, route.path.replace("{board:number}", str(number))


@pytest.fixture
def private(site: Site) -> tuple[int, str, str]:
    """Return a private board with a move, the header of the first seat, the secret to watch."""
    number, one, _ = site.friends(private=True)
    site.post(f"/api/boards/{number}/moves", {"move": "c:a2"}, auth=one)
    return number, one, site.get(f"/api/boards/{number}", auth=one)["watch"]


def test_nothing_of_a_private_board_is_shown_to_others(
    site: Site, private: tuple[int, str, str]
) -> None:
    number, _, _ = private
    for auth in (None, site.sign_up("ann"), "Seat wrong"):
        for method, path in paths_of(site, number):
            answer = site.ask(method, path, {} if method != "GET" else None, auth=auth)
            assert answer.status_code == NOT_FOUND, (method, path, auth)
            assert "c:a2" not in answer.text, (method, path)


def test_the_page_itself_says_nothing_of_a_private_game(
    site: Site, private: tuple[int, str, str]
) -> None:
    number, _, watch = private
    for path in sorted(BY_FRAGMENT):
        answer = site.ask("GET", path.replace("{board:number}", str(number)))
        for secret in ("c:a2", watch, "friend</bdi>", f"/board/{number}.svg"):
            assert secret not in answer.text, (path, secret)


def test_seats_and_the_link_to_watch_show_a_private_board(
    site: Site, private: tuple[int, str, str]
) -> None:
    number, one, watch = private
    for path in ("", "/record.sgf", "/shared", "/positions", "/targets", "/people"):
        for auth in (one, f"Seat {watch}"):
            answer = site.ask("GET", f"/api/boards/{number}{path}", auth=auth)
            assert answer.status_code == 200, (path, auth)
    for path in (f"/api/boards/{number}/record.sgf", f"/board/{number}.svg"):
        assert site.ask("GET", f"{path}?watch={watch}").status_code == 200, path
    cookie = f"boche_seat={watch}"
    assert "c:a2" in site.ask("GET", f"/board/{number}/plain", cookie=cookie).text
    assert site.ask("GET", f"/board/{number}/plain/board.svg", cookie=cookie).status_code == 200


def test_whoever_watches_a_private_game_has_no_seat(
    site: Site, private: tuple[int, str, str]
) -> None:
    number, _, watch = private
    auth = f"Seat {watch}"
    assert site.get(f"/api/boards/{number}", auth=auth)["own"] == []
    for method, path, body in (
        ("POST", "moves", {"move": "c:b1"}), ("POST", "resign", {}), ("GET", "notes", None),
        ("GET", "talk", None), ("POST", "offers", {"what": "draw"}),
    ):  # fmt: skip
        status, _ = site.refused(method, f"/api/boards/{number}/{path}", body, auth=auth)
        assert status == 403, path


def test_an_accounts_private_game_needs_no_link(site: Site) -> None:
    ann = site.sign_up("ann")
    number = site.post("/api/boards", {"game": "boche"}, auth=ann)["board"]
    assert site.get(f"/api/boards/{number}", auth=ann)["private"]
    assert site.refused("GET", f"/api/boards/{number}", auth=site.sign_up("bob"))[0] == NOT_FOUND


def test_streams_tell_of_a_private_board_by_a_seat_or_the_link(
    site: Site, private: tuple[int, str, str]
) -> None:
    number, _, watch = private
    public, seat, _ = site.friends()
    site.post(f"/api/boards/{public}/moves", {"move": "c:b1"}, auth=seat)
    asked = [{"board": number}, {"board": public}]
    events = heard(site, {"boards": asked})
    assert {event["of"] for event in events} == {1}
    assert events[-1]["text"] == "c:b1"
    assert heard(site, {"boards": [{"board": number, "secret": watch}]})[-1]["text"] == "c:a2"


def heard(site: Site, body: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what a stream tells up to the first move."""
    stream = Stream(site, "/api/events", body)
    events = stream.until("move")
    stream.close()
    return events


@pytest.mark.parametrize("command", ["show {}", "history {}", "show {}#1", "moves {}"])
def test_commands_show_no_private_board(
    site: Site, private: tuple[int, str, str], command: str
) -> None:
    number, _, _ = private
    answer = site.service.runner.answer(command.format(number), "", Sender())
    assert answer.status >= 400
    assert "c:a2" not in answer.text


def test_a_rematch_has_the_same_link_to_watch(site: Site, private: tuple[int, str, str]) -> None:
    number, one, two = site.friends(private=True)
    watch = site.get(f"/api/boards/{number}", auth=one)["watch"]
    site.post(f"/api/boards/{number}/moves", {"move": "c:a2"}, auth=one)
    site.post(f"/api/boards/{number}/resign", auth=two)
    site.post(f"/api/boards/{number}/rematch", auth=one)
    after = site.post(f"/api/boards/{number}/rematch", auth=two)["board"]
    assert site.get(f"/api/boards/{after}", auth=f"Seat {watch}")["own"] == []
    assert site.refused("GET", f"/api/boards/{after}")[0] == NOT_FOUND


def test_the_link_to_watch_opens_the_page_without_scripts(
    site: Site, private: tuple[int, str, str]
) -> None:
    number, _, watch = private
    page = site.ask("GET", f"/board/{number}/plain")
    assert "is private" in page.text
    form = f"seat=http://test/board/{number}%23watch%3D{watch}".encode()
    answer = site.ask(
        "POST", f"/board/{number}/plain/seat", content=form,
        content_type="application/x-www-form-urlencoded", sec_fetch_site="same-origin",
    )  # fmt: skip
    assert answer.status_code == 303
    assert watch in answer.headers["set-cookie"]

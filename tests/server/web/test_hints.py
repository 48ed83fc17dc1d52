"""Hints: a move of a stronger level with a reason, in unrated games against the computer only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from boche.engine.games.registry import GAMES
from boche.server import limits
from boche.server.database.store import Transaction
from boche.server.play import moves
from boche.server.play.actor import Actor
from boche.server.play.match import load
from boche.server.thinking import advice
from tests.server.web.site import Site


class Aside:
    """Work done in this process; ``done`` counts it."""

    done = 0

    def do(self, work: Callable[..., Any], *arguments: Any) -> Any:
        self.done += 1
        return work(*arguments)

    def close(self) -> None:
        pass


@pytest.fixture
def aside(site: Site, monkeypatch: pytest.MonkeyPatch) -> Aside:
    """Let hints be searched for here: a process takes seconds to start."""
    found = Aside()
    monkeypatch.setattr(site.service, "aside", found)
    return found


def against_level(site: Site, **more: Any) -> tuple[str, str]:
    """Set up a game against level 1; return the path for hints and the guest's header."""
    made = site.post("/api/boards", {"game": "boku", "against": "level", "level": 1} | more)
    return f"/api/boards/{made['board']}/hint", f"Seat {made['secrets'][made['own'][0]]}"


def test_a_hint_is_a_move_that_can_be_chosen_with_a_reason(site: Site, aside: Aside) -> None:
    path, seat = against_level(site)
    hint = site.post(path, auth=seat)
    assert site.service.store.read(lambda t: load(t, 1)).position.play(hint["move"])
    assert hint["steps"][-1][1] == hint["move"]
    assert hint["reason"].startswith("Your chances then: about ")


def test_the_same_position_is_searched_and_counted_once(site: Site, aside: Aside) -> None:
    path, seat = against_level(site)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "HINTS", limits.Limit("hints", 1, 1000.0))
        assert site.post(path, auth=seat) == site.post(path, auth=seat)
        assert aside.done == 1
        other, its_seat = against_level(site, game="boche", options={"size": 4})
        status, reason = site.refused("POST", other, auth=its_seat)
    assert (status, reason.partition(";")[0]) == (429, "too many hints")


def test_who_gets_none(site: Site, aside: Aside) -> None:
    number, one, two = site.friends()
    assert site.refused("POST", f"/api/boards/{number}/hint", auth=one)[0] == 403
    path, _ = against_level(site)
    assert site.refused("POST", path)[0] == 403
    assert site.refused("POST", path, auth=two)[0] == 403
    waits, its_seat = against_level(site, begins="other")
    assert site.refused("POST", waits, auth=its_seat)[0] == 409
    ann = site.sign_up("ann")
    rated = {"game": "boku", "against": "level", "level": 1, "rated": True}
    made = site.post("/api/boards", rated, auth=ann)
    assert site.refused("POST", f"/api/boards/{made['board']}/hint", auth=ann)[0] == 403
    assert site.refused("POST", "/api/boards/999/hint", auth=ann)[0] == 404
    assert aside.done == 0


def test_without_scripts_a_button_asks(site: Site, aside: Aside) -> None:
    _, seat = against_level(site)
    cookie, path = f"boche_seat={seat.removeprefix('Seat ')}", "/board/1/plain"
    assert "Give me a hint" in site.ask("GET", path, cookie=cookie).text
    kind = "application/x-www-form-urlencoded"
    sent = site.ask("POST", f"{path}/hint", content=b"", cookie=cookie, content_type=kind)
    assert (sent.status_code, sent.headers["location"]) == (303, f"{path}?hint=1#your-move")
    for _ in range(2):  # loaded again, it sends no form
        hinted = site.ask("GET", f"{path}?hint=1", cookie=cookie)
        assert "Your chances then: about " in hinted.text
    assert aside.done == 1
    assert "Your chances" not in site.ask("GET", f"{path}?hint=1").text, "nobody else is given it"
    assert "Give me a hint" not in site.ask("GET", path).text
    refused = site.ask("POST", f"{path}/hint", content=b"", content_type=kind)
    assert refused.status_code == 403


def test_a_search_that_is_not_ready_is_asked_for_again(site: Site) -> None:
    class Slow(Aside):
        def do(self, work: Callable[..., Any], *arguments: Any) -> Any:
            raise TimeoutError

    path, seat = against_level(site)
    site.service.aside.close()
    site.service.aside = Slow()  # type: ignore[assignment]
    answer = site.ask("POST", path, auth=seat)
    assert answer.status_code == 503
    assert "retry-after" in answer.headers


@pytest.mark.parametrize(
    ("game", "options", "moves", "reason"),
    [
        ("boku", {}, "f3 a1 f4 a3 f5 b5 f6 f2", "Black wins with 5 in a row, f3 to f7."),
        (
            "boku",
            {},
            "b4 c4 a1 d4 i6 e4 k9 f4",
            "It stops the threat: White can make five in a row: g4.",
        ),
        (
            "boku",
            {},
            "f4 a1 f5 a3 f6 b5",
            "It threatens five in a row: f2 or f7. With it you win in 2 moves, whatever White",
        ),
        (
            "boku",
            {},
            "f5 a1 e5 b1",
            "It makes 3 in a row, d5 to f5, with both ends open. Your chances then: about",
        ),
        (
            "boku",
            {},
            "e3 a1 e4 a3 e5 a5 e6",
            "Makes 3 in a row. With best play Black wins; all moves are equally good.",
        ),
        ("octi", {"bases": 1}, "", "It brings a pod from the reserve onto the home square "),
        (
            "boche",
            {"size": 2},
            "c:a1",
            "The players exchange colours. With it you win in 2 moves, whatever Dark plays.",
        ),
    ],
)
def test_a_reason_says_what_is_so(
    game: str, options: dict[str, Any], moves: str, reason: str
) -> None:
    complete = GAMES[game].complete(options)
    assert advice.advise(game, complete, moves.split())["reason"].startswith(reason)


def test_no_hint_is_about_a_position_of_a_running_game_between_people(
    site: Site, aside: Aside
) -> None:
    """Whoever copies it move by move into a game against the computer learns nothing there."""
    line = ["f5", "f6", "e5", "e6"]
    number, one, two = site.friends(game="boku", options={})
    for ply, move in enumerate(line):
        site.post(f"/api/boards/{number}/moves", {"move": move}, auth=(one, two)[ply % 2])
    path, seat = against_level(site, begins="me")
    copy = int(path.split("/")[3])

    def work(transaction: Transaction) -> None:
        for ply, move in enumerate(line):
            board = load(transaction, copy)
            own = board.seats[ply % 2]
            moves.move(transaction, Actor(own.user, own.secret), copy, move, site.now)

    site.service.store.write(work)
    status, reason = site.refused("POST", path, auth=seat)
    assert (status, "going on now" in reason) == (403, True)
    site.post(f"/api/boards/{number}/resign", auth=two)
    assert site.post(path, auth=seat)["move"]

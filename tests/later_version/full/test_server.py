"""A server's database that is older than an option of its games: everything goes on."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.record import loads
from boche.server.database.connect import open_store
from boche.server.play.match import load
from boche.server.thinking import pictures
from boche.server.thinking.search_job import think
from boche.server.web.tournaments import sweep
from boche.viewer.remote.parsing import board_of
from tests.later_version.option import one_more_option
from tests.later_version.stored import CHANGED, HOUR, SLOW
from tests.server.web.site import Site
from tests.server.web.test_hints import Aside


class Later:
    """A server of the later version, with the database of a game; ``notes`` say what is there."""

    def __init__(self, site: Site, game: str, notes: dict[str, Any]) -> None:
        self.site, self.game, self.notes = site, game, notes
        self.auth: dict[str, str] = notes["auth"]
        site.now = notes["now"]

    def board(self, number: int, auth: str | None = None) -> dict[str, Any]:
        found: dict[str, Any] = self.site.get(f"/api/boards/{number}", auth=auth)
        assert found["options"]["later"] is False
        return found

    def play(self, number: int, move: str, auth: str) -> None:
        self.site.post(f"/api/boards/{number}/moves", {"move": move}, auth=auth)

    def resign(self, number: int, auth: str) -> None:
        self.site.post(f"/api/boards/{number}/resign", auth=auth)

    def page(self, path: str, auth: str | None = None) -> str:
        """Return a page, which must be there."""
        answer = self.site.ask("GET", path, auth=auth, accept="text/html")
        assert answer.status_code == 200, f"{path}: {answer.text}"
        return answer.text


@pytest.fixture(params=list(GAMES))
def later(
    stored: Path, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Later]:
    game = request.param
    path = tmp_path / f"{game}.db"
    shutil.copy(stored / path.name, path)
    notes = json.loads((stored / f"{game}.json").read_text())
    store = open_store(f"sqlite:///{path}")
    # Other processes would be of this version.
    monkeypatch.setattr(pictures, "WorkerProcess", lambda patience: Aside())
    with one_more_option(), Site(store) as site:
        monkeypatch.setattr(site.service, "aside", Aside())
        yield Later(site, game, notes)
    store.close()


def test_running_games_are_shown_and_played_on(later: Later) -> None:
    (number, one, two), line = later.notes["running"], later.notes["line"]
    assert later.board(number)["moves"] == line[:4]
    scenes = f"/api/boards/{number}"
    for path in (f"/board/{number}", f"/board/{number}.svg?ply=4", f"{scenes}/positions",
                 f"{scenes}/shared", f"{scenes}/targets"):  # fmt: skip
        later.page(path, one)
    later.play(number, line[4], one)
    assert later.board(number)["moves"] == line[:6], "the conditional move is played"
    later.play(number, line[6], one)
    later.resign(number, two)
    assert later.site.post(f"/api/boards/{number}/rematch", auth=one)
    later.site.post(f"/api/boards/{number}/rematch", auth=two)
    after = later.board(number)["after"]
    assert later.board(after)["options"] == later.board(number)["options"]


def test_lists_and_pages_show_everything(later: Later) -> None:
    ann = later.auth["ann"]
    for path in ("/", "/games", "/lobby", "/watch", "/tournaments", f"/ladders/{later.game}",
                 "/people/ann", f"/tournaments/{later.notes['begun']}",
                 f"/board/{later.notes['own']}", "/analysis"):  # fmt: skip
        assert "Later option" not in later.page(path, ann).split("<form")[0], path
    boards = later.site.get("/api/boards?user=me", auth=ann)["boards"]
    assert len(boards) > 4
    for row in (*boards, *later.site.get("/api/tournaments")["tournaments"],
                *later.site.get("/api/seeks")["seeks"]):  # fmt: skip
        assert row["options"]["later"] is False
    later.site.get("/api/me/export", auth=ann)


def test_records_and_analyses_are_there(later: Later) -> None:
    number, one, _ = later.notes["over"]
    record = loads(later.site.ask("GET", f"/api/boards/{number}/record.sgf").text, strict=True)
    assert record.options == later.board(number)["options"]
    later.page(f"/board/{number}/page.html", one)
    found = later.site.get(f"/api/boards/{number}/analysis", auth=one)
    assert (found["state"], len(found["review"]["evaluations"])) == ("done", 7)
    lines = {"board": number, "lines": [record.moves()[:2]]}
    later.site.ask("POST", "/api/analysis/record.sgf", lines, auth=one)
    again = later.site.post("/api/analysis", later.notes["asked"], auth=later.auth["eve"])
    assert again["key"] == later.notes["key"], "it was asked about before the option came"
    piece = later.site.service.store.read(lambda transaction: load(transaction, number))
    assert board_of(later.notes["remote"], later.notes["running"][0]).options["later"] is False
    assert piece.options["later"] is False


def test_the_computer_helps_nobody_in_a_game_from_before(later: Later) -> None:
    asked = {"game": later.game, "line": later.notes["usual"][:5]}
    status, reason = later.site.refused("POST", "/api/analysis", asked, auth=later.auth["ann"])
    assert (status, "your game on board" in reason) == (403, True)
    assert later.site.refused("POST", "/api/analysis", asked, auth=later.auth["eve"])[0] == 403
    started = asked | {"options": {"later": True}}
    assert later.site.refused("POST", "/api/analysis", started, auth=later.auth["eve"])[0] == 403


def test_a_seek_from_before_fits_one_on_the_same_terms(later: Later) -> None:
    seek = {"game": later.game, "options": CHANGED[later.game], "clock": SLOW}
    other = seek | {"options": CHANGED[later.game] | {"later": True}, "begins": "random"}
    assert not later.site.post("/api/seeks", other, auth=later.auth["bob"])["paired"]
    found = later.site.post("/api/seeks", seek | {"begins": "random"}, auth=later.auth["cyd"])
    assert (found["paired"], found["board"]) == (True, later.notes["seek"])
    later.play(found["board"], later.notes["line"][0], later.auth["ann"])


def test_invitations_are_answered_and_the_computer_moves(later: Later) -> None:
    number = later.notes["challenge"]
    later.site.post(f"/api/boards/{number}/answer", {"accepted": True}, auth=later.auth["bob"])
    later.play(number, later.notes["line"][0], later.auth["cyd"])
    board = later.site.service.store.read(
        lambda transaction: load(transaction, later.notes["level"])
    )
    move = think(board.row.game, dict(board.options), board.moves, 1, 0.05)
    assert board.position.is_legal(move)


def test_tournaments_and_ladders_go_on(later: Later) -> None:
    path = f"/api/tournaments/{later.notes['begun']}"
    for game in later.site.get(path)["pairings"]:
        first, second = (later.auth[game[seat]] for seat in ("first", "second"))
        later.play(game["board"], later.notes["line"][0], first)
        later.play(game["board"], later.notes["line"][1], second)
        later.resign(game["board"], second)
    later.site.now += HOUR
    later.site.run(sweep(later.site.service))
    assert later.site.get(path)["round"] == 2
    for number in (later.notes["begun"], later.notes["open"]):
        boards = [each["board"] for each in
                  later.site.get(f"/api/tournaments/{number}")["pairings"]]  # fmt: skip
        assert len(boards) >= 2
        assert later.board(boards[-1])["options"]["later"] is False
    number = later.notes["ladder"]
    later.play(number, later.notes["usual"][0], later.auth["ann"])
    later.resign(number, later.auth["ann"])
    later.site.run(sweep(later.site.service))
    assert later.site.get(f"/api/ladders/{later.game}")["places"][0]["name"] == "bob"

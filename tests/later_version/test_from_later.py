"""What the later version has stored with its option on, opened by this one: one clear line each."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.errors import NewerOptionError
from boche.engine.games.registry import GAMES, stored_options
from boche.engine.match.folder import prepare
from boche.engine.match.plan import MatchError, Plan
from boche.engine.match.tournament import Entrant, Tournament, TournamentPlan
from boche.engine.native.kernels import encoding_of
from boche.engine.record import Record, loads
from boche.server.database.connect import open_store
from boche.server.people.accounts import add_levels
from boche.server.web.tournaments import sweep
from boche.viewer.storage.tournaments import new_file, save_tournament
from boche.viewer.storage.tournaments import stored as stored_tournaments
from tests.later_version.option import one_more_option
from tests.later_version.stored import HOUR, PEOPLE, SLOW, friends, line_of
from tests.server.web.site import Site
from tests.server.web.test_analysis import take
from tests.server.web.test_hints import Aside

ON = {"later": True}


@pytest.mark.parametrize("game", GAMES)
def test_an_option_from_a_newer_version_is_named(game: str) -> None:
    with pytest.raises(NewerOptionError) as told:
        stored_options(game, {"later": False})
    assert str(told.value) == (
        f"this version of {GAMES[game].title} has no option 'later': a newer version saved this; "
        "open it with that version"
    )


@pytest.mark.parametrize("game", GAMES)
def test_what_was_learned_and_solved_is_for_games_without_it(game: str) -> None:
    with one_more_option():
        usual, other = GAMES[game].new(), GAMES[game].new(**ON)
        encoding = encoding_of(GAMES[game])
        assert encoding.weights(usual)
        assert not encoding.weights(other)
        if game == "boche":
            assert GAMES[game].new(size=2).proven_moves()
            assert not GAMES[game].new(size=2, **ON).proven_moves()


@pytest.mark.parametrize("game", GAMES)
def test_a_record_says_so_and_is_read(game: str) -> None:
    with one_more_option():
        record = Record.new(game, **ON)
        record.root.add(str(record.start.random_move()))
        text = bytes(record).decode()
        assert loads(text, strict=True).options == record.options
    assert ["later" in str(problem) for problem in loads(text).problems] == [True]


@pytest.mark.parametrize("game", GAMES)
def test_a_tournament_and_a_match_are_left_alone(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path))
    file, folder = new_file("Friday"), tmp_path / "match"
    with one_more_option():
        options = GAMES[game].complete(ON)
        entrants = (Entrant("Anna"), Entrant("Bert"))
        save_tournament(file, Tournament(TournamentPlan("Friday", game, options, entrants)))
        prepare(folder, Plan("random", "random", game, options))
    problems: list[str] = []
    assert list(stored_tournaments(problems)) == []
    (line,) = problems
    assert line.startswith(f"{file.name}: this version of {GAMES[game].title} has no option")
    assert file.exists()
    with pytest.raises(MatchError, match="contains another match"):
        prepare(folder, Plan("random", "random", game, GAMES[game].complete({})))


@pytest.mark.parametrize("game", ["boche"])
def test_a_server_refuses_its_games_and_goes_on_with_all_others(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(f"sqlite:///{tmp_path / 'server.db'}")
    store.write(lambda transaction: add_levels(transaction, 0.0))
    with Site(store) as site:
        monkeypatch.setattr(site.service, "aside", Aside())
        auth = {name: site.sign_up(name) for name in PEOPLE[:4]}
        line = line_of(game, 3)
        with one_more_option():
            newer = friends(site, game, ON, line[:2])
            over = friends(site, game, ON, line[:2])
            site.post(f"/api/boards/{over[0]}/resign", auth=over[1])
            site.post(f"/api/boards/{over[0]}/analysis", auth=over[1])
            site.post("/api/seeks", {"game": game, "options": ON, "clock": SLOW}, auth=auth["ann"])
            tournaments = [_tournament(site, game, auth, ON)]
        tournaments.append(_tournament(site, game, auth, {}))
        own = friends(site, game, {}, line[:2])
        site.post(f"/api/boards/{own[0]}/moves", {"move": line[2]}, auth=own[1])
        for method, path, body in (
            ("GET", f"/api/boards/{newer[0]}", None),
            ("POST", f"/api/boards/{newer[0]}/moves", {"move": line[2]}),
            ("GET", f"/api/boards/{over[0]}/record.sgf", None),
        ):
            status, reason = site.refused(method, path, body, auth=newer[1])
            assert (status, "has no option 'later'" in reason) == (400, True), path
        for path in (f"/board/{newer[0]}", "/games", "/lobby", "/tournaments", "/watch", "/"):
            assert site.ask("GET", path, auth=auth["ann"], accept="text/html").status_code == 200
        for path in ("/api/boards", "/api/seeks", "/api/tournaments", "/api/boards?user=me"):
            site.get(path, auth=auth["ann"])
        asked = {"game": game, "line": line_of(game, 3, 5)}
        site.post("/api/analysis", asked, auth=auth["bob"])
        piece = take(site)
        assert piece is not None
        assert "later" not in piece.options, "a game of the newer version is not analysed"
        site.now += HOUR
        with pytest.raises(NewerOptionError):
            site.run(sweep(site.service))
        rounds = [site.get(f"/api/tournaments/{number}")["round"] for number in tournaments]
        assert rounds == [0, 1]
    store.close()


def _tournament(site: Site, game: str, auth: dict[str, str], options: dict[str, bool]) -> int:
    payload = {"title": "Friday", "game": game, "options": options, "clock": SLOW, "kind": "swiss",
               "rounds": 2, "starts": site.now + HOUR}  # fmt: skip
    number = int(site.post("/api/tournaments", payload, auth=auth["ann"])["tournament"])
    for each in auth.values():
        site.post(f"/api/tournaments/{number}/join", auth=each)
    return number

"""Store something of every kind, as this version does: ``python -m tests.later_version.stored``.

A process of its own does it, so that nothing of this version is remembered afterwards. The folder
gets a server's database and a file with its boards for each game, and a user's home.
"""

from __future__ import annotations

import json
import os
import random
import sys
from pathlib import Path
from typing import Any

from boche.engine.explorer.build import update
from boche.engine.games.registry import GAMES, new
from boche.engine.match.folder import game_file, prepare
from boche.engine.match.match import play_game
from boche.engine.match.plan import Plan
from boche.engine.match.tournament import Entrant, Tournament, TournamentPlan
from boche.engine.record import Record, dump_moves
from boche.server.database.connect import open_store
from boche.server.people.accounts import add_levels
from boche.server.web.tournaments import sweep
from boche.viewer.session import Session
from boche.viewer.storage.autosave import Autosave
from boche.viewer.storage.kept_games import keep
from boche.viewer.storage.settings import Settings, save_settings
from boche.viewer.storage.tournaments import new_file, save_tournament
from boche.viewer.training.courses import change_results
from boche.viewer.training.mistakes import Known, MistakeExercise
from boche.viewer.training.results import Card, Results
from tests.server.web.site import Site
from tests.server.web.test_analysis import put, take
from tests.viewer.training.test_store import NOW

DAY, HOUR = 86400.0, 3600.0
SLOW = {"start": 7 * DAY, "increment": 7 * DAY, "most": 7 * DAY}
PEOPLE = ("ann", "bob", "cyd", "dan", "eve")
CHANGED: dict[str, dict[str, Any]] = {
    "boche": {"size": 4, "adjacent": True},
    "che": {"num_tiles": 24},
    "boku": {},
    "octi": {"bases": 1},
}
"""Options of each game that are not the usual ones, as far as it has any."""


def line_of(game: str, count: int, seed: int = 1, **options: Any) -> list[str]:
    """Return the first moves of a random game that goes on after them."""
    position, rng, moves = new(game, **options), random.Random(seed), list[str]()
    while len(moves) < count:
        move = str(position.random_move(rng))
        after = position.play(move)
        if after.outcome is None and not after.swapped:
            position = after
            moves.append(move)
    return moves


def play(site: Site, board: int, moves: list[str], *players: str) -> None:
    """Play moves in turn, from the first one of a game on."""
    for ply, move in enumerate(moves):
        site.post(f"/api/boards/{board}/moves", {"move": move}, auth=players[ply % 2])


def friends(site: Site, game: str, options: dict[str, Any], moves: list[str]) -> list[Any]:
    """Let two guests play; return their board and seats."""
    number, one, two = site.friends(game=game, options=options)
    play(site, number, moves, one, two)
    return [number, one, two]


def challenge(site: Site, game: str, options: dict[str, Any], one: str) -> int:
    """Let an account challenge bob; return the board."""
    payload = {"game": game, "options": options, "against": "name", "name": "bob"}
    return int(site.post("/api/boards", payload, auth=one)["board"])


def tournament(site: Site, game: str, auth: dict[str, str], starts: float) -> int:
    """Set up a tournament that four people have joined; return its number."""
    payload = {"title": "Friday", "game": game, "options": CHANGED[game], "clock": SLOW,
               "kind": "swiss", "rounds": 2, "starts": site.now + starts}  # fmt: skip
    number = int(site.post("/api/tournaments", payload, auth=auth["ann"])["tournament"])
    for name in PEOPLE[:4]:
        site.post(f"/api/tournaments/{number}/join", auth=auth[name])
    return number


def analyse(site: Site, game: str) -> None:
    """Do all analyses that wait."""
    first, second = GAMES[game].colours
    while (piece := take(site)) is not None:
        position = new(game, **piece.options)
        for move in piece.moves:
            position = position.play(move)
        best = position.random_move(random.Random(1))
        shares = f"{first} 0.5000, {second} 0.5000; 300 playouts in 0.4 s; spread 0.0100"
        put(site, piece, [shares, f"{best}; 0.5000; 200 visits; best"])


def server(folder: Path, game: str) -> None:
    """Write a server's database with everything of a game, and what it is called there."""
    store = open_store(f"sqlite:///{folder / game}.db")
    store.write(lambda transaction: add_levels(transaction, 0.0))
    options, notes = CHANGED[game], dict[str, Any]()
    line = line_of(game, 8, **options)
    with Site(store) as site:
        auth = {name: site.sign_up(name) for name in PEOPLE}
        notes["auth"], notes["line"] = auth, line
        notes["running"] = friends(site, game, options, line[:4])
        number, one, two = notes["running"]
        site.post(f"/api/boards/{number}/plans", {"path": line[4:5], "move": line[5]}, auth=two)
        notes["remote"] = site.get(f"/api/boards/{number}", auth=one)
        usual = line_of(game, 6)
        notes["own"], notes["usual"] = challenge(site, game, {}, auth["ann"]), usual
        site.post(f"/api/boards/{notes['own']}/answer", {"accepted": True}, auth=auth["bob"])
        play(site, notes["own"], usual[:5], auth["ann"], auth["bob"])
        notes["challenge"] = challenge(site, game, options, auth["cyd"])
        other = line_of(game, 6, 3, **options)
        notes["over"] = friends(site, game, options, other)
        number, one, two = notes["over"]
        site.post(f"/api/boards/{number}/resign", auth=two)
        site.post(f"/api/boards/{number}/analysis", auth=one)
        analyse(site, game)
        other = line_of(game, 2, 5)
        asked = {"game": game, "line": other}
        notes["asked"] = asked
        notes["key"] = site.post("/api/analysis", asked, auth=auth["eve"])["key"]
        seek = {"game": game, "options": options, "clock": SLOW}
        notes["seek"] = site.post("/api/seeks", seek, auth=auth["ann"])["board"]
        level = {"game": game, "against": "level", "level": 1, "begins": "other"}
        notes["level"] = site.post("/api/boards", level, auth=auth["ann"])["board"]
        notes["begun"] = tournament(site, game, auth, HOUR)
        site.now += HOUR
        site.run(sweep(site.service))
        notes["open"] = tournament(site, game, auth, HOUR)
        for name in PEOPLE[:3]:
            site.post(f"/api/ladders/{game}/join", auth=auth[name])
        made = site.post(f"/api/ladders/{game}/challenge", {"name": "ann"}, auth=auth["bob"])
        notes["ladder"], notes["now"] = made["board"], site.now
    store.close()
    (folder / f"{game}.json").write_text(json.dumps(notes))


def home(game: str) -> None:
    """Keep a user's games, tournament, mistake and match in ``BOCHE_HOME``."""
    options, here = CHANGED[game], Path(os.environ["BOCHE_HOME"])
    line = line_of(game, 4, **options)
    session = Session.new(game, **options)
    session.safety.keep(Autosave())
    for move in line[:3]:
        session.play(move)
    session.edits.undo()
    session.safety.close()
    played = Session.new(game, **options)
    for move in line:
        played.play(move)
    keep(played)
    record = Record.new(game, **options)
    node = record.root
    for move in line:
        node = node.add(move)
    (here / "records").mkdir(exist_ok=True)
    record.save(here / "records" / f"{game}.sgf")
    (here / f"{game}.txt").write_text(dump_moves(record))
    position = record.position(node)
    texts = position.to_text(), position.key(), position.canonical_key()
    (here / f"{game}.position").write_text("\n".join(texts))
    entrants = (Entrant("Anna"), Entrant("One", "random"), Entrant("Two", "random"))
    plan = TournamentPlan("Friday", game, GAMES[game].complete(options), entrants)
    save_tournament(new_file(f"Friday {game}"), Tournament(plan))
    match = Plan("random", "random", game, GAMES[game].complete(options), opening=1, longest=6)
    prepare(here / f"match-{game}", match)
    game_file(here / f"match-{game}", 0).write_bytes(bytes(play_game(match, 0)))
    best = str(position.random_move(random.Random(1)))
    exercise = MistakeExercise(
        bytes(record).decode(), best, 0.7, 0.4, 0.02, (Known((best,), 0.7, 900),)
    )
    change_results(lambda old: Results({**old.cards, exercise.key: Card(exercise, NOW)}))


def main(folder: Path) -> None:
    """Write everything into a folder."""
    os.environ["BOCHE_HOME"] = str(folder / "home")
    (folder / "home").mkdir()
    save_settings(Settings(game="octi"))
    for game in GAMES:
        server(folder, game)
        home(game)
    list(update(folder / "home" / "index.sqlite3", [folder / "home" / "records"]))


if __name__ == "__main__":
    main(Path(sys.argv[1]))

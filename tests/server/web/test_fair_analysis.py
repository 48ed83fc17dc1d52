"""Nobody is told by the server's computer what to play in a running game between people."""

from __future__ import annotations

from typing import Any

import pytest

from boche.engine.games.boche.symmetry import SYMMETRIES
from boche.engine.games.registry import find
from boche.server.analysis import going_on
from boche.server.errors import NotAllowedError
from tests.server.web.site import Site

CHE = ["fl:0,0", "fr:1,0+fr:-1,0", "fr:0,1+fr:0,-1"]
BOCHE = ["c:a1", "c:b2", "c:a2", "c:b1", "d:c1"]
SMALL = {"size": 4}


def run(site: Site, game: str, line: list[str], **options: Any) -> tuple[int, str]:
    """Let two accounts play a line; return their board and the second one's session."""
    ann, bob = site.sign_up("ann"), site.sign_up("bob")
    made = site.post("/api/boards", {"game": game, "options": options, "against": "name",
                                     "name": "bob"}, auth=ann)  # fmt: skip
    number = made["board"]
    site.post(f"/api/boards/{number}/answer", {"accepted": True}, auth=bob)
    for ply, move in enumerate(line):
        site.post(f"/api/boards/{number}/moves", {"move": move}, auth=(ann, bob)[ply % 2])
    return number, bob


def ask(site: Site, game: str, line: list[str], who: str = "cid", **options: Any) -> int:
    body = {"game": game, "line": line, "options": options}
    return int(site.ask("POST", "/api/analysis", body, auth=site.sign_up(who)).status_code)


@pytest.mark.parametrize("who", ["ann", "bob", "cid"])
def test_a_short_game_of_che_is_nobody_s_to_ask_about(site: Site, who: str) -> None:
    number, bob = run(site, "che", CHE)
    assert ask(site, "che", CHE, who) == 403
    assert ask(site, "che", CHE[:2], who) == 200  # an opening
    turned = ["fl:0,0", "bl:0,1+bl:0,-1", "bl:1,0+bl:-1,0"]
    found = {find("che").new().play(CHE[0]).play(CHE[1]).play(CHE[2]).canonical_key()}
    turns = [[start, f"{a}:0,1+{a}:0,-1", f"{a}:1,0+{a}:-1,0"] for start in ("fl:0,0", "fr:0,0")
             for a in ("bl", "br", "fl", "fr")]  # fmt: skip
    same = [line for line in [*turns, turned] if _key("che", line) in found]
    assert same, "the board has a mirror image"
    assert {ask(site, "che", line, who) for line in same} == {403}
    # Tiles of two moves may have been laid in another order, and the pool may have another size.
    shuffled = ["fl:0,0", "fr:1,0+fr:0,1", "fr:-1,0+fr:0,-1"]
    assert _key("che", shuffled) in found
    assert ask(site, "che", shuffled, who) == 403
    assert ask(site, "che", CHE, who, num_tiles=40) == 403
    after = [*shuffled, "fl:1,1+fl:1,-1"]
    before = find("che").new()
    for move in after[:-1]:
        before = before.play(move)
    last = str(next(move for move in before.legal_moves() if before.play(move).outcome is None))
    assert ask(site, "che", [*shuffled, last], who) == 403
    site.post(f"/api/boards/{number}/resign", auth=bob)
    assert ask(site, "che", CHE, who) == 200


def _key(game: str, line: list[str]) -> str:
    position = find(game).new()
    for move in line:
        if not position.is_legal(move):
            return ""
        position = position.play(move)
    return position.canonical_key()


def test_a_game_of_boche_in_all_its_forms(site: Site) -> None:
    number, bob = run(site, "boche", BOCHE, **SMALL)
    position = find("boche").new(**SMALL)
    for move in BOCHE:
        position = position.play(move)

    def asked(line: list[str], **more: Any) -> int:
        return ask(site, "boche", line, **(SMALL | more))

    assert asked(BOCHE) == 403
    assert asked([BOCHE[2], BOCHE[1], BOCHE[0], *BOCHE[3:]]) == 403
    turned = [
        [str(way.move(position.parse(move), 0, 4)) for move in BOCHE]
        for way in SYMMETRIES
        if not way.exchange
    ]
    assert [asked(line) for line in turned] == [403] * 6
    assert asked(BOCHE, kill=5) == 403
    assert asked(BOCHE, join_any=True) == 403
    # One and two moves on, also with the game's own moves played later.
    assert asked([*BOCHE, "c:d1"]) == 403
    assert asked([*BOCHE, "c:d1", "c:a3"]) == 403
    assert asked(["c:d1", "c:a1", "c:b2", "c:a2", "c:b1", "d:c1"]) == 403
    assert asked(["c:d1", "c:a3", *BOCHE]) == 403
    # What is left to ask: the opening, other games, and what lies further ahead.
    assert asked(BOCHE[:2]) == 200
    assert asked([*BOCHE[:4], "d:c2"]) == 200
    assert asked([*BOCHE, "c:d1", "c:a3", "d:a4"]) == 200
    site.post(f"/api/boards/{number}/resign", auth=bob)
    assert asked(BOCHE) == 200


def test_a_copy_that_is_over_is_no_way_around_it(site: Site) -> None:
    line = [*BOCHE, "c:d1"]
    number, bob = run(site, "boche", line, **SMALL)
    copy, one, two = site.friends()
    for ply, move in enumerate([*line, "c:a3"]):
        site.post(f"/api/boards/{copy}/moves", {"move": move}, auth=(one, two)[ply % 2])
    site.post(f"/api/boards/{copy}/resign", auth=two)
    path = f"/api/boards/{copy}/analysis"
    status, reason = site.refused("POST", path, auth=one)
    assert (status, "going on now" in reason) == (403, True)
    site.post(f"/api/boards/{number}/resign", auth=bob)
    assert site.post(path, auth=one)["state"] == "waiting"


def test_one_game_is_not_taken_for_another() -> None:
    """As of two servers in one process, whose boards have the same numbers."""
    options = find("boche").new(**SMALL).options
    other = ("d:c1", "c:b1", "c:c2", "c:a2", "c:d1")
    going_on.check_line("boche", options, BOCHE, [going_on.Running(options, other)])
    with pytest.raises(NotAllowedError, match="going on now"):
        going_on.check_line("boche", options, BOCHE, [going_on.Running(options, tuple(BOCHE))])


def test_games_without_a_secret_hold_nothing_back(site: Site) -> None:
    """Against the computer there are hints anyway, and nobody plays against themselves."""
    dan = site.sign_up("dan")
    made = site.post("/api/boards", {"game": "boche", "options": SMALL, "against": "level",
                                     "level": 1}, auth=dan)  # fmt: skip
    site.post(f"/api/boards/{made['board']}/moves", {"move": BOCHE[0]}, auth=dan)
    assert ask(site, "boche", BOCHE, **SMALL) == 200

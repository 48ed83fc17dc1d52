"""Analyses by the server's computer: who may ask, in which turn, and what comes."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import delete, func, select

from boche.engine.record import loads
from boche.engine.review.known import known_along
from boche.server import limits
from boche.server.analysis.queue import (
    MOST_TRIES,
    PARTS,
    SECONDS,
    Piece,
    claim_piece,
    finish_piece,
    forget_expired,
    release,
    seconds_of,
)
from boche.server.analysis.requests import KEPT
from boche.server.database.schema import analyses, boards, evaluations
from boche.server.database.store import Transaction
from boche.server.limits import Limit, Rules
from boche.server.thinking import dispatcher, reviews
from tests.server.web.site import Site, Stream

GAME = ["c:a1", "c:b2", "c:a2", "c:b1", "d:c1", "d:c2"]


def texts(best: str, share: float, then: str = "") -> list[str]:
    """Return what a search says: the first colour's chance and the best move with its line."""
    line = f"{best} {then}".strip()
    return [
        f"light {share:.4f}, dark {1 - share:.4f}; 300 playouts in 0.4 s; spread 0.0100",
        f"{line}; {share:.4f}; 200 visits; best",
    ]


def over(site: Site, moves: list[str], **more: Any) -> tuple[int, str, str]:
    """Play a game between two guests until one resigns; return its board and both seats."""
    number, one, two = site.friends(**more)
    for ply, move in enumerate(moves):
        site.post(f"/api/boards/{number}/moves", {"move": move}, auth=(one, two)[ply % 2])
    site.post(f"/api/boards/{number}/resign", auth=two)
    return number, one, two


def take(site: Site) -> Piece | None:
    """Claim the next position, as a worker does."""
    return site.service.store.write(
        lambda transaction: claim_piece(transaction, site.now, site.now + 60.0)
    )


def put(site: Site, piece: Piece, values: list[str]) -> None:
    """Give back what was found there."""
    site.service.store.write(lambda transaction: finish_piece(transaction, piece, values, site.now))


def analyse(site: Site, shares: list[float], best: dict[int, str]) -> None:
    """Do all the work that waits: the first colour's chances, and the best moves."""
    while (piece := take(site)) is not None:
        move = best.get(piece.ply, "c:d1")
        put(site, piece, texts(move, shares[piece.ply]))


def test_a_player_asks_and_gets_curve_mistakes_accuracy_and_candidates(site: Site) -> None:
    number, one, _ = over(site, GAME)
    path = f"/api/boards/{number}/analysis"
    assert site.get(path, auth=one)["state"] == "none"
    assert site.get(path, auth=one)["may"]
    assert site.post(path, auth=one)["state"] == "waiting"
    analyse(site, [0.5, 0.5, 0.5, 0.2, 0.2, 0.2, 0.3], dict(enumerate(GAME))
            | {2: "c:d1"})  # fmt: skip
    found = site.get(path)
    assert (found["state"], found["done"], found["count"], found["text"]) == ("done", 7, 7, "")
    review = found["review"]
    assert [each["win"]["light"] for each in review["evaluations"]][2:4] == [0.5, 0.2]
    third = review["evaluations"][3]["mistake"]
    assert third["sign"] == "??"
    assert "lost 30 points of winning chance (50% to 20%)" in third["text"]
    assert review["moments"][0]["text"] == "3. c:a2 (Light): \N{MINUS SIGN}30 points, better c:d1"
    assert review["evaluations"][2]["candidates"][0]["line"] == ["c:d1"]
    assert [each["accuracy"] < 100 for each in review["accuracy"]] == [True, False]
    assert "average loss" in review["accuracy"][0]["text"]


def test_a_review_names_the_levels_of_moves(site: Site) -> None:
    game = ["a:a1", "a:b1", "a:a2", "e:a1", "a:c1"]
    number, one, _ = over(site, game)
    site.post(f"/api/boards/{number}/analysis", auth=one)
    analyse(site, [0.5, 0.5, 0.5, 0.3, 0.6, 0.6], dict(enumerate(game)) | {3: "f:a1"})
    review = site.get(f"/api/boards/{number}/analysis")["review"]
    before, after = review["evaluations"][3:5]
    [candidate] = before["candidates"]
    assert (candidate["line"], candidate["texts"]) == (["f:a1"], ["f:a1/1"])
    assert after["mistake"]["text"].startswith("e:a1/1?? lost 30 points")
    assert (after["mistake"]["line"], after["mistake"]["texts"]) == (["f:a1"], ["f:a1/1"])
    [moment] = review["moments"]
    assert moment["text"].startswith("4. e:a1/1 (Dark): ")
    assert "better f:a1/1" in moment["text"]
    board = site.get(f"/api/boards/{number}")
    assert (board["moves"][3], board["texts"][3]) == ("e:a1", "e:a1/1")


def test_a_moment_says_why_by_what_stands_on_the_board(site: Site) -> None:
    moves = ["e3", "a1", "e4", "a3", "e5", "a5", "e6", "k6", "k10", "b2"]
    number, one, _ = over(site, moves, game="boku", options={})
    site.post(f"/api/boards/{number}/analysis", auth=one)
    while (piece := take(site)) is not None:
        black, best = (0.3, "e2") if piece.ply == 9 else (0.9, "e2")
        head, *lines = texts(best, black)
        put(site, piece, [head.replace("light", "black").replace("dark", "white"), *lines])
    moment, *_ = site.get(f"/api/boards/{number}/analysis")["review"]["moments"]
    why = "k10 misses a win: Black can make five in a row: e2 or e7"
    assert moment["ply"] == 9
    assert moment["text"].endswith("better e2"), "the reasons stand apart"
    places = {"places": ["e2", "e7"], "texts": ["e2"]}
    assert moment["reasons"] == [{"text": why, "line": ["e2"]} | places]


def test_a_moment_before_the_swap_says_which_colour_it_was_of(site: Site) -> None:
    moves = ["c:b2", "swap", "c:a2", "c:b1"]
    number, one, _ = over(site, moves)
    site.post(f"/api/boards/{number}/analysis", auth=one)
    analyse(site, [0.8, 0.4, 0.4, 0.4, 0.4], dict(enumerate(moves)) | {0: "c:d1"})
    moment, *_ = site.get(f"/api/boards/{number}/analysis")["review"]["moments"]
    assert moment["text"].startswith("1. c:b2 (as Light, before the swap): ")


def test_a_moment_without_a_reason_says_what_the_better_move_does(site: Site) -> None:
    moves = ["e4", "a1", "e5", "k6", "h7", "b2"]
    number, one, _ = over(site, moves, game="boku", options={})
    site.post(f"/api/boards/{number}/analysis", auth=one)
    while (piece := take(site)) is not None:
        head, *lines = texts("e6" if piece.ply == 4 else "b5", 0.8 if piece.ply < 5 else 0.5)
        put(site, piece, [head.replace("light", "black").replace("dark", "white"), *lines])
    moment, *_ = site.get(f"/api/boards/{number}/analysis")["review"]["moments"]
    assert moment["ply"] == 5
    better, reply = moment["reasons"]
    told = "e6 is better: it makes 3 in a row, e4 to e6, with both ends open"
    assert (better["text"], better["line"]) == (told, ["e6"])
    assert reply["text"] == "the best reply found to h7 is b5"


def test_the_curve_stays_at_the_edge_behind_a_proof(site: Site) -> None:
    number, one, _ = over(site, GAME)
    site.post(f"/api/boards/{number}/analysis", auth=one)
    while (piece := take(site)) is not None:
        share, proof = (1.0, "; proven light") if piece.ply == 2 else (0.6, "")
        best = GAME[piece.ply] if piece.ply < len(GAME) else "c:d1"
        head, *lines = texts(best, share)
        put(site, piece, [head + proof, *lines])
    review = site.get(f"/api/boards/{number}/analysis")["review"]
    wins = [each["win"]["light"] for each in review["evaluations"]]
    assert wins == [0.6, 0.6, 1.0, 1.0, 1.0, 1.0, 1.0]
    assert review["evaluations"][3]["certain"] == "Light wins for certain"
    assert review["evaluations"][3]["mistake"] is None


def test_the_record_has_what_the_desk_would_have_kept(site: Site) -> None:
    number, one, _ = over(site, GAME)
    site.post(f"/api/boards/{number}/analysis", auth=one)
    before = loads(site.ask("GET", f"/api/boards/{number}/record.sgf").text)
    analyse(site, [0.5] * 7, dict(enumerate(GAME)))
    record = loads(site.ask("GET", f"/api/boards/{number}/record.sgf").text)
    assert record.moves() == before.moves() == GAME
    nodes = record.main_line()
    positions = [record.position(node) for node in nodes]
    assert len(known_along(nodes, positions, SECONDS, None)) == 7
    assert known_along(before.main_line(), positions, SECONDS, None) == {}


def test_a_second_person_shares_it_and_nobody_pays_twice(site: Site) -> None:
    number, one, two = over(site, GAME)
    limits.set_rules(Rules({"analyses": Limit("analyses", 1, 1e5)}))
    try:
        path = f"/api/boards/{number}/analysis"
        for auth in (one, two, one):
            assert site.post(path, auth=auth, x_forwarded_for="192.0.2.7")["state"] == "waiting"
        analyse(site, [0.5] * 7, {})
        assert site.post(path, auth=two, x_forwarded_for="192.0.2.7")["state"] == "done"
        assert take(site) is None
        other, first, _ = over(site, GAME[:2])
        status, reason = site.refused(
            "POST", f"/api/boards/{other}/analysis", auth=first, x_forwarded_for="192.0.2.7"
        )
        assert (status, "too many analyses" in reason) == (429, True)
    finally:
        limits.set_rules(Rules())


def test_who_may_ask(site: Site) -> None:
    number, seat, _ = over(site, GAME, private=True)
    watch = site.get(f"/api/boards/{number}", auth=seat)["watch"]
    running, one, _ = site.friends()
    ann = site.sign_up("ann")
    private = f"/api/boards/{number}/analysis"
    assert site.refused("POST", private)[0] == 404
    assert "private" in site.refused("POST", private, auth=f"Seat {watch}")[1]
    assert "private" in site.refused("POST", private, auth=ann)[1]
    assert site.refused("POST", f"/api/boards/{running}/analysis", auth=one)[0] == 409
    assert site.refused("POST", "/api/boards/999/analysis", auth=one)[0] == 404
    made = site.post("/api/boards", {"game": "boche", "options": {"size": 4}, "against": "open"})
    seat = f"Seat {made['secrets'][0]}"
    bob = site.sign_up("bob")
    site.post(f"/api/boards/{made['board']}/join", {}, auth=bob)
    site.post(f"/api/boards/{made['board']}/moves", {"move": "c:a1"}, auth=seat)
    site.post(f"/api/boards/{made['board']}/resign", auth=bob)
    public = f"/api/boards/{made['board']}/analysis"
    assert "sign in" in site.refused("POST", public)[1]
    assert site.get(public)["why"].startswith("sign in")
    assert site.post(public, auth=ann)["state"] == "waiting"


def test_people_take_turns_and_one_position_comes_before_a_game(site: Site) -> None:
    first, one, _ = over(site, GAME)
    second, other, _ = over(site, GAME[:3])
    site.post(f"/api/boards/{first}/analysis", auth=one, x_forwarded_for="192.0.2.1")
    site.now += 1.0
    site.post(f"/api/boards/{second}/analysis", auth=other, x_forwarded_for="192.0.2.2")
    asked = {"board": first, "ply": 2, "line": ["c:d1"]}
    order = []
    for turn in range(7):
        site.now += 1.0
        if turn == 4:
            site.post("/api/analysis", asked, auth=one, x_forwarded_for="192.0.2.1")
        piece = take(site)
        assert piece is not None
        order.append((len(piece.moves), piece.moves[2:] == ("c:d1",)))
        put(site, piece, texts("c:a3", 0.5))
    games = [(0, False), (0, False), (1, False), (1, False), (2, False), (2, False)]
    assert order == [*games, (3, True)], "it waits for one position of each"


def test_progress_is_told_on_the_board_s_stream(site: Site) -> None:
    number, one, _ = over(site, GAME)
    last = site.get(f"/api/boards/{number}")["events"]
    stream = Stream(site, f"/api/boards/{number}/events?after={last}")
    site.post(f"/api/boards/{number}/analysis", auth=one)
    analyse(site, [0.5] * 7, {})
    found = []
    while not found or found[-1]["done"] < 7:
        found.append(stream.next())
        assert found[-1]["kind"] == "analysis"
    assert found[0]["done"] == 0
    assert len(found) <= PARTS + 1
    stream.close()


def test_a_lost_position_is_tried_again_and_given_up_in_the_end(site: Site) -> None:
    number, one, _ = over(site, GAME)
    path = f"/api/boards/{number}/analysis"
    site.post(path, auth=one)
    piece = take(site)
    assert piece is not None
    assert take(site) is None, "it is claimed"
    site.now += 61.0  # the process is gone, and so is its server
    for _ in range(MOST_TRIES - 1):
        lost = take(site)
        assert lost == piece
        site.service.store.write(lambda transaction: release(transaction, piece))
    assert take(site) is None
    assert site.get(path, auth=one)["state"] == "stopped"
    assert site.get(path, auth=one)["may"]
    assert site.post(path, auth=one)["state"] == "waiting"
    again = take(site)
    assert again == piece
    put(site, again, texts("c:a1", 0.5))
    put(site, piece, texts("c:a1", 0.9))
    assert site.get(path)["done"] == 1, "what comes late changes nothing"


def test_a_running_game_s_move_waits_for_no_analysis(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hold a position's search until the computer has moved elsewhere."""
    moved = threading.Event()

    def evaluate(game: str, options: Any, moves: tuple[str, ...], seconds: float) -> list[str]:
        assert moved.wait(30.0)
        return texts("d:a3", 0.5)

    def think(game: str, options: Any, moves: tuple[str, ...], level: int, seconds: float) -> str:
        return "c:a1"

    monkeypatch.setattr(reviews, "evaluate", evaluate)
    monkeypatch.setattr(dispatcher, "think", think)
    number, one, _ = over(site, GAME)
    assert site.service.broker is not None
    pools = ThreadPoolExecutor, ThreadPoolExecutor
    thinking = dispatcher.Dispatcher(site.service, site.service.broker, 1, *pools)

    async def start() -> asyncio.Task[None]:
        return asyncio.create_task(thinking.run())

    task = site.run(start())
    stream = Stream(site, f"/api/boards/{number}/events")
    site.post(f"/api/boards/{number}/analysis", auth=one)
    assert stream.until("analysis")[-1]["done"] == 0
    wanted = {"game": "boche", "options": {"size": 4}, "against": "level", "level": 1,
              "begins": "other"}  # fmt: skip
    game = Stream(site, f"/api/boards/{site.post('/api/boards', wanted)['board']}/events")
    assert game.until("move")[-1]["text"] == "c:a1"
    moved.set()
    while stream.until("analysis")[-1]["done"] < len(GAME) + 1:
        pass
    for each in (stream, game):
        each.close()
    task.cancel()
    site.run(asyncio.wait([task]))


def test_a_position_is_asked_about_once_for_all(site: Site) -> None:
    ann, bob = site.sign_up("ann"), site.sign_up("bob")
    asked = {"game": "boche", "options": {"size": 4}, "line": ["c:a1", "c:b2"]}
    assert site.refused("POST", "/api/analysis", asked)[0] == 401
    first = site.post("/api/analysis", asked, auth=ann)
    assert (first["state"], first["found"]) == ("waiting", None)
    piece = take(site)
    assert piece is not None
    put(site, piece, texts("d:c1", 0.6, "d:c2"))
    assert site.post("/api/analysis", asked, auth=bob)["state"] == "done"
    found = site.ask("GET", "/api/analysis?key=" + first["key"].replace(" ", "+")).json()
    assert found["found"]["win"] == {"light": 0.6, "dark": 0.4}
    assert found["found"]["candidates"][0]["line"] == ["d:c1", "d:c2"]
    site.service.store.write(lambda transaction: forget_expired(transaction, site.now + KEPT + 1))
    assert site.refused("GET", "/api/analysis?key=" + first["key"].replace(" ", "+"))[0] == 404


@pytest.mark.parametrize(
    ("asked", "part"),
    [
        ({"game": "boche", "line": ["c:a1", "c:a1"]}, "a1"),
        ({"game": "nothing"}, "nothing"),
        ({"game": "boche", "options": {"size": 99}}, "size"),
        ({"game": "boche", "line": ["x"] * 201}, "line"),
        ({"board": 1}, "goes on"),
        ({"board": 1, "ply": "x"}, "goes on"),
        ({"game": "boche", "nonsense": 1}, "nonsense"),
        ({}, "game"),
    ],
)
def test_bad_questions_get_a_reason(site: Site, asked: dict[str, Any], part: str) -> None:
    site.friends()
    ann = site.sign_up("ann")
    assert part in site.refused("POST", "/api/analysis", asked, auth=ann)[1]


def test_the_computer_helps_nobody_in_a_running_game(site: Site) -> None:
    """Turned, in another order, before and after: it is the same game."""
    ann, bob = site.sign_up("ann"), site.sign_up("bob")
    made = site.post("/api/boards", {"game": "boche", "options": {"size": 4}, "against": "name",
                                     "name": "bob"}, auth=ann)  # fmt: skip
    number = made["board"]
    site.post(f"/api/boards/{number}/answer", {"accepted": True}, auth=bob)
    for ply, move in enumerate(GAME):
        site.post(f"/api/boards/{number}/moves", {"move": move}, auth=(ann, bob)[ply % 2])

    def ask(line: list[str], auth: str = ann) -> int:
        body = {"game": "boche", "options": {"size": 4}, "line": line}
        return int(site.ask("POST", "/api/analysis", body, auth=auth).status_code)

    assert ask(GAME) == 403
    assert ask(GAME, bob) == 403
    assert ask(GAME[:5]) == 403
    assert ask([*GAME, "c:d1"]) == 403
    assert ask([GAME[2], GAME[1], GAME[0], *GAME[3:]]) == 403
    assert ask(GAME[:2]) == 200
    assert ask([*GAME[:3], "c:d1", *GAME[4:]]) == 200
    # A game that repeats it and is then resigned is no way around it.
    copy, one, _ = over(site, GAME[:5])
    seat = one.removeprefix("Seat ")
    status, reason = site.refused("POST", f"/api/boards/{copy}/analysis", auth=ann, x_seat=seat)
    assert (status, f"board {number}" in reason) == (403, True)
    site.post(f"/api/boards/{number}/resign", auth=bob)
    assert ask(GAME) == 200
    assert site.post(f"/api/boards/{copy}/analysis", auth=ann, x_seat=seat)["state"] == "waiting"


def test_it_goes_with_its_game(site: Site) -> None:
    number, one, _ = over(site, GAME)
    site.post(f"/api/boards/{number}/analysis", auth=one)
    analyse(site, [0.5] * 7, {})

    def count(transaction: Transaction) -> int:
        rows = (select(func.count()).select_from(table) for table in (analyses, evaluations))
        return sum(transaction.connection.execute(each).scalar_one() for each in rows)

    assert site.service.store.read(count) == 8
    gone = delete(boards).where(boards.c.id == number)
    site.service.store.write(lambda transaction: transaction.connection.execute(gone))
    assert site.service.store.read(count) == 0


def test_long_games_get_less_for_each_position() -> None:
    assert seconds_of(40) == SECONDS
    assert 0.1 <= seconds_of(500) < SECONDS
    assert seconds_of(10_000) == 0.1

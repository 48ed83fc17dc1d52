"""Analyses as pages: a table that needs no scripts, and the page of the analysis board."""

from __future__ import annotations

import json

from boche.server.analysis.queue import claim_piece, finish_piece
from boche.server.database.store import Transaction
from tests.server.web.pages.browser import Browser, Site
from tests.server.web.pages.test_every_page import in_order
from tests.server.web.pages.test_plain import made, seated


def over(site: Site, moves: tuple[str, ...] = ("c:a1", "c:b2")) -> tuple[int, Browser, Browser]:
    """Play moves and resign by forms alone; return the board and both browsers."""
    number, own, friend = made(site)
    one, two = seated(site, number, own), seated(site, number, friend)
    for ply, move in enumerate(moves, 1):
        browser = one if ply % 2 else two
        browser.get(f"/board/{number}/plain")
        browser.post(f"/board/{number}/plain/move", {"move": move, "ply": str(ply)})
    one.post(f"/board/{number}/plain/act", {"what": "resign", "sure": "1"})
    return number, one, two


def analyse(site: Site, shares: list[float]) -> None:
    """Do the work that waits: the first colour's chances."""

    def work(transaction: Transaction) -> bool:
        piece = claim_piece(transaction, site.now, site.now + 60.0)
        if piece is None:
            return False
        share = shares[piece.ply]
        head = f"light {share:.4f}, dark {1 - share:.4f}; 300 playouts in 0.4 s; spread 0.0100"
        texts = [head, f"d:a3 d:a4; {share:.4f}; 200 visits; best"]
        finish_piece(transaction, piece, texts, site.now)
        return True

    while site.store.write(work):
        pass


def test_a_game_is_analysed_by_forms_alone(site: Site) -> None:
    number, one, _ = over(site)
    path = f"/board/{number}/plain/analysis"
    assert path in one.get(f"/board/{number}/plain").links
    assert "Analyse this game" in one.get(path).shown
    page = one.send(path)
    assert page.path == path
    assert "Waiting for the computer" in page.shown
    analyse(site, [0.6, 0.3, 0.3])
    page = one.get(path)
    in_order(page)
    assert len(page.all("polyline")) == 1
    rows = [each.text for each in page.all("tr")]
    assert len(rows) == 4
    assert "1. c:a1??" in rows[2]
    assert "lost 30 points of winning chance (60% to 30%). Better: d:a3 d:a4" in rows[2]
    assert "light 30%, dark 70%" in rows[3]
    assert "1. c:a1 (Light): \N{MINUS SIGN}30 points, better d:a3" in page.shown
    assert "accuracy" in page.shown


def test_moves_are_named_with_their_levels(site: Site) -> None:
    number, one, _ = over(site, ("a:a1", "a:b1", "a:a2", "e:a1"))
    assert "e:a1/1" in [each.text for each in one.get(f"/board/{number}/plain").all("li")]
    path = f"/board/{number}/plain/analysis"
    one.get(path)
    one.send(path)
    analyse(site, [0.5, 0.5, 0.5, 0.5, 0.5])
    rows = [each.text for each in one.get(path).all("tr")]
    assert "4. e:a1/1" in rows[-1]
    assert "d:a3 d:a4" in rows[-2]
    page = one.get(f"/analysis?board={number}")
    (stage,) = (each for each in page.elements if each.attributes.get("id") == "stage")
    start = json.loads(stage.attributes["data-start"])
    assert (start["moves"][3], start["texts"][3]) == ("e:a1", "e:a1/1")


def test_strangers_are_told_why_they_may_not(site: Site) -> None:
    number, _, _ = over(site)
    path = f"/board/{number}/plain/analysis"
    guest = site.browser()
    assert "Sign in to have other people's games analysed" in guest.get(path).shown
    page = guest.post(path, {})
    assert page.status == 403
    assert page.reason
    assert "Sign in" in page.reason


def test_the_analysis_board_begins_where_the_link_says(site: Site) -> None:
    number, _, _ = over(site)
    guest, ann = site.browser(), site.browser("ann")
    page = guest.get(f"/analysis?board={number}&ply=1")
    (stage,) = (each for each in page.elements if each.attributes.get("id") == "stage")
    start = json.loads(stage.attributes["data-start"])
    assert (start["moves"], start["ply"], start["asks"]) == (["c:a1", "c:b2"], 1, True)
    page = guest.get("/analysis?game=boche&option-size=4")
    assert "sign in" in page.shown
    assert "sign in" not in ann.get("/analysis?game=boche").shown
    scenes = guest.get("/api/analysis/positions?game=boche&option-size=4&line=c:a1")
    assert scenes.status == 200
    assert guest.get("/api/analysis/targets?game=boche&option-size=4&line=c:a1").status == 200
    assert guest.get("/api/analysis/positions?game=boche&option-size=4&line=x").status == 400
    assert guest.get(f"/api/analysis/positions?board={number}&ply=9").status == 400


def test_a_running_game_has_no_analysis_board(site: Site) -> None:
    number, _, _ = made(site)
    for path in (f"/analysis?board={number}", f"/api/analysis/positions?board={number}"):
        page = site.browser().get(path)
        assert page.status == 409
        assert "once it is over" in page.text


def test_branches_are_one_record(site: Site) -> None:
    number, _, _ = over(site)
    ask = site.browser()

    def record(body: object) -> tuple[int, str]:
        found = ask.ask("POST", "/api/analysis/record.sgf", json.dumps(body).encode(), {})
        return found.status, found.text

    lines = [["c:a1", "c:b2"], ["c:a1", "c:b1", "d:a3"], ["c:a2"]]
    status, text = record({"board": number, "lines": lines})
    assert status == 200
    assert text.count("(;") == 5
    assert "RE[" in text
    status, text = record({"game": "boche", "options": {"size": 5}, "lines": lines})
    assert "SZ[5]" in text
    assert "W[c:a2]" in text
    assert record({"game": "boche", "lines": [["c:a1", "c:a1"]]})[0] == 400
    assert record({"game": "boche", "lines": [["c:a1"]] * 101})[0] == 400
    assert record({"game": "boche", "lines": [5]})[0] == 400
    assert record({"game": "boche", "lines": "c:a1"})[0] == 400

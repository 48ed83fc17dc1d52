"""Data for a page's table: a position's scenes are made once for all watchers."""

from __future__ import annotations

import json
import zlib
from random import Random
from typing import Any
from urllib.parse import quote

import pytest

from boche.engine.games.registry import GAMES, find
from boche.engine.languages.current import speaking
from boche.server.scenes.in_words import describe, ways
from boche.server.web.board_page import example_of
from boche.viewer.games.octi.board import place_of
from boche.viewer.session import Session
from tests.server.web.site import Site


def test_all_who_watch_get_what_was_read_for_the_first(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    number, one, two = site.friends()
    path, reads = f"/api/boards/{number}", list[str]()
    read = site.service.store.read
    site.get(path)  # it is public: nobody else needs to look

    def counted(work: Any) -> Any:
        reads.append("read")
        return read(work)

    def scenes(board: Any) -> bytes:
        """Request the newest position as a page does."""
        where = f"first={board['ply'] - 1}&ply={board['ply']}&event={board['events']}"
        answer = site.ask("GET", f"{path}/positions?{where}")
        assert answer.status_code == 200
        return answer.content

    monkeypatch.setattr(site.service.store, "read", counted)
    board = site.post(f"{path}/moves", {"move": "a:a1"}, auth=one)["board"]
    first = scenes(board)
    assert scenes(board) == first
    assert site.ask("GET", f"{path}/targets?ply=1&event={board['events']}").status_code == 200
    assert reads == ["read"]
    # Another move in its place is another position.
    site.post(f"{path}/offers", {"what": "undo"}, auth=one)
    site.post(f"{path}/answer", {"accepted": True}, auth=two)
    after = site.post(f"{path}/moves", {"move": "b:b2"}, auth=one)["board"]
    assert scenes(after) != first
    # An event number other than the board's gets the current board, and that is not cached for
    # others.
    soon = {**after, "events": after["events"] + 1}
    assert scenes(soon) == scenes(after)
    site.post(f"{path}/moves", {"move": "c:c1"}, auth=two)
    assert site.refused("GET", f"{path}/positions?ply=9&event={soon['events']}")[0] == 400


def told(site: Site, path: str) -> dict[str, Any]:
    """Return the contents of an answer for a page's table, without its numbers."""
    data = zlib.decompress(site.ask("GET", path).content, -15)
    found: dict[str, Any] = json.loads(data[4 : 4 + int.from_bytes(data[:4], "little")])
    return found


@pytest.mark.parametrize("name", ["boche", "che", "boku", "octi"])
def test_a_page_has_the_shader_of_whatever_comes_later(site: Site, name: str) -> None:
    """Check that the shaders, sent once, cover the pieces that a game will need later."""
    options = {"boche": {"size": 3}, "octi": {"bases": 1}}.get(name, {})
    number, *seats = site.friends(game=name, options=options)
    path = f"/api/boards/{number}"
    had = set(told(site, f"{path}/shared")["shaders"])
    position, rng = find(name).new(**options), Random(7)
    for ply in range(8):
        if not (moves := position.legal_moves()):
            break
        position = position.play(move := rng.choice(moves))
        site.post(f"{path}/moves", {"move": str(move)}, auth=seats[ply % 2])
        asked = told(site, f"{path}/positions?first={ply}&ply={ply + 1}")
        needed = {f"{each['material']}.frag" for each in asked["batches"]}
        assert needed
        assert needed <= had


@pytest.mark.parametrize(
    ("name", "moves", "place", "words"),
    [
        # All ways to add a prong are listed; in the desktop program, a middle click rotates one.
        ("octi", ("57+e", "53+a"), "57", "from the reserve"),
        ("boku", ("i4", "g2", "h3"), "j5", "continue to choose the marble to take"),
    ],
)
def test_a_page_is_not_told_of_clicks_that_do_nothing_there(
    site: Site, name: str, moves: tuple[str, ...], place: str, words: str
) -> None:
    """Check the hints for players who use keys, a list or a finger, and do not click."""
    number, *seats = site.friends(game=name, options={})
    path = f"/api/boards/{number}"
    for ply, move in enumerate(moves):
        site.post(f"{path}/moves", {"move": move}, auth=seats[ply % 2])

    asked = f"{path}/targets?ply={len(moves)}&taken="
    targets = [each["text"] for each in told(site, asked)["targets"]]
    target = quote(next(text for text in targets if text.startswith(place)))
    query = f"choices?ply={len(moves)}&taken=&target={target}"
    lines = [each["words"] for each in told(site, f"{path}/{query}")["choices"]]
    assert any(words in each for each in lines)
    assert not [each for each in lines if "click" in each]


def test_a_pods_middle_takes_it_up_and_a_hole_gets_a_prong(site: Site) -> None:
    """Check that the game itself says what a pointer means, after a part of a move as well."""
    number, one, two = site.friends(game="octi", options={})
    path = f"/api/boards/{number}"
    for auth, move in ((one, "57+e"), (two, "53+a")):
        site.post(f"{path}/moves", {"move": move}, auth=auth)

    def meant(square: int, taken: str = "", *, east: float = 0.0, opened: str = "") -> Any:
        """Return what is meant by a place of a square as seen from straight above."""
        x, y = place_of(square)
        at = f"{x + east},{y}"
        query = f"near={at},9&far={at},0&taken={quote(taken)}&opened={opened}"
        return site.get(f"{path}/pick?{query}")

    asked = told(site, f"{path}/targets?taken=")
    assert asked["picks"]
    place = next(each["text"] for each in asked["targets"] if "57-" in each["all"])
    assert meant(57) == {"target": place, "aim": "57-", "reason": ""}
    assert meant(57, east=0.255) == {"target": place, "aim": "57+c", "reason": ""}
    assert meant(57, opened="no place")["aim"] == "57-"
    assert meant(56, "57-")["aim"] == "57-56"
    assert meant(55, "57-") == {
        "target": None, "aim": None,
        "reason": "Choose the square to go to: 56, or click the pod again to choose another.",
    }  # fmt: skip
    assert meant(37) == {"target": "37+", "aim": None, "reason": ""}
    assert meant(53)["reason"] == "The pod on 53 belongs to white."
    assert site.refused("GET", f"{path}/pick?near=0,0,9&far=0,0,0&taken=99")[0] == 400


def test_the_way_to_go_is_listed_before_the_prongs_which_have_directions(site: Site) -> None:
    number, one, two = site.friends(game="octi", options={})
    path = f"/api/boards/{number}"
    for auth, move in ((one, "57+e"), (two, "53+a")):
        site.post(f"{path}/moves", {"move": move}, auth=auth)
    rows = told(site, f"{path}/choices?taken=&target={quote('57-')}")["choices"]
    assert [each["label"] for each in rows[:3]] == ["from 57 to …", "a ↑", "b ↗"]
    lines = {each["text"]: each["words"] for each in rows}
    assert lines["57+b"].startswith("57+b: adds a prong to the north-east")
    assert next(each["label"] for each in rows if each["text"] == "57+b-") == "turn to b ↗"


def test_a_capture_is_asked_for_in_words_for_a_finger_too(site: Site) -> None:
    number, *seats = site.friends(game="octi", options={"bases": 1})
    path = f"/api/boards/{number}"
    moves = ("57+e", "53+a", "57-56", "53-54", "56-55", "33+a")
    for ply, move in enumerate(moves):
        site.post(f"{path}/moves", {"move": move}, auth=seats[ply % 2])
    jump = quote("55-53?")
    rows = told(site, f"{path}/choices?taken={quote('55-')}&target={jump}")["choices"]
    asked = told(site, f"{path}/targets?taken={jump}")["asks"]
    assert asked.endswith("capture the pod on 54, or spare it?")
    assert rows[0]["words"].endswith("once landed, capture or spare it")
    listed = told(site, f"{path}/targets?taken={jump}")["targets"]
    assert [sorted(each["all"]) for each in listed] == [["55-53", "55-53x"]], "in one list"
    for square in (53, 54):
        x, y = place_of(square)
        meant = site.get(f"{path}/pick?near={x},{y},9&far={x},{y},0&taken={jump}&opened=")
        assert meant["aim"] == "55-53x", "the landing and the pod capture"


def test_a_way_to_play_does_not_repeat_its_move_in_any_language() -> None:
    position = Session.new("octi").position
    for code in ("en", "de", "fr"):
        with speaking(code):
            assert not [way for way in ways(position, "", "37+") if way.text in way.about]


def test_pieces_in_french_have_a_space_before_each_colon_and_semicolon() -> None:
    with speaking("fr"):
        told = describe(Session.new("octi").position)
    assert "\N{NO-BREAK SPACE}; " in told
    assert all(told[at - 1] == "\N{NO-BREAK SPACE}" for at, c in enumerate(told) if c in ":;")


def test_a_whole_move_is_chosen_as_the_record_has_it(site: Site) -> None:
    """Choose a pair of Che's tiles in the other order: the answer names the move that is recorded.

    A page knows by it that a move whose answer was lost has been played.
    """
    number, *seats = site.friends(game="che", options={})
    path = f"/api/boards/{number}"
    site.post(f"{path}/moves", {"move": "bl:0,0"}, auth=seats[0])

    def moves_at(target: str, taken: str = "") -> dict[str, str | None]:
        asked = f"{path}/choices?taken={quote(taken)}&target={quote(target)}"
        return {row["text"]: row["move"] for row in told(site, asked)["choices"]}

    assert moves_at("-1,0")["fl:-1,0"] is None, "a part of a move"
    move = moves_at("fl:-1,0+-2,0", "fl:-1,0")["fl:-1,0+bl:-2,0"]
    assert move == "bl:-2,0+fl:-1,0"
    played = site.post(f"{path}/moves", {"move": "fl:-1,0+bl:-2,0"}, auth=seats[1])
    assert played["move"] == move


def test_a_choice_is_told_with_the_level_of_its_piece(site: Site) -> None:
    number, *seats = site.friends()
    path = f"/api/boards/{number}"
    for ply, move in enumerate(("a:a1", "a:b1", "a:a2")):
        site.post(f"{path}/moves", {"move": move}, auth=seats[ply % 2])
    rows = told(site, f"{path}/choices?taken=&target=a1")["choices"]
    assert {(row["text"], row["told"]) for row in rows} == {
        (f"{letter}:a1", f"{letter}:a1/1") for letter in "efgh"
    }
    position = Session.new("boche", size=4).position
    for move in ("a:a1", "a:b1", "a:a2"):
        position = position.play(move)
    assert [way.told for way in ways(position, "", "a1")] == [row["told"] for row in rows]


def test_where_a_reason_s_threat_is_played_is_marked_along_its_line(site: Site) -> None:
    """The second colour's threats are squares, as in the window; others' moves have no marks."""
    number, *_ = site.friends(game="boku", options={})
    path = f"/api/boards/{number}/positions?line=e3&line=k6"
    plain, marked = (told(site, path + more) for more in ("", "&mark=e2&mark=e7&mark=zz"))
    names = [{mesh["name"] for mesh in answer["meshes"]} for answer in (plain, marked)]
    assert not any("drawn" in name for name in names[0])
    assert {" ".join(name.split()[:2]) for name in names[1] if "drawn" in name} == {"block drawn"}
    assert len(plain["nodes"]) == len(marked["nodes"]) == 3
    assert site.refused("GET", path + "&mark=a" * 61)[0] == 400


def test_what_is_usual_with_a_pod_comes_first_and_in_words(site: Site) -> None:
    """Jump over a pod, and look at the choices where it lands, as an opened target shows them."""
    number, one, two = site.friends(game="octi", options={"bases": 1})
    path = f"/api/boards/{number}"
    for at, move in enumerate(["57+e", "53+a", "57-56", "53-54", "56-55", "33+a"]):
        site.post(f"{path}/moves", {"move": move}, auth=(one, two)[at % 2])
    (target,) = told(site, f"{path}/targets?ply=6&taken={quote('55-53?')}")["targets"]
    where = f"{path}/choices?ply=6&taken={quote('55-53?')}&target={quote(target['text'])}"
    rows = told(site, where)["choices"]
    assert [(row["label"], row["move"]) for row in rows] == [
        ("Capture", "55-53x"),
        ("Spare", "55-53"),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_the_example_of_a_conditional_move_is_legal_on_the_board(game: str) -> None:
    """Play it at both ends of each option, for both seats."""
    for option in find(game).options:
        ends = (False, True) if option.is_flag else (option.values or (option.low, option.high))
        for value in {ends[0], ends[-1]}:
            if (game, option.name, value) == ("boche", "size", 1):
                continue  # the first cube ends it
            start = find(game).new(**{option.name: value})
            (first, second), (same, third) = (example_of(start, seat) for seat in (1, 0))
            assert same == second
            start.play(first).play(second).play(third)

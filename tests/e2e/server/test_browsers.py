"""Games between people at real pages, in real browsers, on a real server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.e2e.server import reading, whole
from tests.e2e.server.people import Game, Person, ask
from tests.e2e.server.served import Served
from tests.e2e.server.whole import DESK, Account, Browsers

LATE = """
const ask = fetch;
let state = SEED;
const late = () => {
  state = (state * 48271) % 2147483647;
  return new Promise((done) => setTimeout(done, 300 * state / 2147483647));
};
window.fetch = async (...given) => {
  await late();
  const answer = await ask(...given);
  await late();
  return answer;
};
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    served = Served("--data", str(tmp_path_factory.mktemp("server")))
    yield served.address
    served.end()


@pytest.fixture(scope="module")
def account(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Account]:
    """Yield Ann's account at her own server, as guests are marked where there are accounts."""
    served = Served("--data", str(tmp_path_factory.mktemp("server of ann")))
    yield Account(served.address, tmp_path_factory.mktemp("ann"))
    served.end()


@pytest.fixture(scope="module")
def browsers(browser: Any) -> Iterator[Browsers]:
    made = Browsers(browser)
    yield made
    made.close()


@pytest.fixture
def opened(browser: Any) -> Iterator[Callable[..., Any]]:
    """Yield a function that opens a page in its own browser context, closed with the test."""
    contexts = []

    def page(kind: dict[str, Any] = DESK) -> Any:
        contexts.append(browser.new_context(**{"reduced_motion": "reduce", **kind}))
        return contexts[-1].new_page()

    yield page
    for context in contexts:
        context.close()


WHOLE: dict[str, tuple[dict[str, Any], tuple[str, str], str, str]] = {
    "boche": ({"size": 3}, ("mouse", "keys"), "e:b2", "d:a3 d:b1 b:b2 d:a2 d:c1 f:a2 c:a1"),
    "che": ({}, ("touch", "mouse"), "fl:0,0",
            "br:0,0 fl:-1,1+bl:0,1 fr:-2,1+br:0,2 bl:-1,2+fl:1,1 fr:1,0+fr:1,2 br:-1,3+br:1,-1 "
            "br:-3,1+bl:0,3"),
    "boku": ({}, ("keys", "touch"), "e5", "f5 f6 f4 e5 f3 f7 f8xf6 e6 f6 e7 f2"),
    "octi": ({"bases": 1}, ("mouse", "keys"), "37+c",
             "57+e 53+a 57-56 53-54 56-55 33+a 55-53x"),
}  # fmt: skip
"""For each game its options, how the two play, a move that is taken back, and all moves."""


@pytest.mark.parametrize("game", ["boche"])
def test_a_whole_game_with_all_that_belongs_to_it(
    browsers: Browsers, account: Account, game: str
) -> None:
    options, hows, first, moves = WHOLE[game]
    script = moves.split()
    played = whole.play(
        browsers, account, game, options, hows, first, lambda position: script[position.ply]
    )
    assert played == script


KINDS = {"desk": {"viewport": {"width": 1280, "height": 720}}, "low": DESK, "phone": whole.PHONE}


@pytest.mark.parametrize("kind", ["phone"])
def test_how_a_game_ended_hides_nothing_of_the_board(
    opened: Callable[..., Any], server: str, kind: str
) -> None:
    """Show the result when everybody looks at the last move."""
    game, secrets = Game.new(server, "boche", {}, **{"as": "Ann", "name": "Bob"})
    ann = Person(opened(KINDS[kind]), game, secrets[0], "mouse")
    ann.sees("#state", "your turn")
    ask(server, "POST", f"/api/boards/{game.number}/resign", {}, secrets[1])
    ann.page.wait_for_selector("#banner", state="visible")
    assert ann.page.text_content("#banner").endswith(" (dark) resigned.")
    board, banner = (ann.page.locator(name).bounding_box() for name in ("#table", "#banner"))
    below, beside = board["y"] + board["height"], board["x"] + board["width"]
    assert banner["y"] >= below or banner["x"] >= beside
    assert banner["x"] >= 0
    steps = ann.page.get_by_role("navigation", name="Step by step").bounding_box()
    assert banner["y"] + banner["height"] <= steps["y"]
    assert ann.errors == []


def test_an_arrow_waits_for_the_places_it_means(opened: Callable[..., Any], server: str) -> None:
    """Press arrows before the targets arrive: they walk on the board, not through the moves."""
    game, secrets = Game.new(server, "che", {}, **{"as": "Ann", "name": "Bob"})
    for seat, move in enumerate(["br:0,0", "fl:-1,1+bl:0,1"]):
        ask(server, "POST", f"/api/boards/{game.number}/moves", {"move": move}, secrets[seat])
        game.play(move)
    page = opened()
    held: list[Any] = []
    page.route("**/targets?*", lambda route: held.append(route))
    ann = Person(page, game, secrets[0], "keys")
    ann.sees("#state", "your turn")
    page.locator("#table").focus()
    page.keyboard.press("ArrowUp")
    while not held:
        page.wait_for_timeout(20)
    held.pop(0).continue_()
    page.wait_for_selector("#confirm", state="visible")
    page.keyboard.press("Enter")  # the first of two tiles
    page.keyboard.press("ArrowDown")
    while not held:
        page.wait_for_timeout(20)
    held.pop(0).continue_()
    page.wait_for_function("() => document.querySelector('#confirm').textContent === 'Play'")
    page.wait_for_selector("#confirm", state="visible")
    assert page.locator("#slider").input_value() == "2", "it never looked back"
    assert ann.errors == []


@pytest.mark.parametrize(
    ("name", "moves", "piece", "way"),
    [("boku", ("f5", "e5"), "f5", "e5")],
)
def test_a_game_can_be_heard(
    opened: Callable[..., Any], server: str, name: str, moves: tuple[str, str], piece: str, way: str
) -> None:
    """Check the texts for a screen reader: controls, position, opponent's move and own choice.

    Events are announced once and in order; the focus stays when a move is played.
    """
    game, secrets = Game.new(server, name, {}, **{"as": "Ann", "name": "Bob"})
    bob = Person(opened(), game, secrets[1], "words")
    bob.sees("#state", "Ann's turn")
    path = f"/api/boards/{game.number}/moves"
    ask(server, "POST", path, {"move": moves[0]}, secrets[0])
    game.play(moves[0])
    bob.sees("#state", f"1. {moves[0]}. ")
    bob.sees("#state", "your turn")
    bob.sees("#words", piece)
    bob.page.locator("#table").focus()
    bob.page.keyboard.press("ArrowUp")
    bob.page.wait_for_selector("#confirm", state="visible")
    bob.page.keyboard.press("Escape")
    bob.sees("#told", "choose a place")
    ((target, choice),) = game.steps_to(moves[1])
    bob.choose_by_words(target, choice.text)
    bob.sees("#prompt", choice.text)
    bob.page.evaluate(
        "document.querySelectorAll('details').forEach((each) => { each.open = true; })"
    )
    nodes = reading.check(bob.page)
    named = {(each["role"], each["name"]): each for each in nodes}
    assert named["button", f"1. {moves[0]}"]
    assert named["slider", "Move"]
    assert bob.page.get_attribute("#slider", "aria-valuetext") == "move 1"
    assert bob.page.locator("#ways option:checked").inner_text().startswith(way)
    bob.page.locator("#play-words").press("Enter")
    bob.sees("#told", f"2. {moves[1]}. ")
    assert bob.page.evaluate("document.activeElement.id") == "play-words"
    assert bob.page.get_attribute("#told", "role") == "log"
    told = bob.page.locator("#told p").all_inner_texts()
    assert len(set(told)) == len(told)
    marks = [f"1. {moves[0]}. ", "choose a place", f"2. {moves[1]}. "]
    at = [next(i for i, line in enumerate(told) if mark in line) for mark in marks]
    assert at == sorted(at)
    assert at[-1] == len(told) - 1
    assert bob.errors == []

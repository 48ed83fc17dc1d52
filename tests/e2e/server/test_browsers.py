"""Games between people at real pages, in real browsers, of a real server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.game import seat_of
from engine.record import load
from tests import ROOT
from tests.e2e.server import reading
from tests.e2e.server.people import Game, Person, ask
from tests.e2e.server.served import Served

DESK = {"viewport": {"width": 900, "height": 600}}
"""Small: what is drawn in software takes its time."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    served = Served("--data", str(tmp_path_factory.mktemp("server")))
    yield served.address
    served.end()


class Two:
    """Two people at the two seats of one board."""

    def __init__(self, browser: Any, game: Game, secrets: list[str], hows: tuple[str, str]) -> None:
        self.game = game
        self.contexts = [browser.new_context(**(PHONE if how == "touch" else DESK)) for how in hows]
        self.people = [
            Person(context.new_page(), game, secret, how)
            for context, secret, how in zip(self.contexts, secrets, hows, strict=True)
        ]

    def move(self, text: str) -> None:
        """The one whose turn it is moves, and the other one sees it."""
        seat = seat_of(self.game.position, self.game.position.turn)
        self.people[seat].move(text)
        self.people[1 - seat].sees("#moves [aria-current]", text)

    def close(self) -> None:
        for person in self.people:
            assert person.errors == []
        for context in self.contexts:
            context.close()


def test_a_game_with_all_that_belongs_to_it(browser: Any, server: str) -> None:
    """By mouse and by words: an undo, a conditional move, a lost connection, a rematch."""
    game, secrets = Game.new(server, "boche", {"size": 3}, **{"as": "Ann", "name": "Bob"})
    two = Two(browser, game, secrets, ("mouse", "words"))
    ann, bob = two.people
    two.move("a:b2")
    # Taken back by consent, and played otherwise.
    ann.page.click("#undo")
    bob.sees("#offer-text", "Ann proposes taking back a move")
    bob.page.click("#accept")
    ann.sees("#state", "Light to move")
    game.take_back()
    two.move("b:b2")
    # Ann plans an answer; it is played as soon as Bob makes the move that it is for.
    plan = {"path": ["c:c1"], "move": "c:a1"}
    ask(server, "POST", f"/api/boards/{game.number}/plans", plan, ann.seat)
    bob.start("c:c1")
    game.play("c:c1")
    game.play("c:a1")
    for person in two.people:
        person.sees("#moves [aria-current]", "c:a1")
    # Bob is cut off, plays all the same, and is heard once the line stands again.
    bob.sees("#state", "your turn")
    bob.choose_by_words("b1", "a:b1")
    two.contexts[1].set_offline(True)
    bob.page.click("#play-words")
    bob.sees("#connection", "kept and sent again")
    two.contexts[1].set_offline(False)
    game.play("a:b1")
    for person in two.people:
        person.sees("#moves [aria-current]", "a:b1")
    while game.position.outcome is None:
        moves = game.position.legal_moves()
        last = next((each for each in moves if game.position.play(each).outcome), None)
        text = str(last or min(moves, key=str))
        if last is not None:
            two.move(text)
            continue
        seat = seat_of(game.position, game.position.turn)
        ask(server, "POST", f"/api/boards/{game.number}/moves", {"move": text}, secrets[seat])
        game.play(text)
    winner = seat_of(game.position, str(game.position.outcome.winner))
    two.people[winner].sees("#state", f"You win: {game.position.outcome.reason}")
    two.people[1 - winner].sees("#state", "You lose")
    bob.page.click("#rematch")
    bob.page.wait_for_url(f"**/board/{game.number + 1}#seat=*")
    bob.sees("#state", "your turn")
    ann.sees("#rematch", "Go to the rematch")
    two.close()


@pytest.mark.parametrize(
    ("record", "hows", "left"),
    [
        ("boku-row.sgf", ("keys", "mouse"), 2),
        ("che-closed.sgf", ("touch", "mouse"), 2),
        ("octi-three-bases.sgf", ("words", "touch"), 2),
    ],
)
def test_the_end_of_each_other_game(
    browser: Any, server: str, record: str, hows: tuple[str, str], left: int
) -> None:
    """A sample's moves by programs, the last ones by people."""
    sample = load(Path(ROOT, "assets", "records", record))
    game, secrets = Game.new(server, sample.game, dict(sample.options))
    moves = sample.moves()
    for move in moves[:-left]:
        seat = seat_of(game.position, game.position.turn)
        ask(server, "POST", f"/api/boards/{game.number}/moves", {"move": move}, secrets[seat])
        game.play(move)
    two = Two(browser, game, secrets, hows)
    for move in moves[-left:]:
        two.move(move)
    for person in two.people:
        # An event says the move: nobody asks how the board stands.
        assert person.asked.count(person.path) == 1
    assert game.position.outcome is not None
    for person in two.people:
        person.sees("#state", str(game.position.outcome.reason))
    two.close()


def test_one_seat_at_two_machines(browser: Any, server: str) -> None:
    """Of two moves for a turn the first counts; the other page says so and shows how it stands."""
    game, secrets = Game.new(server, "boche", {"size": 3}, **{"as": "Ann", "name": "Bob"})
    contexts = [browser.new_context(**DESK) for _ in range(2)]
    one, two = (Person(each.new_page(), game, secrets[0], "words") for each in contexts)
    one.sees("#state", "your turn")
    one.choose_by_words("a1", "a:a1")
    contexts[0].set_offline(True)
    one.page.click("#play-words")
    one.sees("#connection", "kept and sent again")
    one.sees("#moves [aria-current]", "a:a1")  # shown, and not yet played
    two.move("b:b2")
    # A page that is left and kept hears nothing; shown again, it stands as the game does.
    two.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    path = f"/api/boards/{game.number}/moves"
    ask(server, "POST", path, {"move": "c:c1"}, secrets[1])
    game.play("c:c1")
    two.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    contexts[0].set_offline(False)
    one.sees("#problem", "Your move a:a1 was not played")
    for person in (one, two):
        person.sees("#state", "2. c:c1. ")
        assert person.page.locator("#moves bdi").all_inner_texts() == ["b:b2", "c:c1"]
    one.move("a:a1")
    two.sees("#state", "3. a:a1. ")
    assert one.errors == two.errors == []
    for context in contexts:
        context.close()


@pytest.mark.parametrize(
    ("name", "moves", "piece"),
    [("boku", ("f5", "e5"), "f5"), ("boche", ("a:a1", "c:b1"), "a1")],
)
def test_a_game_can_be_heard(
    browser: Any, server: str, name: str, moves: tuple[str, str], piece: str
) -> None:
    """What a screen reader is told: controls, the position, the other's move, what one would do."""
    game, secrets = Game.new(server, name, {}, **{"as": "Ann", "name": "Bob"})
    context = browser.new_context(**DESK)
    bob = Person(context.new_page(), game, secrets[1], "words")
    bob.sees("#state", "Ann's turn")
    path = f"/api/boards/{game.number}/moves"
    ask(server, "POST", path, {"move": moves[0]}, secrets[0])
    game.play(moves[0])
    bob.sees("#state", f"1. {moves[0]}. ")
    bob.sees("#state", "your turn")
    bob.sees("#words", piece)
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
    for region in ("#state", "#prompt"):
        assert bob.page.get_attribute(region, "aria-live") == "polite"
    assert bob.errors == []
    context.close()

"""A whole game at two real pages and a command line, with many events between moves.

Ann has an account: she uses a page and commands. Bob has a link. Of the first moves one is taken
back, one is played automatically, one is made while offline, and one by a command; then they play
to the end by hand, and start again with colours exchanged.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from boche.engine.game import Position, line_texts, seat_of
from boche.engine.message import capitalized
from boche.engine.record import load
from tests import ROOT
from tests.e2e.server.people import Game, Person, ask

DESK = {"viewport": {"width": 720, "height": 420}, "device_scale_factor": 0.5}
"""A small, coarse page, as software rendering is slow."""
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 0.5,
}
NAME, PASSWORD = "ann", "correct-horse"
LONG = 120.0  # seconds; machines may be slow


class Account:
    """Ann at a server: her browser's session, and ``boche remote`` in her own folder."""

    def __init__(self, server: str, home: Path) -> None:
        signed = ask(server, "POST", "/api/accounts", {"name": NAME, "password": PASSWORD})
        self.server, self.session = server, str(signed["session"])
        self._environment = {
            **os.environ, "BOCHE_HOME": str(home), "BOCHE_PASSWORD": PASSWORD,
        }  # fmt: skip
        self.remote("--server", server, "--sign-in", NAME)

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Start ``boche remote``."""
        return subprocess.Popen(
            [sys.executable, "-m", "boche", "remote", *words], cwd=ROOT, text=True,
            env=self._environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def remote(self, *words: str) -> str:
        """Run ``boche remote`` and return its output."""
        said, wrong = self.start(*words).communicate(timeout=LONG)
        assert wrong == ""
        return said


class Browsers:
    """A page for each way to play, reused between games, as a new one is slow to start."""

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self._pages: dict[str, Any] = {}

    def page(self, how: str, session: str = "") -> Any:
        """Return the page for a way to play, signed in or not."""
        if how not in self._pages:
            kind = PHONE if how == "touch" else DESK
            # With a mouse, pieces fall visibly over the resting pointer.
            motion = "no-preference" if how == "mouse" else "reduce"
            context = self._browser.new_context(**kind, reduced_motion=motion)
            self._pages[how] = context.new_page()
        page = self._pages[how]
        page.context.clear_cookies()
        if session:
            address = {"domain": "127.0.0.1", "path": "/"}
            page.context.add_cookies([{"name": "boche_session", "value": session, **address}])
        return page

    def close(self) -> None:
        for page in self._pages.values():
            page.context.close()


class Two:
    """Ann and Bob at the two seats of one board."""

    def __init__(self, game: Game, ann: Person, bob: Person) -> None:
        self.game, self.people = game, [ann, bob]

    def move(self, text: str) -> None:
        """Let the player to move make a move, and wait until the other sees it."""
        seat = seat_of(self.game.position, self.game.position.turn)
        self.people[seat].move(text)
        self.people[1 - seat].sees("#moves [aria-current]", text)

    def both_see(self, where: str, text: str) -> None:
        for person in self.people:
            person.sees(where, text)

    def played(self, text: str) -> None:
        """Record a move not made by hand, once both pages show it."""
        self.game.play(text)
        self.both_see("#moves [aria-current]", text)


Choice = Callable[[Position], str]
"""A function that chooses the move to play in a position."""


def play(
    browsers: Browsers, account: Account, game: str, options: dict[str, Any], hows: tuple[str, str],
    first: str, choice: Choice,
) -> list[str]:  # fmt: skip
    """Play a game to its end; return its moves. ``first`` is played first and taken back."""
    new, secrets = Game.new(account.server, game, options, account.session, name="Bob")
    watching = account.start("--json", "watch", str(new.number))
    ann = Person(browsers.page(hows[0], account.session), new, "", hows[0])
    two = Two(new, ann, Person(browsers.page(hows[1]), new, secrets[1], hows[1]))
    try:
        _begin(two, account, first, choice)
        moves = _finish(two, choice)
        _same_everywhere(two, account, moves, watching)
        _again(two, choice)
    finally:
        watching.kill()
        watching.communicate()
    assert [person.errors for person in two.people] == [[], []]
    return moves


def _begin(two: Two, account: Account, first: str, choice: Choice) -> None:
    """Play a move taken back, an automatic one, one while offline and one by a command."""
    (ann, bob), game = two.people, two.game
    two.move(first)
    ann.press("#undo")
    bob.sees("#offer-text", f"{NAME} proposes taking back a move")
    bob.press("#accept")
    ann.sees("#state", "your turn")
    game.take_back()
    two.move(choice(game.position))

    path = choice(game.position)
    answer = choice(game.position.play(path))
    ann.plan(path, answer)
    bob.start(path)
    game.play(path)
    two.played(answer)
    ann.page.wait_for_selector("#plans:empty", state="attached")

    text = choice(game.position)
    bob.start(text, before=lambda: bob.page.context.set_offline(True))
    bob.sees("#unsent", "is kept")
    bob.page.context.set_offline(False)
    two.played(text)

    text = choice(game.position)
    said = account.remote(game.position.game.name, "move", str(game.number), text)
    assert f"{game.position.ply + 1}. {text} played" in said
    two.played(text)


def _finish(two: Two, choice: Choice) -> list[str]:
    """Play by hand to the end; return all moves of the game."""
    asked = [person.asked.count(person.path) for person in two.people]
    while two.game.position.outcome is None:
        two.move(choice(two.game.position))
    # Events report each move: no page requests the board again.
    assert [person.asked.count(person.path) for person in two.people] == asked
    two.both_see("#state", f". {capitalized(two.game.position.outcome.reason)}")
    for person in two.people:
        person.sees("#rematch", "Offer a rematch")
    (moves, others) = (person.page.locator("#moves bdi").all_text_contents()
                       for person in two.people)  # fmt: skip
    assert moves == others
    assert len(moves) == two.game.position.ply
    position, recorded = _start(two.game), list[str]()
    for text in moves:
        recorded.append(str(position.parse(text)))  # without what only readers need
        position = position.play(text)
    assert moves == list(line_texts(_start(two.game), recorded))
    return recorded


def _start(game: Game) -> Position:
    return game.position.game.start(game.position.options)


def _same_everywhere(
    two: Two, account: Account, moves: list[str], watching: subprocess.Popen[str]
) -> None:
    """Compare the game at both pages, in the watch output, in a command's answer, in the record."""
    game, outcome = two.game, two.game.position.outcome
    assert outcome is not None
    position = _start(game)
    for text in moves:
        position = position.play(text)
    assert position.outcome == outcome
    said, wrong = watching.communicate(timeout=LONG)
    assert wrong == ""
    last = json.loads(said.splitlines()[-1])
    assert (last["ply"], last["move"], last["state"]) == (len(moves), moves[-1], "over")
    assert last["line"] == str(outcome.reason)
    shown = account.remote("show", str(game.number)).partition("Moves: ")[2]
    assert re.findall(r"\d+\.\s(\S+)", shown) == list(line_texts(_start(game), moves))
    with two.people[1].page.expect_download() as download:
        two.people[1].press("#record")
    assert load(download.value.path()).moves() == moves


def _again(two: Two, choice: Choice) -> None:
    """Start a rematch, which Bob begins."""
    ann, bob = two.people
    number = two.game.number + 1
    bob.press("#rematch")
    ann.sees("#offer-text", "Bob (guest) proposes a rematch")
    ann.press("#accept")
    start = _start(two.game)
    game = Game(two.game.server, number, start)
    for person in two.people:
        person.page.wait_for_url(f"**/board/{number}*")
        person.game = game
    ann.sees("#state", "Bob (guest)'s turn")
    two.game, two.people = game, [bob, ann]
    two.move(choice(start))

"""Players at a page: they point at the board's places, press keys, or use lists.

The places are computed here from the desk's camera, without asking the page.
"""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from boche.engine.game import Position, Step, line_texts
from boche.engine.games.registry import find
from boche.viewer.camera.camera import Camera, frame
from boche.viewer.camera.rays import project
from boche.viewer.games.registry import build_scene, camera_of, picker_of, view_of
from boche.viewer.games.targets import choices_of, targets_of
from boche.viewer.games.view import Display
from boche.viewer.scene.model import SceneOptions

PATIENCE = 60_000  # milliseconds; a busy machine draws slowly
MOST_WAYS = 100  # more than any place has


_SEATS: dict[str, str] = {}
"""Secrets of seats by the addresses of their boards, for looks at private boards."""


def ask(
    server: str, method: str, path: str, body: Any = None, seat: str = "", session: str = "",
    host: str = "",
) -> Any:  # fmt: skip
    """Send a request as the holder of a seat's secret or as a signed-in user; return the JSON.

    ``host`` is the server's name if it is not in the address. A board is looked at by a seat that
    was made here, unless somebody is named.
    """
    if method == "GET" and not session:
        seat = seat or _SEATS.get(server + path, "")
    data = None if body is None else json.dumps(body).encode()
    by = f"Seat {seat}" if seat else f"Bearer {session}" if session else ""
    headers = {"Authorization": by} if by else {}
    headers |= {"Host": host} if host else {}
    request = urllib.request.Request(server + path, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=PATIENCE / 1000) as answer:
        found = json.load(answer)
    for secret in filter(None, found.get("secrets", ())):
        _SEATS[f"{server}/api/boards/{found['board']}"] = secret
    return found


def eventually(page: Any, script: str, *given: Any) -> Any:
    """Run a script of a page again and again until it returns what is true; return that.

    The driver's own way takes the promise of an asynchronous one for its answer, and goes on.
    """
    end = time.monotonic() + PATIENCE / 1000
    while not (found := page.evaluate(script, *given)):
        assert time.monotonic() < end, f"never true: {script}"
        page.wait_for_timeout(50)
    return found


@dataclass
class Game:
    """A board as the test knows it: the rules give its position, and the page must agree."""

    server: str
    number: int
    position: Position
    last: str | None = None

    @classmethod
    def new(
        cls,
        server: str,
        game: str,
        options: dict[str, Any],
        session: str = "",
        moves: Iterable[str] = (),
        **more: Any,
    ) -> tuple[Game, Any]:
        """Begin a game in which seats have played moves in turn; return it and their secrets."""
        asked = {"game": game, "options": options, **more}
        made = ask(server, "POST", "/api/boards", asked, session=session)
        for secret in filter(None, made["secrets"]):
            ask(server, "POST", f"/api/boards/{made['board']}/come", seat=secret)
        board, secrets = cls(server, made["board"], find(game).new(**options)), made["secrets"]
        for ply, move in enumerate(moves):
            seat = secrets[ply % len(secrets)]
            ask(server, "POST", f"/api/boards/{board.number}/moves", {"move": move}, seat)
            board.play(move)
        return board, secrets

    def after(self, move: str) -> Game:
        """Return the board as it would be after a move."""
        return replace(self, position=self.position.play(move), last=move)

    def play(self, move: str) -> None:
        self.position = self.position.play(move)
        self.last = move

    def take_back(self) -> None:
        """Start again after the only move was taken back."""
        assert self.position.ply == 1
        self.position, self.last = self.position.game.start(self.position.options), None

    def steps_to(self, move: str) -> list[tuple[str, Step]]:
        """Return the targets to choose in turn for a move, each with its choice there."""
        picker, wanted = picker_of(self.position.game.name), self.position.parse(move)

        def search(taken: str) -> list[tuple[str, Step]] | None:
            for name, target in targets_of(picker, self.position, taken).items():
                for choice in choices_of(picker, self.position, target):
                    if choice.move is not None:
                        if choice.move == wanted:
                            return [(name, choice)]
                    elif picker.leads is not None and picker.leads(choice.text, wanted):
                        rest = search(choice.text)
                        if rest is not None:
                            return [(name, choice), *rest]
            return None

        found = search("")
        assert found is not None, f"{move} has no place"
        return found

    def camera(self, aspect: float, view: str = "corner") -> Camera:
        """Return the camera of a view for a picture of that aspect ratio (width to height)."""
        scene = build_scene(self.position, SceneOptions(last=self.last))
        return frame(camera_of(self.position.game.name, view), scene.bounds, aspect)

    def place(
        self,
        target: str,
        taken: str,
        camera: Camera,
        size: tuple[float, float],
        opened: bool = False,
    ) -> tuple[float, float]:
        """Return where a target appears in a picture of that size, measured from above.

        ``opened`` is for a piece of a stack that is spread out already.
        """
        picker, display = picker_of(self.position.game.name), Display(taken=taken)
        place = picker.place(self.position, target, display)
        if picker.closed is not None and not opened:
            place = picker.closed(self.position, target, display)[0]
        x, y = project(camera, np.asarray(place, float)[None], (round(size[0]), round(size[1])))[0][
            :2
        ]
        return float(x), size[1] - float(y)


class Person:
    """A user at a page, who plays by ``how``: mouse, keys, touch or words."""

    def __init__(self, page: Any, game: Game, seat: str, how: str) -> None:
        self.page, self.game, self.seat, self.how = page, game, seat, how
        self.errors: list[str] = []
        board = ask(game.server, "GET", f"/api/boards/{game.number}", seat=seat)
        own = [board["seats"][number]["colour"] for number in board["own"]]
        sides = view_of(game.position.game.name).sides
        self.front = sides.get(own[0], "corner") if len(own) == 1 else "corner"
        self.path = f"boards/{game.number}"
        self.asked: list[str] = []  # API paths
        page.on("request", lambda request: self.asked.append(request.url.partition("/api/")[2]))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.set_default_timeout(PATIENCE)
        page.goto(f"{game.server}/board/{game.number}#seat={seat}")
        self.sees("#state", "move")
        # Without 3D there is no table.
        box = page.locator("#table").bounding_box() or {"width": 1, "height": 1}
        self.size = (box["width"], box["height"])

    def see_from_the_front(self) -> None:
        """Expect the first view of the game as it stands."""
        self.camera = self.game.camera(self.size[0] / self.size[1], self.front)

    def sees(self, where: str, text: str) -> None:
        """Wait until an element of the page contains a text."""
        self.page.wait_for_function(
            "([where, text]) => document.querySelector(where)?.textContent.includes(text)",
            arg=[where, text],
        )

    def move(self, text: str) -> None:
        """Make a move by hand, and wait until it is played."""
        self.start(text)
        [written] = line_texts(self.game.position, [text])
        self.game.play(text)
        self.page.wait_for_function(
            "(text) => document.querySelector('#moves [aria-current] bdi')?.textContent === text",
            arg=written,
        )
        assert self.errors == []

    def start(self, text: str, before: Callable[[], object] = lambda: None) -> None:
        """Make a move by hand; ``before`` is called as late as possible."""
        self.sees("#state", "your turn")
        self._make(self.game, text, before)

    def plan(self, path: str, answer: str) -> None:
        """Try two moves on the board, and save the second as the reply to the first."""
        self.press("#analysis summary")
        self.press("#analyse")
        tried = self.game
        for text in (path, answer):
            self._make(tried, text)
            [written] = line_texts(tried.position, [text])
            self.sees("#moves [aria-current]", written)
            tried = tried.after(text)
        self.press("#plan")
        self.sees("#plans", f"If {path}, reply {answer}")
        self.sees("#banner", f"Saved. If {path}, reply {answer}.")
        self.press("#analyse")
        self.press("#analysis summary")

    def point_while_turning(self, target: str, key: str, view: str) -> None:
        """Turn the board by a key, and meanwhile point where a target will appear."""
        self.page.locator("#table").focus()
        self.spot(target)
        self.camera = self.game.camera(self.size[0] / self.size[1], view)
        self.page.keyboard.press(key)
        self.point(self.game, target, "")
        self.waits_for(target)

    def click_at_once(self, target: str) -> None:
        """Click where a target appears, whatever moves meanwhile."""
        self.spot(target)
        self.see_from_the_front()
        self.point(self.game, target, "")
        self.confirm()

    def press(self, button: str) -> None:
        """Press a button that is not a place of the board."""
        found = self.page.locator(button)
        if self.how == "keys":
            self.page.wait_for_selector(f"{button}:not(:disabled)")
            found.focus()
            self.page.keyboard.press("Enter")
        elif self.how == "touch":
            found.tap()
        else:
            found.click()

    def _make(self, game: Game, text: str, before: Callable[[], object] = lambda: None) -> str:
        """Make a move step by step; return it as the page writes it until the server has it."""
        name = next((name for name in self._others(game) if name == text), None)
        if name is not None:
            before()
            self.press(f"#others button:text-is('{name.capitalize()}')")
            if self.page.locator("#sure").is_visible():
                self.press("#sure button[value='yes']")
            return name
        self.camera = game.camera(self.size[0] / self.size[1], self.front)
        steps, taken = game.steps_to(text), ""
        for number, (target, choice) in enumerate(steps, 1):
            self.choose(game, self.spot(target), choice, taken)
            if number == len(steps):
                before()
            self.confirm()
            taken = choice.text
        return taken

    def _others(self, game: Game) -> list[str]:
        """Return the moves that have no place on the board."""
        picker = picker_of(game.position.game.name)
        return [
            step.text for step in picker.steps(game.position, "")
            if step.move is not None and picker.target_of(game.position, step.move) is None
        ]  # fmt: skip

    def spot(self, target: str) -> str:
        """Return the list's value for a target, which is the first of the targets at its place."""
        listed = "option => option.textContent.split(', ').includes(target)"
        found = self.page.wait_for_function(
            f"(target) => [...document.querySelectorAll('#places option')].find({listed})?.value",
            arg=target,
        )
        return str(found.json_value())

    def at(self, game: Game, target: str, taken: str, opened: bool = False) -> tuple[float, float]:
        box = self.page.locator("#table").bounding_box()
        # If the board moves during a choice, the pointer misses its place.
        assert (box["width"], box["height"]) == self.size, "the board changed its size"
        x, y = game.place(target, taken, self.camera, self.size, opened)
        return box["x"] + x, box["y"] + y

    def waits_for(self, target: str) -> None:
        """Wait until a target is chosen and can be played."""
        self.page.wait_for_function(
            "(target) => document.querySelector('#places').value === target"
            " && !document.querySelector('#confirm').hidden",
            arg=target,
        )

    def named(self) -> str:
        """Return the choice that the prompt names, without a level of its place."""
        return str(self.page.text_content("#prompt")).partition(": ")[0].partition("/")[0]

    def choose(self, game: Game, target: str, choice: Step, taken: str) -> None:
        """Choose a target and a way by hand, without playing it."""
        if self.how == "words":
            self.choose_by_words(target, choice.text)
            return
        go = {"mouse": self.point, "touch": self._touch, "keys": self._walk}[self.how]
        go(game, target, taken)
        self.waits_for(target)
        turn = {"mouse": self._wheel, "touch": self._tap_way, "keys": self._space}[self.how]
        turn(game, choice)
        ways = self.page.locator("#ways option").all_text_contents()
        assert self.named() == choice.text, f"{self.how}: {choice.text} at {target} among {ways}"

    def confirm(self) -> None:
        """Play the current choice, or go on to the next step."""
        if self.how == "mouse":
            self.page.mouse.down()
            self.page.mouse.up()
        elif self.how == "touch":
            self.page.locator("#confirm").tap()
        elif self.how == "keys":
            self.page.keyboard.press("Enter")
        else:
            self.page.locator("#play-words").click()

    def point(self, game: Game, target: str, taken: str) -> None:
        x, y = self.at(game, target, taken)
        self.page.mouse.move(x + 3, y + 3)
        self.page.mouse.move(x, y)

    def _wheel(self, game: Game, choice: Step) -> None:
        """Turn by the wheel until the prompt names the choice."""
        for _ in range(MOST_WAYS):
            if self.named() == choice.text:
                return
            before = self.page.text_content("#prompt")
            self.page.mouse.wheel(0, 100)
            self.page.wait_for_function(
                "(before) => document.querySelector('#prompt').textContent !== before", arg=before
            )

    def _touch(self, game: Game, target: str, taken: str) -> None:
        self.page.locator("#table").scroll_into_view_if_needed()
        if self.page.input_value("#places") != target:
            self.page.touchscreen.tap(*self.at(game, target, taken))

    def _tap_way(self, game: Game, choice: Step) -> None:
        """Tap the button of the choice if there are several."""
        keys = self.page.locator("#keys")
        if keys.locator("button").count() > 1:
            keys.locator(f"button[value='{choice.text}']").tap()

    def _walk(self, game: Game, target: str, taken: str) -> None:
        """Walk to a target by arrow keys, in the direction where it appears."""
        self.page.locator("#table").focus()
        goal, arrow = np.array(self.at(game, target, taken)), "ArrowUp"
        for step in range(60):
            here = self.page.input_value("#places")
            if here == target:
                return
            if not here:  # on its way over a place where nothing can be played
                self.page.keyboard.press("ArrowUp" if step % 5 == 4 else arrow)
                continue
            way = goal - np.array(self.at(game, here, taken))
            across = (abs(way[0]) > abs(way[1])) ^ (step % 7 == 6)
            names = ("ArrowLeft", "ArrowRight") if across else ("ArrowUp", "ArrowDown")
            arrow = names[int(way[0 if across else 1] > 0)]
            self.page.keyboard.press(arrow)

    def _space(self, game: Game, choice: Step) -> None:
        """Turn by the space bar until the prompt names the choice."""
        for _ in range(MOST_WAYS):
            if self.named() == choice.text:
                return
            self.page.keyboard.press("Space")

    def choose_by_words(self, target: str, choice: str) -> None:
        """Choose from the two lists, without playing the move."""
        if self.page.locator("#by-words").get_attribute("open") is None:
            self.page.locator("#by-words summary").click()
        self.page.select_option("#places", target)
        self.waits_for(target)
        ways = self.page.locator("#ways option").all_inner_texts()
        at = next(
            i for i, each in enumerate(ways) if each.partition(": ")[0].partition("/")[0] == choice
        )
        if len(ways) > 1:
            self.page.select_option("#ways", str(at))

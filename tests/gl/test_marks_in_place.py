"""Marks lie on the places that they name: seen in pictures, in one view of one game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from boche.engine import new
from boche.viewer.camera.rays import half_height, project
from boche.viewer.export.images import framed
from boche.viewer.games.registry import build_live, camera_of
from boche.viewer.renderer.offscreen import Target
from boche.viewer.renderer.renderer import Renderer
from boche.viewer.renderer.style import Style
from boche.viewer.scene.live import LiveOptions
from tests.gl.seen_places import SOLIDS, Solid, first_met

SIZE = (640, 400)
GAMES = {
    "boche": (
        {"size": 5},
        "c:a1 a:b1 d:a2 b:c1 c:b2 a:a3 g:a1 f:b1 d:d1 b:c2 a:b3 e:a2 h:c1 f:b2 b:a1 c:b1",
    ),
    "che": ({}, "fl:0,0 fr:0,1+br:0,2 bl:1,0+fl:1,1"),
    "boku": ({}, "e4 f5 g6 f6 e5 e6 h7 c3 k8 a1"),
    "octi": ({}, "57+e 53+a 77+g 53-54 77-67 54-55 67-57"),
}
"""Positions with pieces on several levels, where the game has levels."""

KINDS = ("CR", "SQ", "TR", "MA", "LB")
LEAST = 12  # pixels of a mark that can be seen
VISIBLE = 30  # the least difference of a pixel that belongs to a mark


class Board:
    """Pictures of a position from one view; at most ``most`` of its places are looked at."""

    def __init__(self, context: Any, game: str, view: str, most: int = 24) -> None:
        _, moves = GAMES[game]
        self.most = most
        self.game, self.moves = game, moves.split()
        self.position = self.after(len(self.moves))
        self.solids = SOLIDS[game](self.position)
        self._renderer, self._target = Renderer(context), Target(context, SIZE)
        self.camera = framed(self._scene(self.position), camera_of(game, view), SIZE)
        self._plain: dict[Any, Any] = {}

    def after(self, count: int) -> Any:
        options, _ = GAMES[self.game]
        position = new(self.game, **options)
        for move in self.moves[:count]:
            position = position.play(move)
        return position

    def close(self) -> None:
        self._target.release()
        self._renderer.release()

    def _scene(self, position: Any, **shown: Any) -> Any:
        return build_live(position, LiveOptions(labels=False, **shown))

    def _drawn(self, position: Any, **shown: Any) -> Any:
        scene = self._scene(position, **shown)
        self._renderer.draw(scene, self.camera, self._target.drawn, SIZE, Style())
        return self._target.read()[..., :3].astype(int)

    def changed(self, position: Any, **shown: Any) -> Any:
        """Return the pixels (N, 2) that change if something is shown."""
        if position not in self._plain:
            self._plain[position] = self._drawn(position)
        apart = np.abs(self._drawn(position, **shown) - self._plain[position]).max(axis=2)
        return np.argwhere(apart > VISIBLE)[:, ::-1] + 0.5

    def place_seen(self, position: Any, solids: dict[str, Solid], **shown: Any) -> str:
        """Return the place under the middle of what changes if something is shown."""
        pixels = self.changed(position, **shown)
        assert len(pixels) >= LEAST, f"{shown} is not seen"
        return self.places_at(solids, pixels.mean(axis=0)[None])[0]

    def places_at(self, solids: dict[str, Solid], pixels: Any) -> list[str]:
        """Return the places at some pixels (N, 2)."""
        return first_met(solids.values(), self.camera, pixels, SIZE)

    def places_seen(self, position: Any, solids: dict[str, Solid], **shown: Any) -> Counter[str]:
        """Return on which places how many of the pixels lie that change if something is shown."""
        pixels = self.changed(position, **shown)
        assert len(pixels) >= LEAST, f"{shown} is not seen"
        return Counter(self.places_at(solids, pixels))


def visible(board: Board) -> list[str]:
    """Return the places that are not hidden in the picture."""
    grid = np.array([(x, y) for x in range(5, SIZE[0], 8) for y in range(5, SIZE[1], 8)])
    seen = set(board.places_at(board.solids, grid))
    names = [name for name in board.solids if name in seen]
    return names[:: -(-len(names) // board.most)]


@pytest.fixture(params=["boche"])
def board(context: Any, request: pytest.FixtureRequest) -> Iterator[Board]:
    made = Board(context, request.param, "corner")
    yield made
    made.close()


def check_each_mark_lies_on_its_place(board: Board, kinds: tuple[str, ...] = ("CR",)) -> None:
    names = visible(board)
    assert len(names) >= 8
    wrong = {}
    for name in names:
        for kind in kinds:
            mark = (kind, name, "A" if kind == "LB" else "")
            found = board.place_seen(board.position, board.solids, drawn=(mark,))
            if found != name:
                wrong[kind, name] = found
    assert wrong == {}


def check_arrows_lead_from_place_to_place(board: Board) -> None:
    """Check that an arrow's tip is on its second place, and that it comes from the first."""
    names, wrong = visible(board), {}
    middles = {name: middle_of(board.solids[name]) for name in names}
    for at, name in enumerate(names):
        other = names[(at * 7 + 3) % len(names)]
        if name == other:
            continue
        pixels = board.changed(board.position, drawn=(("AR", name, other),))
        start, end = project(board.camera, np.array([middles[name], middles[other]]), SIZE)
        way = (end - start) / np.linalg.norm(end - start)
        tip, tail = (pixels[find(pixels @ way)] for find in (np.argmax, np.argmin))
        back = (tail - tip) / np.linalg.norm(tail - tip)
        free = 0.3 * SIZE[1] / (2 * half_height(board.camera))  # before an arrow's shaft begins
        begins = [tail + part * free * back for part in (0.0, 0.25, 0.5, 0.75, 1.0)]
        ends = [tip + part * back for part in (2.0, 4.0)]
        if other not in board.places_at(board.solids, np.array(ends)):
            wrong[name, other] = "its end"
        if name not in board.places_at(board.solids, np.array(begins)):
            wrong[name, other] = "its beginning"
    assert wrong == {}


def middle_of(solid: Solid) -> Any:
    """Return the middle of a block."""
    half = len(solid.normals) // 2
    return (solid.reach[:half] - solid.reach[half:]) / 2 @ solid.normals[:half]


def check_the_last_move_is_where_it_was_played(board: Board) -> None:
    """Check the frame of each move on its way, and the number on its piece."""
    for count in range(1, len(board.moves) + 1):
        position, move = board.after(count), board.moves[count - 1]
        solids, wanted = SOLIDS[board.game](position), places_of(board.game, move)
        seen = board.places_seen(position, solids, last=move)
        assert {name for name, _ in seen.most_common(len(wanted))} == wanted, move
        numbers = {"numbered": tuple(board.moves[:count]), "unnumbered": count - 1}
        seen = board.places_seen(position, solids, **numbers)
        assert seen.most_common(1)[0][0] in wanted, move


def places_of(game: str, move: str) -> set[str]:
    """Return the places of a move just played, as its text names them."""
    if game == "octi":
        return set(re.findall("[0-9]{2}", move))
    parts = move.split("+") if game == "che" else [move.partition("x")[0]]
    return {part.rpartition(":")[2] for part in parts}


def check_what_a_search_shows_is_on_its_place(board: Board) -> None:
    """Check the disc, the figure and the hint for each place where a piece may be put."""
    position, wrong = board.position, {}
    targets = targets_of(board)
    assert len(targets) >= 3
    for target, move in list(targets.items())[: board.most]:
        wanted = place_for(board, target)
        looks: list[dict[str, Any]] = [{"ghost": move, "hint": True}] if move else []
        looks.append({"heat": ((target, 1.0),)})
        looks.append({"heat": ((target, 0.0),), "figures": ((target, "55"),)})
        for shown in looks:
            seen = board.places_seen(position, board.solids, **shown)
            if seen.most_common(1)[0][0] != wanted:
                wrong[target, *shown] = seen
    assert wrong == {}


def targets_of(board: Board) -> dict[str, str]:
    """Return the places where one piece may be put, each with such a move if it is a whole one."""
    if board.game == "che":  # it takes two tiles
        return dict.fromkeys(board.position.facts()["open"], "")
    plain = [str(move) for move in board.position.legal_moves() if str(move).count("x") == 0]
    return {
        move.rpartition(":")[2]: move
        for move in plain
        if move != "swap" and not (board.game == "octi" and set(move) & {"+", "-"})
    }


def place_for(board: Board, target: str) -> str:
    """Return the name of the place where the next piece goes: in Boche the column's nest."""
    full = {cube["cell"] for cube in board.position.facts().get("cubes", ())}
    nests = [name for name in board.solids if name.startswith(f"{target}/")]
    return nests[-1] if target in full else target


CHECKS = (
    check_each_mark_lies_on_its_place,
    check_arrows_lead_from_place_to_place,
    check_the_last_move_is_where_it_was_played,
    check_what_a_search_shows_is_on_its_place,
)


@pytest.mark.parametrize("check", CHECKS)
def test_marks_are_seen_where_they_belong(board: Board, check: Callable[[Board], None]) -> None:
    check(board)

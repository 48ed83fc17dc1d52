"""What a game shows of itself and how one points at it: a ``GameView``, one a game. No GL."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.message import NOTHING, Message
from viewer.camera.camera import VIEWS, Camera, Vector
from viewer.camera.rays import Points, Ray
from viewer.games.info import Panel
from viewer.scene.live import LiveOptions
from viewer.scene.model import Scene, SceneOptions


@dataclass(frozen=True)
class Display:
    """How a position is shown: levels lifted by ``explode`` cube edges each, ``peeled`` taken off.

    ``peeled`` counts levels from the top of what is built. ``taken`` is the beginning of a move
    that is already chosen, the text of a step, or empty.
    """

    explode: float = 0.0
    peeled: int = 0
    taken: str = ""


@dataclass(frozen=True)
class Pick:
    """What a ray meets first and what a player means by pointing there.

    ``target`` is the text of the step it chooses (see ``Position.steps``), or None; then
    ``reason`` says why for the status line, or is empty where nothing of the game was hit.
    ``key`` is the letter of the target's choice that is pointed at, or empty.
    ``face`` names what was hit for the game's own use, None for nothing. ``point`` is the place in
    the world, None where the ray goes into the void; it takes no part in comparing picks.
    """

    target: str | None = None
    face: Any = None
    reason: Message = NOTHING
    point: tuple[float, float, float] | None = field(default=None, compare=False)
    key: str = ""


@dataclass(frozen=True)
class Hover:
    """What is known of the group under the pointer: a line of text, and what to light."""

    text: Message = NOTHING
    lit: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Preview:
    """What a move would bring, for its ghost.

    ``joined`` and ``enclosed`` are to be lit, in the game's own terms, such as lattice corners;
    ``text`` is a line for the user, empty where nothing happens.
    """

    joined: tuple[Any, ...] = ()
    enclosed: tuple[Any, ...] = ()
    text: Message = NOTHING


class Picker(Protocol):
    """What the table must know of a game to point at it. One module a game, functions only.

    A *target* is the text of a step that names a place, a *choice* the text of a step below it,
    its *key* the letter that chooses it, empty where it is chosen by pointing at a place: then
    the step above it is taken first, and its choices are the next targets. ``leads`` says whether
    a choice that is no whole move can become that move. A module whose pieces are seen to turn in
    the hand has ``TURN``, the seconds that this takes; ``LAYS`` is True in one whose choice that
    is taken lies on the table as a piece.
    """

    def pick(self, position: Any, ray: Ray, display: Display) -> Pick: ...
    def place(self, position: Any, target: str, display: Display) -> Vector: ...
    def over(self, position: Any, target: str, ray: Ray, display: Display) -> bool: ...
    def target_of(self, position: Any, move: Any) -> str | None: ...
    def leads(self, choice: str, move: Any) -> bool: ...
    def key_of(self, choice: str) -> str: ...
    def spell(self, target: str, key: str) -> str: ...
    def hover(self, position: Any, pick: Pick) -> Hover: ...
    def preview(self, position: Any, move: Any) -> Preview: ...
    def levels(self, position: Any) -> int: ...
    def bounds(self, position: Any) -> Points: ...


@dataclass(frozen=True)
class GameView:
    """A game as people see it; a game's room in ``viewer.games`` exports one as ``GAME_VIEW``.

    ``scene`` describes a position for a picture, ``live`` one that is being played at: with a
    ghost, groups lit, a piece on its way. ``cover`` makes the position that shows the game on the
    start screen. ``front`` is where its table is seen from at first, before it is fitted.
    """

    scene: Callable[[Any, SceneOptions], Scene]
    live: Callable[[Any, LiveOptions], Scene]
    picker: Picker
    panel: Panel
    cover: Callable[[], Any]
    front: Camera = VIEWS["corner"]

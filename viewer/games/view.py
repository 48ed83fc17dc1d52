"""What a game shows of itself and how one points at it: a ``GameView``, one a game. No GL."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from engine.game import OptionValue, Step
from engine.message import NOTHING, Message, Phrase
from viewer.camera.camera import VIEWS, Camera, Vector
from viewer.camera.rays import Points, Ray
from viewer.games.info import Guide, Panel
from viewer.scene.live import LiveOptions
from viewer.scene.model import Scene, SceneOptions

if TYPE_CHECKING:
    from viewer.scene.bodies import Printed


@dataclass(frozen=True)
class Display:
    """How a position is shown: levels lifted by ``explode`` cube edges each, ``peeled`` taken off.

    ``peeled`` counts levels from the top of what is built. ``taken`` is the beginning of a move
    that is already chosen, the text of a step, or empty. ``opened`` is the place whose pieces stand
    apart since the pointer came there, as the last ``Pick`` had it.
    """

    explode: float = 0.0
    peeled: int = 0
    taken: str = ""
    opened: str = ""


@dataclass(frozen=True)
class Pick:
    """What a ray meets first and what a player means by pointing there.

    ``target`` is the text of the step it chooses (see ``Position.steps``), or None; then
    ``reason`` says why for the status line, or is empty where nothing of the game was hit.
    ``told`` says that the reason is only what lies there, which ``Picker.hover`` tells a pointer:
    then it is kept for a click.
    ``key`` is the letter of the target's choice that is pointed at, or empty.
    ``opened`` is the place whose pieces stand apart while the pointer is here, if any.
    ``face`` names what was hit for the game's own use, None for nothing. ``point`` is the place in
    the world, None where the ray goes into the void; it takes no part in comparing picks.
    """

    target: str | None = None
    face: Any = None
    reason: Message = NOTHING
    point: tuple[float, float, float] | None = field(default=None, compare=False)
    key: str = ""
    opened: str = ""
    told: bool = False


@dataclass(frozen=True)
class Hover:
    """What is known of the group under the pointer: a line of text, and what to light."""

    text: Message = NOTHING
    lit: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Lighting:
    """A group as a page lights it under the pointer, without knowing the rules.

    ``text`` is a line on it, ``bits`` what the patterns of some instances of the first batch of the
    position's scene get besides, by the index of the instance.
    """

    text: Message
    bits: Mapping[int, int]


class Said(NamedTuple):
    """A piece as it is read aloud: under which ``heading``, at which ``place``, and what it is.

    ``order`` says where it comes when all are read, in any position of the game; ``piece`` is empty
    where the heading says what it is.
    """

    order: tuple[int, ...]
    heading: Message
    place: str
    piece: Message = NOTHING


@dataclass(frozen=True)
class Preview:
    """What a move would bring, for its ghost.

    ``joined`` and ``enclosed`` are to be lit, in the game's own terms, such as lattice corners;
    ``text`` is a line for the user, empty where nothing happens.
    """

    joined: tuple[Any, ...] = ()
    enclosed: tuple[Any, ...] = ()
    text: Message = NOTHING


def _steps_of(position: Any, taken: str) -> tuple[Step, ...]:
    return tuple(position.steps(taken))


def _cell_of(position: Any, move: Any) -> str | None:
    target = position.target(move)
    return str(target) if target is not None else None


@dataclass(frozen=True)
class Picker:
    """What the table must know of a game to point at it: functions, one game's.

    A *target* is the text of a step that names a place, a *choice* the text of a step below it,
    its *key* the letter that chooses it. A key is empty where a choice is made by pointing at a
    place: then the step above it is taken first, and its choices are the next targets.

    - ``pick(position, ray, display)``: what a ray meets, and the target that is meant.
    - ``place(position, target, display)``: the middle of a target in the world, (3,).
    - ``closed(position, target, display)``: the same while no pieces stand apart, and the place
      that must be ``opened`` to see the target; None where pieces never stand apart.
    - ``over(position, target, ray, display)``: whether a ray meets the piece that would lie on a
      target before any other.
    - ``bounds(position)``: points (N, 3) that a view of the whole board must hold.
    - ``hover(position, pick)``: what is known of the group under the pointer; ``preview(position,
      move)`` what a move, or the beginning of one, would bring.
    - ``target_of(position, move)``: the target that a move fills, or None. If left out, the text of
      ``Position.target``.
    - ``leads(choice, move)``: whether a choice that is no whole move can become that move; None
      where all choices are whole moves.
    - ``key_of(choice)``: its key; ``spell(target, key)``: the choice that the two make, for the
      rules to refuse where there is none.
    - ``named(choice)``: the choice on a button, where neither its text nor its key will do.
    - ``lettered(position, target, pick, taken)``: the target that a letter is for while ``target``
      is chosen, or none is and ``pick`` is pointed at; None for that target itself.
    - ``asks(position, taken)``: what is to be chosen next, once ``taken`` is, where that is one of
      a few places: the wheel and the keys that turn a piece then go from one to the next.
    - ``by_keys``: what takes the place of phrases that speak of the mouse, by their kinds, for
      those who use keys; ``by_list`` where all choices at a place are listed, as on a page.
    - ``levels(position)``: how many levels there are; all but the lowest can be taken off.
    - ``spread(position, apart)``: points (N, 3) that a view of the levels, spread so far apart,
      must hold beside ``bounds``.
    - ``steps(position, taken)``: the steps that are offered here, ``Position.steps`` if left out.
    - ``begun(position, taken)``: the position with what is taken already on the table, where it is.
    - ``turn``: the seconds in which a piece is seen to turn in the hand.
    - ``lays``: whether a choice that is taken lies on the table as a piece.
    - ``takes_up``: whether a piece that is pointed at may be played with in several ways.
    """

    pick: Callable[[Any, Ray, Display], Pick]
    place: Callable[[Any, str, Display], Vector]
    over: Callable[[Any, str, Ray, Display], bool]
    bounds: Callable[[Any], Points]
    hover: Callable[[Any, Pick], Hover] = lambda position, pick: Hover()
    preview: Callable[[Any, Any], Preview] = lambda position, move: Preview()
    target_of: Callable[[Any, Any], str | None] = _cell_of
    leads: Callable[[str, Any], bool] | None = None
    key_of: Callable[[str], str] = lambda choice: ""
    spell: Callable[[str, str], str] = lambda target, key: f"{target}{key}"
    lettered: Callable[[Any, str | None, Pick, str], str | None] = (
        lambda position, target, pick, taken: None
    )
    asks: Callable[[Any, str], Message] = lambda position, taken: NOTHING
    by_keys: Mapping[str, Phrase] = field(default_factory=dict)
    by_list: Mapping[str, Phrase] = field(default_factory=dict)
    levels: Callable[[Any], int] = lambda position: 0
    spread: Callable[[Any, float], Points] = lambda position, apart: np.zeros((0, 3))
    steps: Callable[[Any, str], tuple[Step, ...]] = _steps_of
    begun: Callable[[Any, str], Any] = lambda position, taken: position
    turn: float = 0.0
    lays: bool = False
    takes_up: bool = False
    closed: Callable[[Any, str, Display], tuple[Vector, str]] | None = None
    named: Callable[[str], Message] = lambda choice: NOTHING


@dataclass(frozen=True)
class Beginner:
    """A game for a beginner: its options, who plays against them, a line about it."""

    options: Mapping[str, OptionValue]
    player: str
    about: str


@dataclass(frozen=True)
class GameView:
    """A game as people see it; a game's room in ``viewer.games`` exports one as ``GAME_VIEW``.

    ``scene`` describes a position for a picture, ``live`` one that is being played at: with a
    ghost, groups lit, a piece on its way. ``cover`` makes the position that shows the game on the
    start screen, its start if left out. ``views`` are where its table is seen from by the commands
    ``corner``, ``corner2``, ``corner3`` and ``top``, before it is fitted: at first from ``corner``.
    ``decided`` gives what decided a finished game, in the game's own terms and in the order in
    which it lights up; nothing where there is nothing to show, as after a resignation.
    ``rules`` gives the text of its rules, in the Markdown of ``viewer.rules``;
    ``guide`` what the help says of playing it. ``lessons`` makes the files of its lessons, by
    their names without ``.sgf``. ``beginner`` is a game for somebody who has never played it, None
    where it has none. ``sides`` names the view of a colour that has a side of its own, where that
    is not the first one. ``groups`` are all groups that hovering can light in a position, each
    place of which belongs to one. ``aloud`` gives all pieces on the board in words, those of a
    place together, no two alike. ``printed`` says what of it can be printed as closed bodies; it
    is None where nothing can.
    """

    scene: Callable[[Any, SceneOptions], Scene]
    live: Callable[[Any, LiveOptions], Scene]
    picker: Picker
    panel: Panel = field(default_factory=Panel)
    cover: Callable[[], Any] | None = None
    views: Mapping[str, Camera] = field(default_factory=lambda: VIEWS)
    decided: Callable[[Any], tuple[Any, ...]] = lambda position: ()
    rules: Callable[[], str] | None = None
    guide: Guide = field(default_factory=Guide)
    lessons: Callable[[], Mapping[str, bytes]] = dict
    beginner: Beginner | None = None
    sides: Mapping[str, str] = field(default_factory=dict)
    groups: Callable[[Any], tuple[Lighting, ...]] = lambda position: ()
    aloud: Callable[[Any], tuple[Said, ...]] = lambda position: ()
    printed: Callable[[], Printed] | None = None

"""View and pointer interface of a game: a ``GameView``, one per game. No GL."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

import numpy as np

from boche.engine.game import OptionValue, Step
from boche.engine.message import NOTHING, Message, Phrase
from boche.engine.pictures import Apart as Way
from boche.engine.threats import Threat
from boche.viewer.camera.camera import VIEWS, Camera, Vector
from boche.viewer.camera.rays import Points, Ray, Viewport
from boche.viewer.games.info import Guide, Panel
from boche.viewer.scene.apart import TOGETHER, Apart
from boche.viewer.scene.live import LiveOptions
from boche.viewer.scene.model import Label, Scene, SceneOptions

if TYPE_CHECKING:
    from boche.viewer.scene.bodies import Printed


UP = np.array([0.0, 0.0, 1.0])
EXPLODED: Way = "exploded"
SIDE_BY_SIDE: Way = "layers"
WAYS: tuple[str, ...] = get_args(Way)
"""Ways to take layers apart, in the order in which a key goes through them."""


@dataclass(frozen=True)
class Display:
    """Display settings of a position: stacks fanned out, layers taken apart or hidden.

    ``explode`` is how far stacks are fanned out, 0 to 1; ``apart`` is how layers are taken apart.
    ``peeled`` counts hidden layers from the top of the pieces. ``taken`` is the part of a move
    chosen so far, the text of a step, or empty. ``opened`` is the place whose pieces are spread out
    since the pointer came there, as in the last ``Pick``.
    """

    explode: float = 0.0
    peeled: int = 0
    taken: str = ""
    opened: str = ""
    apart: Apart = TOGETHER


class Arranged(NamedTuple):
    """Layers taken apart, the angles to see them from, and what must be in view then (N, 3)."""

    apart: Apart
    camera: Camera
    bounds: Points


@dataclass(frozen=True)
class Pick:
    """The first hit of a ray, and what the player means by pointing there.

    ``target`` is the text of the step it selects (see ``Position.steps``), or None; then
    ``reason`` gives the reason for the status line, or is empty if nothing of the game was hit.
    ``told`` is set if the reason only says what is there, which ``Picker.hover`` or a name already
    does for a pointer: it is then shown only on a click.
    ``advises`` is set if the reason says how to go on from there, and refuses nothing.

    ``key`` is the letter of the target's choice that is pointed at, or empty.
    ``opened`` is the place whose pieces are spread out while the pointer is here, if any.
    ``face`` names what was hit for the game's own use, or is None. ``point`` is the point in the
    world, or None if the ray hits nothing; ``home`` is where the same point would be if the layers
    were not taken apart, or None if they are not. Both are ignored when picks are compared.
    ``peeled`` counts the layers hidden from the top, or seen through.
    """

    target: str | None = None
    face: Any = None
    reason: Message = NOTHING
    point: tuple[float, float, float] | None = field(default=None, compare=False)
    key: str = ""
    opened: str = ""
    told: bool = False
    advises: bool = False
    home: tuple[float, float, float] | None = field(default=None, compare=False)
    peeled: int = 0


@dataclass(frozen=True)
class Hover:
    """Information on what is under the pointer: a line on the group, and what to light.

    ``linked`` are the places, in the game's own terms, of the piece and of those that it touches on
    other layers; they are shown while the layers are taken apart. ``covered`` is set if a part of
    what is lit lies under hidden layers, or under those seen through.
    """

    text: Message = NOTHING
    lit: tuple[Any, ...] = ()
    linked: tuple[Any, ...] = ()
    covered: bool = False


class Blocked(NamedTuple):
    """A place of the board where nothing can be played, and why: arrow keys pass over it.

    ``spot`` is its name as marks have it, ``place`` its middle as ``Picker.place`` gives targets.
    """

    spot: str
    place: Vector
    reason: Message


class Carried(NamedTuple):
    """A piece that a drag takes along: the ``step`` that takes it up, and its ``targets`` then.

    ``step`` is empty if the place where it is put down says everything. The targets are found by
    the names of the places where it may be put down, as ``Picker.spot`` gives them. A piece that a
    letter chooses has ``onto`` instead: the target at a pick, and its letter or nothing, if any.
    ``reason`` tells why it can go nowhere, where what was pressed on has no reason of its own.
    ``turned`` gives the text of the move, or nothing, that letting go at a pick of its own place
    makes: something on the piece was dragged, and not the piece. ``says`` is told at such a pick in
    place of what the piece could do.
    """

    step: str
    targets: Mapping[str, str]
    onto: Callable[[Any, Pick], tuple[str | None, str]] | None = None
    reason: Message = NOTHING
    turned: Callable[[Any, Pick], str] = lambda position, pick: ""
    says: Callable[[Any, Pick], Message] = lambda position, pick: NOTHING


@dataclass(frozen=True)
class Lighting:
    """A group as a page lights it under the pointer, without knowing the rules.

    ``text`` is a line on it; ``bits`` are extra pattern bits for some instances of the first batch
    of the position's scene, by the index of the instance.
    """

    text: Message
    bits: Mapping[int, int]


class SpokenPiece(NamedTuple):
    """A piece as it is read aloud: its ``heading``, its ``place``, and its description.

    ``order`` is its sort key when all are read, in any position of the game; ``piece`` is empty
    if the heading already describes it.
    """

    order: tuple[int, ...]
    heading: Message
    place: str
    piece: Message = NOTHING


@dataclass(frozen=True)
class Preview:
    """Effect of a move, for its ghost.

    ``joined`` and ``threatened`` are to be lit, in the game's own terms, such as lattice corners;
    ``text`` is a line for the user, or empty if nothing happens. ``task`` is the part of it that
    answers no task: what is chosen and joined, but not what is enclosed, made or won by that.
    """

    joined: tuple[Any, ...] = ()
    threatened: tuple[Any, ...] = ()
    text: Message = NOTHING
    task: Preview | None = None

    def limited(self, *, task: bool) -> Preview:
        """Return what is shown: in a lesson's ``task`` only what does not answer it."""
        return (self.task or Preview()) if task else self


def _steps_of(position: Any, taken: str) -> tuple[Step, ...]:
    return tuple(position.steps(taken))


def _cell_of(position: Any, move: Any) -> str | None:
    target = position.target(move)
    return str(target) if target is not None else None


def _carried(position: Any, pick: Pick, taken: str) -> Carried | None:
    """Return the piece that a drag takes along from the palette: it goes wherever a click would."""
    if not pick.key or pick.face is not None:
        return None
    return Carried("", {}, lambda position, at: (at.target, pick.key if at.target else ""))


@dataclass(frozen=True)
class Picker:
    """Functions of one game with which the table handles pointing.

    A *target* is the text of a step that names a place, a *choice* the text of a step below it,
    its *key* the letter that selects it. A key is empty if a choice is made by pointing at a
    place: then the step above it is taken first, and its choices are the next targets.

    - ``pick(position, ray, display)``: what a ray hits, and the target that is meant.
    - ``place(position, target, display)``: the middle of a target in the world, (3,).
    - ``closed(position, target, display)``: the same while no pieces are spread out, and the place
      that must be ``opened`` to see the target; None in games that never spread pieces out.
    - ``blocked(position, taken)``: the places of the board among the targets where nothing can be
      played. A game with a row of places has them, so that arrow keys stay in the row.
    - ``over(position, target, ray, display)``: True if a ray hits the piece that would lie on a
      target before any other.
    - ``bounds(position)``: points (N, 3) that a view of the whole board must contain.
    - ``hover(position, pick)``: information on the group under the pointer; ``preview(position,
      move)`` the effect of a move, or of a partial one.
    - ``target_of(position, move)``: the target that a move fills, or None. The default is the text
      of ``Position.target``.
    - ``leads(choice, move)``: True if a choice that is not a whole move can become that move; None
      if all choices are whole moves.
    - ``key_of(choice)``: its key; ``spell(target, key)``: the choice made of the two; if there is
      none, the rules refuse it.
    - ``named(choice)``: the choice's text on a button, if neither its text nor its key is suitable.
    - ``lettered(position, target, pick, taken)``: the target that a letter applies to while
      ``target`` is chosen, or none is and ``pick`` is pointed at; None for that target itself.
    - ``asks(position, taken)``: a question on what to choose next, once ``taken`` is, if that is
      one of a few places: the wheel and the keys that turn a piece then cycle through them.
    - ``usual(position, taken)``: the target that is taken while none of these few is chosen.
    - ``about(position, taken)``: the names of the places, as ``top`` takes them, that this question
      is about beside its targets.
    - ``seconds(position, taken)``: the usual target, and others among them whose place nobody
      guesses, each with the text of its button.
    - ``unfinished(position, taken)``: what is left to do of a begun move where nothing is asked.
    - ``does(target)``: what choosing a target does, in two or three words, where another target has
      the same place.
    - ``by_keys``: replacements for phrases that mention the mouse, by their kinds, for keyboard
      users; ``by_list`` for lists of all choices at a place, as on a page.
    - ``spot(position, pick)``: the name of the place that a ray has hit, as marks in records have
      it, or nothing; the default knows the open places only.
    - ``place_name(position, pick, taken)``: the name of the place that is pointed at, or that keys
      have chosen, once ``taken`` is, for the status line; the latter is a pick of nothing but its
      target. By default there is none.
    - ``top(position, spot, display)``: the point in the world, (3,), on top of what lies at a place
      of that name, or None if there is no such place. The default is ``place``.
    - ``facing(position, spot, display)``: the direction, (3,) of length 1, in which the surface at
      that point looks, if ``top`` has one; by default upwards.
    - ``layers(position)``: the number of layers of pieces; all but the lowest can be hidden.
    - ``above(position, pick)``: the number of layers to be seen through at what is pointed at.
    - ``levels(position)``: the names of the pieces of each layer, as marks have them but with their
      level, the lowest layer first; ``looked_at(position, name, display)``: what a ray would hit
      there if nothing hid it.
    - ``under(position, place)``: the number of layers above what lies at a place as marks name it,
      and what to light there to follow it under these layers; None if nothing lies there, or in
      games without layers.
    - ``arranged(position, way, camera, aspect)``: its layers taken apart in one of the ``WAYS`` for
      a view from about the angles of ``camera``, in a picture ``aspect`` times as wide as high;
      None in games that have no layers to take apart.
    - ``steps(position, taken)``: the steps that are offered here, by default ``Position.steps``.
    - ``begun(position, taken)``: the position with the chosen part of a move already made, if
      that lies on the table.
    - ``piece(position, pick)``: the place of the piece that a pick hits, as a draft of a board
      (``engine.draft``) names it; empty for none.
    - ``carried(position, pick, taken)``: the piece that a drag from a pick takes along, or None if
      such a drag turns the table. A pick of nothing but a ``key`` stands for the letter in the
      palette, which by default is the only piece that a drag takes along.
    - ``turn``: the seconds that a piece takes to turn in the hand.
    - ``lays``: True if a choice that is taken lies on the table as a piece.
    - ``takes_up``: True if a piece may be played in several ways, and ``pick`` tells which of them
      the pointer means.
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
    usual: Callable[[Any, str], str | None] = lambda position, taken: None
    about: Callable[[Any, str], tuple[str, ...]] = lambda position, taken: ()
    seconds: Callable[[Any, str], tuple[tuple[str, Message], ...]] = lambda position, taken: ()
    unfinished: Callable[[Any, str], Message] = lambda position, taken: NOTHING
    does: Callable[[str], Message] = lambda target: NOTHING
    by_keys: Mapping[str, Phrase] = field(default_factory=dict)
    by_list: Mapping[str, Phrase] = field(default_factory=dict)
    layers: Callable[[Any], int] = lambda position: 0
    above: Callable[[Any, Pick], int] = lambda position, pick: 0
    levels: Callable[[Any], tuple[tuple[str, ...], ...]] = lambda position: ()
    looked_at: Callable[[Any, str, Display], Pick] = lambda position, name, display: Pick()
    under: Callable[[Any, str], tuple[int, tuple[Any, ...]] | None] = lambda position, place: None
    arranged: Callable[[Any, str, Camera, float], Arranged] | None = None
    steps: Callable[[Any, str], tuple[Step, ...]] = _steps_of
    begun: Callable[[Any, str], Any] = lambda position, taken: position
    turn: float = 0.0
    lays: bool = False
    takes_up: bool = False
    blocked: Callable[[Any, str], tuple[Blocked, ...]] = lambda position, taken: ()
    closed: Callable[[Any, str, Display], tuple[Vector, str]] | None = None
    named: Callable[[str], Message] = lambda choice: NOTHING
    spot: Callable[[Any, Pick], str] = lambda position, pick: pick.target or ""
    place_name: Callable[[Any, Pick, str], Message] = lambda position, pick, taken: NOTHING
    top: Callable[[Any, str, Display], Vector | None] | None = None
    facing: Callable[[Any, str, Display], Vector] = lambda position, spot, display: UP
    piece: Callable[[Any, Pick], str] = lambda position, pick: ""
    carried: Callable[[Any, Pick, str], Carried | None] = _carried

    def next_step(self, position: Any, taken: str) -> Message:
        """Return the question of a begun move, or what is left to do of it; empty if neither."""
        return self.asks(position, taken) or self.unfinished(position, taken) if taken else NOTHING


@dataclass(frozen=True)
class Beginner:
    """A game for a beginner: its options, the opponent, and a line about it."""

    options: Mapping[str, OptionValue]
    player: str
    about: str


@dataclass(frozen=True)
class GameView:
    """A game as it is shown; its package in ``viewer.games`` exports one as ``GAME_VIEW``.

    ``scene`` describes a position for a picture, ``live`` one in play: with a ghost, lit groups
    and a moving piece. ``thumbnail`` makes the position that shows the game on the start screen,
    by default its start. ``views`` are the cameras for the commands ``corner``, ``corner2``,
    ``corner3`` and ``top``, before fitting; ``corner`` is the initial one. ``decided`` gives what
    decided a finished game, in the game's own terms and in the order in which it lights up, or
    nothing if there is nothing to show, as after a resignation.

    ``rules`` gives the text of its rules, in the Markdown of ``viewer.rules``; ``guide`` is its
    help on playing. ``lessons`` makes the files of its lessons, by their names without ``.sgf``,
    ``demonstration`` the record that plays itself before a user's first game, or is None,
    ``samples`` the records of the library, by their names with ``.sgf`` or ``.txt``, which begin
    with the game's. ``picture`` is an SVG for the front page of a server, or None.
    ``beginner`` is a game for somebody who has never played it, or None. ``sides`` names the view
    of each colour that has its own side, unless that is the first one. ``groups`` are all groups
    that hovering can light in a position; each place belongs to one. ``aloud`` gives all pieces on
    the board in words, those of a place together, no two alike. ``printed`` gives what can be
    printed as closed bodies, or is None if nothing can. ``lit_by`` gives what to light for a
    threat, as ``LiveOptions.lit`` has it. ``labels`` gives the coordinates where they are read from
    a camera, in a picture of that size in pixels; without it ``live`` has them where they stay.
    """

    scene: Callable[[Any, SceneOptions], Scene]
    live: Callable[[Any, LiveOptions], Scene]
    picker: Picker
    panel: Panel = field(default_factory=Panel)
    thumbnail: Callable[[], Any] | None = None
    views: Mapping[str, Camera] = field(default_factory=lambda: VIEWS)
    decided: Callable[[Any], tuple[Any, ...]] = lambda position: ()
    rules: Callable[[], str] | None = None
    guide: Guide = field(default_factory=Guide)
    lessons: Callable[[], Mapping[str, bytes]] = dict
    demonstration: Callable[[], bytes] | None = None
    beginner: Beginner | None = None
    sides: Mapping[str, str] = field(default_factory=dict)
    groups: Callable[[Any], tuple[Lighting, ...]] = lambda position: ()
    aloud: Callable[[Any], tuple[SpokenPiece, ...]] = lambda position: ()
    printed: Callable[[], Printed] | None = None
    samples: Callable[[], Mapping[str, bytes]] = dict
    picture: Callable[[], str] | None = None
    lit_by: Callable[[Threat], tuple[Any, ...]] = lambda threat: threat.aims
    labels: Callable[[Any, LiveOptions, Camera, Viewport], tuple[Label, ...]] | None = None

"""The visible state of the table as plain frozen data, for the window and the HUD to draw.

Two equal views look the same, so a window draws only when the view differs from the last drawn.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from boche.engine.draft import BaseDraft
from boche.engine.message import NOTHING, Message
from boche.engine.record import Node
from boche.engine.record.marks import Mark
from boche.engine.threats import Threat
from boche.viewer.camera.camera import Camera
from boche.viewer.games.info import Located
from boche.viewer.games.view import Display, Preview
from boche.viewer.lessons.state import LessonState
from boche.viewer.scene.live import FALL, LiveOptions
from boche.viewer.table.clocks import ClockView
from boche.viewer.table.question import Question
from boche.viewer.table.text_edit import TextEdit
from boche.viewer.training.state import TrainingState

if TYPE_CHECKING:
    from boche.viewer.remote.view import RemoteView

NO_PREVIEW = Preview()

ENGINE, EXPLORER, REASON = "engine", "explorer", "reason"
"""What a line comes from: the search, the games that were played, or why a move was bad."""

Box = tuple[float, float, float, float]
"""The left, lower, right and upper edge of a part of the picture."""

Tone = Literal["said", "noted", "refused", "waiting", "over"]
"""The kind of a status line: plain, worth a note, a refusal, waiting, or the end."""


@dataclass(frozen=True)
class Ghost:
    """The piece that would be placed. ``legal`` is False while the move is incomplete.

    ``target`` and ``text`` are texts of steps (a cell; a piece and a cell), ``key`` is the chosen
    letter, ``keys`` are all that fit. ``move`` is the game's move, or None while it is incomplete.
    ``preview`` says what to light. ``turned``, while the piece turns in the hand, is the text of
    the choice that it turns from, and the progress from 0 to 1. ``hint`` says whether a hint has
    chosen the move.
    """

    target: str
    text: str
    key: str
    keys: tuple[str, ...]
    legal: bool
    preview: Preview = NO_PREVIEW
    move: Any = None
    turned: tuple[str, float] | None = None
    hint: bool = False


@dataclass(frozen=True)
class Change:
    """A step from one position to another in progress; ``part`` is 0 to 1, already eased.

    ``forward`` is True for a move being made (its piece drops), False for one taken back. ``move``
    is the one move that is made or taken back, or None for more than one. It may also be a piece of
    an unfinished move (its first tile) that comes or goes; the positions are then the same.
    ``taken`` is the beginning of the move that was already placed, as chosen at the table, or
    empty.
    """

    before: Any = field(compare=False)
    after: Any = field(compare=False)
    part: float
    forward: bool
    move: Any = None
    taken: str = ""


def in_motion(change: Change, plain: LiveOptions) -> tuple[Any, LiveOptions]:
    """Return the position to draw during a move, and the options for the piece above it."""
    base = change.before if change.forward else change.after
    height = FALL * (1.0 - change.part if change.forward else change.part)
    moving = replace(plain, moving=str(change.move), taken=change.taken)
    return base, replace(moving, height=height)


@dataclass(frozen=True)
class TrialView:
    """A line shown on the board without being played, at one moment.

    ``position`` is the one after ``done`` of its ``moves``; ``ghost`` says whether the next one is
    shown as a ghost. ``made`` are all moves that led to the position, those of the game first.
    ``source`` is ``engine``, ``explorer`` or ``reason``; ``threat`` is what the line carries out,
    until it is done. ``node`` is that of the position, or None if it is not in the record.
    ``instead`` is the move, with its number, that was played in place of the line's first one,
    while that is next. ``passing`` is true while only the pointer that rests on the line in a list
    shows it: the panel then goes on speaking of the game, so that the list stays where it is.
    """

    position: Any = field(compare=False)
    rank: int
    moves: tuple[str, ...]
    done: int
    ghost: bool
    made: tuple[str, ...]
    source: str = ENGINE
    threat: Threat | None = None
    node: Node | None = field(default=None, compare=False)
    instead: str = ""
    passing: bool = False

    @property
    def next_move(self) -> str | None:
        """The move that is shown as a ghost, or None."""
        return self.moves[self.done] if self.ghost else None


@dataclass(frozen=True)
class Entry:
    """A line being typed. ``kind`` is ``move``, ``comment``, ``mark`` or ``chat``."""

    kind: str
    edit: TextEdit

    @property
    def text(self) -> str:
        return self.edit.text


BannerKind = Literal["end", "swap", "first", "hint", "shown"]
"""The kind of a banner: the end, a swap, how to begin, or a further hint."""


@dataclass(frozen=True)
class Banner:
    """A banner over the board, for what a player must not miss.

    ``once`` is the name under which the settings remember that it has been seen; empty for banners
    that are shown each time.
    """

    text: str
    kind: BannerKind
    once: str = ""


@dataclass(frozen=True)
class FirstTurnView:
    """A kind of action that is told once beside its places.

    ``name`` is the one under which the settings remember it. ``places`` are all
    places for it, to be marked, or none if they are many. ``boxes`` are where they are in the
    picture, each with its left, lower, right and upper edge: what is told covers none of them and
    none of the boxes to be left ``clear``, and as little as possible of the ``pieces``.
    """

    text: Message
    name: str
    places: tuple[Mark, ...]
    boxes: tuple[Box, ...]
    pieces: tuple[Box, ...]
    clear: tuple[Box, ...]


APART, PEELED, XRAY = "apart", "peeled", "xray"
"""The kinds of views of the pile."""


@dataclass(frozen=True)
class LastingView:
    """A view of the pile that stays until it is ended, one of a kind, and what it is in words.

    ``legend`` says how to read it, if that must not be guessed.
    """

    kind: str
    text: Message
    legend: Message = NOTHING


ANSWERS = ("take_back", "go_on")
"""The commands that answer a warning, in the order of their buttons."""

SHOWS_LINE = "line_on"
"""The command that steps through what may follow the move that is warned of."""


RETRY = "retry_mistakes"
"""The command that keys reach after ``END_CHOICES`` if mistakes are known."""

END_CHOICES = ("rematch", "moments", "share", "analyse", "save", "other_level")
"""The commands offered after the end of a game, in the order of their buttons."""


@dataclass(frozen=True)
class WarningView:
    """A warning of one's own last move: its text, and whether the computer waits for the answer.

    ``threat`` is what it is about, while that stands on the board. ``focus`` is the index of the
    button that the keyboard has reached, negative for none. ``has_line`` says whether moves are
    known that may follow, or that could have been played ``instead``.
    """

    text: Message
    waits: bool
    threat: Threat | None = None
    focus: int = -1
    has_line: bool = False
    instead: bool = False

    @property
    def buttons(self) -> tuple[str, ...]:
        """The commands of its buttons, in their order."""
        return (*ANSWERS, SHOWS_LINE) if self.has_line else ANSWERS


@dataclass(frozen=True)
class SetupView:
    """A board that is being set up, and the index of the setting that the keys change."""

    draft: BaseDraft
    knob: int


@dataclass(frozen=True)
class TableView:
    """The complete visible state of a table.

    ``revision`` replaces ``position`` in comparisons. ``status`` is the line for the user, ``tone``
    its kind; ``place`` names the place under the pointer, ``info`` describes the group there, which
    is ``lit`` while there is no ghost; ``linked`` are the cells that belong to the one under the
    pointer, on layers taken apart.
    ``last`` is the cell of the last move, or None. ``focus`` is what the arrow keys work on.
    ``speed`` is in moves per second. ``refused`` are the names of the commands that cannot be done
    now; with ``takes_back_first`` Escape takes back what is begun or chosen before it leaves an
    exercise. ``lesson`` is the state of the lesson on the table, ``training`` that of the exercise,
    ``far`` the view of the remote opponent, ``banner`` the banner over the board, ``clocks`` the
    clocks, if any, ``setup`` the board that is being set up. While a game is just ending, ``won``
    counts the lit pieces of those that decided it, and the end is not to be announced yet;
    otherwise it is None. ``marks`` are those drawn on the position, with the one being drawn.
    ``awaiting`` counts the online games that wait for the user, ``others`` those where it is their
    turn without that on the table, or is None if no account is followed.
    """

    position: Any = field(compare=False)
    revision: tuple[int, int]
    camera: Camera
    display: Display
    ghost: Ghost | None
    lit: tuple[Any, ...]
    linked: tuple[Any, ...]
    status: str
    tone: Tone
    place: str
    info: str
    change: Change | None
    last: Any
    focus: str
    playing: bool
    speed: float
    entry: Entry | None
    question: Question | None
    refused: frozenset[str] = frozenset()
    takes_back_first: bool = False
    lesson: LessonState | None = None
    training: TrainingState | None = None
    banner: Banner | None = None
    won: int | None = None
    far: RemoteView | None = None
    trial: TrialView | None = None
    """The line shown on the board in place of the position."""
    clocks: ClockView | None = None
    marks: tuple[Mark, ...] = ()
    named: tuple[Mark, ...] = ()
    """Marks of the places that the pointer reads of beside the board."""
    pointed: tuple[Any, ...] = ()
    """What is lit because the pointer reads of it beside the board, or because that was clicked."""
    kept: Located | None = None
    """The place of a line of the panel that was clicked, to be shown until another click."""
    setup: SetupView | None = None
    awaiting: int = 0
    others: int | None = None
    beside: bool = False
    """Whether the status is about what is pointed at, and is shown there, too."""
    chosen_at: tuple[float, float] | None = None
    """The place in the picture of what keys have chosen, while something is shown beside it."""
    prompted: Box | None = None
    """The box in the picture beside which the status stands while it asks how a move goes on."""
    pieces: tuple[Box, ...] = ()
    """The boxes of the pieces in the picture while the status stands beside what it is about.

    It covers as little of them as it can."""
    first_turn: FirstTurnView | None = None
    """The kind of action that is told now, beside its places."""
    asked: str = ""
    """The letter chosen for the next piece, until it is placed or given up."""
    seconds: tuple[tuple[str, str], ...] = ()
    """The choices of a begun move that have no place to click, each with the text of its button."""
    hint: str = ""
    """The move that a hint has shown, as long as a button plays it, or nothing."""
    hint_text: Message = NOTHING
    """What the hint says, as long as it stands."""
    warning: WarningView | None = None
    end_focus: str = ""
    """The one of ``END_CHOICES`` that keys have reached, or an empty text."""
    views: tuple[LastingView, ...] = ()
    """The views of the pile that are on."""
    reach: tuple[tuple[float, float], ...] = ()
    """Points of the picture around the whole board, while there are ``views`` to be named."""
    threats: tuple[Threat, ...] | None = None
    """The threats that stand on the board, or None unless they are to be shown."""

    @property
    def ending(self) -> bool:
        """True if the game has ended but that is not to be announced yet."""
        return self.won is not None

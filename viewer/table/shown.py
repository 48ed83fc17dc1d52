"""What the table shows at a moment, as plain frozen data: for the window and the HUD to draw.

Two equal views look the same, so a window draws only when the view differs from the last drawn.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from viewer.camera.camera import Camera
from viewer.games.view import Display, Preview
from viewer.lessons.state import LessonState
from viewer.scene.live import FALL, LiveOptions
from viewer.table.writing.question import Question
from viewer.table.writing.text_edit import TextEdit

if TYPE_CHECKING:
    from viewer.remote.view import FarView

NO_PREVIEW = Preview()

Tone = Literal["said", "noted", "refused", "waiting", "over"]
"""What a line of the status is: only said, worth a note, why something is not done, waited for, or
the end."""


@dataclass(frozen=True)
class Ghost:
    """The piece that would be placed. ``legal`` is False while the text is no whole move yet.

    ``target`` and ``text`` are texts of steps (a cell; a piece and a cell), ``key`` the letter
    chosen, ``keys`` all that fit. ``move`` is the game's move, None while it is not whole.
    ``preview`` says what to light. ``turned``, while the piece turns in the hand, is the text of
    the choice that it turns from, and the part of the way, 0 to 1. ``hint`` says whether a hint
    has chosen the move.
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
    """A step from one position to another on its way, ``part`` 0..1, already eased.

    ``forward`` is True for a move being made (its piece drops), False for one taken back.
    ``move`` is the one move that was made or taken back, None where it was more than one, or the
    piece of an unfinished one that comes or goes (a move's first tile): then the positions are the
    same. ``taken`` is the beginning of it that lay there already, as it was chosen at the table,
    or empty.
    """

    before: Any = field(compare=False)
    after: Any = field(compare=False)
    part: float
    forward: bool
    move: Any = None
    taken: str = ""


def in_motion(change: Change, plain: LiveOptions) -> tuple[Any, LiveOptions]:
    """The position to draw while one move is on its way, and the piece above it."""
    base = change.before if change.forward else change.after
    height = FALL * (1.0 - change.part if change.forward else change.part)
    moving = replace(plain, moving=str(change.move), taken=change.taken)
    return base, replace(moving, height=height)


@dataclass(frozen=True)
class Entry:
    """A line being typed. ``kind`` is ``move`` or ``comment``."""

    kind: str
    edit: TextEdit

    @property
    def text(self) -> str:
        return self.edit.text


BannerKind = Literal["end", "swap", "first", "hint"]
"""What a line over the board is about: the end, a swap, how to begin, what else one may do."""


@dataclass(frozen=True)
class Banner:
    """A line over the board, for what a player must not miss.

    ``once`` is the name under which the settings keep that it has been seen; empty for what is
    said each time.
    """

    text: str
    kind: BannerKind
    once: str = ""


@dataclass(frozen=True)
class TableView:
    """All that is to be seen.

    ``revision`` stands for ``position`` in comparisons. ``status`` is the line for the user,
    ``tone`` what kind of line; ``info`` speaks of the group under the pointer, which is
    ``lit`` while there is no ghost. ``last`` is the cell of the last move, or None. ``focus`` is
    what the arrows work on. ``speed`` is moves a second. ``refused`` are the names of the commands
    that cannot be done now. ``lesson`` is how far the lesson has come that is on the table.
    ``far`` is what there is to see of somebody far away who plays.
    ``banner`` is the line over the board. While a game is just ending, ``won`` counts what is lit
    of that which decided it, and the end is not to be said yet; else it is None.
    """

    position: Any = field(compare=False)
    revision: tuple[int, int]
    camera: Camera
    display: Display
    ghost: Ghost | None
    lit: tuple[Any, ...]
    status: str
    tone: Tone
    info: str
    change: Change | None
    last: Any
    focus: str
    playing: bool
    speed: float
    entry: Entry | None
    question: Question | None
    refused: frozenset[str] = frozenset()
    lesson: LessonState | None = None
    banner: Banner | None = None
    won: int | None = None
    far: FarView | None = None

    @property
    def ending(self) -> bool:
        """Whether the game has ended, and that is not to be said yet."""
        return self.won is not None

"""Commands as data, and their context: the table, and the assistant and the window, if any."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from boche.engine.languages.current import tr
from boche.engine.message import Phrase
from boche.engine.record import Node
from boche.engine.search.analysis import Mistake
from boche.viewer.session import Session
from boche.viewer.table import words
from boche.viewer.table.state import Table

if TYPE_CHECKING:
    from boche.engine.search.result import Candidate


class Assistant(Protocol):
    """The computer players and the analysis, as commands see them."""

    @property
    def analysing(self) -> bool:
        """True while the record is being analysed."""

    @property
    def analysed(self) -> bool:
        """True if an analysis of the record is known, even if it found no mistake."""

    @property
    def mistakes(self) -> Mapping[Node, Mistake]:
        """The mistakes that an analysis of the record has found, by the nodes of their moves."""

    @property
    def candidates(self) -> Sequence[Candidate]:
        """The best moves of the position at the cursor, best first, while it is evaluated."""

    def waiting_for(self) -> str:
        """Return why no move is allowed now, such as a thinking computer seat, or an empty text."""

    def hold(self) -> None:
        """Make a computer seat whose turn it is wait until the user resumes it."""

    def keep_still(self) -> None:
        """Make all computer seats wait until the user resumes them."""

    def let_play(self) -> None:
        """Let the computer whose turn it is play on from the position shown."""

    def hint(self) -> None: ...
    def evaluate(self) -> None: ...
    def analyse(self) -> None: ...
    def look_deeper(self) -> None: ...
    def pause(self) -> None: ...


@dataclass
class Context:
    """The argument of each command. ``assistant`` and ``window`` may be None.

    ``window`` has what the window does for the commands that are its own.
    """

    table: Table
    assistant: Assistant | None = None
    window: Window | None = None

    def waiting_for(self) -> str:
        """Return why no move is allowed now, or an empty text."""
        thinks = self.assistant.waiting_for() if self.assistant is not None else ""
        return self.table.session.why_no_move or thinks


@dataclass(frozen=True, eq=False)
class Command:
    """A command: its name, its keys, a line for help and tooltips, its chapter of the help.

    ``bindings`` are its keys, each with the focus in which it counts, or an empty text for board
    and timeline. ``action`` executes it; without one the window does. ``condition`` returns why it
    cannot be done now, or an empty text. ``needs`` is the part of the context that it requires,
    empty for the table alone. ``held`` commands act while their key is down, or from one click on
    their button to the next. ``anywhere`` commands are also possible while a dialog is open.
    ``is_in`` returns whether a game has the command, ``missing`` says that it has not. ``spoils``
    returns why the game would not count for the user's rating any more, one of
    ``viewer.session.words.UNRATED``, or an empty text.
    ``also`` are other words, in English, by which it is found; they are shown nowhere.
    """

    name: str
    bindings: tuple[tuple[str, str], ...]
    text: str
    chapter: str
    action: Action | None = None
    condition: Condition | None = None
    held: bool = False
    needs: Literal["", "assistant", "window"] = ""
    anywhere: bool = False
    is_in: Callable[[Session], bool] = lambda session: True
    spoils: Condition = lambda context: ""
    also: str = ""
    missing: Phrase = words.NOT_IN_GAME

    @property
    def keys(self) -> tuple[str, ...]:
        """All its keys, whatever the focus."""
        return tuple(key for key, _ in self.bindings)

    def refused(self, context: Context) -> str:
        """Return in one line why it cannot be done now, or an empty text."""
        if not self.has_room(context):
            return tr("{name}: not available here", name=self.name)
        session = context.table.session
        if not self.is_in(session):
            return self.missing(game=session.record.game.title)
        return self.condition(context) if self.condition is not None else ""

    def has_room(self, context: Context) -> bool:
        """Return whether the part of the context that it needs exists."""
        return not self.needs or getattr(context, self.needs) is not None

    def run(self, context: Context) -> None:
        """Execute it. Raises ``BocheError``."""
        if self.action is not None:
            self.action(context)
        elif context.window is not None:
            context.window[self]()


Action = Callable[[Context], object]
Condition = Callable[[Context], str]
Window = Mapping[Command, Callable[[], object]]

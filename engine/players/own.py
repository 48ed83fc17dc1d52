"""Players of one's own: an object with ``choose``, a class of such objects, or a function."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from boche.engine.errors import why_not
from boche.engine.game import Move, Position
from boche.engine.languages.current import tr
from boche.engine.players.errors import PlayerError
from boche.engine.players.player import History, Seat, checked, require_moves
from boche.engine.printable import one_line

if TYPE_CHECKING:
    from boche.engine.search.result import SearchResult


class Chooser(Protocol):
    """An object that chooses a legal move, or its text; it may have ``close()`` too."""

    def choose(self, position: Any, /) -> Move | str: ...


class HistoryChooser(Protocol):
    """A chooser that also gets the moves so far, by their texts."""

    def choose(self, position: Any, /, *, history: list[str]) -> Move | str: ...


class HistoryFunction(Protocol):
    """A function that also gets the moves so far, by their texts."""

    def __call__(self, position: Any, /, *, history: list[str]) -> Move | str: ...


# A lambda takes its types from the first function that fits.
_Function = Callable[[Position], Move | str] | Callable[[Any], Move | str] | HistoryFunction

Own = Chooser | HistoryChooser | type[Chooser] | type[HistoryChooser] | _Function
"""A player of one's own; a class is instantiated for each game."""

Source = str | Own
"""A player by name, or one of one's own."""


class OwnPlayer:
    """A player of one's own in one game; whatever it does wrong raises ``PlayerError``."""

    result: SearchResult | None = None

    def __init__(self, own: Own, seat: Seat) -> None:
        """Instantiate a class; one whose constructor requires an argument gets the seat."""
        self.name = str(seat.spec)
        self._made: Any = None
        chooser: Any = own
        if isinstance(own, type):
            chooser = self._made = self._guarded(own, *([seat] if takes_seat(own) else []))
        self._choose: Callable[..., object] = getattr(chooser, "choose", chooser)
        self._history = _parameters(self._choose).get("history")

    def choose(self, position: Position, history: History = ()) -> Move:
        """Return its move, checked. Raises ``PlayerError``, ``ResignedError``."""
        more = {}
        if self._history is not None and (len(history) == position.ply or self._needs_history):
            require_moves(self.name, position, history)
            more["history"] = [move for _, move in history]
        answer = self._guarded(self._choose, position, **more)
        return checked(self.name, position, self._guarded(str, answer))

    @property
    def _needs_history(self) -> bool:
        return self._history is not None and self._history.default is self._history.empty

    def set_seconds(self, seconds: float) -> None:
        pass

    def close(self) -> None:
        """Close an object that was made for this game, if it can be closed."""
        close = getattr(self._made, "close", None)
        if close is not None:
            self._guarded(close)

    def _guarded(self, work: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
        """Run code of the user's; raise ``PlayerError`` for an exception."""
        try:
            return work(*arguments, **more)
        except PlayerError:
            raise
        except (Exception, SystemExit) as error:
            raise PlayerError(f"{self.name}: {_reason(error)}") from error


def _reason(error: BaseException) -> str:
    """Return what an exception says, even if it fails to."""
    try:
        return f"{type(error).__name__}: {why_not(error)}"
    except Exception:
        return type(error).__name__


def check_own(own: object) -> None:
    """Raise ``PlayerError`` for anything that cannot be a player."""
    if not callable(getattr(own, "choose", None if isinstance(own, type) else own)):
        raise PlayerError(
            tr(
                "{what!r} is not a player: pass a name, a function from a position to a move, an "
                "object with the method choose(position), or a class of such objects",
                what=label_of(own),
            )
        )
    choose: Any = getattr(own, "choose", own)
    if not isinstance(own, type) and not _takes_position(choose):
        raise PlayerError(tr("{what!r} is not a player: it takes no position", what=label_of(own)))


def _takes_position(choose: Callable[..., object]) -> bool:
    """Return whether a function can be called with a position, and the history if it wants it."""
    try:
        signature = inspect.signature(choose)
    except (TypeError, ValueError):  # a few built-in functions do not tell
        return True
    more: dict[str, Any] = {"history": []} if "history" in signature.parameters else {}
    try:
        signature.bind(None, **more)
    except TypeError:
        return False
    return True


def label_of(source: object) -> str:
    """Return the name of a player as shown to people: its ``name``, or that in the code."""
    if isinstance(source, str):
        return source
    names = (getattr(source, attribute, None) for attribute in ("name", "__name__"))
    return next((one_line(n) for n in names if isinstance(n, str) and n), type(source).__name__)


def takes_seat(kind: Callable[..., object]) -> bool:
    """Return whether a class cannot be instantiated without an argument."""
    places = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return any(
        parameter.kind in places and parameter.default is parameter.empty
        for parameter in _parameters(kind).values()
    )


def _parameters(work: Callable[..., object]) -> dict[str, inspect.Parameter]:
    try:
        return dict(inspect.signature(work).parameters)
    except (TypeError, ValueError):  # a few built-in functions do not tell
        return {}

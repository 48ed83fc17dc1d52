"""Base classes for the positions of all games: options, outcome, resignation, equality."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping, Sequence
from copy import copy, deepcopy
from functools import lru_cache
from types import MappingProxyType
from typing import Any, ClassVar, Self

from boche.engine import plain_rules
from boche.engine.arguments import ArgumentError, check_symmetry, in_short
from boche.engine.deferred import Deferred
from boche.engine.errors import (
    BocheError,
    IllegalMoveError,
    NotationError,
    RefusedMoveError,
    quoted,
    why_not,
)
from boche.engine.game import Game, Move, OptionValue, Outcome, Step, side_of
from boche.engine.integer_actions import IntegerActions
from boche.engine.languages.current import tr
from boche.engine.message import Message, Phrase
from boche.engine.orbit import Orbit, alone
from boche.engine.parts import PartError, check_part
from boche.engine.pictures import Pictured
from boche.engine.position_text import (
    key_of,
    outcome_text,
    read_options,
    split_line,
    write_line,
)
from boche.engine.recent import (
    HEAD,
    drop_derived,
    note_look,
    pack,
    prefers_compiled,
    unpack,
    use,
)
from boche.engine.words import (
    BAD_POSITION,
    FIELD_COUNT,
    GAME_OVER,
    NO_SETUP,
    NO_TEXT,
    OTHER_END,
    OTHER_GAME,
    RESIGNED,
)

_ACTIONS = Deferred("boche.engine.learning.actions")

UNDECIDED = -1
"""What the rules of all games that pack their positions return while the game goes on."""


class BasePosition(IntegerActions, Pictured):
    """An immutable position of one game, built on the board that its rules work on.

    A game's subclass defines ``turn``, ``ply``, the moves, the text board and ``_key``, which is
    equal exactly for equal positions; it may define ``_summary``, the beginning of ``repr``, and
    ``_fields`` with ``_from_fields``, which give its positions a text and a key. The defaults suit
    a game without swap whose moves are single choices.
    """

    __slots__ = ("_ended", "_options", "_packed", "_unpacked")

    game: Game
    """The position's game; set by the game's package."""

    _options: Mapping[str, OptionValue]
    _unpacked: Any
    _packed: Any
    _ended: Outcome | int | None

    def __init__(self, options: Mapping[str, OptionValue], board: Any) -> None:
        self._options, self._ended = MappingProxyType(dict(options)), None
        self._board = board

    # -- what is kept: the board, packed unless the position was used lately; see ``engine.recent``

    @property
    def _board(self) -> Any:
        """The board that the rules work on, which never changes; see ``engine.recent``."""
        board = self._unpacked
        if board is None:
            board = self._unpacked = self._unpack(self._packed)
            use(self)
            note_look()
        return board

    @_board.setter
    def _board(self, board: Any) -> None:
        self._unpacked, self._packed = board, None
        use(self)

    def _pack(self, board: Any) -> Any:
        """Return all that a board says in few bytes, or None if that cannot be done."""
        return pack(board)

    def _unpack(self, packed: Any) -> Any:
        """Return a new board from what ``_pack`` returned."""
        return unpack(packed)

    def _peek_head(self) -> tuple[int, int, int]:
        """Return the turn (0 or 1), moves played, and 1 after a swap; a packed board stays packed.

        It is for games that pack such a head; see ``engine.recent``.
        """
        board = self._unpacked
        return HEAD.unpack_from(self._packed) if board is None else self._counts(board)

    def _counts(self, board: Any) -> tuple[int, int, int]:
        """Return what ``_peek_head`` does, from the board."""
        raise NotImplementedError

    @property
    def is_packed(self) -> bool:
        """True while the position has no board but a packed one."""
        return self._unpacked is None

    def _as_packed(self) -> Any:
        """Return the position as ``_pack`` does, for ``engine.learning``."""
        board, data = self._unpacked, self._packed  # in this order: the board goes last
        if data is None:
            data = self._packed = self._pack(board)
        return data

    @property
    def _past(self) -> tuple[bytes, ...]:
        """Keys of the positions that may recur, with this one, where they decide anything."""
        return ()

    def _followed(self, packed: bytes, result: int) -> Self:
        """Return the position after a move of compiled code: what it packs into, and the result."""
        after = self._like_this()
        after._unpacked, after._packed = None, packed
        after._ended = None if result == UNDECIDED else result
        return after

    def _like_this(self) -> Self:
        """Return a position that so far has only the options, and what follows from these."""
        after = object.__new__(type(self))
        after._options = self._options
        return after

    def _numbers_in_bulk(self) -> list[int] | None:
        """Return the rules' numbers of the legal moves by compiled code; None to interpret them."""
        if self._ended is not None or not prefers_compiled(self._unpacked):
            return None
        numbers: list[int] | None = _ACTIONS.legal_numbers(self)
        return numbers

    def _played_in_bulk(self, *numbers: int) -> Self | None:
        """Return the position after a move by compiled code; None to have it interpreted."""
        if self._ended is not None or not prefers_compiled(self._unpacked):
            return None
        after: Self | None = _ACTIONS.played(self, numbers)
        return after

    def put_away(self) -> None:
        """Keep the board packed, and nothing that follows from it, until it is used again."""
        if self._as_packed() is not None:
            self._unpacked = None
        drop_derived(self)

    @property
    def _outcome(self) -> Outcome | None:
        """The outcome, described when it is first asked for if the rules' result is known."""
        ended = self._ended
        if isinstance(ended, int):
            ended = self._ended = self._end(ended)
        return ended

    @_outcome.setter
    def _outcome(self, outcome: Outcome | None) -> None:
        self._ended = outcome

    def _end(self, result: int) -> Outcome:
        """Return the outcome of the game, from what the rules' ``play`` returned."""
        raise NotImplementedError

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """Complete options by name, read-only."""
        return self._options

    @property
    def board(self) -> Any:
        """A copy of the board, in the form that the rules use."""
        board = self._board
        # Compiled code trusts a position's own board, so nobody else has it.
        return type(board)(*map(copy, board)) if isinstance(board, tuple) else deepcopy(board)

    @property
    def turn(self) -> str:
        """Colour to move; after the end of the game, the colour that would be to move."""
        raise NotImplementedError

    @property
    def ply(self) -> int:
        """Number of moves played."""
        raise NotImplementedError

    @property
    def swapped(self) -> bool:
        """True if the two players have exchanged colours; never so in a game without a swap."""
        return False

    @property
    def whole(self) -> Self:
        """The position itself; of one in the middle of a move (see ``apply``), that before it."""
        return self

    @property
    def outcome(self) -> Outcome | None:
        """Outcome of the game, or None while it is in progress."""
        ended = self._ended
        return self._outcome if isinstance(ended, int) else ended

    @property
    def is_over(self) -> bool:
        """True once the game has ended."""
        return self._ended is not None

    def format(self, move: Any) -> str:
        """Return the text of a move."""
        return str(move)

    def random_move(self, rng: random.Random | None = None) -> Move:
        """Draw a legal move step by step, each step uniformly from those possible.

        This is fast even if there are too many legal moves to list. ``rng`` is the random source,
        by default that of the module ``random``. Raises ``IllegalMoveError`` after the end,
        ``ArgumentError`` for an ``rng`` that has no method ``choice``.
        """
        source = random if rng is None else rng
        if not callable(getattr(source, "choice", None)):
            raise ArgumentError(tr("rng: {value} is not a random.Random", value=in_short(rng)))
        self._refuse_after_end("")
        draw, taken = source.choice, ""
        drawn = self._drawn(draw)
        if drawn is not None:
            move, after = drawn
            _LAST.drawn = None if after is None else (self, move, after)
            return move
        while True:
            step = draw(self.steps(taken))
            if step.move is not None:
                return step.move
            taken = step.text

    def _drawn(self, draw: Callable[[range], int]) -> tuple[Move, Self | None] | None:
        """Return what ``random_move`` does, by compiled code and the same draws; or None.

        With the move comes the position after it, if it has been found on the way.
        """
        return None

    def _after_drawn(self, move: object) -> Self | None:
        """Return the position after the move that this thread drew last, if it is this very one.

        Whoever draws a move plays it.
        """
        drawn, _LAST.drawn = _LAST.drawn, None
        if drawn is None or drawn[0] is not self or drawn[1] is not move:
            return None
        after: Self = drawn[2]
        return after

    def _walked(self, choose: Callable[[list[int]], int]) -> Any:
        """Return a whole move made step by step by compiled code; None to interpret it."""
        if self._ended is not None or not prefers_compiled(self._unpacked):
            return None
        return _ACTIONS.walk(self, choose)

    def legal_moves(self) -> Sequence[Move]:
        """Return all legal moves."""
        raise NotImplementedError

    def parse(self, text: str) -> Move:
        """Parse a move's text. Raises ``NotationError`` or ``IllegalMoveError``."""
        raise NotImplementedError

    def target(self, move: Any) -> Any:
        """Return what a legal move would fill, for highlighting it, or None."""
        raise NotImplementedError

    def spots(self, move: Any) -> Sequence[tuple[float, float]]:
        """Return where on the board a move is, as points in the plane; neighbours are 1 apart.

        Weak players overlook what is far from the last moves. By default nothing is known of it.
        """
        return ()

    def is_gift(self, move: Any) -> bool:
        """Return whether a move places what serves the opponent best, whatever its place.

        Players whom one can learn from do so only to win or to stop a win. By default no move does.
        """
        return False

    def is_legal(self, move: Move | str) -> bool:
        """Return whether a move, or its text, may be played."""
        try:
            self.play(move)
        except RefusedMoveError:
            return False
        return True

    def play(self, move: Any) -> Self:
        """Return the position after ``move``. Raises ``IllegalMoveError`` or ``NotationError``."""
        raise NotImplementedError

    def steps(self, taken: str = "") -> Sequence[Step]:
        """Return the next choices within a move; by default every move is a single choice."""
        return () if taken else tuple(Step(str(move), move) for move in self.legal_moves())

    def facts(self) -> dict[str, Any]:
        """Return a description of the position for programs, as JSON data; empty by default."""
        return {}

    def resign(self, colour: str | None = None) -> Self:
        """Return the position after ``colour`` (default: the one to move) has resigned.

        Raises ``OptionError`` for a colour that the game does not have, ``IllegalMoveError`` after
        the end of the game.
        """
        loser, colours = self.turn if colour is None else colour, self.game.colours
        winner = colours[1 - side_of(loser, colours, "resign: ")]
        self._refuse_after_end("resign")
        after = self._undecided()
        after._outcome = Outcome(winner, RESIGNED(loser=loser), "resignation")
        return after

    def _refuse_after_end(self, what: object) -> None:
        """Raise ``IllegalMoveError`` if the game is over; ``what`` is the refused action."""
        outcome = self.outcome if self._ended is not None else None
        if outcome is not None:
            raise IllegalMoveError(GAME_OVER(reason=outcome.reason), what)

    def _with_board(self, board: Any) -> Self:
        """Return a position of the same game on another board, without an outcome.

        The board is complete: nobody may change it any more.
        """
        after = self._like_this()
        use(self)  # whoever plays on from here may do so again
        after._ended = None
        after._board = board
        return after

    def _undecided(self) -> Self:
        """Return the position without its outcome."""
        return self._with_board(self._board)

    # -- text

    def text_board(self, *, coordinates: bool = False) -> str:
        """Return the position drawn in characters."""
        raise NotImplementedError

    def __str__(self) -> str:
        """Return the text board with its coordinates."""
        return self.text_board(coordinates=True)

    def to_text(self) -> str:
        """Return the whole state in one line of printable ASCII, as FEN is in chess.

        Two positions are equal exactly if their texts are. ``from_text`` reads it again. Raises
        ``NotationError`` if the game has no such text.
        """
        return write_line(self.game, self._options, self._fields(), self._outcome)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return the position with a text, the inverse of ``to_text``.

        A game's own class reads its own game only, ``BasePosition`` any game. The text must be
        valid by the rules: the board, and the outcome, which is derived from the board except for
        a resignation. ``ply`` is the smallest that fits where the text does not determine it.
        Raises ``NotationError``, ``OptionError`` or ``UnknownGameError``.
        """
        line = split_line(text)
        game = cls._game_called(line.game)
        start: object = game.start(read_options(game, line.options))
        if not isinstance(start, cls):
            raise NotationError(NO_TEXT(game=game.title))
        count = len(start._fields())
        if len(line.fields) != count:
            fields = len(line.fields)
            raise NotationError(FIELD_COUNT(game=game.title, count=count, fields=fields))
        try:
            return start._from_fields(line.fields)._with_checked_outcome(line.outcome)
        except BocheError as error:
            raise NotationError(BAD_POSITION(problem=why_not(error)), quoted(text[:80])) from None

    @classmethod
    def _game_called(cls, name: str) -> Game:
        """Return the game of this class, or, for a class of no game, the one of that name."""
        # The registry imports the games, which import this module.
        from boche.engine.games.registry import find

        own: Game | None = getattr(cls, "game", None)
        if own is None:
            return find(name[:40])
        if name != own.name:
            raise NotationError(OTHER_GAME(game=name[:40], expected=own.name))
        return own

    def _with_checked_outcome(self, claim: str) -> Self:
        """Return the position with the outcome that its text has.

        Raises ``NotationError`` unless the board shows it; only a resignation leaves no trace.
        """
        winner, _, kind = claim.partition(":")
        if kind == "resignation" and winner in self.game.colours and self._outcome is None:
            return self.resign(self.game.colours[1 - self.game.colours.index(winner)])
        outcome = outcome_text(self._outcome)
        if claim != outcome:
            raise NotationError(OTHER_END(outcome=outcome, claim=quoted(claim)))
        return self

    def _fields(self) -> tuple[str, ...]:
        """Return the game's own fields of the text: all of the state but options and outcome.

        Each is printable ASCII without blanks, and their number is always the same.
        """
        raise NotationError(NO_TEXT(game=self.game.title))

    def _from_fields(self, fields: Sequence[str]) -> Self:
        """Return the position with these fields and the outcome of its board.

        Called for a start position, which has the options; the inverse of ``_fields``. Fields may
        be any words, but as many as expected. Raises ``BocheError``.
        """
        raise NotationError(NO_TEXT(game=self.game.title))

    def setup_values(self) -> dict[str, tuple[str, ...]]:
        """Return the values of the game's SGF set-up properties (``SgfForm.setup``) by their names.

        They hold the state but options, outcome and the colour to move. Each is plain text without
        brackets or backslashes.
        """
        raise NotationError(NO_SETUP(game=self.game.title))

    def from_setup(self, values: Mapping[str, Sequence[str]], turn: str | None) -> Self:
        """Return the position with these set-up properties and the outcome of its board.

        Called for a start position, which has the options; the inverse of ``setup_values``. Values
        may be any texts, and properties may be missing; ``turn`` is the colour to move, or None if
        it is not stated. Raises ``BocheError``.
        """
        raise NotationError(NO_SETUP(game=self.game.title))

    def put_down(self, values: Mapping[str, Sequence[str]], turn: str | None) -> Self:
        """Return a board with these set-up properties, whether or not a game can come to it.

        It has no outcome. A piece that can never lie where it does is refused; ``from_setup`` also
        refuses a board that no sequence of moves leads to. Raises ``BocheError``.
        """
        raise NotationError(NO_SETUP(game=self.game.title))

    def key(self) -> str:
        """Return 32 hexadecimal digits for the position, the same in every process and release.

        They are a hash of ``to_text``, so equal positions have equal keys. Raises like it.
        """
        return key_of(self.to_text())

    def canonical_key(self) -> str:
        """Return a key like ``key`` that positions equal under the game's symmetries share.

        The symmetries are those of the board, and, where the game has it, the exchange of colours.
        A game without symmetries of its own has the key itself.
        """
        return key_of(self._canonical_text())

    def _canonical_text(self) -> str:
        """Return a text that positions equal under symmetry share."""
        return self.to_text()

    def symmetries(self) -> tuple[Any, ...]:
        """Return the rotations and reflections of the board that keep the rules, for ``transform``.

        The first one leaves everything in place. A game that names none has none.
        """
        return ()

    def transform(self, symmetry: Any) -> Self:
        """Return the image of the position under one of its ``symmetries``.

        Its legal moves are the images of the legal moves, and whoever wins here wins there. Raises
        ``ArgumentError`` for anything else.
        """
        check_symmetry(symmetry, ())
        raise NotImplementedError

    def transform_move(self, move: Any, symmetry: Any) -> Any:
        """Return the image of a legal move, or of its text: a legal move of the image.

        Raises ``ArgumentError`` for what is no symmetry of the game, and like ``play``.
        """
        check_symmetry(symmetry, self.symmetries())
        self.play(move)
        return self._image_of(self.parse(str(move)), symmetry)

    def _image_of(self, move: Any, symmetry: Any) -> Any:
        """Return the image of a legal move under a symmetry of the game."""
        raise NotImplementedError

    def without_history(self) -> Self:
        """Return the position without the earlier positions that may recur; most games have none.

        Its text is short however long the game was. A draw by repetition is forgotten with them.
        """
        return self

    def orbit(self) -> Orbit:
        """Return the position as the game's symmetries show it; a game without them has one image.

        Unlike ``canonical_key``, it ignores the outcome, so a resignation changes nothing.
        """
        return alone(self._undecided().to_text())

    def proven_moves(self) -> Mapping[str, bool]:
        """Return whether the mover wins by each move of which that is known for certain.

        It is empty unless a solver has stored the answer with the game.
        """
        return {}

    @property
    def _head(self) -> str:
        """The game and its options, in which all images of a position agree."""
        return write_line(self.game, self._options, (), None)

    # -- copies

    def bare(self) -> Self:
        """Return an equal position that takes as little memory as any that is not in use.

        Positions that are not in use save memory by themselves. A cache keeps this one instead of a
        position that others go on using.
        """
        after = self._undecided()
        after._ended = self._ended
        after.put_away()
        return after

    def __reduce__(self) -> tuple[Any, ...]:
        options, packed = tuple(self._options.items()), self._as_packed()
        if packed is None:
            return _restored, (type(self), options, self.board, self._outcome)
        return _repacked, (type(self), options, packed, self._outcome, self._past)

    def __copy__(self) -> Self:
        return self  # nothing in it changes

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    # -- identity

    @property
    def _key(self) -> tuple[Any, ...]:
        raise NotImplementedError

    @property
    def _summary(self) -> str:
        return f"{self.game.title}, {self.ply} moves"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        state = self._outcome.reason if self._outcome else f"{self.turn} to move"
        return f"<{self._summary}, {state}>"


class _Last(threading.local):
    """The move that this thread drew last, with the positions before and after it."""

    def __init__(self) -> None:
        self.drawn: tuple[BasePosition, Move, Any] | None = None


_LAST = _Last()


RESULTS = "expected -1, 0, 1 or 2: it goes on, the winner's colour, or a draw"


class PlainPosition(BasePosition):
    """A position of a game whose rules are just ``check``, ``generate`` and ``play`` on a board.

    A game's subclass defines ``rules``, which keep ``turn``, ``ply`` and, if there is a swap,
    ``swapped`` in ``Board.info``; ``parse`` and the conversions between a move and its number; and
    ``refusals``, the phrases for what ``check`` returns, or ``_refusal`` if they have gaps. The
    defaults of the rest suit moves that are cells of the board, or a swap, and a game that is won
    in one way: ``_end`` is for others.
    """

    rules: ClassVar[Any]
    """The module ``rules`` of the game's package; see ``engine.plain_rules``."""

    refusals: ClassVar[Mapping[int, Phrase]] = {}

    def __init_subclass__(cls) -> None:
        """Check that the rules have all that is called. Raises ``PartError``."""
        super().__init_subclass__()
        if hasattr(cls, "rules"):
            check_part(cls.rules, plain_rules)

    @property
    def turn(self) -> str:
        """Colour to move; after the end of the game, the colour that would be to move."""
        return self.game.colours[self._board.info[self.rules.TURN]]

    @property
    def ply(self) -> int:
        """Number of moves played, including a swap."""
        return int(self._board.info[self.rules.PLY])

    @property
    def swapped(self) -> bool:
        """True if the two players have exchanged colours."""
        slot = getattr(self.rules, "SWAPPED", None)
        return slot is not None and bool(self._board.info[slot])

    def parse(self, text: str) -> Any:
        """Parse a move's text. Raises ``NotationError`` or ``IllegalMoveError``."""
        raise NotImplementedError

    def number_of(self, move: Any) -> int:
        """Return the number that the rules use for a move."""
        raise NotImplementedError

    def move_of(self, number: int) -> Any:
        """Return the move with that number."""
        raise NotImplementedError

    @property
    def most_moves(self) -> int:
        """Upper bound for the number of legal moves, here and later: each cell, and the swap."""
        return len(self._board.cells) + 1

    def target(self, move: Any) -> Any:
        """Return what a legal move would fill: the move itself, since it names its cell."""
        return move

    def legal_moves(self) -> Sequence[Any]:
        """Return all legal moves, in the order of the rules."""
        if self._outcome is not None:
            return ()
        numbers = [0] * self.most_moves
        count = self.rules.generate(self._board, numbers)
        self._check_count(count, len(numbers))
        return tuple(self.move_of(number) for number in numbers[:count])

    def _check_count(self, count: object, written: int) -> None:
        """Check what ``rules.generate`` returned, and how long its list is after that."""
        most, file = self.most_moves, self.rules.__file__
        if written != most:
            raise PartError(
                f"{file}: generate must not change the length of moves, which is long enough; "
                "write moves[count] = move"
            )
        if not isinstance(count, int) or not 0 <= count <= most:
            raise PartError(
                f"{file}: generate returned {count!r}; expected the number of moves, 0 to {most}"
            )

    def play(self, move: Any) -> Self:
        """Return the position after ``move``. Raises ``IllegalMoveError`` or ``NotationError``."""
        move = self.parse(str(move))
        self._refuse_after_end(move)
        why = self._check(move)
        if why != self.rules.LEGAL:
            raise IllegalMoveError(self._refusal(move, why), move)
        board = self._board
        board = type(board)(*(part[:] for part in board))
        result = self.rules.play(board, self.number_of(move))
        after = self._with_board(board)
        if not isinstance(result, int):
            raise PartError(f"{self.rules.__file__}: play returned {result!r}; {RESULTS}")
        if result != self.rules.UNDECIDED:
            after._ended = int(result)
        return after

    def _check(self, move: Any) -> int:
        """Return what ``rules.check`` says of a move."""
        return int(self.rules.check(self._board, self.number_of(move)))

    def _refusal(self, move: Any, why: int) -> Message:
        """Return why a move is illegal, from what ``check`` returned; by default ``refusals``."""
        if why not in self.refusals:
            raise NotImplementedError(f"refusals has no phrase for {why}, which check() returned")
        return self.refusals[why]()

    def _end(self, result: int) -> Outcome:
        """Return the outcome of the game, from what ``play`` returned."""
        if result not in (0, 1, 2):
            raise PartError(f"{self.rules.__file__}: play returned {result}; {RESULTS}")
        return self.game.outcome_of(result)

    @property
    def _key(self) -> tuple[Any, ...]:
        board = tuple(tuple(part) for part in self._board)
        return (*self._options.values(), board, self._outcome)


Options = tuple[tuple[str, OptionValue], ...]


def _restored(
    kind: Callable[..., Any], options: Options, board: Any, outcome: Outcome | None
) -> Any:
    """Restore a pickled position; what follows from its options is not pickled."""
    after = _start(kind, options)._with_board(board)
    after._outcome = outcome
    return after


def _repacked(
    kind: Callable[..., Any],
    options: Options,
    packed: Any,
    outcome: Outcome | None,
    past: tuple[bytes, ...],
) -> Any:
    """Restore a pickled position whose board was pickled packed."""
    after = _start(kind, options)._like_this()
    after._unpacked, after._packed, after._outcome = None, packed, outcome
    if past:
        after._past = past
    return after


@lru_cache(64)
def _start(kind: Callable[..., Any], options: Options) -> Any:
    return kind(dict(options))


def exchanged(outcome: Outcome, colours: tuple[str, str]) -> Outcome:
    """Return the outcome with the colours exchanged, in its reason too."""
    words = dict(zip(colours, reversed(colours), strict=True))
    reason = outcome.reason.exchanged(words)
    return Outcome(words.get(outcome.winner or ""), reason, outcome.kind)

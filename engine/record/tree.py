"""The game tree: moves, variations, comments and the header of a record.

No function is recursive, so a tree may be as deep as memory allows. The methods that need the rules
or a format are in the modules above this one, imported when they are first used.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn

from boche.engine.arguments import (
    ArgumentError,
    check_position,
    check_text,
    check_texts,
    in_short,
)
from boche.engine.deferred import Deferred
from boche.engine.errors import OptionError, Problem, RecordError
from boche.engine.game import Game, Move, OptionValue, Position, Reading, SgfForm, side_of
from boche.engine.games import registry as games
from boche.engine.languages.current import tr
from boche.engine.pictures import PicturedRecord
from boche.engine.program import PROGRAM
from boche.engine.record.grammar import sgf_grammar

if TYPE_CHECKING:
    from boche.engine.mark import Mark
    from boche.engine.position import BasePosition

Property = tuple[str, tuple[str, ...]]
"""An identifier in capitals and its raw values, still escaped as between the brackets."""

FORM = f"{PROGRAM}:2"
"""The AP value that is written; it names the form of the header, see ``engine.record.people``."""

WRITERS_OWN = ("CA", "FF", "GM")
"""Properties that follow from the record itself."""

OF_THE_GAME = ("AB", "AE", "AW", "B", "PL", "RU", "SZ", "W")
"""Properties with moves, options and the start; those of a game's own setup belong to them, too."""

TEXTS = ("C", "GC")
"""Properties whose values are texts of several lines."""

PROPERTY_NAME = "[A-Z]{1,32}"
"""A regular expression."""

_setup = Deferred("boche.engine.record.setup")
_replay = Deferred("boche.engine.record.replay")
_people = Deferred("boche.engine.record.people")
_files = Deferred("boche.engine.record.files")
_marks = Deferred("boche.engine.record.marks")
_data = Deferred("boche.engine.record.data")

_Row = tuple[int, str | None, str | None, tuple[Property, ...], tuple[int, int, str]]
"""A node in a flat list: the parent's row, move, colour, properties; place and text as read."""


class Node:
    """A node of the tree: the move that leads to it, its other properties, its variations.

    ``move`` and ``colour`` (who makes it) are None if there is no move, as in the root.
    ``properties`` keeps everything else in the order it was read; it is replaced, not modified.
    ``children[0]`` continues the main line from here, the others are variations. ``line`` and
    ``column`` are the place of the move in the text it was read from, from 1, or 0 if there is
    none; ``written`` is the move's original text, empty if it is the same as ``move``. ``owner`` is
    the record if the node is its root, else None.
    """

    __slots__ = (
        "children", "colour", "column", "line", "move", "owner", "parent", "properties", "written",
    )  # fmt: skip

    def __init__(
        self,
        move: str | None = None,
        colour: str | None = None,
        properties: Sequence[Property] = (),
        parent: Node | None = None,
    ) -> None:
        self.move: str | None = move
        self.colour: str | None = colour
        self.properties: tuple[Property, ...] = tuple(properties)
        self.children: list[Node] = []
        self.parent: Node | None = parent
        self.line: int = 0
        self.column: int = 0
        self.written: str = ""
        self.owner: Record | None = None
        if parent is not None:
            parent.children.append(self)

    def __repr__(self) -> str:
        move = "no move" if self.move is None else f"{self.colour} {self.move}"
        return f"<Node {move}, {len(self.children)} children>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Node cannot be copied or pickled alone; copy its Record")

    @property
    def record(self) -> Record:
        """The record that the node belongs to. Raises ``RecordError`` for a deleted node."""
        owner = self.path()[0].owner
        if owner is None:
            text = tr("the node belongs to no record: it, or one before it, was deleted")
            raise RecordError([Problem(0, 0, text)])
        return owner

    def add(self, move: Move | str, comment: str = "") -> Node:
        """Return the child for a move, which becomes the last variation if it is new.

        The move is checked by the rules; a ``comment`` replaces that of the child. A move that ends
        the game at the end of the main line sets the record's ``result``. Raises
        ``IllegalMoveError`` and ``NotationError``, and ``RecordError`` if a move on the way here is
        illegal. Adding to the node added last costs a single move, else the game is replayed.
        """
        check_text("comment", comment)
        child: Node = _replay.add(self.record, self, str(move))
        if comment:
            child.comment = comment
        return child

    def path(self) -> list[Node]:
        """Return the nodes from the root to this one, both included."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def line_from(self) -> list[Node]:
        """Return this node and its descendants along first children."""
        nodes = [self]
        while nodes[-1].children:
            nodes.append(nodes[-1].children[0])
        return nodes

    def subtree(self) -> Iterator[Node]:
        """Yield this node and all nodes below it, in the order in which they are written."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def promote(self) -> None:
        """Swap this variation with the one before it, if there is one."""
        siblings, index = self._siblings()
        if index > 0:
            siblings[index - 1 : index + 1] = [self, siblings[index - 1]]

    def promote_to_main(self) -> None:
        """Make the path to this node the main line of the whole tree."""
        for node in self.path()[1:]:
            siblings, index = node._siblings()
            siblings.insert(0, siblings.pop(index))

    def delete(self) -> None:
        """Remove this node and all below it from the tree. Raises ValueError for the root."""
        siblings, index = self._siblings()
        del siblings[index]
        self.parent = None

    def _siblings(self) -> tuple[list[Node], int]:
        if self.parent is None:
            raise ValueError("the root of a record has no place among variations")
        siblings = self.parent.children
        return siblings, next(i for i, node in enumerate(siblings) if node is self)

    @property
    def comment(self) -> str:
        """The comment (SGF's C), lines separated by ``\\n``; empty if there is none."""
        return self.text("C")

    @comment.setter
    def comment(self, text: str) -> None:
        self.set_text("C", text)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The arrows, shapes and labels drawn on the position here, which its pictures show.

        Assigning others replaces them; that raises ``ArgumentError`` for what is no mark.
        """
        marks: tuple[Mark, ...] = _marks.marks_of(self)
        return marks

    @marks.setter
    def marks(self, marks: Iterable[Mark]) -> None:
        _marks.replace(self, _marks.check_marks("marks", marks))

    def text(self, name: str) -> str:
        """Return the first value of a property, unescaped; empty if there is none."""
        for ident, values in self.properties:
            if ident == name:
                return _read(name, values[0]) if values[0] else ""
        return ""

    def texts(self, name: str) -> list[str]:
        """Return all values of a property, unescaped and in order; empty if there are none."""
        matching = (values for ident, values in self.properties if ident == name)
        return [_read(name, raw) for values in matching for raw in values]

    def set_text(self, name: str, text: str) -> None:
        """Set a property to one value, in its old place or at the end; '' removes it.

        Raises ``OptionError`` for a name that is none, or that only the writer may set, and
        ``ArgumentError`` for a value that is no text.
        """
        check_text(str(name)[:40], text)
        self.set_texts(name, [text] if text else [])

    def set_texts(self, name: str, texts: Sequence[str]) -> None:
        """Set a property to these values, as ``set_text`` does for one; none removes it."""
        if name in WRITERS_OWN or name in _of_the_game():
            raise OptionError(
                tr("{name} cannot be set: it follows from the game, its moves and its options",
                   name=name)
            )  # fmt: skip
        if not re.fullmatch(PROPERTY_NAME, str(name)):
            raise OptionError(
                tr("{name!r} is not a property name; write capitals, as in EV", name=str(name)[:40])
            )
        check_texts(name, texts)
        raw = tuple(_raw(text) for text in texts)
        new: list[Property] = [(name, raw)] if raw else []
        old = self.properties
        at = next((i for i, (ident, _) in enumerate(old) if ident == name), len(old))
        self.properties = (*old[:at], *new, *old[at + 1 :])


@cache
def _of_the_game() -> frozenset[str]:
    setup = (name for game in games.GAMES.values() for name in game.sgf.setup)
    return frozenset([*OF_THE_GAME, *setup])


def _meant(properties: Iterable[Property]) -> list[tuple[str, tuple[str, ...]]]:
    """Return properties with what texts say, however they are escaped and wrapped."""
    return [
        (name, tuple(_read(name, raw) for raw in values) if name in TEXTS else values)
        for name, values in properties
    ]


def _raw(text: str) -> str:
    """Return a value as written between the brackets."""
    # A NUL byte would make the whole file unreadable.
    whole = text.replace("\0", "\N{REPLACEMENT CHARACTER}")
    raw: bytes = sgf_grammar.escape_text(whole.encode("utf-8", "replace"))
    return raw.decode("utf-8")


def _read(name: str, raw: str) -> str:
    """Return the unescaped value of a property."""
    reader = sgf_grammar.text_value if name in TEXTS else sgf_grammar.simpletext_value
    value: bytes = reader(raw.encode("utf-8", "surrogateescape"))
    return value.decode("utf-8", "replace")


class Record(PicturedRecord[Node]):
    """A game with its header, its tree and the problems of the text it was read from.

    ``game_name`` is the name of a registered game, ``game`` the game itself and ``options`` has all
    of its options. The game begins at ``start``, usually the game's start position. The rest of
    the header is in ``root.properties``; ``charset`` is used for writing. ``reading`` is the reader
    of a game with its own SGF dialect, for messages about its moves. Records are equal if game,
    options, start and trees are equal; places, charset, problems, and how comments are escaped do
    not matter.
    """

    __hash__ = None  # type: ignore[assignment]  # a record is mutable

    def __init__(
        self,
        game_name: str,
        options: Mapping[str, object],
        root: Node | None = None,
        charset: str = "UTF-8",
        problems: Sequence[Problem] = (),
        reading: Reading | None = None,
        setup: Position | None = None,
    ) -> None:
        """Create a record; ``setup`` is the position that it starts from, if not the game's start.

        It must have these options; those that are missing have their defaults. Raises
        ``UnknownGameError`` and ``OptionError``.
        """
        self.setup = setup
        self.remark = ""  # a note for the user on how the record was read
        self.game_name = game_name
        self.options = games.stored_options(game_name, options)
        self.root = root if root is not None else Node()
        self.root.owner = self
        self.replayed: Any = None  # the last position computed: see engine.record.replay
        self.charset = charset
        self.problems = tuple(problems)
        self.reading = reading

    @classmethod
    def new(cls, game_name: games.KnownName, **options: object) -> Record:
        """Create an empty record. Raises ``UnknownGameError`` and ``OptionError``."""
        record = cls(game_name, games.find(game_name).complete(options))
        record.root.properties = (("AP", (FORM,)),)
        return record

    @classmethod
    def from_position(cls, position: Position) -> Record:
        """Create an empty record that starts from a position, instead of from the game's start.

        A resignation becomes the record's result. Raises ``NotationError`` if records of the game
        cannot start from a position, or this is the middle of a move; ``ArgumentError`` for what is
        no position.
        """
        check_position(position)
        record = cls.new(games.GameName(position.game.name), **position.options)
        start: Position = _setup.start_from(position)
        record.setup = start if start != record.start else None
        record.result = _people.resignation_of(position)
        return record

    @property
    def start(self) -> Position:
        """The position from which the first moves are played."""
        return self.setup if self.setup is not None else self.game.start(self.options)

    @property
    def game(self) -> Game:
        """The registered game."""
        return games.find(self.game_name)

    @property
    def form(self) -> SgfForm:
        """The game's representation in SGF."""
        return self.game.sgf

    @property
    def players(self) -> dict[str, str]:
        """Names by the players' colours at the beginning of the game; empty if not given.

        A copy, which ``set_player`` does not change. After a swap a player has the other colour,
        so for a result use ``names``.
        """
        return {c: self.root.text(f"P{p}") for c, p in self.form.colours.items()}

    @property
    def names(self) -> tuple[str, str]:
        """Names of persons 0 and 1: ``names[record.winning_player]`` is the winner's."""
        first, second = self.game.colours
        return self.players[first], self.players[second]

    def set_player(self, colour: str, name: str) -> None:
        """Set the name of the player who begins with ``colour``. Raises ``OptionError``."""
        side_of(colour, self.game.colours)
        self.root.set_text(f"P{self.form.colours[colour]}", name)

    @property
    def date(self) -> str:
        """The date (DT), in SGF's format ``2024-05-31`` or a part of it; any text is kept."""
        return self.root.text("DT")

    @date.setter
    def date(self, text: str) -> None:
        self.root.set_text("DT", text)

    @property
    def event(self) -> str:
        """The event (EV)."""
        return self.root.text("EV")

    @event.setter
    def event(self, text: str) -> None:
        self.root.set_text("EV", text)

    @property
    def name(self) -> str:
        """The name of the game (GN)."""
        return self.root.text("GN")

    @name.setter
    def name(self, text: str) -> None:
        self.root.set_text("GN", text)

    @property
    def result(self) -> str:
        """The declared result (RE) as written, such as ``W+Path``; empty if there is none."""
        return self.root.text("RE")

    @result.setter
    def result(self, text: str) -> None:
        self.root.set_text("RE", text)

    @property
    def winner(self) -> str | None:
        """Colour that has won, as at the end of the game; None for a draw or an unfinished game.

        It is taken from the declared result, or without one from the moves. Raises ``RecordError``
        if they are needed and one is illegal.
        """
        colour: str | None = _people.winner_of(self)
        return colour

    @property
    def winning_player(self) -> int | None:
        """Person who has won: 0 made the first move, 1 is the other; or None, see ``winner``."""
        person: int | None = _people.winning_player_of(self)
        return person

    def position(self, node: Node | None = None) -> BasePosition:
        """Return the position at a node of this record.

        By default it is the one at the end of the main line, after a resignation that the result
        declares. Raises ``RecordError`` with the place of an illegal move on the way, or for a
        node of another record, and ``ArgumentError`` for what is no node.
        """
        if node is not None and not isinstance(node, Node):
            raise ArgumentError(tr("node: {value} is not a node", value=in_short(node)))
        position: BasePosition
        if node is None:
            position = _replay.final_position(self)
        elif node.record is self:
            position = _replay.position_at(self, node)
        else:
            raise RecordError([Problem(0, 0, tr("the node belongs to another record"))])
        return position

    def walk(self, variations: bool = False) -> Iterator[tuple[Node, BasePosition]]:
        """Yield the nodes of the main line, root first, each with the position there.

        With ``variations`` yield all nodes, in the order in which they are written. The position at
        the end of the main line is the one after a resignation that the result declares. Nodes that
        are added to a node already yielded do not follow. Raises ``RecordError`` on reaching an
        illegal move, with its place.
        """
        steps: Iterator[tuple[Node, BasePosition]] = _replay.walk(self, variations)
        return steps

    def check(self, *, strict: bool = False) -> list[Problem]:
        """Return the problems with the moves of all variations and with the declared result.

        In each line the first illegal move is reported, with its place, ply and reason; after it,
        only moves that cannot be parsed. In strict mode the list ends with the first problem.
        ``problems`` has those of the text.
        """
        problems: list[Problem] = _replay.check(self, strict=strict)
        return problems

    def prune(self) -> list[Problem]:
        """Delete every illegal move and all that follows it; return the problems as ``check``."""
        problems: list[Problem] = _replay.prune(self)
        return problems

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file: SGF, or a list of moves if the name ends in ``.txt``.

        A list of moves has no variations; the main line is written. An existing file is replaced
        only once all of the new one is on disk. Raises ``FileError`` if it cannot be written, also
        for a name that ends like that of another format, and ``RecordError`` if a list of moves
        cannot hold the game.
        """
        _files.save(self, path)

    def text(self) -> str:
        """Return the record as SGF; characters that were not readable are replaced.

        ``bytes(record)`` has them unchanged, in the record's charset.
        """
        sgf: str = _files.sgf_text(self)
        return sgf

    def __bytes__(self) -> bytes:
        data: bytes = _files.dump_sgf(self)
        return data

    def as_data(self) -> dict[str, Any]:
        """Return the record as JSON data, from which ``from_data`` makes it again.

        ``nodes`` has all nodes in the order in which they are written, the root first, each with
        its ``move``, its ``colour``, the number of its ``parent`` in the list, and its
        ``properties``: lists of values by SGF's names, comments (``C``) as plain text and all
        others as SGF writes them. ``start`` is the position's text if the game does not begin at
        its start.
        """
        data: dict[str, Any] = _data.as_data(self)
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Record:
        """Return the record of what ``as_data`` returned, and JSON may have carried.

        Moves are not checked, see ``check``. Raises ``RecordError`` with the place of what does not
        fit, ``UnknownGameError`` and ``OptionError``.
        """
        record: Record = _data.from_data(data)
        return record

    def history(self, at: Node | Position | None = None) -> list[Move]:
        """Return the moves that led to a node, or to a position; by default to the end.

        For a position it is the first node that has it, the main line before all variations.
        Raises ``RecordError`` if there is none, or for an illegal move on the way.
        """
        moves: list[Move] = _replay.history(self, at)
        return moves

    def main_line(self) -> list[Node]:
        """Return the root and its descendants along first children."""
        return self.root.line_from()

    def moves(self) -> list[str]:
        """Return the moves of the main line."""
        return [node.move for node in self.main_line() if node.move is not None]

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes in the order in which they are written."""
        return self.root.subtree()

    def copy(self) -> Record:
        """Return a copy that shares no mutable state with this record."""
        rows = self._rows()
        return _rebuild(
            self.game_name,
            self.options,
            rows,
            self.charset,
            self.problems,
            self.reading,
            self.setup,
        )

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Record:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        rows = self._rows()
        parts = (self.game_name, self.options, rows, self.charset, self.problems, self.reading)
        return _rebuild, (*parts, self.setup)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        same_game = self.game_name == other.game_name and self.options == other.options
        same_game &= self.setup == other.setup
        mine, theirs = self._rows(), other._rows()
        return same_game and len(mine) == len(theirs) and all(map(_is_same, mine, theirs))

    def __repr__(self) -> str:
        names = " - ".join(name or "?" for name in self.players.values())
        return f"<Record of {self.game_name}, {names}, {len(self.moves())} moves>"

    def _rows(self) -> list[_Row]:
        """Return the tree as flat rows in written order, each with its parent's row number."""
        rows: list[_Row] = []
        stack = [(-1, self.root)]
        while stack:
            above, node = stack.pop()
            stack.extend((len(rows), child) for child in reversed(node.children))
            place = (node.line, node.column, node.written)
            rows.append((above, node.move, node.colour, node.properties, place))
        return rows


def _is_same(mine: _Row, theirs: _Row) -> bool:
    """Return whether two rows say the same, wherever they were written."""
    if mine[:3] != theirs[:3]:
        return False
    return mine[3] == theirs[3] or _meant(mine[3]) == _meant(theirs[3])


def _rebuild(
    game_name: str,
    options: Mapping[str, OptionValue],
    rows: Sequence[_Row],
    charset: str,
    problems: Sequence[Problem],
    reading: Reading | None,
    setup: Position | None = None,
) -> Record:
    nodes: list[Node] = []
    for above, move, colour, properties, place in rows:
        node = Node(move, colour, properties, nodes[above] if nodes else None)
        node.line, node.column, node.written = place
        nodes.append(node)
    return Record(game_name, options, nodes[0], charset, problems, reading, setup)

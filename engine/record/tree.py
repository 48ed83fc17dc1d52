"""The game tree: moves, variations, comments and the header of a record. Knows no rules.

Nothing here recurses: a tree may be as deep as memory allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NoReturn

from sgfmill import sgf_grammar

from engine.errors import Problem
from engine.game import Game, OptionValue, Reading, SgfForm
from engine.games import registry as games
from engine.notebook import shown
from engine.program import PROGRAM

Property = tuple[str, tuple[str, ...]]
"""An identifier in capitals and its raw values: as between the brackets, still escaped."""

FORM = f"{PROGRAM}:2"
"""What wrote a record (AP), and the form that the header has: see ``engine.record.people``."""

_Row = tuple[int, str | None, str | None, tuple[Property, ...], tuple[int, int, str]]
"""A node in a flat list: row of the parent, move, colour, properties; place and text as read."""


class Node:
    """A place in the tree: the move that leads to it, its other properties, its variations.

    ``move`` and ``colour`` (who makes it) are None where no move is made, as in the root.
    ``properties`` keeps everything else in the order it was read; it is replaced, not changed.
    ``children[0]`` goes on with the main line of this place, the others are variations. ``line``
    and ``column`` say where the move stood in the text it was read from, from 1, or are 0;
    ``written`` is how it stood there, empty if it was like ``move``.
    """

    __slots__ = ("children", "colour", "column", "line", "move", "parent", "properties", "written")

    def __init__(
        self,
        move: str | None = None,
        colour: str | None = None,
        properties: Sequence[Property] = (),
        parent: Node | None = None,
    ) -> None:
        self.move = move
        self.colour = colour
        self.properties = tuple(properties)
        self.children: list[Node] = []
        self.parent = parent
        self.line = 0
        self.column = 0
        self.written = ""
        if parent is not None:
            parent.children.append(self)

    def __repr__(self) -> str:
        move = "no move" if self.move is None else f"{self.colour} {self.move}"
        return f"<Node {move}, {len(self.children)} children>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Node cannot be copied or pickled alone; copy its Record")

    def path(self) -> list[Node]:
        """The nodes from the root to this one, both included."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def line_from(self) -> list[Node]:
        """This node and what follows it by first children."""
        nodes = [self]
        while nodes[-1].children:
            nodes.append(nodes[-1].children[0])
        return nodes

    def subtree(self) -> Iterator[Node]:
        """This node and all below it, in the order in which they are written."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def promote(self) -> None:
        """Swap this variation with the one before it; the first one stays."""
        siblings, index = self._siblings()
        if index > 0:
            siblings[index - 1 : index + 1] = [self, siblings[index - 1]]

    def promote_to_main(self) -> None:
        """Make the path to this node the main line of the whole tree."""
        for node in self.path()[1:]:
            siblings, index = node._siblings()
            siblings.insert(0, siblings.pop(index))

    def delete(self) -> None:
        """Cut this node and all below it off the tree. Raises ValueError for the root."""
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
        """The comment (SGF's C), lines parted by ``\\n``; empty where there is none."""
        return self.text("C")

    @comment.setter
    def comment(self, text: str) -> None:
        self.set_text("C", text)

    def text(self, name: str) -> str:
        """The first value of a property as a reader sees it; empty where there is none."""
        raw = next((values[0] for ident, values in self.properties if ident == name), "")
        return _read(name, raw) if raw else ""

    def texts(self, name: str) -> list[str]:
        """All values of a property as a reader sees them, in order; none where there is none."""
        found = (values for ident, values in self.properties if ident == name)
        return [_read(name, raw) for values in found for raw in values]

    def set_text(self, name: str, text: str) -> None:
        """Set a property to one value, in its old place or at the end; empty text removes it."""
        # A NUL byte would make the whole file unreadable.
        whole = text.replace("\0", "\N{REPLACEMENT CHARACTER}")
        raw: bytes = sgf_grammar.escape_text(whole.encode("utf-8", "replace"))
        new: list[Property] = [(name, (raw.decode("utf-8"),))] if text else []
        old = self.properties
        at = next((i for i, (ident, _) in enumerate(old) if ident == name), len(old))
        self.properties = (*old[:at], *new, *old[at + 1 :])


_TEXTS = ("C", "GC")


def _read(name: str, raw: str) -> str:
    """A value of a property as a reader sees it."""
    reader = sgf_grammar.text_value if name in _TEXTS else sgf_grammar.simpletext_value
    value: bytes = reader(raw.encode("utf-8", "surrogateescape"))
    return value.decode("utf-8", "replace")


class Record:
    """A game with its header, its tree and what was wrong in the text it was read from.

    ``game`` is the name of a registered game and ``options`` all of its options. Everything else
    that the header says stands in ``root.properties``; ``charset`` is the one to write.
    ``reading`` is how a game with a way of its own in SGF was read, for what is said of its moves.
    Equal when game, options and trees are equal, places, charset and problems aside.
    """

    __hash__ = None  # type: ignore[assignment]  # a record changes

    def __init__(
        self,
        game: str,
        options: Mapping[str, OptionValue],
        root: Node | None = None,
        charset: str = "UTF-8",
        problems: Sequence[Problem] = (),
        reading: Reading | None = None,
    ) -> None:
        self.game = game
        self.options = dict(options)
        self.root = root if root is not None else Node()
        self.charset = charset
        self.problems = tuple(problems)
        self.reading = reading

    @classmethod
    def new(cls, game: str, **options: object) -> Record:
        """An empty record. Raises ``UnknownGameError`` and ``OptionError``."""
        record = cls(game, games.find(game).complete(options))
        record.root.properties = (("AP", (FORM,)),)
        return record

    @property
    def rules(self) -> Game:
        """The registered game."""
        return games.find(self.game)

    @property
    def form(self) -> SgfForm:
        """How this game is written in SGF."""
        return self.rules.sgf

    @property
    def players(self) -> dict[str, str]:
        """The names by the colour each has when the game begins; empty where none is given."""
        return {c: self.root.text(f"P{p}") for c, p in self.form.colours.items()}

    def set_player(self, colour: str, name: str) -> None:
        """Name the player who begins with ``colour``."""
        self.root.set_text(f"P{self.form.colours[colour]}", name)

    @property
    def date(self) -> str:
        """The date (DT), by SGF's rules ``2024-05-31`` or part of that."""
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
        """The declared result (RE) as it is written, such as ``W+Path``; empty if none is."""
        return self.root.text("RE")

    @result.setter
    def result(self, text: str) -> None:
        self.root.set_text("RE", text)

    def main_line(self) -> list[Node]:
        """The root and what follows by first children."""
        return self.root.line_from()

    def moves(self) -> list[str]:
        """The moves of the main line."""
        return [node.move for node in self.main_line() if node.move is not None]

    def nodes(self) -> Iterator[Node]:
        """All nodes in the order in which they are written."""
        return self.root.subtree()

    def copy(self) -> Record:
        """A copy that shares nothing with this one that can change."""
        rows = self._rows()
        return _rebuild(self.game, self.options, rows, self.charset, self.problems, self.reading)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Record:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        rows = self._rows()
        parts = (self.game, self.options, rows, self.charset, self.problems, self.reading)
        return _rebuild, parts

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        same_game = (self.game, self.options) == (other.game, other.options)
        pairs = zip_longest(self._rows(), other._rows(), fillvalue=())
        return same_game and all(mine[:4] == theirs[:4] for mine, theirs in pairs)

    def __repr__(self) -> str:
        names = " - ".join(name or "?" for name in self.players.values())
        return f"<Record of {self.game}, {names}, {len(self.moves())} moves>"

    def _repr_html_(self) -> str | None:
        """The game to be stepped through, for notebooks."""
        found: str | None = shown("html", self)
        return found

    def _repr_png_(self) -> bytes | None:
        """A picture of its end, for what shows pictures alone."""
        found: bytes | None = shown("png", self)
        return found

    def _rows(self) -> list[_Row]:
        """The tree as flat rows in written order, each with the row number of its parent."""
        rows: list[_Row] = []
        stack = [(-1, self.root)]
        while stack:
            above, node = stack.pop()
            stack.extend((len(rows), child) for child in reversed(node.children))
            place = (node.line, node.column, node.written)
            rows.append((above, node.move, node.colour, node.properties, place))
        return rows


def _rebuild(
    game: str,
    options: Mapping[str, OptionValue],
    rows: Sequence[_Row],
    charset: str,
    problems: Sequence[Problem],
    reading: Reading | None,
) -> Record:
    nodes: list[Node] = []
    for above, move, colour, properties, place in rows:
        node = Node(move, colour, properties, nodes[above] if nodes else None)
        node.line, node.column, node.written = place
        nodes.append(node)
    return Record(game, options, nodes[0], charset, problems, reading)

"""Contents of a record's page: its tree of moves, each position with its scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from boche.engine.comments import comment_shown
from boche.engine.errors import BocheError
from boche.engine.game import Position, line_texts
from boche.engine.languages.current import tr, tr_word, translate
from boche.engine.message import capitalized
from boche.engine.printable import printable
from boche.engine.record import Node, Record, position_after
from boche.engine.record.marks import marks_of
from boche.engine.threats import threats_of
from boche.viewer.export.page.tables import Rows, StoredScene, Tables, steps
from boche.viewer.games.registry import build_live, build_scene, view_of
from boche.viewer.games.view import EXPLODED, SIDE_BY_SIDE, SpokenPiece
from boche.viewer.games.words import THREATS
from boche.viewer.scene.live import FALL, LiveOptions
from boche.viewer.scene.model import Mesh, Scene, SceneOptions
from boche.viewer.sound.taking import has_taken

LAST = 1 << 30
"""An order that comes after that of all pieces."""

SPREAD = 4 / 3
"""Width of a picture that spread levels fill well, for each unit of its height."""


@dataclass(frozen=True)
class Options:
    """Contents of a page: ``labels`` on the board's rim, ``marks`` of last moves and by hand.

    ``drawn`` are further marks, on every position.
    """

    labels: bool = True
    marks: bool = True
    drawn: tuple[tuple[str, str, str], ...] = ()


@dataclass
class _Open:
    """A node whose variations are still to come."""

    number: int
    ply: int
    position: Position
    spoken: frozenset[int]
    scene: StoredScene
    spread: Mapping[str, StoredScene]


def spread_options(position: Position, options: SceneOptions) -> dict[str, SceneOptions]:
    """Return the options for a position with its levels spread, by the scenes' names in a row.

    Levels are taken apart, and laid side by side; stacks that are no levels are fanned out.
    """
    view = view_of(position.game.name)
    arranged = view.picker.arranged
    if "explode" not in view.panel.layers:
        return {}
    if arranged is None:
        return {"spread": replace(options, explode=1.0)}
    ways = {"spread": EXPLODED, "layers": SIDE_BY_SIDE}
    return {
        name: replace(options, apart=arranged(position, way, view.views["corner"], SPREAD).apart)
        for name, way in ways.items()
    }


class Story:
    """The nodes of a record in the order of a walk, main line first, and their scenes.

    ``shown`` are the numbers of the instances that occur in some position.
    """

    def __init__(
        self,
        record: Record,
        mesh: Callable[[Mesh], int],
        options: Options | None = None,
        start: Position | None = None,
    ) -> None:
        """Prepare a story; ``mesh`` returns the number by which the page knows a mesh.

        ``start`` is the position at the root if the record begins within a game.
        """
        self.record = record
        self._start = start or record.start
        self._begun = start.ply if start is not None else 0  # moves of the game before the record
        self.options = options or Options()
        self.tables = Tables(mesh)
        self.spoken = SpokenPieces()
        self.shown = set[int]()
        self.nodes: list[dict[str, Any]] = []
        self.order: list[Node] = []
        self._view = view_of(record.game_name)
        self._facts = self._view.panel.facts

    def tell(self) -> Iterator[int]:
        """Compute every position; yield how many are done.

        Raises ``RecordError`` with its place for the first illegal move.
        """
        waiting: list[tuple[Node, _Open | None]] = [(self.record.root, None)]
        while waiting:
            node, parent = waiting.pop()
            opened = self._add(node, parent)
            waiting += [(child, opened) for child in reversed(node.children)]
            yield len(self.nodes)

    def _add(self, node: Node, parent: _Open | None) -> _Open:
        record = self.record
        before = parent.position if parent else self._start
        ply = (parent.ply if parent else self._begun) + (node.move is not None)
        position = position_after(record, node, before, ply)
        row: dict[str, Any] = {"parent": parent.number if parent else -1, "ply": ply}
        number = len(self.nodes)
        self.nodes.append(row)
        self.order.append(node)
        made = [node.move] if node.move is not None else []
        row["text"] = printable("".join(line_texts(before, made)))
        row["colour"] = before.turn if node.move is not None else ""
        row["state"] = self._state(row, position)
        row["words"] = [
            [translate(fact.title), translate(fact.value)] for fact in self._facts(position, "")
        ]
        spoken = (*self._view.aloud(position), *spoken_threats(position))
        pieces = self.spoken.add(spoken, parent.spoken if parent else frozenset())
        if node.comment:
            row["comment"] = printable(comment_shown(node.comment), block=True)
        options = SceneOptions(labels=self.options.labels, result=self.options.marks)
        if self.options.marks and parent:
            options = replace(options, last=node.move)
        if self.options.marks:
            options = replace(options, drawn=(*marks_of(node), *self.options.drawn))
        picture = build_scene(position, options)
        scene = self._keep(row, "scene", picture, parent.scene if parent else None)
        self.shown |= scene.instances
        if position.outcome is None:  # afterwards what decided the game is lit
            groups = self._view.groups(position)
            row["groups"] = self.tables.add_groups(picture, scene, groups)
        spread = {
            name: self._keep(
                row, name, build_scene(position, apart), parent.spread[name] if parent else None
            )
            for name, apart in spread_options(position, options).items()
        }
        if parent is not None and node.move is not None:
            self._fall(row, node, parent)
            if has_taken(parent.position, position):
                row["takes"] = True
        return _Open(number, ply, position, pieces, scene, spread)

    def _state(self, row: dict[str, Any], position: Position) -> str:
        """Return the last move, and whose turn it is or how the game ended."""
        done = f"{row['ply']}. {row['text']}. " if row["text"] else ""
        if position.outcome is not None:
            return done + capitalized(translate(position.outcome.reason))
        return done + capitalized(
            tr("{colour} to move", colour=capitalized(tr_word(position.turn)))
        )

    def _keep(
        self, row: dict[str, Any], name: str, scene: Scene, base: StoredScene | None
    ) -> StoredScene:
        stored = self.tables.add(scene, base)
        row[name] = stored.number
        return stored

    def _fall(self, row: dict[str, Any], node: Node, parent: _Open) -> None:
        """Add the scene while the move's piece is moving: the new instances in it fall."""
        labels = self.options.labels
        try:
            hanging = LiveOptions(moving=node.move, height=FALL, labels=labels)
            scene = build_live(parent.position, hanging)
        except BocheError:
            return
        self._keep(row, "fall", scene, parent.scene)


# The pieces of many positions in words: each once, a position by its differences.


def spoken_threats(position: Position) -> Iterator[SpokenPiece]:
    """Yield the threats that stand on the board, to be read after all pieces: wins first."""
    colours = position.game.colours
    for threat in threats_of(position):
        order = (LAST, not threat.wins, colours.index(threat.colour))
        yield SpokenPiece(order, THREATS(), translate(threat.text))


class SpokenPieces:
    """Collection of the pieces of positions, each compared with the position before it."""

    def __init__(self) -> None:
        self._pieces = Rows()
        self._changes: list[tuple[frozenset[int], frozenset[int]]] = []

    def add(self, pieces: Iterable[SpokenPiece], before: frozenset[int]) -> frozenset[int]:
        """Add the next position's pieces; ``before`` is the return value for the one before it."""
        numbers = frozenset(self._pieces.number(piece, piece) for piece in pieces)
        self._changes.append((numbers - before, before - numbers))
        return numbers

    def describe(self, nodes: list[dict[str, Any]]) -> dict[str, Any]:
        """Return all pieces in reading order; ``nodes`` get the differences of each."""
        pieces_by_number = self._pieces.rows
        ordered = sorted(range(len(pieces_by_number)), key=pieces_by_number.__getitem__)
        place = {number: at for at, number in enumerate(ordered)}
        headings, pieces = Rows(), Rows()
        for node, changes in zip(nodes, self._changes, strict=True):
            for name, numbers in zip(("more", "less"), changes, strict=True):
                if numbers:
                    node[name] = steps(place[number] for number in numbers)
        rows = [
            (
                headings.number(piece_row.heading, translate(piece_row.heading)),
                piece_row.place,
                pieces.number(piece_row.piece, translate(piece_row.piece)),
            )
            for piece_row in map(pieces_by_number.__getitem__, ordered)
        ]
        return {"said": rows, "headings": headings.rows, "pieces": pieces.rows}

"""Records as JSON data: a flat list of nodes, so that no reader of JSON meets a deep tree."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from boche.engine.arguments import in_short
from boche.engine.errors import BocheError, why_not
from boche.engine.games import registry as games
from boche.engine.languages.current import tr
from boche.engine.position import BasePosition
from boche.engine.record.grammar import sgf_grammar
from boche.engine.record.source import failure
from boche.engine.record.tree import PROPERTY_NAME, TEXTS, WRITERS_OWN, Node, Property, Record


def as_data(record: Record) -> dict[str, Any]:
    """Return a record as JSON data; see ``Record.as_data``."""
    numbers: dict[Node, int] = {}
    rows = []
    for number, node in enumerate(record.nodes()):
        numbers[node] = number
        values: dict[str, list[str]] = {}
        for name, raw in node.properties:
            shown = node.texts(name) if name in TEXTS else list(raw)
            values.setdefault(name, []).extend(shown)
        parent = numbers[node.parent] if node.parent is not None else None
        rows.append(
            {"parent": parent, "move": node.move, "colour": node.colour, "properties": values}
        )
    return {
        "game": record.game_name,
        "options": dict(record.options),
        "start": record.setup.to_text() if record.setup is not None else None,
        "nodes": rows,
    }


def from_data(data: object) -> Record:
    """Return the record of JSON data. Raises ``RecordError``, ``BocheError`` for game and options.

    Moves are not checked by the rules, as those of a file are not.
    """
    if not isinstance(data, Mapping):
        raise failure(tr("{value} is not a record as JSON data", value=in_short(data)))
    game = games.find(data.get("game", ""))
    options, rows = data.get("options", {}), data.get("nodes", [{}])
    if not isinstance(options, Mapping):
        raise _wrong("options", options)
    if not isinstance(rows, Sequence) or isinstance(rows, str) or not rows:
        raise _wrong("nodes", rows)
    nodes: list[Node] = []
    for number, row in enumerate(rows):
        nodes.append(_node(row, number, nodes, game.colours))
    complete = game.complete(options)
    record = Record(game.name, complete, nodes[0])
    text = data.get("start")
    if text is not None:
        record.setup = _start(text, record)
    return record


def _start(text: object, record: Record) -> BasePosition:
    try:
        position = BasePosition.from_text(text if isinstance(text, str) else "")
        if (position.game.name, position.options) != (record.game_name, record.options):
            raise failure(tr("it has another game, or other options, than the record"))
    except BocheError as error:
        raise failure(tr("start: {problem}", problem=why_not(error))) from error
    return position


def _node(row: object, number: int, above: Sequence[Node], colours: Sequence[str]) -> Node:
    """Return the node of a row, below one of those above. Raises ``RecordError``."""
    where = f"nodes[{number}]"
    if not isinstance(row, Mapping):
        raise _wrong(where, row)
    parent, move, colour = row.get("parent"), row.get("move"), row.get("colour")
    if number == 0 and parent is not None:
        raise _wrong(f"{where}.parent", parent)
    if number and (type(parent) is not int or not 0 <= parent < number):
        raise _wrong(f"{where}.parent", parent)
    if move is not None and not isinstance(move, str):
        raise _wrong(f"{where}.move", move)
    if colour not in ((None,) if move is None else colours):
        raise _wrong(f"{where}.colour", colour)
    values = row.get("properties", {})
    if not isinstance(values, Mapping):
        raise _wrong(f"{where}.properties", values)
    properties = [_property(where, name, raw) for name, raw in values.items()]
    node = Node(move, colour, properties, above[parent] if isinstance(parent, int) else None)
    for name, texts in values.items():
        if name in TEXTS:
            node.set_texts(name, texts)
    return node


def _property(where: str, name: object, values: Any) -> Property:
    if not isinstance(name, str) or not re.fullmatch(PROPERTY_NAME, name) or name in WRITERS_OWN:
        raise _wrong(f"{where}.properties", name)
    listed = isinstance(values, Sequence) and not isinstance(values, str)
    texts = tuple(text for text in values if isinstance(text, str)) if listed else ()
    fit = name in TEXTS or all(map(_is_raw, texts))
    if not fit or not texts or len(texts) != len(values):
        raise _wrong(f"{where}.properties.{name}", values)
    return name, texts


def _is_raw(value: str) -> bool:
    """Return whether a value can stand between the brackets of SGF."""
    raw = value.encode("utf-8", "surrogateescape")
    return "\0" not in value and bool(sgf_grammar.is_valid_property_value(raw))


def _wrong(where: str, value: object) -> BocheError:
    return failure(tr("{where}: {value} does not fit a record", where=where, value=in_short(value)))

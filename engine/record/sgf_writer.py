"""SGF writer, without recursion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from boche.engine.game import SgfForm
from boche.engine.record import charsets
from boche.engine.record.dialect import write_flags
from boche.engine.record.grammar import sgf_grammar
from boche.engine.record.people import as_written
from boche.engine.record.setup import write_setup
from boche.engine.record.tree import Node, Property, Record


def dump_sgf(record: Record) -> bytes:
    """Return the record as one SGF game tree, ending in a line break.

    It is encoded in the record's charset, or in UTF-8 if that cannot represent all of its text. In
    a charset that is unknown here the bytes are those that were read.
    """
    codec = charsets.codec_of(record.charset)
    if codec is None or not charsets.is_safe(codec):
        codec = charsets.UNKNOWN
    try:
        return _encoded(record, record.charset, codec)
    except UnicodeEncodeError:
        return _encoded(record, "UTF-8", "utf-8")


def sgf_text(record: Record) -> str:
    """Return the record as one SGF game tree in text, valid Unicode, for any charset."""
    return _encoded(record, "UTF-8", "utf-8").decode("utf-8", "replace")


def _encoded(record: Record, charset: str, codec: str) -> bytes:
    pieces = [text.encode(codec, "surrogateescape") for text in _pieces(record, charset)]
    block: bytes = sgf_grammar.block_format(pieces)
    return block.removeprefix(b"\n") + b"\n"  # it puts a break before a long first line


def _pieces(record: Record, charset: str) -> Iterator[str]:
    """Yield the text in pieces between which a line may be broken."""
    stack: list[Node | str] = [")", record.root, "("]
    while stack:
        item = stack.pop()
        start = ""
        if item == "(":
            start, item = "(", stack.pop()
        if isinstance(item, str):
            yield item
            continue
        own = _header(record, charset) if item is record.root else _move(item, record.form)
        also = as_written(record) if item is record.root else item.properties
        yield f"{start};{_text(own)}{_text(also)}"
        stack.extend(_below(item))


def _below(node: Node) -> list[Node | str]:
    """Return what follows a node, in reverse: its only child, or its variations in parentheses."""
    if len(node.children) == 1:
        return [node.children[0]]
    return [item for child in reversed(node.children) for item in (")", child, "(")]


def _header(record: Record, charset: str) -> list[Property]:
    form, options = record.form, record.options
    header: list[Property] = [("FF", ("4",)), ("GM", (form.gm,)), ("CA", (charset,))]
    setup = write_setup(record.start) if record.setup is not None else []
    if form.codec is not None:
        return [*header, *form.codec.write_header(options), *setup]
    if form.size:
        header.append(("SZ", (str(options[form.size]),)))
    flags = write_flags(record.game, options, skip=form.size)
    if flags:
        header.append(("RU", (" ".join(flags),)))
    return [*header, *setup]


def _move(node: Node, form: SgfForm) -> list[Property]:
    if node.move is None or node.colour is None:
        return []
    text = node.move if form.codec is None else form.codec.write_move(node.move)
    raw: bytes = sgf_grammar.escape_text(text.encode("utf-8", "surrogateescape"))
    return [(form.colours[node.colour], (raw.decode("utf-8", "surrogateescape"),))]


def _text(properties: Iterable[Property]) -> str:
    return "".join([name + "[" + "][".join(values) + "]" for name, values in properties])

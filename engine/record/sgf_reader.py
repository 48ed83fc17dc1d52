"""SGF reader with its own pass over the tokens, for places, problems and deep trees.

Escapes inside values are handled by sgfmill; its tokenizer reports no offsets and its parser stops
at the first error, so parsing is done here, without recursion and in linear time.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from boche.engine.errors import NotationError, OtherGameError, RecordError
from boche.engine.game import Codec, Game, OptionValue, Position, Reading
from boche.engine.games import registry as games
from boche.engine.languages.current import tr
from boche.engine.printable import printable
from boche.engine.record import charsets
from boche.engine.record.dialect import OTHER_GAMES, game_of, read_flags
from boche.engine.record.grammar import sgf_grammar
from boche.engine.record.people import take_read
from boche.engine.record.setup import SETUP, names_of, read_setup
from boche.engine.record.source import (
    BOM,
    GAME_PIECES,
    MAX_PROBLEMS,
    Budget,
    Places,
    Problems,
    failure,
)
from boche.engine.record.tree import Node, Property, Record

_START = re.compile(rb"\(\s*+(?:;|[A-Z]{1,2}\s*+\[)")
"""The begin of a game; some programs leave out the semicolon of its first node."""
_SQUARE = re.compile(rb"(\d+)\s*:\s*\1")
"""A size written as that of a board that need not be square."""
_VALUE = rb"\[[^\\\]]*+(?:\\.[^\\\]]*+)*+\]"
_VALUES = re.compile(_VALUE, re.DOTALL)
_TOKEN = re.compile(
    rb"""
    (?P<node>;) | (?P<open>\() | (?P<close>\))
    | (?P<property>([A-Za-z]++)\s*+((?:%s\s*+)++))
    | (?P<value>%s)
    | (?P<unclosed>(?:[A-Za-z]++\s*+)?\[)
    | (?P<bare>[A-Za-z]++)
    | (?P<junk>[^\s;()\[A-Za-z]++)
    """
    % (_VALUE, _VALUE),
    re.DOTALL | re.VERBOSE,
)
_SMALL_LETTERS = bytes(range(ord("a"), ord("z") + 1))
_HEADER = ("FF", "GM", "CA", "SZ", "RU")
MOST_CHARSETS = 8
"""Names of charsets in one file of which any is looked up before it is read."""
_CHARSET = re.compile(rb"CA\s*\[\s*([^\]\s]{1,40})\s*\]")

_HALF = re.compile(rb"[\x80-\xff]\\")
_PAIRS = re.compile(rb"(?:[\x80-\xff][\x40-\xff]){2}")
_UNNAMED = ("cp932", "gb18030")
_HALF_WIDTH = re.compile("[\uff61-\uff9f]")
"""What Chinese letters look like if they are taken for Japanese ones."""

_Raw = tuple[str, list[bytes], int]
"""A property as read: identifier, raw values, offset."""


@dataclass
class _Game:
    """State of one game while it is read; ``raw`` is the open node, None between nodes."""

    start: int = 0
    root: Node | None = None
    above: Node | None = None
    raw: list[_Raw] | None = None
    branches: list[Node | None] = field(default_factory=list)
    fresh: bool = True  # just after "(": a node must follow
    closed: bool = False  # just after ")": no node may follow
    name: str = ""
    colours: dict[str, str] = field(default_factory=dict)  # of the letters B and W
    options: dict[str, OptionValue] = field(default_factory=dict)
    reading: Reading | None = None  # of a game that has a codec
    setup: Position | None = None  # of a game that does not begin at the usual start
    charset: str = "UTF-8"
    codec: str = "utf-8"


def read_sgf(data: bytes, *, strict: bool = False, game: str | None = None) -> list[Record]:
    """Read all games of a collection, at least one, each with the problems of the whole text.

    ``game`` is the only game accepted, and the default if GM is missing. Raises ``RecordError`` if
    nothing can be read, or in strict mode at the first problem.
    """
    data, codec = _parsable(data)
    with _no_garbage_runs():
        return _Reader(data, strict, game, codec).read()


def game_spans(data: bytes, *, game: str | None = None) -> list[tuple[int, int]]:
    """Return the offsets of each game's begin and end in a collection; raises as ``read_sgf``."""
    data, codec = _parsable(data)
    reader = _Reader(data, False, game, codec)
    with _no_garbage_runs():
        reader.read()
    return _offsets(data, reader.spans, codec) if codec else reader.spans


def _parsable(data: bytes) -> tuple[bytes, str]:
    """Return a file in UTF-8 if its charset cannot be parsed as bytes, and that charset's codec.

    Others are returned as they are, with an empty name; so is what a byte order mark says is UTF-8.
    """
    if data.startswith(BOM):
        return data, ""
    names = {name.decode("ascii", "replace") for name in _CHARSET.findall(data)}
    if not names:
        return _guessed(data)
    found = {charsets.codec_of(name) for name in names} if len(names) <= MOST_CHARSETS else set()
    codec = found.pop() if len(found) == 1 else None
    if codec is None or charsets.is_safe(codec):
        return data, ""
    return data.decode(codec, "surrogateescape").encode("utf-8", "surrogateescape"), codec


def _guessed(data: bytes) -> tuple[bytes, str]:
    """Return a file that names no charset as ``_parsable`` does.

    Programs in East Asia often leave it out. Where a backslash is half of a letter, the bracket
    after it would not count, and moves would be lost in what seems to be a text.
    """
    if _HALF.search(data) is None or _PAIRS.search(data) is None or _in_utf8(data):
        return data, ""
    for codec in _UNNAMED:
        try:
            text = data.decode(codec)
        except UnicodeError:
            continue
        if _HALF_WIDTH.search(text) is None:
            return text.encode(), codec
    return data, ""


def _in_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _offsets(data: bytes, spans: list[tuple[int, int]], codec: str) -> list[tuple[int, int]]:
    """Return the places of a converted file's games, which follow each other, as they were."""
    done = before = 0
    places = []
    for at in chain.from_iterable(spans):
        part = data[done:at].decode("utf-8", "surrogateescape")
        before += len(part.encode(codec, "surrogateescape"))
        done = at
        places.append(before)
    return list(zip(places[::2], places[1::2], strict=True))


@contextmanager
def _no_garbage_runs() -> Iterator[None]:
    """Disable the garbage collector, whose runs over a growing tree take half of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class _Reader:
    def __init__(self, data: bytes, strict: bool, game_name: str | None, converted: str) -> None:
        self.data = data
        self.converted = converted
        self.places = Places(data)
        self.problems = Problems(strict)
        self.budget = Budget()
        self.game_name = game_name
        self.game = _Game()
        self.spans: list[tuple[int, int]] = []

    def read(self) -> list[Record]:
        done: list[_Game] = []
        others: list[RecordError] = []
        end = len(BOM) if self.data.startswith(BOM) else 0
        while start := _START.search(self.data, end):
            self._skip(end, start.start())
            self._take(GAME_PIECES, start.start())
            self.game = _Game(start.start())
            try:
                end = self._read_game(start.start())
            except OtherGameError as error:  # it hides none of ours
                others.append(error)
                end = self._end_of(start.start())
                continue
            done.append(self.game)
            self.spans.append((start.start(), end))
        if others and (not done or self.problems.strict):
            raise others[0]
        for other in others[:MAX_PROBLEMS]:
            self.problems.entries.extend(other.problems)
        if not done:
            raise failure(tr("not a game: an SGF record begins with '(;'"), self.places.at(end))
        self._skip(end, len(self.data))
        problems = tuple(self.problems.entries)
        records = [
            Record(g.name, g.options, g.root, g.charset, problems, g.reading, g.setup) for g in done
        ]
        for record in records:
            take_read(record)
        return records

    def _skip(self, start: int, end: int) -> None:
        text = self.data[start:end].replace(BOM, b"").strip()
        if text:
            at = self.data.index(text[:1], start)
            self._problem(at, tr("{text} is outside a game and is ignored", text=_quote(text)))

    def _problem(self, offset: int, message: str) -> None:
        self.problems.add(self.places.at(offset), message)

    def _end_of(self, start: int) -> int:
        """Return the offset after a game tree that is not read."""
        depth = 0
        for match in _TOKEN.finditer(self.data, start):
            depth += (match.lastgroup == "open") - (match.lastgroup == "close")
            if not depth:
                return match.end()
        return len(self.data)

    def _read_game(self, start: int) -> int:
        """Read one game tree; return the offset after it."""
        for match in _TOKEN.finditer(self.data, start):
            kind = match.lastgroup
            at = match.start()
            if kind == "property":
                self._property(at, match[5], match[6])
            elif kind == "node":
                self._node(at)
            elif kind == "open":
                self._open(at)
            elif kind == "close":
                self._close(at)
                if not self.game.branches:
                    return match.end()
            elif kind == "unclosed":
                self._problem(match.end() - 1, tr("this bracket is never closed; it needs a ]"))
                if self.game.root is not None and not self.game.raw:
                    self.game.raw = None  # the node's contents are lost
                self._finish_node()
                return len(self.data)
            else:
                self._wrong(at, kind, match[0])
        self._finish_node()
        missing = len(self.game.branches)
        self._problem(
            len(self.data),
            tr("the text ends inside a game; {missing} ')' missing", missing=missing),
        )
        return len(self.data)

    def _property(self, at: int, name: bytes, values: bytes) -> None:
        ident = name.translate(None, _SMALL_LETTERS).decode("ascii")
        game = self.game
        if not ident:
            self._problem(
                at, tr("property {name} has no capital letter and is ignored", name=_quote(name))
            )
            return
        if game.raw is None and game.fresh:
            self._problem(at, tr("a ';' is missing before {name}", name=_quote(name)))
            self._node(at)
        if game.raw is None:
            self._problem(
                at, tr("property {name} is outside a node and is ignored", name=_quote(name))
            )
        else:
            game.raw.append((ident, list(self._values(values, at)), at))

    def _values(self, values: bytes, at: int) -> Iterator[bytes]:
        for match in _VALUES.finditer(values):
            self._take(1, at)
            yield match[0][1:-1]

    def _take(self, pieces: int, at: int) -> None:
        """Count more pieces. Raises ``RecordError`` if there are too many."""
        self.budget.take(pieces, lambda: self.places.at(at))

    def _node(self, at: int) -> None:
        self._finish_node()
        self._take(1, at)
        if self.game.closed:
            self._problem(at, tr("a node after a variation; it belongs in parentheses of its own"))
        self.game.raw = []
        self.game.fresh = self.game.closed = False

    def _open(self, at: int) -> None:
        self._finish_node()
        if self.game.fresh and self.game.branches:
            self._problem(at, tr("'((': a variation must begin with a node, ';'"))
        self.game.branches.append(self.game.above)
        self.game.fresh, self.game.closed = True, False

    def _close(self, at: int) -> None:
        self._finish_node()
        if self.game.fresh:
            self._problem(at, tr("an empty variation"))
        self.game.above = self.game.branches.pop()
        self.game.fresh, self.game.closed = False, True

    def _wrong(self, at: int, kind: str | None, text: bytes) -> None:
        if kind == "bare":
            self._problem(
                at, tr("property {text} has no value; write one in [ and ]", text=_quote(text))
            )
        elif kind == "value":
            self._problem(at, tr("value {text} has no property name before it", text=_quote(text)))
        else:
            self._problem(at, tr("unexpected {text} between properties", text=_quote(text)))

    # --- nodes ---

    def _finish_node(self) -> None:
        """Create the node from the properties collected."""
        game, raw = self.game, self.game.raw
        if raw is None:
            return
        game.raw = None
        if len(raw) > 1:
            self._doubles(raw)
        if game.root is None:
            game.above = game.root = self._root(raw)
            raw = [r for r in raw if r[0] in ("B", "W")]
            if not raw:
                return
        game.above = self._plain_node(raw, game.above)

    def _doubles(self, raw: list[_Raw]) -> None:
        seen: set[str] = set()
        for ident, _, at in raw:
            if ident in seen:
                self._problem(at, tr("a second property {ident} in one node", ident=ident[:24]))
            seen.add(ident)

    def _plain_node(self, raw: list[_Raw], above: Node | None) -> Node:
        node = Node(parent=above)
        for ident, values, at in raw:
            if ident in ("B", "W"):
                self._move(node, ident, values, at)
        if len(raw) > (node.move is not None):
            self._not_read(raw, tr("only in the first node"))
            node.properties = self._properties(raw, ("B", "W"))
        return node

    def _not_read(self, raw: list[_Raw], where: str) -> None:
        """Report set-up properties that are kept without a meaning; ``where`` others are read."""
        game = games.find(self.game.name)
        for ident, _, at in raw:
            if ident in game.sgf.setup or ident in SETUP:
                known = where if ident in names_of(game) else tr("not in {game}", game=game.title)
                self._problem(
                    at,
                    tr(
                        "{ident}: set-up is read {known}; the property is kept",
                        ident=ident,
                        known=known,
                    ),
                )

    def _properties(self, raw: list[_Raw], without: tuple[str, ...]) -> tuple[Property, ...]:
        return tuple([self._decoded(*entry) for entry in raw if entry[0] not in without])

    def _move(self, node: Node, ident: str, values: list[bytes], at: int) -> None:
        place = self.places.at(at)
        if node.move is not None or len(values) > 1:
            self.problems.add(place, tr("more than one move in a node; only the first is read"))
        if node.move is not None:
            return
        text = self._text(values[0], ident, at)
        move: bytes = sgf_grammar.simpletext_value(text.encode("utf-8", "surrogateescape"))
        node.move = move.decode("utf-8", "surrogateescape").strip()
        if self.game.reading is not None:
            node.written = node.move
            node.move = self.game.reading.move(node.move)
        node.colour = self.game.colours[ident]
        node.line, node.column = place

    def _decoded(self, ident: str, values: list[bytes], at: int) -> Property:
        texts = [self._text(value, ident, at) for value in values]
        if self.game.reading is not None:
            texts = [self.game.reading.value(ident, text) for text in texts]
        return ident, tuple(texts)

    def _text(self, value: bytes, ident: str, at: int) -> str:
        try:
            return value.decode(self.game.codec)
        except UnicodeDecodeError as error:
            bad = value[error.start : error.start + 1].hex()
            offset = self.data.find(value, at)
            where = offset + error.start if offset >= 0 else at
            message = tr(
                "byte 0x{bad} in {ident} is not {charset}; save it as UTF-8",
                bad=bad,
                ident=ident,
                charset=self.game.charset,
            )
            self._problem(where, message)
            return value.decode(self.game.codec, "surrogateescape")

    # --- the root ---

    def _root(self, raw: list[_Raw]) -> Node:
        header = {ident: (values[0], at) for ident, values, at in reversed(raw)}
        self._charset(header)
        self._name(header)
        codec = games.find(self.game.name).sgf.codec
        if codec is None:
            self._options(header)
        else:
            self._read_header(codec, raw)
        own = (*_HEADER, *(codec.HEADER if codec else ()), *self._set_up(raw), "B", "W")
        return Node(properties=self._properties(raw, own))

    def _set_up(self, raw: list[_Raw]) -> tuple[str, ...]:
        """Read the position that the game starts from; return the names of what is read.

        A set-up that is no position is reported and kept.
        """
        game = games.find(self.game.name)
        names = names_of(game)
        self._not_read([entry for entry in raw if entry[0] not in names], "")
        setup = [entry for entry in raw if entry[0] in names]
        if not setup:
            return ()
        values: dict[str, list[str]] = {}
        for ident, texts, at in setup:  # some programs write a property for each value
            values.setdefault(ident, []).extend(self._plain_values(ident, texts, at))
        try:
            position = read_setup(game, self.game.options, values)
        except NotationError as error:
            self._problem(setup[0][2], f"{setup[0][0]}: {error}")
            return ()
        if position != game.start(self.game.options):
            self.game.setup = position
        return names

    def _plain_values(self, ident: str, values: list[bytes], at: int) -> list[str]:
        """Return the values of a property without escapes, in this program's squares."""
        _, texts = self._decoded(ident, values, at)
        raw = [text.encode("utf-8", "surrogateescape") for text in texts]
        return [
            sgf_grammar.simpletext_value(value).decode("utf-8", "replace").strip() for value in raw
        ]

    def _charset(self, header: dict[str, tuple[bytes, int]]) -> None:
        """Read CA; without it assume UTF-8 if the text is valid, else Latin-1, SGF's default.

        A text with a byte order mark is UTF-8 whatever CA says.
        """
        if self.data.startswith(BOM):
            return
        value, at = header.get("CA", (b"", 0))
        name = value.decode("ascii", "backslashreplace").strip()
        if not name:
            name = "UTF-8" if self._is_utf8 else "ISO-8859-1"
        codec = charsets.codec_of(name)
        if codec is not None and codec == self.converted:
            name, codec = "UTF-8", "utf-8"
        elif codec is None or not charsets.is_safe(codec):
            self._problem(at, tr("unknown charset {name!r}; read as ISO-8859-1", name=name[:40]))
            codec = charsets.UNKNOWN
            if not charsets.is_name(name):
                name = "ISO-8859-1"
        self.game.charset, self.game.codec = name, codec

    @cached_property
    def _is_utf8(self) -> bool:
        return _in_utf8(self.data)

    def _name(self, header: dict[str, tuple[bytes, int]]) -> None:
        if "GM" in header:
            value, at = header["GM"]
            gm = value.decode(self.game.codec, "replace").strip()
            name = game_of(gm)
        else:
            at, gm = self.game.start, ""
            name = self.game_name or games.DEFAULT.name
            self._problem(at, tr("the game is not named (GM); read as {name}", name=name))
        if name is None or (self.game_name and name != self.game_name):
            raise self._other_game(gm, at)
        self.game.name = name
        self.game.colours = games.GAMES[name].sgf.letters

    def _other_game(self, gm: str, at: int) -> RecordError:
        title = f"GM[{printable(gm[:40])}]"
        title = f"{OTHER_GAMES[gm]} ({title})" if gm in OTHER_GAMES else title
        known = [self.game_name] if self.game_name else list(games.GAMES)
        expected = ", ".join(f"{name} (GM[{games.GAMES[name].sgf.gm}])" for name in known)
        message = tr(
            "a record of another game, {title}; expected {expected}",
            title=title,
            expected=expected,
        )
        return failure(message, self.places.at(at), OtherGameError)

    def _options(self, header: dict[str, tuple[bytes, int]]) -> None:
        game = games.find(self.game.name)
        size = game.sgf.size
        self.game.options = game.complete({})
        if size and "SZ" in header:
            value, at = header["SZ"]
            square = _SQUARE.fullmatch(value.strip())
            text = (square[1] if square else value.strip()).decode(self.game.codec, "replace")
            self._read_flags(game, [f"-{size}={text}"], "SZ", at)
        if "RU" in header:
            value, at = header["RU"]
            rules = sgf_grammar.simpletext_value(value).decode(self.game.codec, "replace")
            self._read_flags(game, rules.split(), "RU", at)

    def _read_header(self, codec: Codec, raw: list[_Raw]) -> None:
        """Read the root properties of a game that has a codec."""
        places = {ident: at for ident, _, at in reversed(raw)}
        values: dict[str, list[str]] = {}
        for ident, texts, _ in raw:
            plain = map(sgf_grammar.simpletext_value, texts)
            decoded = [text.decode(self.game.codec, "replace") for text in plain]
            values.setdefault(ident, []).extend(decoded)
        self.game.reading = codec.read_header(
            values, lambda ident, text: self._problem(places[ident], f"{ident}: {text}")
        )
        self.game.options = games.stored_options(self.game.name, self.game.reading.options)

    def _read_flags(self, game: Game, words: list[str], ident: str, at: int) -> None:
        read = read_flags(game, words, lambda text: self._problem(at, f"{ident}: {text}"))
        self.game.options.update(read)


def _quote(text: bytes) -> str:
    shown = text[:24].decode("utf-8", "replace")
    return repr(shown + ("..." if len(text) > 24 else ""))

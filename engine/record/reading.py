"""Reading of records in any format, from a file or its contents."""

from __future__ import annotations

import re
from collections.abc import Mapping

from boche.engine.arguments import ArgumentError, check_options, in_short
from boche.engine.games.registry import find
from boche.engine.languages.current import tr
from boche.engine.record.move_list import read_moves
from boche.engine.record.position_file import position_record
from boche.engine.record.sgf_reader import read_sgf
from boche.engine.record.source import Source, failure, is_sgf, marked, read_bytes
from boche.engine.record.tree import Record

_FILE_NAME = re.compile(
    r"(?!\w+ (?:challenge|move) )[^\r\n()\[\]#]{1,300}\.(?:sgf|txt)", re.IGNORECASE
)


def load_all(
    source: Source,
    *,
    strict: bool = False,
    game: str | None = None,
    options: Mapping[str, object] | None = None,
) -> list[Record]:
    """Read all games, at least one, from a file (a path or an open file) or its contents (bytes).

    The format is detected: SGF begins with ``(``; a position's line of text and a printed board
    become records that start from them; anything else is a list of moves, with a problem if it does
    not look like one. ``game`` is the only game to accept, and the default for a record that names
    none; ``options`` apply to a list of moves without a challenge line. Only the text is read;
    ``check`` verifies the moves.

    The problems found are in ``Record.problems``. Raises ``RecordError`` if nothing can be read,
    and in strict mode at the first problem; ``UnknownGameError``, ``OptionError`` and
    ``ArgumentError`` for bad arguments.
    """
    if game is not None:
        find(game)
    if options is not None:
        check_options(options)
    data = read_bytes(source)
    if is_sgf(data):
        return read_sgf(data, strict=strict, game=game)
    position = position_record(data, game, options)
    if position is not None:
        return [position]
    return [read_moves(data, strict=strict, game=game, options=options)]


def load(
    source: Source,
    *,
    strict: bool = False,
    game: str | None = None,
    options: Mapping[str, object] | None = None,
) -> Record:
    """Read the first game of a file or its contents; see ``load_all``."""
    return load_all(source, strict=strict, game=game, options=options)[0]


def loads(
    text: str | bytes,
    *,
    strict: bool = False,
    game: str | None = None,
    options: Mapping[str, object] | None = None,
) -> Record:
    """Read the first game of a text, or of a file's contents; see ``load_all``.

    In a ``str`` a record's charset (CA) does not count: its characters are known. A text that looks
    like the name of a file is refused, with a hint at ``load``.
    """
    if not isinstance(text, str | bytes):
        raise ArgumentError(
            tr("text: {value} is not a text; load reads a file", value=in_short(text))
        )
    if isinstance(text, str) and _FILE_NAME.fullmatch(text.strip()):
        raise failure(
            tr("{name!r} looks like the name of a file; load reads a file", name=text.strip()[:80])
        )
    data = marked(text) if isinstance(text, str) else text
    return load(data, strict=strict, game=game, options=options)

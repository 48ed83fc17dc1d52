"""Writer for plain lists of moves: a record that would not read back the same is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from boche.engine.errors import BocheError, RecordError
from boche.engine.languages.current import tr, tr_later, tr_word
from boche.engine.record.dialect import read_result, write_flags
from boche.engine.record.move_list import read_moves
from boche.engine.record.replay import RESIGN
from boche.engine.record.source import failure, is_sgf
from boche.engine.record.tree import Node, Record

NO_LIST = tr_later("a list of moves cannot hold a game that starts from a position; save it as SGF")
"""The refusal of a record with a set-up."""

_BLANKS = re.compile(r"\s+")
_LONGEST_NAME = 200  # characters
_LAST_BLANKS = re.compile("(?<! ) +$", re.MULTILINE)


def dump_moves(record: Record) -> str:
    """Return the main line as numbered pairs of moves below a challenge line, with its comments.

    Of the header, the format can hold only options, players and a resignation; it has no
    variations. Names are written as by ``list_name``. A legal game can always be written. Raises
    ``RecordError`` with the reason if the list would be read as another game.
    """
    if record.setup is not None:
        raise failure(tr(NO_LIST))
    nodes = [node for node in record.main_line() if node.move is not None]
    resigns = bool(nodes) and str(nodes[-1].move).casefold() == RESIGN
    played = nodes[:-1] if resigns else nodes
    moves = list(_moves(record, played))
    loser = _loser(record, nodes[-1] if resigns else None)
    names = {colour: list_name(name) for colour, name in record.players.items()}
    flags = write_flags(record.game, record.options)
    words = [name or "?" for name in names.values()]
    lines = [" ".join([record.game_name, "challenge", *flags, *words]), *_comment(record.root)]
    lines += _lines(moves, played)
    lines += _comment(nodes[-1]) if resigns else []  # it is read as the last move's comment
    lines += [f"{RESIGN} {loser}"] if loser else []
    text = "\n".join(lines) + "\n"
    _compare(record, text, moves, played)
    return text


def list_name(name: str) -> str:
    """Return a player's name as written in a list of moves; empty if there is none.

    ``_`` replaces blanks, ``#`` and a leading ``-``, all of which have a meaning there. Only the
    first 200 characters are used.
    """
    word = _BLANKS.sub("_", name.strip()[:_LONGEST_NAME].replace("#", "_"))
    word = "_" + word[1:] if word.startswith("-") else word
    return "" if word == "?" else word


def _moves(record: Record, nodes: list[Node]) -> Iterator[str]:
    """Yield the texts of the moves, each as a single word."""
    start = record.start
    for node in nodes:
        text = str(node.move)
        if text.split() != [text]:
            try:
                text = str(start.parse(text))
            except BocheError:
                raise _refused(node, tr("it is neither one word nor a move")) from None
        yield text


def _loser(record: Record, last: Node | None) -> str:
    """Return the colour that resigned, by the last move or the declared result, or ''."""
    result = read_result(record.form, record.result)
    losers = [] if last is None else [str(last.colour)]
    if result is not None and result.kind == "resignation":
        losers += [colour for colour in record.game.colours if colour != result.winner]
    if last is not None and len(set(losers)) > 1:
        raise _refused(last, tr("the result {result!r} says otherwise", result=record.result[:40]))
    return losers[0] if losers else ""


def _lines(moves: list[str], nodes: list[Node]) -> list[str]:
    lines: list[str] = []
    open_line = False
    for ply, (move, node) in enumerate(zip(moves, nodes, strict=True)):
        if open_line:
            lines[-1] += f" {move}"
        else:
            lines.append(f"{ply // 2 + 1}. {move}" if ply % 2 == 0 else move)
        comment = _comment(node)
        lines += comment
        open_line = ply % 2 == 0 and not comment
    return lines


def _comment(node: Node) -> list[str]:
    text = node.comment
    if not text.strip(" "):
        return []
    marked = "# " + text.replace("\n", "\n# ").replace("# \n", "#\n")
    return [_LAST_BLANKS.sub("", marked)]


def _compare(record: Record, text: str, moves: list[str], nodes: list[Node]) -> None:
    """Read the list back. Raises ``RecordError`` if that gives another game."""
    data = text.encode("utf-8", "surrogateescape")
    try:
        back = read_moves(data, strict=True)
    except RecordError as error:
        reason = error.problems[0].message  # its place is one in the list, which nobody sees
        raise failure(
            tr("this game cannot be written as a list of moves: {reason}", reason=reason)
        ) from error
    read = [node for node in back.main_line() if node.move is not None]
    for move, node, reread in zip_longest(moves, nodes, read):
        if node is None or reread is None or reread.move != _read_back(record, move):
            raise _refused(node or nodes[-1], tr("it would be read as something else"))
        if node.colour != reread.colour:
            raise _refused(
                node,
                tr(
                    "it is {colour}'s, but would be read as {other}'s",
                    colour=tr_word(node.colour or ""),
                    other=tr_word(reread.colour or ""),
                ),
            )
    if is_sgf(data) or (back.game_name, back.options) != (record.game_name, record.options):
        raise failure(
            tr("this game cannot be written as a list of moves: it would be read as another")
        )


def _read_back(record: Record, move: str) -> str:
    codec = record.form.codec
    return move if codec is None else codec.read_move(move)


def _refused(node: Node, reason: str) -> RecordError:
    message = tr(
        "a list of moves cannot hold the move {move!r}: {reason}",
        move=str(node.move)[:40],
        reason=reason,
    )
    return failure(message, (node.line, node.column))

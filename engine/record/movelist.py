"""Plain lists of moves, in and out, with the play-by-mail server's line for the options."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial

from engine.errors import BocheError
from engine.game import Outcome
from engine.record.forms import (
    DEFAULT_GAME,
    FORMS,
    read_flags,
    read_result,
    write_flags,
    write_result,
)
from engine.record.source import BOM, Places, Problems, failure
from engine.record.tree import Node, Record

_WORD = re.compile(r"\S+")
_NUMBER = re.compile(r"\d{1,9}(?:\.{1,3}|\))", re.ASCII)
_COMMAND_LENGTH = 6  # boche move <game#> <userid> <passwd> c:d3

_Word = tuple[str, tuple[int, int]]
"""A word and its line and column."""


def read_moves(
    data: bytes,
    *,
    strict: bool = False,
    game: str | None = None,
    options: Mapping[str, object] | None = None,
) -> Record:
    """The game of a list of moves.

    ``game`` is the only game wanted; ``options`` are those of a list without a challenge line.
    Raises ``RecordError`` where nothing can be read, or in strict mode at the first problem;
    ``UnknownGameError`` and ``OptionError`` for bad arguments.
    """
    return _Reader(strict, game, options or {}).read(data)


class _Reader:
    def __init__(self, strict: bool, wanted: str | None, options: Mapping[str, object]) -> None:
        self.problems = Problems(strict)
        self.wanted = wanted
        self.header = False
        self.resigned = False
        self.comment: list[str] = []
        self._start(Record.new(wanted or DEFAULT_GAME, **options))

    def _start(self, record: Record) -> None:
        self.record = record
        self.node = record.root
        self.position = record.rules.start(record.options)
        self.turn = self.position.turn
        self.legal = True  # so far

    def read(self, data: bytes) -> Record:
        for number, line in enumerate(self._lines(data), 1):
            text, mark, comment = line.partition("#")
            words = [(m[0], (number, m.start() + 1)) for m in _WORD.finditer(text)]
            if words:
                self._words(words)
            if mark:
                self.comment.append(comment.removeprefix(" "))
        self._keep_comment()
        self.record.problems = tuple(self.problems.found)
        return self.record

    def _lines(self, data: bytes) -> list[str]:
        start = len(BOM) if data.startswith(BOM) else 0
        try:
            text = data[start:].decode("utf-8")
        except UnicodeDecodeError as error:
            at = start + error.start
            message = f"byte 0x{data[at]:02x} is not UTF-8; read as ISO-8859-1"
            self.problems.add(Places(data).at(at), message)
            text = data[start:].decode("iso8859-1")
        return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")

    def _words(self, words: list[_Word]) -> None:
        command = words[1][0] if len(words) > 1 else ""
        if command == "challenge":
            self._challenge(words)
        elif command == "move":
            self._command(words)
        else:
            self._moves(words)

    def _keep_comment(self) -> None:
        """Give the comment gathered so far to the move before it, or to the root."""
        if self.comment:
            self.node.comment = "\n".join(self.comment)
            self.comment = []

    # --- the server's lines ---

    def _challenge(self, words: list[_Word]) -> None:
        place = words[0][1]
        if self.header or self.node is not self.record.root:
            self.problems.add(place, "a challenge line comes once, before the first move")
            return
        self.header = True
        self._check_game(words[0])
        record = Record.new(words[0][0].lower())
        flags = [word for word in words[2:] if word[0].startswith("-")]
        for word, at in flags:
            record.options |= read_flags(record.rules, [word], partial(self.problems.add, at))
        names = [word for word, _ in words[2:] if not word.startswith("-")]
        if len(names) not in (0, 2):
            self.problems.add(place, f"{len(names)} players; a challenge names two, or none")
        for colour, name in zip(record.rules.colours, names, strict=False):
            record.set_player(colour, "" if name == "?" else name)
        self._start(record)

    def _check_game(self, word: _Word) -> None:
        name = word[0].lower()
        if name not in FORMS or (self.wanted and name != self.wanted):
            known = self.wanted or ", ".join(FORMS)
            raise failure(
                f"a record of another game, {word[0][:40]!r}; this reads {known}", word[1]
            )

    def _command(self, words: list[_Word]) -> None:
        self._check_game(words[0])
        if len(words) == _COMMAND_LENGTH:
            self._move(*words[-1])
            return
        name = self.record.game
        message = f"not a whole command; it is: {name} move <game#> <userid> <passwd> <move>"
        self.problems.add(words[0][1], message)

    # --- moves ---

    def _moves(self, words: list[_Word]) -> None:
        for index, (text, (line, column)) in enumerate(words):
            number = _NUMBER.match(text)
            start = number.end() if number else 0
            move, place = text[start:], (line, column + start)
            if move.casefold() == "resign":
                after = words[index + 1][0].casefold() if index + 1 < len(words) else ""
                loser = after if after in self.record.rules.colours else self.turn
                self._resign(loser, place)
            elif move and not self._resigner(words, index):
                self._move(move, place)

    def _resigner(self, words: list[_Word], index: int) -> bool:
        """Whether a word is the colour behind ``resign``."""
        text = words[index][0].casefold()
        before = words[index - 1][0].casefold() if index else ""
        return text in self.record.rules.colours and before.endswith("resign")

    def _resign(self, loser: str, place: tuple[int, int]) -> None:
        if self.resigned:
            self.problems.add(place, "a second resignation; it is ignored")
            return
        first, second = self.record.rules.colours
        winner = second if loser == first else first
        outcome = Outcome(winner, f"{loser} resigned", "resignation")
        self.record.result = write_result(self.record.form, outcome)
        self.resigned = True

    def _move(self, text: str, place: tuple[int, int]) -> None:
        if self.resigned:
            self.problems.add(place, f"{text[:40]!r} comes after a resignation and is ignored")
            return
        self._keep_comment()
        self.node = Node(text, self.turn, parent=self.node)
        self.node.line, self.node.column = place
        first, second = self.record.rules.colours
        self.turn = second if self.turn == first else first
        if self.legal:
            self._follow(text)

    def _follow(self, text: str) -> None:
        """Play along to know whose turn it is; what is illegal is for ``check`` to name."""
        try:
            self.position = self.position.play(text)
            self.turn = self.position.turn
        except BocheError:
            self.legal = False


def dump_moves(record: Record) -> str:
    """The main line as numbered pairs of moves under a challenge line, with its comments.

    Of the header only options, players and a resignation fit this form; variations do not.
    """
    names = ["_".join(name.split()) or "?" for name in record.players.values()]
    flags = write_flags(record.rules, record.options)
    lines = [" ".join([record.game, "challenge", *flags, *names])]
    lines += _comment(record.root)
    open_line = False
    plies = [node for node in record.main_line() if node.move is not None]
    for ply, node in enumerate(plies):
        if open_line:
            lines[-1] += f" {node.move}"
        else:
            lines.append(f"{ply // 2 + 1}. {node.move}" if ply % 2 == 0 else str(node.move))
        comment = _comment(node)
        lines += comment
        open_line = ply % 2 == 0 and not comment
    return "\n".join(lines + _resignation(record)) + "\n"


def _comment(node: Node) -> list[str]:
    return [f"# {line}".rstrip(" ") for line in node.comment.split("\n")] if node.comment else []


def _resignation(record: Record) -> list[str]:
    result = read_result(record.form, record.result)
    if result is None or result.kind != "resignation":
        return []
    first, second = record.rules.colours
    return [f"resign {second if result.winner == first else first}"]

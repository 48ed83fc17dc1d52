"""Reader for plain lists of moves, with the play-by-mail server's line for the options."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain, islice

from boche.engine.errors import BocheError, NotationError, OtherGameError
from boche.engine.game import Outcome
from boche.engine.games import registry as games
from boche.engine.languages.current import tr
from boche.engine.record.dialect import read_flags, write_result
from boche.engine.record.source import BOM, Budget, Places, Problems, failure
from boche.engine.record.tree import Node, Record
from boche.engine.words import RESIGNED

_WORD = re.compile(r"\S+")
_NUMBER = re.compile(r"\d{1,9}(?:\.{1,3}|\))", re.ASCII)
_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\r|\n|\Z)")
_COMMAND_LENGTH = 6  # <game> move <game#> <userid> <passwd> c:d3
_LONGEST_COMMAND = 1000  # words in a line in the server's syntax
_MOST_JUDGED = 1000  # first words by which a text without a header counts as a list, or does not

_Word = tuple[str, tuple[int, int]]
"""A word and its line and column."""


def read_moves(
    data: bytes,
    *,
    strict: bool = False,
    game: str | None = None,
    options: Mapping[str, object] | None = None,
) -> Record:
    """Read the game of a list of moves.

    ``game`` is the only game accepted; ``options`` apply to a list without a challenge line.
    A text without a line of the server's is a list only if at least half of its words are moves of
    the game, legal or not; that it is none is a problem. Raises ``RecordError`` if nothing can be
    read, or in strict mode at the first problem; ``UnknownGameError`` and ``OptionError`` for bad
    arguments.
    """
    return _Reader(strict, game, options or {}).read(data)


class _Reader:
    def __init__(self, strict: bool, game_name: str | None, options: Mapping[str, object]) -> None:
        self.problems = Problems(strict)
        self.budget = Budget()
        self.texts: dict[str, str] = {}  # of moves, shared since they recur often
        self.game_name = game_name
        self.header = False
        self.commanded = False
        self.judged = self.understood = 0  # words, and those among them that are moves
        self.first_place = (1, 1)  # of a word that is no move, else of the text
        self.resigned = False
        self.comment: list[str] = []
        self._start(Record.new(games.GameName(game_name or games.DEFAULT.name), **options))

    def _start(self, record: Record) -> None:
        self.record = record
        self.node = record.root
        self.position = record.start
        self.turn = self.position.turn
        self.legal = True  # so far

    def read(self, data: bytes) -> Record:
        for number, line in enumerate(self._lines(data), 1):
            if not line:
                continue
            text, mark, comment = line.partition("#")
            if text:
                self._line(text, number)
            if mark:
                self.comment.append(comment.removeprefix(" "))
        self._keep_comment()
        self._judge()
        self.record.problems = tuple(self.problems.entries)
        return self.record

    def _judge(self) -> None:
        """Report a text that is no list of moves: any text can be split into words."""
        if self.header or self.commanded or 0 < self.judged <= 2 * self.understood:
            return
        title = self.record.game.title
        if self.understood:
            message = tr(
                "no list of moves: of its first {count} words {moves} are moves of {title}",
                count=self.judged,
                moves=self.understood,
                title=title,
            )
        else:
            message = tr("no record: there is no move of {title} in it", title=title)
        self.problems.put_first(self.first_place, message)

    def _lines(self, data: bytes) -> Iterator[str]:
        start = len(BOM) if data.startswith(BOM) else 0
        try:
            text = data[start:].decode("utf-8")
        except UnicodeDecodeError as error:
            at = start + error.start
            message = tr("byte 0x{byte:02x} is not UTF-8; read as ISO-8859-1", byte=data[at])
            self.problems.add(Places(data).at(at), message)
            text = data[start:].decode("iso8859-1")
        return (match[1] for match in _LINE.finditer(text))

    def _line(self, text: str, number: int) -> None:
        """Read a line without its comment, word by word, since it may have millions of them."""
        words = ((match[0], (number, match.start() + 1)) for match in _WORD.finditer(text))
        first = list(islice(words, 2))
        command = first[1][0] if len(first) > 1 else ""
        if command not in ("challenge", "move"):
            self._moves(chain(first, words))
            return
        line = [*first, *islice(words, _LONGEST_COMMAND)]
        if len(line) > _LONGEST_COMMAND:
            text = tr(
                "more than {most} words in a line with {command!r}",
                most=_LONGEST_COMMAND,
                command=command,
            )
            raise failure(text, first[0][1])
        (self._challenge if command == "challenge" else self._command)(line)

    def _keep_comment(self) -> None:
        """Attach the comment collected so far to the move before it, or to the root."""
        if self.comment:
            self.node.comment = "\n".join(self.comment)
            self.comment = []

    # --- the server's lines ---

    def _challenge(self, words: list[_Word]) -> None:
        place = words[0][1]
        if self.header or self.node is not self.record.root:
            self.problems.add(place, tr("a challenge line comes once, before the first move"))
            return
        self.header = True
        self._check_game(words[0])
        record = Record.new(games.GameName(words[0][0].lower()))
        flags = [word for word in words[2:] if word[0].startswith("-")]
        for word, at in flags:
            record.options |= read_flags(record.game, [word], partial(self.problems.add, at))
        names = [word for word, _ in words[2:] if not word.startswith("-")]
        if len(names) not in (0, 2):
            self.problems.add(
                place, tr("{count} players; a challenge names two, or none", count=len(names))
            )
        for colour, name in zip(record.game.colours, names, strict=False):
            record.set_player(colour, "" if name == "?" else name)
        self._start(record)

    def _check_game(self, word: _Word) -> None:
        name = word[0].lower()
        if name not in games.GAMES or (self.game_name and name != self.game_name):
            known = self.game_name or ", ".join(games.GAMES)
            raise failure(
                tr(
                    "a record of another game, {word!r}; expected {known}",
                    word=word[0][:40],
                    known=known,
                ),
                word[1],
                OtherGameError,
            )

    def _command(self, words: list[_Word]) -> None:
        self._check_game(words[0])
        self.commanded = True
        if len(words) == _COMMAND_LENGTH:
            self._move(*words[-1])
            return
        name = self.record.game_name
        message = tr(
            "incomplete command; expected {name} move <game#> <userid> <passwd> <move>", name=name
        )
        self.problems.add(words[0][1], message)

    # --- moves ---

    def _moves(self, words: Iterator[_Word]) -> None:
        word = next(words, None)
        while word is not None:
            text, (line, column) = word
            word = next(words, None)
            number = _NUMBER.match(text)
            start = number.end() if number else 0
            move, place = text[start:], (line, column + start)
            if move.casefold() != "resign":
                if move:
                    self._move(move, place)
                continue
            loser = word[0].casefold() if word else ""
            if loser in self.record.game.colours:
                word = next(words, None)
            self._resign(loser if loser in self.record.game.colours else self.turn, place)

    def _resign(self, loser: str, place: tuple[int, int]) -> None:
        if self.resigned:
            self.problems.add(place, tr("a second resignation; it is ignored"))
            return
        self._count(True, place)
        first, second = self.record.game.colours
        winner = second if loser == first else first
        outcome = Outcome(winner, RESIGNED(loser=loser), "resignation")
        self.record.result = write_result(self.record.form, outcome)
        self.resigned = True

    def _move(self, text: str, place: tuple[int, int]) -> None:
        if self.resigned:
            self.problems.add(
                place, tr("{text!r} comes after a resignation and is ignored", text=text[:40])
            )
            return
        self._keep_comment()
        self.budget.take(1, lambda: place)
        codec = self.record.form.codec
        move = self.texts.setdefault(text, text if codec is None else codec.read_move(text))
        self.node = Node(move, self.turn, parent=self.node)
        self.node.line, self.node.column = place
        self.node.written = text if move != text else ""
        first, second = self.record.game.colours
        self.turn = second if self.turn == first else first
        if self.legal or self.judged < _MOST_JUDGED:
            self._follow(move, place)

    def _follow(self, text: str, place: tuple[int, int]) -> None:
        """Play the move, to know whose turn it is; ``check`` reports illegal moves."""
        try:
            move = self.position.parse(text)
        except BocheError as error:
            self.legal = False
            self._count(not isinstance(error, NotationError), place)
            return
        self._count(True, place)
        if not self.legal:
            return
        try:
            self.position = self.position.play(move)
            self.turn = self.position.turn
        except BocheError:
            self.legal = False

    def _count(self, is_move: bool, place: tuple[int, int]) -> None:
        """Count one of the first words by which the text is judged."""
        if self.judged < _MOST_JUDGED:
            if not is_move and self.judged == self.understood:
                self.first_place = place
            self.judged += 1
            self.understood += is_move

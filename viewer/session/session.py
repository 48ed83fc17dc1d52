"""The session: a game on the table, with the file it was read from and is saved to."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from boche.engine.comments import comment_shown, with_line
from boche.engine.errors import IllegalMoveError, RefusedMoveError
from boche.engine.game import Outcome, Position, side_of
from boche.engine.games.registry import DEFAULT, GameName
from boche.engine.languages.current import tr, translate
from boche.engine.message import NOTHING, Message
from boche.engine.players.spec import is_computer
from boche.engine.record import Node, Record, play_at, write_result
from boche.engine.record.people import called
from boche.engine.record.times import keep_left, set_control
from boche.engine.time_control import TimeControl, TimeLeft
from boche.engine.words import GAME_OVER, REFUSED
from boche.viewer.session import files, pasting
from boche.viewer.session.cursor import Cursor
from boche.viewer.session.edits import Edits
from boche.viewer.session.game_clock import GameClock
from boche.viewer.session.positions import Positions, other_colour
from boche.viewer.session.record_file import RecordFile, stamp_of
from boche.viewer.session.seats import Seat, Seats, against_a_level
from boche.viewer.session.undo import MOVE
from boche.viewer.session.words import (
    NO_EXCHANGE,
    NO_UNDO_IN_TOURNAMENT,
    OPENED,
    OVER_ON_THE_WAY,
    UNAIDED_IN_TOURNAMENT,
)


class Session:
    """A record with legal moves only, and the game played at a place in it.

    Each part has its task: ``cursor`` is the place, ``positions`` has the position at any place,
    ``edits`` the changes and undo, ``seats`` the players, ``file`` the source and destination,
    ``clock`` the time left, and ``safety`` protects unsaved work. All changes of the record go
    through ``edits``. ``counts`` is true for a game of a tournament: until it ends, there is no
    help and nothing is taken back. ``reads`` puts a comment into the user's language, for records
    that are part of the program. ``unrated`` is the reason why the game does not count for the
    user's rating, one of ``words.UNRATED``, or empty; ``rating_note`` is the line on that for the
    panel. ``rating_given_up`` is true once the user has agreed that the game need not count.
    ``next_level`` is the level of the computer that is offered after the game, or 0.
    ``begun`` are the steps taken of an unfinished move at the cursor, as the table notes them.
    """

    def __init__(
        self,
        record: Record,
        path: str | os.PathLike[str] | None = None,
        *,
        seats: Mapping[str, Seat] | None = None,
        ephemeral: bool = False,
    ) -> None:
        """Take over the record; illegal moves are removed and listed in ``file.problems``.

        If ``ephemeral``, nothing is to be saved or undone.
        """
        opened = files.cleaned(record)
        self.record = record = opened.record
        self.cursor = Cursor(record.root)
        self.positions = Positions(record)
        self.edits = Edits(record, self.cursor, self.positions, ephemeral=ephemeral)
        self.seats = Seats(record, self.edits, seats)
        self.file = RecordFile(record, self.edits, self.seats, path)
        self.file.note_read(opened, self.file.stamp)
        self.clock = GameClock(record, self.cursor, self.positions)
        self.safety: Safety[Session] = Safety(self, self.edits)
        self.counts = False
        self.reads: Callable[[str], str] = comment_shown
        self.unrated = OPENED
        self.rating_note: Message = NOTHING
        self.rating_given_up = False
        self.next_level = 0
        self.begun: tuple[str, ...] = ()
        self._swap = (-1, NOTHING)

    @classmethod
    def new(
        cls,
        game: str = DEFAULT.name,
        players: Sequence[str] = (),
        seats: Mapping[str, Seat] | None = None,
        control: TimeControl | None = None,
        **options: object,
    ) -> Session:
        """Return a session with an empty record; ``players`` are names in order of play.

        ``seats`` are by initial colour; their names count where ``players`` has none. Without
        either, nobody has sat down yet. Raises ``UnknownGameError`` and ``OptionError``.
        """
        record = Record.new(GameName(game), **options)
        sitting = dict(seats or {})
        for colour, name in zip(record.game.colours, players, strict=False):
            sitting[colour] = Seat(name, sitting.get(colour, Seat()).player)
        for colour, seat in sitting.items():
            record.set_player(colour, seat.name)
        set_control(record, control)
        session = cls(record, seats=sitting if players else seats)
        session.clock.paused = False
        session.unrated = ""
        return session

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        number: int = 1,
        *,
        game: str | None = None,
        options: Mapping[str, object] | None = None,
        resume: bool = False,
    ) -> Session:
        """Return game ``number`` (from 1) of a file, with the cursor at the end of its main line.

        With ``resume``, an unfinished game of a person against a level of the computer goes on: the
        computer sits where its name stands, and its moves can be undone.

        ``game`` and ``options`` apply to a list of moves that names none, see
        ``engine.record.load_all``. Reading is lenient: see ``file.problems``. Raises
        ``RecordError`` if nothing can be read, or if the file has another game than ``game``.
        """
        stamp = stamp_of(Path(path))
        opened = files.read(path, number, game=game, options=options)
        session = cls(opened.record, path)
        session.cursor.last()
        if resume and not session.is_over and (seats := against_a_level(opened.record)):
            for colour, seat in seats.items():
                opened.record.set_player(colour, seat.name)
            session = cls(opened.record, path, seats=seats)
            session.cursor.last()
            session.edits.take_up_moves()
        session.file.note_read(opened, stamp)
        return session

    @property
    def name(self) -> str:
        """The name for display: that of the file, else the players, else ``new game``."""
        names = [translate(called(name)) for name in self.record.players.values() if name]
        return self.file.path.name if self.file.path else " - ".join(names) or tr("new game")

    @property
    def title(self) -> str:
        """The window title: ``* game.sgf - TITLE``, with a star if there are unsaved changes."""
        return f"{'* ' if self.edits.modified else ''}{self.headline}"

    @property
    def headline(self) -> str:
        """The title of what is made of the game: ``game.sgf - TITLE``."""
        return f"{self.name} - {self.record.game.title}"

    # -- conditions

    def note_aid(self, reason: str) -> None:
        """Let a game that goes on not count for the user's rating; see ``unrated``."""
        if not self.unrated and not self.is_over:
            self.unrated = reason

    @property
    def of_tournament(self) -> bool:
        """True if the record says that it is of a tournament: it has a round."""
        return bool(self.record.root.text("RO"))

    @property
    def undoes_move(self) -> bool:
        """True if ``undo`` takes back a move; against a computer, one with marks drawn since."""
        marked = bool(self.seats.computers) and self.edits.marks_over_move > 0
        return self.edits.undoes_move or marked

    def undo(self) -> None:
        """Undo the last edit, or against a computer the last move with the marks drawn since.

        There a mark is seldom meant: it would lie in the way of the move that one wants back.
        """
        marks = self.edits.marks_over_move if self.seats.computers else 0
        for _ in range(marks + 1):
            self.edits.undo()

    @property
    def played(self) -> bool:
        """True if a move was played here and has not been undone."""
        return self.edits.played

    @property
    def why_no_move(self) -> Message:
        """The reason why nobody at this table may move now, in one line, or an empty string."""
        return NOTHING

    @property
    def why_no_undo(self) -> Message:
        """The reason why past moves may not be changed now, in one line, or an empty string."""
        return NO_UNDO_IN_TOURNAMENT() if self.counts and not self.main_outcome else NOTHING

    @property
    def why_no_help(self) -> Message:
        """The reason why no computer may give advice now, in one line, or an empty string."""
        return UNAIDED_IN_TOURNAMENT() if self.counts and not self.main_outcome else NOTHING

    # -- the game at the cursor

    @property
    def position(self) -> Position:
        """The position at the cursor; over if its line ends with a declared win."""
        return self.positions.final(self.cursor.node)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game at the cursor, or None if it goes on."""
        return self.positions.ending(self.cursor.node)

    @property
    def main_outcome(self) -> Outcome | None:
        """The outcome of the record's main line, or None if it goes on."""
        return self.positions.ending(self.positions.main_end)

    @property
    def is_over(self) -> bool:
        """True if the current line leads to the end of a game."""
        return self.positions.ending(self.cursor.line[-1]) is not None

    @property
    def sets_task(self) -> bool:
        """True while an exercise awaits a move at the end of its moves."""
        return False

    @property
    def looks_back(self) -> bool:
        """True if an earlier move is shown: of a game against a computer, or of an exercise."""
        goes_on = self.seats.computers > 0 or self.sets_task
        return bool(self.cursor.node.children) and goes_on and not self.is_over

    @property
    def tries(self) -> bool:
        """True if the line shown leaves a game against a computer that goes on."""
        if self.cursor.line[-1] is self.positions.main_end:
            return False
        beside = self.seats.computers > 0 and not self.sets_task
        return beside and self.main_outcome is None

    @property
    def computer_waits(self) -> bool:
        """True if a computer is to move at an earlier move shown, where it plays only when told."""
        earlier = bool(self.cursor.node.children) and self.seats.computers > 0
        return earlier and self.outcome is None and self.person_of(self.turn).kind == "computer"

    @property
    def turn(self) -> str:
        """The colour to move; after the end, the colour that would have been."""
        return self.positions.at(self.cursor.node).turn

    @property
    def own_colour(self) -> str:
        """The colour of the only person here, at the cursor; empty for two persons or none.

        It is empty at the end of a game that was over before anybody sat down.
        """
        if self.seats.joined_late and self.cursor.node is self.positions.main_end:
            return ""
        persons = [c for c in self.record.game.colours if not self.person_of(c).player]
        return persons[0] if len(persons) == 1 else ""

    @property
    def people(self) -> tuple[int, ...]:
        """The persons: 0 if one made the first move, 1 if one made the second.

        A record that was opened names its computer players.
        """
        seats = (self.seats[colour] for colour in self.record.game.colours)
        return tuple(index for index, seat in enumerate(seats)
                     if not seat.player and not is_computer(seat.name))  # fmt: skip

    def seen_by(self, user: str) -> str:
        """Return the colour from whose side the user sees the game; empty if no side is theirs.

        It is that of the only person here. In a record that was opened nobody sits: there it is the
        only person who is no computer player, or of two the one with the user's name.
        """
        if self.own_colour or self.seats.sitting:
            return self.own_colour
        colours = self.record.game.colours
        people = [colours[index] for index in self.people]
        if len(people) > 1:
            people = [each for each in people if user and self.seats[each].name == user]
        return self.exchanged(people[0]) if len(people) == 1 else ""

    def side_in_front(self, user: str) -> str:
        """Return the colour whose side of the board is in front at first, or an empty text."""
        return self.seen_by(user)

    def person_of(self, colour: str) -> Seat:
        """Return the player of a colour at the cursor, taking a swap into account."""
        return self.seats[self.exchanged(colour)]

    def exchanged(self, colour: str) -> str:
        """Return the initial colour of the person who plays this colour at the cursor.

        The mapping is its own inverse: it also returns the current colour of the person who began
        with this one.
        """
        swapped = self.positions.at(self.cursor.node).swapped
        return other_colour(self.record, colour) if swapped else colour

    @property
    def swap_refused(self) -> Message:
        """The reason why the players may not swap colours now, in one line, or an empty string."""
        if self._swap[0] != self.cursor.revision:
            self._swap = (self.cursor.revision, self._why_no_swap())
        return self._swap[1]

    def _why_no_swap(self) -> Message:
        if self.outcome is not None:
            return REFUSED(move="swap", reason=GAME_OVER(reason=self.outcome.reason))
        try:
            swapped = self.position.play(self.position.parse("swap")).swapped
            return NOTHING if swapped else REFUSED(move="swap", reason=NO_EXCHANGE())
        except RefusedMoveError as error:
            return error.message

    # -- playing

    def note_time(self) -> None:
        """Write the time that the player to move has used into the record and its autosave.

        A game that lies in the library alone is then to be written there again, even if nobody has
        moved since it was opened.
        """
        if self.clock.note():
            if self.file.path is None and self.file.library_copy is not None:
                self.edits.mark_unsaved()
            self.edits.touch()

    def play(self, move: object) -> Node:
        """Play a move, or its text, and return its node, which becomes the cursor.

        A move that is in the record already is followed; any other becomes the last variation.
        Raises ``IllegalMoveError`` and ``NotationError``; then nothing has changed.
        """
        node, text = self.cursor.node, str(move).strip()
        position, over = self.positions.at(node), self.outcome
        if over is not None:
            raise IllegalMoveError(GAME_OVER(reason=over.reason), position.parse(text))
        self.clock.erase_note()
        draft = self.edits.begin([node])
        child, after = play_at(node, text, position)
        if after is None:
            return self.cursor.go(child)
        self.positions.keep(child, after)
        self.clock.stamp(child)
        return self.edits.finish(f"play {child.move}", draft, child, MOVE)

    def resign(self, colour: str | None = None) -> Node:
        """Make a colour (by default the one to move) resign here.

        In the middle of a line this adds a variation without a move; otherwise the line is over.
        Raises ``IllegalMoveError`` after the end, ``OptionError`` for an unknown colour.
        """
        loser, node = colour or self.turn, self.cursor.node
        side_of(loser, self.record.game.colours, "resign: ")  # refuses any other
        if self.outcome is not None:
            raise IllegalMoveError(GAME_OVER(reason=self.outcome.reason), "resign")
        return self.edits.edit(f"{loser} resigns", [node], lambda: self._lose(loser, node))

    def run_out(self, loser: str) -> Node:
        """Make a colour lose here on time. Raises ``IllegalMoveError`` after the end."""
        if self.outcome is not None:
            raise IllegalMoveError(GAME_OVER(reason=self.outcome.reason), "time")
        place = self.cursor.node
        self.clock.erase_note()

        def change() -> Node:
            node = self._lose(loser, place, "time")
            keep_left(self.record, node, loser, TimeLeft(0.0))
            self.clock.forget()
            return node

        return self.edits.edit(f"{loser}'s time runs out", [place], change)

    def forfeit(self, loser: str, reason: str) -> Node:
        """Make a colour lose here because it cannot go on; the reason is added to the comment.

        Raises ``IllegalMoveError`` after the end.
        """
        if self.outcome is not None:
            raise IllegalMoveError(GAME_OVER(reason=self.outcome.reason), "forfeit")
        place = self.cursor.node

        def change() -> Node:
            node = self._lose(loser, place, "forfeit")
            node.comment = f"{node.comment}\n{loser} loses: {reason}".strip("\n")
            return node

        return self.edits.edit(f"{loser} forfeits", [place], change)

    def _lose(self, loser: str, node: Node, kind: str = "resignation") -> Node:
        winner = other_colour(self.record, loser)
        text = write_result(self.record.form, Outcome(winner, NOTHING, kind))
        if node.children:
            node = Node(parent=node)
        self.positions.declare(node, text)
        return node

    def resume(self) -> bool:
        """Remove the declared ending at the cursor, so that play can go on.

        Return False if there is none.
        """
        node, positions = self.cursor.node, self.positions
        if positions.declared(node) is None:
            return False

        def change() -> Node:
            positions.declare(node, "")
            return node

        self.edits.edit("play on", [node], change)
        return True

    # -- pasting

    def paste(self, text: str) -> Session | list[Node]:
        """Return a pasted record as a new session, or the nodes of pasted moves, played from here.

        Moves that do not continue from here but form a whole game are a new session as well. Raises
        ``BocheError`` with one line if the text is neither.
        """
        pasted = pasting.parse(text, self.record, self.position)
        if isinstance(pasted, pasting.Moves):
            return self._paste_moves(pasted)
        session = Session(pasted)
        if pasted.root.children or pasted.root.comment:  # a bare position is safe where it was
            session.edits.mark_unsaved()
        session.cursor.last()
        return session

    def _paste_moves(self, pasted: pasting.Moves) -> list[Node]:
        """Play moves from here. Raises if they continue after a declared ending."""
        path = pasting.way_there(pasted, self.cursor.node, self.positions)
        over = self.positions.ending(path[-1])
        if over is not None and pasting.goes_beyond(pasted, path, over, self.record):
            raise IllegalMoveError(OVER_ON_THE_WAY(reason=over.reason), "paste")
        if over is not None:
            pasted = pasting.Moves(pasted.moves)  # its resignation is in the record already
        nodes: list[Node] = []
        self.edits.edit("paste", path, lambda: self._play_all(pasted, nodes))
        return nodes

    # -- computed lines

    def add_line(self, title: str, node: Node, moves: Sequence[str], comment: str) -> Node:
        """Add moves that continue from a node to the record, and go to the first of them.

        That is one change, named ``title``; ``comment`` is the program's line at the first move, or
        empty.
        Return the node of that move. Raises ``BocheError`` for an illegal move; then nothing has
        changed.
        """
        position = self.positions.at(node)
        for move in moves:
            position = position.play(position.parse(move))
        line = pasting.Moves(tuple((move, "") for move in moves))
        path = pasting.way_there(line, node, self.positions)

        def change() -> Node:
            added, last = [], node
            for move in moves:
                last, _ = play_at(last, move, self.positions.at(last))
                added.append(last)
            if comment:
                added[0].comment = with_line(added[0].comment, comment)
            return added[0]

        return self.edits.edit(title, path, change)

    def set_line(self, moves: Sequence[str]) -> Node:
        """Make the moves of the record these, for sessions that answer moves; go to the last one.

        What the line has in common with them stays. Raises as ``play`` does.
        """
        self.cursor.last()
        line, same = self.cursor.line[1:], 0
        while same < min(len(line), len(moves)) and line[same].move == moves[same]:
            same += 1
        if same < len(line):
            self.edits.delete(line[same])
        for move in moves[same:]:
            Session.play(self, move)  # not as a try of the user
        self.cursor.changed()
        return self.cursor.node

    def _play_all(self, pasted: pasting.Moves, nodes: list[Node]) -> Node:
        node = self.cursor.node
        for move, comment in pasted.moves:
            node, _ = play_at(node, move, self.positions.at(node))
            nodes.append(node)
            if comment and not node.comment:
                node.comment = comment
        return node if pasted.loser is None else self._lose(pasted.loser, node)


# Protection of unsaved work: every change is passed to a keeper, and failures are reported.

Work = TypeVar("Work")
KeptWork = TypeVar("KeptWork", contravariant=True)


class Keeper(Protocol[KeptWork]):
    """A keeper of unsaved work; see ``viewer.storage.autosave.Autosave``."""

    @property
    def problem(self) -> str: ...
    def write(self, session: KeptWork, /) -> str: ...
    def clear(self) -> None: ...
    def release(self) -> None: ...


class Safety(Generic[Work]):
    """A link that passes ``work`` to a keeper after each edit, before the edit is displayed."""

    def __init__(self, work: Work, edits: Edits) -> None:
        self._work, self._edits = work, edits
        self._keeper: Keeper[Work] | None = None
        self._messages: list[str] = []
        edits.listen(self._write)

    def keep(self, keeper: Keeper[Work] | None) -> None:
        """Pass every change to a keeper from now on, and unsaved work at once."""
        self._keeper = keeper
        if self._edits.modified:
            self._write()

    def _write(self) -> None:
        if self._keeper is None:
            return
        if not self._edits.modified:  # saved, or undone back to the state of the file
            self._keeper.clear()
        elif message := self._keeper.write(self._work):
            self._messages.append(message)

    def renew(self) -> None:
        """Pass unsaved work to the keeper again, as after a change of its file."""
        self._write()

    @property
    def problem(self) -> str:
        """The reason why the last change is not on disk, in one line, or an empty string."""
        if self._keeper is None or not self._edits.modified:
            return ""
        return self._keeper.problem

    def try_again(self) -> bool:
        """Retry storing the last change. Return whether it is stored now."""
        if self.problem:
            self._write()
        return not self.problem

    def take_messages(self) -> list[str]:
        """Return the warnings since the last call, each one line to display."""
        messages, self._messages = self._messages, []
        return messages

    def close(self, *, discard: bool = False) -> None:
        """Release the keeper. It keeps unsaved work unless ``discard`` is set."""
        if self._keeper is None:
            return
        if discard or not self._edits.modified:
            self._keeper.clear()
        else:
            self.try_again()
            self._keeper.release()
        self._keeper = None

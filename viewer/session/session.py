"""The session: a game on the table, from the file it came from to the file it goes to."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.errors import IllegalMoveError, OptionError, RefusedMoveError
from engine.game import Outcome, Position
from engine.games.registry import DEFAULT
from engine.message import NOTHING, Message
from engine.record import Node, Record, play_at, write_result
from engine.search.analysis import with_line
from engine.words import GAME_OVER, REFUSED
from viewer.session import files, pasting
from viewer.session.cursor import Cursor
from viewer.session.edits import Edits
from viewer.session.positions import Positions, other_colour
from viewer.session.record_file import RecordFile, stamp_of
from viewer.session.safety import Safety
from viewer.session.seats import Seat, Seats
from viewer.session.undo import MOVE
from viewer.session.words import NO_EXCHANGE, OVER_ON_THE_WAY


class Session:
    """A record, all of whose moves are legal, and the game that is played at a place in it.

    Each of its parts has a task: ``cursor`` is the place, ``positions`` how the game stands at any
    place, ``edits`` the changes and undo, ``seats`` who plays, ``file`` where it came from and is
    saved, ``safety`` what keeps unsaved work. All changes of the record go through ``edits``.
    """

    def __init__(
        self,
        record: Record,
        path: str | os.PathLike[str] | None = None,
        *,
        seats: Mapping[str, Seat] | None = None,
        passing: bool = False,
    ) -> None:
        """Takes the record over; illegal moves are cut off it and named in ``file.problems``.

        What is ``passing`` is not to be saved or undone.
        """
        opened = files.cleaned(record)
        self.record = record = opened.record
        self.cursor = Cursor(record.root)
        self.positions = Positions(record)
        self.edits = Edits(record, self.cursor, self.positions, passing=passing)
        self.seats = Seats(record, self.edits, seats)
        self.file = RecordFile(record, self.edits, self.seats, path)
        self.file.held(opened, self.file.stamp)
        self.safety: Safety[Session] = Safety(self, self.edits)
        self._swap = (-1, NOTHING)

    @classmethod
    def new(
        cls,
        game: str = DEFAULT.name,
        players: Sequence[str] = (),
        seats: Mapping[str, Seat] | None = None,
        **options: object,
    ) -> Session:
        """An empty record; ``players`` are names in order of play.

        ``seats`` by the colour they begin with; their names count where ``players`` has none.
        Without either nobody has sat down yet. Raises ``UnknownGameError`` and ``OptionError``.
        """
        record = Record.new(game, **options)
        sitting = dict(seats or {})
        for colour, name in zip(record.rules.colours, players, strict=False):
            sitting[colour] = Seat(name, sitting.get(colour, Seat()).player)
        for colour, seat in sitting.items():
            record.set_player(colour, seat.name)
        return cls(record, seats=sitting if players else seats)

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        number: int = 1,
        *,
        game: str | None = None,
        options: Mapping[str, object] | None = None,
    ) -> Session:
        """Game ``number`` (from 1) of a file, the cursor at the end of its main line.

        ``game`` and ``options`` are for a list of moves that names none, see
        ``engine.record.load_all``. Read leniently: see ``file.problems``. Raises ``RecordError``
        where nothing can be read, and for another game than that.
        """
        stamp = stamp_of(Path(path))
        opened = files.read(path, number, game=game, options=options)
        session = cls(opened.record, path)
        session.file.held(opened, stamp)
        session.cursor.last()
        return session

    @property
    def name(self) -> str:
        """What the user may call it: its file's name, else who plays, else ``new game``."""
        names = [name for name in self.record.players.values() if name]
        return self.file.path.name if self.file.path else " - ".join(names) or "new game"

    @property
    def title(self) -> str:
        """For the window: ``* game.sgf - TITLE``, the star while there are unsaved changes."""
        return f"{'* ' if self.edits.modified else ''}{self.name} - {self.record.rules.title}"

    # -- what else counts here

    @property
    def played(self) -> bool:
        """Whether a move was played here that still stands."""
        return self.edits.played

    @property
    def held(self) -> Message:
        """Why nobody at this table may move now, in one line; empty if one may."""
        return NOTHING

    @property
    def fixed(self) -> Message:
        """Why what was played may not be changed now, in one line; empty if it may."""
        return NOTHING

    @property
    def unaided(self) -> Message:
        """Why no computer may advise now, in one line; empty if one may."""
        return NOTHING

    # -- the game at the cursor

    @property
    def position(self) -> Position:
        """The position at the cursor; over where its line ends with a declared win."""
        return self.positions.final(self.cursor.node)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended at the cursor, None if it goes on."""
        return self.positions.ending(self.cursor.node)

    @property
    def is_over(self) -> bool:
        """Whether the line at hand leads to the end of a game."""
        return self.positions.ending(self.cursor.line[-1]) is not None

    @property
    def turn(self) -> str:
        """The colour to move; after the end, the colour that would have been."""
        return self.positions.at(self.cursor.node).turn

    @property
    def own_colour(self) -> str:
        """The colour that the only person here plays at the cursor; empty where both or none do."""
        persons = [c for c in self.record.rules.colours if not self.person_of(c).player]
        return persons[0] if len(persons) == 1 else ""

    def person_of(self, colour: str) -> Seat:
        """Who plays a colour at the cursor: after a swap it is the other one."""
        return self.seats[self.exchanged(colour)]

    def exchanged(self, colour: str) -> str:
        """The colour that the person began with who plays this one at the cursor.

        It is also the colour that the person plays there who began with this one.
        """
        swapped = self.positions.at(self.cursor.node).swapped
        return other_colour(self.record, colour) if swapped else colour

    @property
    def swap_refused(self) -> Message:
        """Why the two people may not exchange colours now, in one line; empty if they may."""
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

    # -- playing it

    def play(self, move: object) -> Node:
        """Play a move, or its text, and return its node, now the cursor.

        A move that the record has is followed, another one becomes the last variation. Raises
        ``IllegalMoveError`` and ``NotationError``; then nothing has changed.
        """
        node, text = self.cursor.node, str(move).strip()
        here, over = self.positions.at(node), self.outcome
        if over is not None:
            raise IllegalMoveError(GAME_OVER(reason=over.reason), here.parse(text))
        draft = self.edits.begin([node])
        child, after = play_at(node, text, here)
        if after is None:
            return self.cursor.go(child)
        self.positions.keep(child, after)
        return self.edits.finish(f"play {child.move}", draft, child, MOVE)

    def resign(self, colour: str | None = None) -> Node:
        """Let a colour (by default the one to move) resign here.

        In the middle of a line this makes a variation without a move, else the line is over.
        Raises ``IllegalMoveError`` after the end, ``OptionError`` for an unknown colour.
        """
        loser, node = colour or self.turn, self.cursor.node
        if loser not in self.record.rules.colours:
            raise OptionError(f"resign: no colour {loser!r}")
        if self.outcome is not None:
            raise IllegalMoveError(GAME_OVER(reason=self.outcome.reason), "resign")
        return self.edits.edit(f"{loser} resigns", [node], lambda: self._lose(loser, node))

    def forfeit(self, loser: str, reason: str) -> Node:
        """Let a colour lose here because it cannot go on; the reason stands in the comment.

        Raises ``IllegalMoveError`` after the end.
        """
        if self.outcome is not None:
            raise IllegalMoveError(GAME_OVER(reason=self.outcome.reason), "forfeit")
        here = self.cursor.node

        def change() -> Node:
            node = self._lose(loser, here, "forfeit")
            node.comment = f"{node.comment}\n{loser} loses: {reason}".strip("\n")
            return node

        return self.edits.edit(f"{loser} forfeits", [here], change)

    def _lose(self, loser: str, node: Node, kind: str = "resignation") -> Node:
        winner = other_colour(self.record, loser)
        text = write_result(self.record.form, Outcome(winner, NOTHING, kind))
        if node.children:
            node = Node(parent=node)
        self.positions.declare(node, text)
        return node

    def resume(self) -> bool:
        """Take back the declared ending at the cursor, so that play can go on; False if none is."""
        node, positions = self.cursor.node, self.positions
        if positions.declared(node) is None:
            return False

        def change() -> Node:
            positions.declare(node, "")
            return node

        self.edits.edit("play on", [node], change)
        return True

    # -- what is pasted

    def paste(self, text: str) -> Session | list[Node]:
        """A pasted record as a new session, or the nodes of pasted moves, played from here.

        Moves that do not go on from here but make a whole game are a new session as well. Raises
        ``BocheError`` in one line where the text is neither.
        """
        found = pasting.parse(text, self.record, self.position)
        if isinstance(found, pasting.Moves):
            return self._paste_moves(found)
        session = Session(found)
        session.edits.mark_unsaved()
        session.cursor.last()
        return session

    def _paste_moves(self, found: pasting.Moves) -> list[Node]:
        """Play moves on from here. Raises where they run on behind a declared ending."""
        way = pasting.way_there(found, self.cursor.node, self.positions)
        over = self.positions.ending(way[-1])
        if over is not None and pasting.goes_beyond(found, way, over, self.record):
            raise IllegalMoveError(OVER_ON_THE_WAY(reason=over.reason), "paste")
        if over is not None:
            found = pasting.Moves(found.moves)  # its resignation is there already
        nodes: list[Node] = []
        self.edits.edit("paste", way, lambda: self._play_all(found, nodes))
        return nodes

    # -- what is shown beside the game

    def add_line(self, what: str, node: Node, moves: Sequence[str], comment: str) -> Node:
        """Put moves that go on from a node into the record, and go to the first of them.

        That is one change, called ``what``; ``comment`` is the program's line at the first move.
        Returns that move's node. Raises ``BocheError`` for a move that cannot be made; then nothing
        has changed.
        """
        here = self.positions.at(node)
        for move in moves:
            here = here.play(here.parse(move))
        line = pasting.Moves(tuple((move, "") for move in moves))
        way = pasting.way_there(line, node, self.positions)

        def change() -> Node:
            added, last = [], node
            for move in moves:
                last, _ = play_at(last, move, self.positions.at(last))
                added.append(last)
            added[0].comment = with_line(added[0].comment, comment)
            return added[0]

        return self.edits.edit(what, way, change)

    def _play_all(self, found: pasting.Moves, nodes: list[Node]) -> Node:
        node = self.cursor.node
        for move, comment in found.moves:
            node, _ = play_at(node, move, self.positions.at(node))
            nodes.append(node)
            if comment and not node.comment:
                node.comment = comment
        return node if found.loser is None else self._lose(found.loser, node)

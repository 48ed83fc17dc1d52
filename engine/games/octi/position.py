"""Immutable positions of Octi, backed by the rules, with the pods as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from operator import index
from typing import Any, Self

from boche.engine.arguments import (
    ArgumentError,
    check_move,
    check_options,
    check_symmetry,
    check_text,
    in_short,
)
from boche.engine.errors import BocheError, IllegalMoveError, NotationError, OptionError
from boche.engine.game import OptionValue, Outcome, Step, side_of
from boche.engine.games.octi import GAME, rules, words
from boche.engine.games.octi.board import (
    alone,
    blank,
    copy_board,
    finish,
    geometry_of,
    start_board,
)
from boche.engine.games.octi.geometry import (
    COLOURS,
    HOMES,
    LETTERS,
    SIZE,
    Colour,
    Pod,
    Store,
    letters_of,
    mask_of,
    number_of,
    other,
    square_of,
)
from boche.engine.games.octi.move_generation import Moves
from boche.engine.games.octi.notation import Draft, Move, parse_draft, parse_move
from boche.engine.games.octi.past import Past, count, followed, keys_in, length, past_of
from boche.engine.games.octi.position_text import (
    earlier_text,
    pods_text,
    read_earlier,
    read_pods,
    read_stores,
    stores_text,
    usual_stores,
)
from boche.engine.games.octi.resolve import resolve, resume
from boche.engine.games.octi.symmetry import (
    SYMMETRIES,
    Symmetry,
    colour_under,
    move_under,
    pod_under,
)
from boche.engine.games.octi.text_board import draw
from boche.engine.games.octi.turns import Pods, Turn, written
from boche.engine.languages.current import tr, tr_word
from boche.engine.orbit import Orbit
from boche.engine.position import BasePosition, exchanged
from boche.engine.position_text import NONE, read_choice, write_line
from boche.engine.recent import bytes_of, numbers_in

_KEEPING_COLOURS = tuple(way for way in SYMMETRIES if not way.exchange)


class Position(BasePosition):
    """A position of Octi. Create one with ``boche.new("octi", ...)``; ``play`` returns the next.

    Two positions are equal if their options, pods, stores, turn and outcome are equal, and so are
    the earlier positions that may still recur.
    """

    __slots__ = ("_geometry", "_past", "_variant")

    game = GAME
    _board: rules.Board
    """The board with no earlier positions: those are in ``_past``."""

    _past: Past
    """The keys of the positions that may recur, that of this one last."""

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        """Set up the start position. ``options`` must be complete (see ``Game.complete``)."""
        options = self.game.complete(options)
        self._geometry = geometry_of(bool(options["wrap"]))
        self._variant = rules.Variant(int(options["bases"]))
        board = start_board(self._geometry)
        self._past = past_of([board.info[rules.KEY]])
        super().__init__(options, board)

    @classmethod
    def set_up(
        cls,
        options: Mapping[str, OptionValue],
        pods: Iterable[tuple[str, int, str]],
        stores: Mapping[str, tuple[int, int, int]],
        turn: str = "black",
    ) -> Position:
        """Return a position with the given pods, stores and turn. Options may be incomplete.

        Pods are (colour, square, prongs); stores are (reserve pods, captured pods, prongs) by
        colour. The position has no history. Raises ``OptionError`` if a side does not have seven
        pods in all, there are more than 50 prongs, or both colours share a square.
        """
        check_options(options)
        start = cls(cls.game.complete(options))
        return start._with_board(start._set_up(*_checked(pods, stores), turn))

    def _set_up(
        self,
        pods: Iterable[tuple[str, int, str]],
        stores: Mapping[str, tuple[int, int, int]],
        turn: str,
    ) -> rules.Board:
        """Return the board of ``set_up``."""
        board = _board_of(self._geometry, pods, stores)
        board.info[rules.TURN] = side_of(turn, COLOURS)
        finish(self._geometry, board)
        return board

    # -- state

    @property
    def wrap(self) -> bool:
        """True if the board has no edges."""
        return bool(self._options["wrap"])

    @property
    def geometry(self) -> rules.Geometry:
        """The rules' tables of the board."""
        return self._geometry

    @property
    def variant(self) -> rules.Variant:
        """The options in the form that the rules use."""
        return self._variant

    @property
    def turn(self) -> Colour:
        """The colour to move; after the end of the game, the colour that would be next."""
        board = self._held
        return COLOURS[self._glimpse()[0] if board is None else board.info[rules.TURN]]

    @property
    def ply(self) -> int:
        """Number of moves played."""
        return self._glimpse()[1]

    @cached_property
    def pods(self) -> tuple[Pod, ...]:
        """The pods on the board, sorted by colour, square and prongs."""
        board = self._board
        on_board = [pod for pod in range(rules.PODS) if board.square[pod] < rules.SQUARES]
        found = [
            Pod(
                COLOURS[pod // rules.EACH],
                square_of(board.square[pod]),
                letters_of(board.prongs[pod]),
            )
            for pod in on_board
        ]
        return tuple(sorted(found, key=lambda pod: (COLOURS.index(pod.colour), *pod[1:])))

    def pods_on(self, square: int | str) -> tuple[Pod, ...]:
        """Return the pods on a square, 57 or ``"57"``, sorted by their prongs."""
        try:
            number = int(square)
        except (TypeError, ValueError):
            raise ArgumentError(
                tr("square: {value} is not a square, such as 57", value=in_short(square))
            ) from None
        return tuple(pod for pod in self.pods if pod.square == number)

    def store(self, colour: str) -> Store:
        """Return a player's store beside the board."""
        side, info = side_of(colour, COLOURS), self._board.info
        slots = (rules.IN_RESERVE, rules.IN_POOL, rules.IN_HAND)
        return Store(*(info[slot + side] for slot in slots))

    def homes_held(self, colour: str) -> tuple[int, ...]:
        """Return the opponent's home squares that a colour occupies."""
        homes = HOMES[COLOURS[1 - side_of(colour, COLOURS)]]
        there = {pod.square for pod in self.pods if pod.colour == colour}
        return tuple(square for square in homes if square in there)

    @property
    def board(self) -> rules.Board:
        """A copy of the board, in the form that the rules use."""
        board = copy_board(self._board)
        board = board._replace(history=keys_in(self._past))
        board.info[rules.SEEN] = len(board.history)
        return board

    @property
    def repetitions(self) -> int:
        """Number of times this position has occurred, including this one."""
        return count(self._past, self._board.info[rules.KEY])

    def with_turn(self, colour: str) -> Self:
        """Return the position as if a colour were to move, without the earlier positions."""
        stores: dict[str, Store] = {each: self.store(each) for each in COLOURS}
        board = self._set_up(self.pods, stores, colour)
        board.info[rules.PLY] = self.ply
        return self._with_board(board)

    # -- moves

    @cached_property
    def _start(self) -> Turn:
        return Turn(self._geometry, self._variant, self._board)

    @cached_property
    def _moves(self) -> Sequence[Move]:
        return Moves(self._start)

    def legal_moves(self) -> Sequence[Move]:
        """Return all legal moves, created on demand, in the order of ``move_generation``."""
        return () if self._outcome is not None else self._moves

    @cached_property
    def _turns(self) -> dict[str, Turn]:
        return {"": self._start}

    def turn_at(self, taken: str) -> Turn:
        """Return the unfinished turn written ``taken``. Raises ``BocheError`` if there is none."""
        self._refuse_after_end(taken[:40])
        turns = self._turns
        found = turns.get(taken)
        if found is None:
            draft = parse_draft(taken)
            self._check(draft)
            try:
                found = resume(self._start, draft)
            except IllegalMoveError as error:
                raise IllegalMoveError(error.reason, taken[:40]) from None
            if found.move is not None:
                raise IllegalMoveError(words.WHOLE(whole=str(found.move)), taken[:40])
            turns[taken] = found
        return found

    def _check(self, move: Move | Draft) -> None:
        for route in move.routes:
            for square in (route.name.square, *(hop.to for hop in route.hops)):
                if not (1 <= square // 10 <= SIZE and 1 <= square % 10 <= SIZE):
                    raise IllegalMoveError(words.NO_SQUARE(square=square), move)

    def steps(self, taken: str = "") -> tuple[Step, ...]:
        """Return the next choices within a move, in the order of ``rules.generate``.

        The first choice is ``46+`` (a prong), ``57`` (bring on a pod) or ``46-`` (move a pod;
        ``46cd-`` in a stack). A prong goes on with ``46+c``, or with ``46+c-`` and ``46+c-b``. A
        moving pod goes on with another pod of its square (``46cd-,46e``) or with a hop
        (``46-47``). After ``46-48?``, the captures are chosen; after ``46-48x-``, the next hop, or
        to stop. That is ``46-48x``, written like any whole move.
        """
        check_text("taken", taken)
        if self._outcome is not None:
            return ()
        turn, found = self.turn_at(taken), []
        for number in turn.steps():
            after = turn.step(number)
            found.append(Step(after.text, after.move))
            if after.move is None:
                self._turns[after.text] = after
        return tuple(found)

    def parse(self, text: str) -> Move:
        """Parse a move; if it is legal here, return it with its pods named in full where needed.

        Raises ``NotationError`` if the text is not a move.
        """
        check_text("move", text)
        move = parse_move(text)
        if self._outcome is not None:
            return move
        try:
            found = resolve(self._start, move).move
        except BocheError:
            return move
        return found or move

    def target(self, move: Move) -> tuple[int, ...]:
        """Return the squares of a move: its own, then those on which its pods land."""
        check_move(move, Move)
        return move.squares

    def spots(self, move: Move) -> tuple[tuple[float, float], ...]:
        """Return the squares of a move: its own, then those on which its pods land."""
        return tuple((float(square // 10), float(square % 10)) for square in self.target(move))

    def play(self, move: Move | str) -> Position:
        """Return the position after ``move``. Raises ``IllegalMoveError`` or ``NotationError``."""
        move = move if isinstance(move, Move) else parse_move(str(move))
        after = self._after_drawn(move)
        if after is not None:
            return after
        self._refuse_after_end(move)
        try:
            return self._after_turn(resolve(self._start, move))
        except IllegalMoveError as error:
            raise IllegalMoveError(error.reason, move) from None

    def _after_turn(self, turn: Turn) -> Self:
        after = self._following(turn.board)
        result = after._repeated(turn.result)
        if result != rules.UNDECIDED:
            after._ended = result
        return after

    def _drawn(self, draw: Callable[[range], int]) -> tuple[Move, Self]:
        # Only the step that is drawn is made, and the notation is found once for the whole.
        walk = self._walked(lambda numbers: numbers[draw(range(len(numbers)))])
        if walk is not None:
            return Move(*written(self._geometry, self._standing(), walk.made)), walk.after
        turn = self._start
        while turn.move is None:
            numbers = turn.steps()
            turn = turn.step(numbers[draw(range(len(numbers)))])
        return turn.move, self._after_turn(turn)

    def _standing(self) -> Pods | rules.Board:
        """Return where the pods stand; a packed board stays packed."""
        board: rules.Board | None = self._held
        if board is not None:
            return board
        pods = numbers_in(self._packed[4 * rules.PACKED_HEAD :])
        return Pods(pods[: rules.PODS], pods[rules.PODS :])

    # -- output

    def text_board(self, *, coordinates: bool = False) -> str:
        """Return the position drawn in characters, in the style of the play-by-mail server."""
        pods = {pod.square: self.pods_on(pod.square) for pod in self.pods}
        stores = {colour: self.store(colour) for colour in COLOURS}
        return draw(pods, stores, coordinates=coordinates)

    def facts(self) -> dict[str, Any]:
        """Return the pods, stores, homes, opposing homes held and repetitions as JSON data."""
        return {
            "pods": [pod._asdict() for pod in self.pods],
            "stores": {colour: self.store(colour)._asdict() for colour in COLOURS},
            "homes": {colour: list(HOMES[colour]) for colour in COLOURS},
            "held": {colour: list(self.homes_held(colour)) for colour in COLOURS},
            "repetitions": self.repetitions,
        }

    # -- symmetry

    def symmetries(self) -> tuple[Symmetry, ...]:
        """Return the reflection from left to right, after the one that changes nothing."""
        return _KEEPING_COLOURS

    def _image_of(self, move: Move, symmetry: Symmetry) -> Move:
        return self.transform(symmetry).parse(str(move_under(symmetry, move)))

    def transform(self, symmetry: Symmetry) -> Position:
        """Return the image under a symmetry, without the earlier positions that may recur.

        An exchange of the sides also passes the turn to the other colour.
        """
        check_symmetry(symmetry, SYMMETRIES)
        pods = [pod_under(symmetry, pod) for pod in self.pods]
        stores: dict[str, Store] = {
            colour_under(symmetry, colour): self.store(colour) for colour in COLOURS
        }
        board = self._set_up(pods, stores, colour_under(symmetry, self.turn))
        board.info[rules.PLY] = self.ply
        after = self._with_board(board)
        if self._outcome is not None:
            flip = symmetry.exchange
            after._outcome = exchanged(self._outcome, COLOURS) if flip else self._outcome
        return after

    def _canonical_text(self) -> str:
        """Return the smaller text of two images with black to move; it has no history."""
        flip = self.turn == COLOURS[rules.WHITE]
        images = [self.transform(way) for way in SYMMETRIES if way.exchange == flip]
        outcome = self._outcome
        if outcome is not None and flip:
            outcome = exchanged(outcome, COLOURS)
        fields = min(image._fields() for image in images)
        return write_line(self.game, self._options, fields, outcome)

    def orbit(self) -> Orbit:
        """Return the position as its symmetries show it, without its history."""
        stores = [self.store(colour) for colour in COLOURS]
        if self.turn != COLOURS[0]:
            stores.reverse()
        return orbit_of(f"{self._head} {stores_text(stores)}", self.pods, self.turn)

    # -- text

    def _fields(self) -> tuple[str, ...]:
        """Return pods, stores, the colour to move, and the earlier positions that may recur."""
        earlier = keys_in(self._past)[:-1]
        stores = [self.store(colour) for colour in COLOURS]
        return pods_text(self.pods), stores_text(stores), self.turn, earlier_text(earlier)

    def without_history(self) -> Self:
        """Return the position without the earlier positions that may recur.

        Its text is short however long the game was. A draw by repetition is forgotten with them.
        """
        board, outcome = self._board, self._outcome
        after = self._with_past(board, past_of([board.info[rules.KEY]]))
        after._outcome = None if outcome is None or outcome.kind == "repetition" else outcome
        return after

    def setup_values(self) -> dict[str, tuple[str, ...]]:
        """Return each colour's pods, the stores, and the earlier positions that may recur."""
        pods, stores, _, earlier = self._fields()
        black, white = (tuple(part.upper().split(",")) for part in pods.split("/"))
        seen = () if earlier == NONE else tuple(earlier.split(","))
        own = {"AB": black, "AW": white}
        on_board = {ident: names for ident, names in own.items() if names != ("",)}
        return {**on_board, "STORE": (stores,), "SEEN": seen}

    def from_setup(self, values: Mapping[str, Sequence[str]], turn: str | None) -> Self:
        return self.put_down(values, turn)._judged()

    def put_down(self, values: Mapping[str, Sequence[str]], turn: str | None) -> Self:
        pods = "/".join(
            ",".join(text.strip().lower() for text in values.get(name, ())) for name in ("AB", "AW")
        )
        stores = values.get("STORE") or (stores_text(usual_stores(read_pods(pods))),)
        seen = ",".join(values.get("SEEN", ())) or NONE
        return self._on_board((pods, stores[0].strip(), turn or COLOURS[0], seen))

    def _from_fields(self, fields: Sequence[str]) -> Self:
        return self._on_board(fields)._judged()

    def _on_board(self, fields: Sequence[str]) -> Self:
        """Return the position with these fields, without an outcome."""
        pods, stores, turn, earlier = fields
        read_choice(turn, COLOURS)
        keys = read_earlier(earlier)
        board = self._set_up(read_pods(pods), read_stores(stores), turn)
        board = board._replace(history=[*keys, board.info[rules.KEY]])
        board.info[rules.SEEN] = len(board.history)
        board.info[rules.PLY] = _fewest_moves(board)
        return self._with_board(board)

    def _judged(self) -> Self:
        """Return a position just read with the outcome of its board."""
        side = self._board.info[rules.TURN]
        if rules.homes_taken(self._geometry, self._board, side) >= self._variant.bases:
            raise NotationError(words.HELD_BEFORE(colour=self.turn))
        result = rules.verdict(self._geometry, self.board, self._variant, 1 - side)
        if result != rules.UNDECIDED:
            self._ended = result
        return self

    # -- identity

    @cached_property
    def board_key(self) -> tuple[Any, ...]:
        """The parts that must be the same for a repetition: pods, stores and turn."""
        stores = tuple(self.store(colour) for colour in COLOURS)
        return (self.pods, stores, self._board.info[rules.TURN])

    @cached_property
    def _key(self) -> tuple[Any, ...]:
        options = tuple(self._options.items())
        return (options, self.board_key, tuple(sorted(keys_in(self._past))), self._outcome)

    def __hash__(self) -> int:
        return hash((self.board_key, length(self._past), self._outcome))

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other)

    @property
    def _summary(self) -> str:
        return f"Octi, {len(self.pods)} pods"

    # -- internals

    def _with_board(self, board: rules.Board) -> Self:
        """Return a position on another board, which has the earlier positions, too."""
        past = past_of(board.history[: board.info[rules.SEEN]])
        return self._with_past(alone(board), past)

    def _with_past(self, board: rules.Board, past: Past) -> Self:
        after = super()._with_board(board)
        after._past = past
        return after

    def _like_this(self) -> Self:
        after = super()._like_this()
        after._variant, after._geometry = self._variant, self._geometry
        return after

    def _undecided(self) -> Self:
        return self._with_past(self._board, self._past)

    def _following(self, board: rules.Board) -> Self:
        """Return the position after a turn that was made from the board of this one."""
        key, recurs = board.info[rules.KEY], board.info[rules.SEEN] > 1
        past = followed(self._past, key) if recurs else past_of([key])
        return self._with_past(alone(board), past)

    def _repeated(self, result: int) -> int:
        """Return the result of the last turn, made without the earlier positions, with them.

        Those that differ from this one count for nothing, so the rules are shown only the others.
        """
        times, board = self.repetitions, self._board
        if times < 2 or (result != rules.UNDECIDED and result & ~1 == rules.HOMES):
            return result
        board = copy_board(board)._replace(history=[board.info[rules.KEY]] * times)
        board.info[rules.SEEN] = times
        return rules.verdict(self._geometry, board, self._variant, 1 - board.info[rules.TURN])

    def _counts(self, board: rules.Board) -> tuple[int, int, int]:
        return board.info[rules.TURN], board.info[rules.PLY], 0

    def _followed(self, packed: bytes, result: int) -> Self:
        after = super()._followed(packed, result)
        head = numbers_in(packed[: 4 * rules.PACKED_HEAD])
        key = rules.packed_key(head)
        after._past = past_of([key]) if head[5] else followed(self._past, key)
        return after

    def _pack(self, board: rules.Board) -> bytes:
        data = [0] * rules.MOST_PACKED
        rules.pack(board, data)
        return bytes_of(data)

    def _unpack(self, packed: bytes) -> rules.Board:
        board = blank()
        rules.unpack(board, numbers_in(packed), 0)
        rules.remember(board)
        return alone(board)

    def _end(self, result: int) -> Outcome:
        if result == rules.REPETITION:
            return Outcome(None, words.REPETITION(), "repetition")
        winner = COLOURS[result & 1]
        loser = other(winner)
        if result & ~1 == rules.STUCK:
            return Outcome(winner, words.STUCK(loser=loser), "stuck")
        held = self.homes_held(winner)
        if len(held) == len(HOMES[loser]):
            return Outcome(winner, words.ALL_HOMES(winner=winner, loser=loser), "homes")
        reason = words.ONE_HOME(winner=winner, loser=loser, square=held[0])
        return Outcome(winner, reason, "homes")


def _checked(
    pods: Iterable[tuple[str, int, str]], stores: Mapping[str, tuple[int, int, int]]
) -> tuple[list[tuple[str, int, str]], dict[str, tuple[int, int, int]]]:
    """Return what a caller has passed to ``set_up``; raise ``ArgumentError`` for other types."""
    try:
        listed = [(colour, index(square), "".join(prongs)) for colour, square, prongs in pods]
        held = {colour: (index(a), index(b), index(c)) for colour, (a, b, c) in stores.items()}
    except BocheError:
        raise  # of a text whose pods are being read
    except (AttributeError, TypeError, ValueError):
        raise ArgumentError(
            tr("pods are (colour, square, prongs), stores (reserve pods, captured pods, prongs)")
        ) from None
    return listed, held


def _board_of(
    geometry: rules.Geometry,
    pods: Iterable[tuple[str, int, str]],
    stores: Mapping[str, tuple[int, int, int]],
) -> rules.Board:
    """Return a board with these pods and stores, before ``finish``."""
    board, pods = blank(), list(pods)
    for colour in COLOURS:
        if colour not in stores:
            raise OptionError(tr("{colour}'s store is missing", colour=tr_word(colour)))
    for _, square, letters in pods:
        if not (11 <= square <= 99 and square % 10 and set(letters) <= set(LETTERS)):
            raise OptionError(
                tr(
                    "{square}{letters} is not a pod; write a square and letters a to h",
                    square=square,
                    letters=letters,
                )
            )
    given = [(side_of(c, COLOURS), number_of(square), mask_of(p)) for c, square, p in pods]
    prongs = sum(mask.bit_count() for _, _, mask in given) + sum(s[2] for s in stores.values())
    if prongs > 2 * rules.PRONGS:
        raise OptionError(
            tr(
                "there are {prongs} prongs on the pods and in the stores, but only {most} in "
                "the game",
                prongs=prongs,
                most=2 * rules.PRONGS,
            )
        )
    for side, colour in enumerate(COLOURS):
        own = [(square, mask) for owner, square, mask in given if owner == side]
        reserve, captured, hand = stores[colour]
        if min(reserve, captured, hand) < 0:
            raise OptionError(tr("{colour}'s store has a negative number", colour=tr_word(colour)))
        if len(own) + reserve + captured != rules.EACH:
            raise OptionError(
                tr(
                    "{colour} has {count} pods, not {each}",
                    colour=tr_word(colour),
                    count=len(own) + reserve + captured,
                    each=rules.EACH,
                )
            )
        for i, (square, mask) in enumerate(own):
            if board.side[square] == 1 - side:
                raise OptionError(tr("both colours stand on {square}", square=square_of(square)))
            board.prongs[rules.EACH * side + i] = mask
            rules.put(geometry, board, rules.EACH * side + i, square)
        for pod in range(rules.EACH * (side + 1) - captured, rules.EACH * (side + 1)):
            board.square[pod] = rules.POOL
        board.info[rules.IN_RESERVE + side] = reserve
        board.info[rules.IN_POOL + side] = captured
        board.info[rules.IN_HAND + side] = hand
    return board


def _fewest_moves(board: rules.Board) -> int:
    """Return the fewest moves that fit: those that brought on pods, and those since the last."""
    info = board.info
    start = 2 * (rules.EACH - len(HOMES["black"]))
    brought = max(0, start - info[rules.IN_RESERVE] - info[rules.IN_RESERVE + 1])
    moves = brought + info[rules.SEEN] - 1
    return moves + (moves - info[rules.TURN]) % 2


# Positions of Octi under its symmetries; see ``engine.orbit``.

_LEADING = [[s for s in SYMMETRIES if s.exchange == flip] for flip in (False, True)]


def orbit_of(options: str, pods: Iterable[Pod], turn: str) -> Orbit:
    """Return the orbit of a position; ``options`` include the stores, the mover's first."""
    flip = turn != COLOURS[0]
    return Orbit(options, flip, _LEADING[flip], pods, pod_under, image_of, _back)


def image_of(symmetry: Symmetry, move: Move) -> str:
    """Return the text of a move's image, its pods in alphabetical order."""
    image = move_under(symmetry, move)
    return str(image._replace(routes=tuple(sorted(image.routes, key=str))))


def _back(symmetry: Symmetry, text: str) -> str:
    return str(move_under(symmetry, parse_move(text)))  # each symmetry is its own inverse

"""The banner over the board: its text, its start and its duration."""

from __future__ import annotations

from typing import Any

from boche.engine.game import Outcome
from boche.engine.languages.current import tr
from boche.engine.message import NOTHING, Message
from boche.engine.record import Node
from boche.engine.record.people import called
from boche.viewer.games.info import FirstTurn
from boche.viewer.games.registry import view_of
from boche.viewer.games.view import Preview
from boche.viewer.lessons.session import DemonstrationSession
from boche.viewer.session import Seat, Session
from boche.viewer.session.positions import other_colour
from boche.viewer.storage.settings import Settings
from boche.viewer.table import words
from boche.viewer.table.lighting import Lasting, Lighting
from boche.viewer.table.shown import Banner, BannerKind

FIRST = ".first"
"""What the name of the news that explain a game ends with."""
TURNS = ".turns"
"""The end of the name under which somebody is known to need no first turns of a game."""


class News:
    """The news of one session, one at a time.

    Each stays until the next input; news about a move, only while the game stays at that move.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._said: Banner | None = None
        self._node: Node | None = None
        self._lighting: Lighting | None = None
        self._explained: Message = NOTHING
        self.moves: list[tuple[Any, str]] = []  # played here, each with the position before it
        self._done: set[str] = set()
        self._node_told: Node | None = None
        self._turns: dict[bool, FirstTurn | None] = {}  # there, before and after a move is begun

    @property
    def banner(self) -> Banner | None:
        """The current news, or None; a demonstration has its captions instead."""
        if isinstance(self._session, DemonstrationSession):
            return Banner(self._session.caption, "shown")
        here = self._node is None or self._node is self._session.cursor.node
        return self._said if here else None

    @property
    def ending(self) -> bool:
        """True if the game has ended and that has not been announced yet."""
        return self._lighting is not None and self._node is self._session.cursor.node

    def lit(self, now: float) -> int | None:
        """Return how many of the deciding pieces are lit, or None outside of an ending."""
        return self._lighting.lit(now) if self._lighting is not None and self.ending else None

    # -- what has happened

    def ended(self, landed: float, lasting: Lasting, settings: Settings) -> None:
        """Start the announcement of the end; the last piece lands at time ``landed``."""
        outcome = self._session.outcome
        self._explained = self._meaning(outcome.kind if outcome else "", settings)
        count = len(view_of(self._session.record.game_name).decided(self._session.position))
        self._said, self._node = None, self._session.cursor.node
        self._lighting = Lighting.of(count, landed, lasting)

    def swapped(self) -> None:
        """Announce that the last move has exchanged the colours."""
        self._said = Banner(swap_said(self._session), "swap")
        self._node = self._session.cursor.node

    def explain_game(self, settings: Settings) -> None:
        """Explain a game once to users who have never played it.

        Who put the hints of the first start away knows the window, not yet every game. Only those
        who were never told of any game, such as the owners of old settings, are left in peace.
        """
        game = self._session.record.game_name
        guide = view_of(game).guide
        looks_on = self._session.is_over or self._session.seats.only_computers
        if guide.hints and not guide.first_turns and is_new(settings) and not looks_on:
            self._tell(tr(guide.hints[0][1]), "first", f"{game}{FIRST}", settings)

    def first_turn(self, taken: str, settings: Settings) -> FirstTurn | None:
        """Return the kind of action to tell at this position, after the part ``taken`` of a move.

        It stays for the whole turn, although the settings know it by then.
        """
        session, node = self._session, self._session.cursor.node
        if self._node_told is not node:
            self._node_told = node
            self._turns.clear()
        begun = taken != ""
        if begun not in self._turns:
            self._turns[begun] = self._untold(session.position, taken, settings)
        found = self._turns[begun]
        if found is not None:
            self._done.add(self.name_of(found))
        return found

    def _untold(self, position: Any, taken: str, settings: Settings) -> FirstTurn | None:
        game = self._session.record.game_name
        turns = view_of(game).guide.first_turns
        made = bool(self._session.cursor.node.children)  # whoever is here looks back
        if made or not turns or not is_new(settings) or f"{game}{TURNS}" in settings.told:
            return None
        self._note_done()
        told = {*settings.told, *self._done}
        untold = (turn for turn in turns if self.name_of(turn) not in told)
        return next((turn for turn in untold if turn.where(position, taken)), None)

    def how_to_begin(self, settings: Settings) -> FirstTurn | None:
        """Return the game's first kind of action, until the person to move has made a move."""
        game, made = self._session.record.game_name, len(self._session.cursor.line) - 1
        turns = view_of(game).guide.first_turns
        if made > 1 or not turns or not is_new(settings) or f"{game}{TURNS}" in settings.told:
            return None
        return turns[0] if turns[0].where(self._session.position, "") else None

    def name_of(self, turn: FirstTurn) -> str:
        """Return the name under which the settings remember a kind of action."""
        game = self._session.record.game_name
        is_first = turn is view_of(game).guide.first_turns[0]
        return f"{game}{FIRST}" if is_first else turn.text.kind

    def _note_done(self) -> None:
        """Note what the moves of people have shown that nobody needs to be told any more."""
        turns = view_of(self._session.record.game_name).guide.first_turns
        for position, move in self.moves:
            if not self._session.person_of(position.turn).player:
                made = position.parse(move)
                self._done |= {self.name_of(turn) for turn in turns if turn.done(position, made)}
        self.moves.clear()

    def chosen(self, taken: str, settings: Settings) -> None:
        """Tell once what is worth knowing about the started move."""
        session = self._session
        tip = view_of(session.record.game_name).guide.once(session.position, taken)
        if tip:
            self._tell(tip, "hint", tip.kind, settings)

    def previewed(self, preview: Preview, settings: Settings) -> None:
        """Tell once what the marks of a move that would be played mean."""
        if self.banner is not None or self._lighting is not None:
            return
        for kind in ("threatened", "joined"):
            meaning = self._meaning(kind, settings) if getattr(preview, kind) else NOTHING
            if meaning:
                self._tell(meaning, "hint", meaning.kind, settings)
                return

    def _meaning(self, mark: str, settings: Settings) -> Message:
        """Return what a mark means, for users who have not been told yet."""
        meanings = view_of(self._session.record.game_name).guide.meanings
        meaning = meanings.get(mark, NOTHING)
        return meaning if is_new(settings) and meaning.kind not in settings.told else NOTHING

    def _tell(self, text: str, kind: BannerKind, name: str, settings: Settings) -> None:
        if name not in settings.told:
            self._said, self._node = Banner(text, kind, name), None

    # -- for how long

    def tick(self, now: float) -> None:
        """Announce the end when it is due; drop news once the game has moved elsewhere."""
        if self._node is not None and self._node is not self._session.cursor.node:
            self._said = self._node = self._lighting = None
        if self._lighting is not None and self._lighting.done(now):
            self._say_end()

    def forget(self) -> None:
        """React to input: announce an end that is pending, or drop the news."""
        if self._lighting is not None:
            self._say_end()
        else:
            self._said = None

    def _say_end(self) -> None:
        self._lighting, outcome = None, self._session.outcome
        if outcome is not None:
            said, meaning = end_said(self._session, outcome), self._explained
            text = words.WITH_MEANING(news=said, meaning=meaning) if meaning else said
            self._said = Banner(text, "end", meaning.kind if meaning else "")


def is_new(settings: Settings) -> bool:
    """Return whether the user is told things once: not the owners of old settings."""
    return not settings.hints_seen or any(name.endswith(FIRST) for name in settings.told)


def end_said(session: Session, outcome: Outcome) -> Message:
    """Return the outcome in one line: the user's own, else who has won, by name if there is one."""
    winner, reason, own = outcome.winner, outcome.reason, session.own_colour
    if session.tries:
        return words.IN_THIS_LINE(reason=reason)
    if winner is None:
        return reason
    won = words.WON(winner=winner)
    # Some reasons start with these words already, so they are not repeated.
    told = reason.startswith(won)
    name = called(session.person_of(winner).name)
    others = [called(session.person_of(each).name) for each in _others(session, winner)]
    if own:
        won = words.YOU_WIN() if winner == own else words.YOU_LOSE()
    elif name and name not in others:
        won = words.WON(winner=name)
    elif told:
        return reason
    return (words.WINS_AS if told else words.WINS)(won=won, reason=reason)


def _others(session: Session, winner: str) -> list[str]:
    """Return the colours that have not won."""
    return [colour for colour in session.record.game.colours if colour != winner]


def swap_said(session: Session) -> Message:
    """Return who has exchanged the colours and who plays which now, as the users see it."""
    theirs = session.turn
    mine = other_colour(session.record, theirs)
    mover, other = session.person_of(mine), session.person_of(theirs)
    if mover.player and not other.player:
        return words.SWAPPED_YOU(who=name_of(mover), colour=theirs)
    if other.player and not mover.player:
        return words.YOU_SWAPPED(colour=mine)
    who = name_of(mover)
    return words.SWAPPED(who=who, colour=mine) if who else words.COLOURS_SWAPPED(colour=theirs)


def name_of(seat: Seat) -> str:
    """Return a player's name or which computer player it is; empty for anybody."""
    return called(seat.name) or seat.label

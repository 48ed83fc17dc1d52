"""The server's phrases about games; phrases about rules are in each game's package."""

from __future__ import annotations

import re

from boche.engine.message import Phrase

TIME_OVER = Phrase("server.time", "{name} ran out of time")
DRAWN = Phrase("server.draw", "a draw by agreement")
ENDED = Phrase("server.ended", "ended by agreement, without a result")
CLAIMED = Phrase("server.claimed", "{name} is banned from playing here")
ADJUDICATED = Phrase("server.adjudicated", "decided by an operator ({why})")
ANNULLED = Phrase("server.annulled", "without a result, by decision of an operator ({why})")
NO_CLAIM = Phrase(
    "server.no-claim",
    "board {board}: a win can be claimed only while the opponent is banned for good, or banned in "
    "a game without a clock",
)
DECLINED = Phrase("server.declined", "{name} declined the game")
TOO_LONG = Phrase(
    "server.too-long", "ended without a result after {moves} moves, the most a game may have"
)
WITHDRAWN = Phrase("server.withdrawn", "{name} withdrew the game")
SEEK_OVER = Phrase("server.seek-over", "withdrawn before anybody joined")
ABORTED = Phrase("server.aborted", "{name} aborted the game")
NO_FIRST_MOVE = Phrase(
    "server.no-first-move", "{name} did not make a first move; the game is aborted"
)
NO_ANSWER = Phrase("server.no-answer", "{name} did not answer in time")
NOT_COME = Phrase("server.not-come", "{name} did not come in time")
NOBODY_CAME = Phrase("server.nobody", "nobody took the open seat in time")

FOR_ANYBODY = Phrase("server.for-anybody", "waiting for somebody to join")
FOR_ANSWER = Phrase("server.for-answer", "waiting for {name} to accept")
FOR_COMING = Phrase("server.for-coming", "waiting for {name} to come")

IS_OVER = Phrase("server.over", "board {board}: the game is over ({reason})")
NOT_BEGUN = Phrase("server.open", "board {board}: the game has not begun; {waiting}")
HAS_BEGUN = Phrase("server.begun", "board {board}: the game has begun already")
NOT_YOUR_TURN = Phrase("server.turn", "board {board}: it is {name}'s turn")
NOT_DUE = Phrase("server.due", "board {board}: move {due} is due, not move {given}")
NO_OFFER = Phrase("server.no-offer", "board {board}: there is nothing to accept or reject")
OWN_OFFER = Phrase("server.own-offer", "board {board}: {name} must answer that, not you")
OTHER_OFFER = Phrase(
    "server.other-offer",
    "board {board}: that offer no longer stands; look at what is proposed now",
)
REPEATED = Phrase(
    "server.offered-often",
    "board {board}: you have proposed {what} twice; wait for the next move",
)
REPEATED_AT_END = Phrase("server.rematch-often", "board {board}: you have proposed a rematch twice")
OFFERED = Phrase("server.offered", "board {board}: {what} is already proposed")
NO_ABORT = Phrase(
    "server.no-abort",
    "board {board}: it is too late to abort the game; resign, or propose to end it",
)
NO_REMATCH = Phrase("server.no-rematch", "board {board}: a rematch follows a game that is over")
NEEDS_RESULT = Phrase(
    "server.needs-result", "board {board}: a tournament's game needs a result; propose a draw"
)
NOTHING_TO_UNDO = Phrase("server.no-undo", "board {board}: you have made no move to take back")

GUEST = Phrase("server.name-guest", "guest")
FRIEND = Phrase("server.name-friend", "friend")
LEVEL = Phrase("server.name-level", "level-{level}")
MARKED = Phrase("server.name-marked", "{name} (guest)")
_LEVELS = re.compile(r"level-(\d{1,3})")
_MARKED = re.compile(r"(.+) \(guest\)", re.DOTALL)


def shown_name(name: str) -> str:
    """Return a player's name, as a message if it is a word and not a name that somebody chose."""
    for word in (GUEST, FRIEND):
        if name == word.text:
            return word()
    if level := _LEVELS.fullmatch(name):
        return LEVEL(level=level[1])
    marked = _MARKED.fullmatch(name)
    return MARKED(name=marked[1]) if marked else name

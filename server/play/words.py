"""What the server says of games between people; what a game's rules say is in the game's room."""

from __future__ import annotations

from engine.message import Phrase

TIME_OVER = Phrase("server.time", "{name} ran out of time")
DRAWN = Phrase("server.draw", "a draw by agreement")
ENDED = Phrase("server.ended", "ended by agreement, without a result")
DECLINED = Phrase("server.declined", "{name} declined the game")
TOO_LONG = Phrase(
    "server.too-long", "ended without a result after {moves} moves, the most a game may have"
)
WITHDRAWN = Phrase("server.withdrawn", "{name} withdrew the game")

IS_OVER = Phrase("server.over", "board {board}: the game is over ({reason})")
NOT_BEGUN = Phrase("server.open", "board {board}: the game has not begun; the other seat is free")
NOT_YOUR_TURN = Phrase("server.turn", "board {board}: it is {name}'s turn")
NOT_DUE = Phrase("server.due", "board {board}: move {due} is due, not move {given}")
NO_OFFER = Phrase("server.no-offer", "board {board}: there is nothing to accept or reject")
OWN_OFFER = Phrase("server.own-offer", "board {board}: {name} must answer that, not you")
OFFERED = Phrase("server.offered", "board {board}: {what} is already proposed")
NOTHING_TO_UNDO = Phrase("server.no-undo", "board {board}: you have made no move to take back")

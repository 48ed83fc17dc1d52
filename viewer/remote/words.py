"""Messages of a game with a remote opponent."""

from __future__ import annotations

from boche.engine.message import Phrase
from boche.engine.words import DRAWN

# Reasons why the user cannot move now.
THEIR_TURN = Phrase("remote.their-turn", "waiting for {name} to move")
LOOKING_BACK = Phrase(
    "remote.looking-back", "you are looking back: press End to return to the game"
)
NOT_BEGUN = Phrase("remote.not-begun", "{waiting}")
CHALLENGED = Phrase("remote.challenged", "{name} challenges you: {terms}")
BEGUN = Phrase("remote.begun", "the game has begun")
FIRST_MOVE = Phrase(
    "remote.first-move", "Your first move is due in {time}, else the game is {lost}"
)
THEIR_FIRST_MOVE = Phrase(
    "remote.their-first-move", "{name}'s first move is due in {time}, else the game is {lost}"
)
AWAY = Phrase("remote.away", "{name} is away")
OVER = Phrase("remote.over", "the game is over: {reason}")
ENDED = Phrase("remote.ended", "the game is over, without a result")
UNAIDED = Phrase("remote.unaided", "no computer help in an online game")
BOTH_WAYS = Phrase("remote.both-ways", "this game is shared with {name}: it cannot be changed here")
ONE_BY_ONE = Phrase("remote.one-by-one", "online, moves are played one at a time")
SEATS_STAY = Phrase("remote.seats-stay", "the server decides who plays here")

# The connection, and orders sent over it.
NO_NETWORK = Phrase("remote.no-network", "No connection: the game waits")
MOVE_STORED = Phrase("remote.kept", "No connection: {move} will be sent")
MOVE_HELD = Phrase("remote.held", "{move} will be sent later: {reason}")
NOT_TAKEN = Phrase("remote.not-taken", "{move} was not taken: {reason}")
MOVED_ON = Phrase("remote.moved-on", "the game has moved on: {move} was not sent")
LYING = Phrase("remote.lying", "{host} sent something impossible: {reason}")
NOT_DONE = Phrase("remote.not-done", "{reason}")
UNSENT = Phrase("remote.unsent", "not sent, no connection: {what}")

# Notifications.
MOVED = Phrase("remote.moved", "{name} played {move}")
YOUR_MOVE = Phrase("remote.your-move", "Your move")
SAYS = Phrase("remote.says", "{name}: {text}")
YOU_SAY = Phrase("remote.you-say", "you: {text}")
TAKEN_BACK = Phrase("remote.taken-back", "a move was taken back")

# Offers.
UNDO = Phrase("remote.undo", "taking back a move")
END = Phrase("remote.end", "ending the game without a result")
REMATCH = Phrase("remote.rematch", "a rematch")
OFFERS = {"undo": UNDO(), "draw": DRAWN(), "end": END(), "rematch": REMATCH()}
OFFERED = Phrase("remote.offered", "{name} proposes {what}")
TURNED_DOWN = Phrase("remote.turned-down", "{name} does not agree to {what}")
OWN_OFFER = Phrase("remote.own-offer", "You proposed {what}")
NO_OFFER = Phrase("remote.no-offer", "nothing is proposed")()

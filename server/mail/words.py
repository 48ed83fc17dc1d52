"""What our mails say to people."""

from __future__ import annotations

from engine.message import Phrase

MOVED_ON = Phrase(
    "mail.moved-on",
    "board {board}: the game has moved on since the mail that you answered, which was about "
    "move {ply}; nothing was changed",
)
OTHER_OFFER = Phrase(
    "mail.other-offer",
    "board {board}: what is proposed is no longer what the mail that you answered told of; "
    "nothing was changed",
)
NOT_UNDERSTOOD = Phrase(
    "mail.not-understood",
    "board {board}: the first line of an answer is a move, or one of {words}; "
    "'{line}' is neither, and nothing was changed",
)
EMPTY = Phrase("mail.empty", "board {board}: your answer was empty, and nothing was changed")

SEVERAL = (
    "Your mail went to several addresses of games at once, and nothing was changed.\n"
    "Answer each in a mail of its own."
)
NOT_GOOD = (
    "That address is not good for anything (any longer), and nothing was changed.\n"
    "It may have been for an account or a game that is gone, or a letter of it is missing."
)
CONFIRMED = "Your address is confirmed: mail about your games comes here from now on."
WELCOME = (
    "To have mail about your games come to this address, answer this mail, whatever your\n"
    "answer says."
)
STOPPED = (
    "You get no more mail but answers to your own. 'mail each' or 'mail daily' with your name and\n"
    "password brings it back, and so does the page of your account."
)
ASK_YES = (
    "If that was you, answer this mail with the one word\n\n    yes\n\n"
    "and it is done. If not, leave it: nothing happens."
)
HELP_HINT = "There is no command in your mail; 'help' lists them, one of which is its first line."
GREETING = (
    "Hello. A program reads what is sent to {address}: games are played there by mail.\n"
    "Your mail has no command that it knows, so here is the help. It is sent once."
)

ANSWER = (
    "To play, answer this mail with your move alone in its first line, written as in the list of "
    "moves ('help {game}' tells how). Instead of a move: {words}."
)
ACCEPT_OR_REJECT = "Answer this mail with one word in its first line: accept or reject."
ANSWER_OTHER = "Instead of a move, an answer to this mail may say: {words}."
ASKS = (
    "{name} has signed up at {site} and wants mail about games to come to this address.\n\n"
    "If that is you, answer this mail, whatever your answer says, or open this page and press\n"
    "its button:\n\n    {page}\n\n"
    "If it is not you, leave it: no other mail comes."
)
FORGOTTEN = (
    "Somebody, most likely you, has said that you do not know the password of the account\n"
    "{name} at {site} any longer. To choose a new one, open this page within\n"
    "an hour:\n\n    {page}\n\n"
    "If it was not you, leave it: your password stays as it is."
)
END_OF_MAIL = "No more of these mails: {page}"
DIGEST = (
    "It is your turn on {count} {boards}. Each has an address of its own to answer at, by a mail\n"
    "with your move alone in its first line."
)
NOTHING_DUE = "It is your turn nowhere."
SINCE_FIRST = "Much has happened within a short time. Here it is in one mail instead of many."
BY_MAIL = {
    "turn": "Play by mail: {address}",
    "other": "Answer by mail: {address}",
    "offer": "Accept or reject by mail: {address}",
    "over": "Ask for a rematch by mail: {address}",
}
"""What stands before the address of a board in a mail about several, by what it wants."""
PAGE_CONFIRM = "Shall mail about your games come to this address?"
PAGE_STOP = "Shall no more mail about games come to this address?"
PAGE_GONE = "that address is not good for anything any longer"

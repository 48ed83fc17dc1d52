"""Texts of the server's mails."""

from __future__ import annotations

from boche.engine.languages.current import tr_later
from boche.engine.message import Phrase
from boche.server.play.offers import DRAW, END, REMATCH, UNDO

MOVED_ON = Phrase(
    "mail.moved-on",
    "board {board}: the game has moved on since the mail that you answered, which was about "
    "move {ply}; nothing was changed",
)
OTHER_OFFER = Phrase(
    "mail.other-offer",
    "board {board}: the offer in the mail that you answered is no longer the current one; "
    "nothing was changed",
)
NOT_UNDERSTOOD = Phrase(
    "mail.not-understood",
    "board {board}: the first line of an answer is a move, or one of {words}; "
    "'{line}' is neither, and nothing was changed. {example}",
)
NOT_SAID = Phrase(
    "mail.not-said",
    "board {board}: the text below your move is not sent, because the move is not played",
)
PENDING_GAME = Phrase("mail.pending", "{name} proposes a game: answer accept or reject")
PENDING = {
    UNDO: Phrase(
        "mail.pending-undo", "{name} proposes taking back a move: answer accept or reject"
    ),
    DRAW: Phrase("mail.pending-draw", "{name} proposes a draw: answer accept or reject"),
    END: Phrase(
        "mail.pending-end",
        "{name} proposes ending the game without a result: answer accept or reject",
    ),
    REMATCH: Phrase("mail.pending-rematch", "{name} proposes a rematch: answer accept or reject"),
}
"""Pending offers, and how they are answered."""
PROPOSED = {
    UNDO: tr_later("{name} proposes taking back a move: answer accept or reject."),
    DRAW: tr_later("{name} proposes a draw: answer accept or reject."),
    END: tr_later("{name} proposes ending the game without a result: answer accept or reject."),
    REMATCH: tr_later("{name} proposes a rematch: answer accept or reject."),
}
"""First lines of mails about offers."""
REFUSED = {
    UNDO: tr_later("{name} does not agree to taking back a move."),
    DRAW: tr_later("{name} does not agree to a draw."),
    END: tr_later("{name} does not agree to ending the game without a result."),
    REMATCH: tr_later("{name} does not agree to a rematch."),
}
"""First lines of mails about offers that were not accepted."""
WITHDRAWN = {
    UNDO: tr_later("{name} no longer asks to take back a move."),
    DRAW: tr_later("{name} withdraws the offer of a draw."),
    END: tr_later("{name} no longer proposes ending the game without a result."),
    REMATCH: tr_later("{name} withdraws the offer of a rematch."),
}
"""First lines of mails about offers that were withdrawn by whoever made them."""
NOT_ANSWERED = Phrase(
    "mail.not-answered",
    "board {board}: {pending}; '{line}' is neither, and nothing was changed",
)
EMPTY = Phrase("mail.empty", "board {board}: your answer was empty, and nothing was changed")

SWAPPED = tr_later("{name} played {move}: the colours are exchanged, and you have {colour} now.")
ANSWER_LETTER = tr_later("To answer, reply to this mail: your text goes to {name}.")
LETTER_EMPTY = tr_later("Your answer was empty and was not sent.")
LETTER_STRANGE = tr_later(
    "Your answer was not sent: it did not come from an address of the account that the\n"
    "message was for. Write from one of them."
)
LETTER_GONE = tr_later(
    "Your answer was not sent: the account of the person who wrote to you is gone."
)

SEVERAL = tr_later(
    "Your mail went to several addresses of games at once, and nothing was changed.\n"
    "Answer each in a mail of its own."
)
LESS_MAIL = tr_later(
    "To get less mail, send a mail to {address} with the subject\n"
    "\n"
    "    mail NAME PASSWORD daily     one mail a day\n"
    "    mail NAME PASSWORD none      no mail except answers to yours\n"
    "\n"
    "or open the link at the end of a mail about a game."
)
LAST_ANSWER = tr_later(
    "Your mails within the next hour are read and done, but not answered: nobody has\n"
    "confirmed your address yet."
)
LAST_ANSWER_KNOWN = tr_later(
    "This is the last answer for {wait} to mails that do not prove who sent them.\n"
    "Replies to mails about your games, and commands with your name and password,\n"
    "are always answered."
)
TOO_LARGE = tr_later(
    "Your mail is too large, and nothing was changed.\nSend it again without the attachments."
)
SEALED = tr_later(
    "Your mail is encrypted, or in a form that this program cannot read (S/MIME, winmail.dat),\n"
    "and nothing was changed. Send it again as plain text, without encryption. A signature by\n"
    "PGP may stay."
)
NOT_GOOD = tr_later(
    "That address is not valid (any longer), and nothing was changed.\n"
    "It may have been for an account or a game that is gone, or a letter of it is missing."
)
CONFIRMED = tr_later("Your address is confirmed: mail about your games comes here from now on.")
NOT_CONFIRMED = tr_later(
    "Your address is not confirmed: only an answer that begins with the word yes does that."
)
WELCOME = tr_later(
    "Now answer this mail with the one word yes. That confirms this address, and you get\n"
    "a mail here when it is your turn."
)
STOPPED = tr_later(
    "You get no more mail except answers to yours. The page of your account brings\n"
    "it back, and so does a mail with the subject 'mail NAME PASSWORD each'."
)
MAILS_OFF = tr_later(
    "Somebody with a mail of yours from here has unsubscribed you, in a mail program or on the\n"
    "page that the mail links to. You get no more mail except answers to yours.\n\n"
    "If that was not you, or you want mails again, choose how many on the page of your account,\n"
    "\n"
    "    {page}\n"
    "\n"
    "or send a mail to {address} with the subject\n"
    "\n"
    "    mail {name} PASSWORD each"
)
ASK_YES = tr_later(
    "If that was you, answer this mail with the one word\n\n    yes\n\n"
    "and it is done. If not, ignore this mail."
)
WAITS_FOR_YES = tr_later("This waits for your yes:\n\n    {line}")
DONE_BEFORE = tr_later(
    "That was already done, as you said yes before: nothing more was changed.\n"
    "If it was a game, it has already begun."
)
WAS_IT_YOU = tr_later(
    "Was that you? A mail with your address asks for this:\n"
    "\n"
    "    {line}\n"
    "\n"
    "It had no password, and anybody can write an address into a mail."
)
WAS_IT_YOU_THERE = tr_later(
    "Was that you? A mail from {sender}, which is not one\n"
    "of your addresses here, asks for this:\n"
    "\n"
    "    {line}"
)
DONE_ELSEWHERE = tr_later(
    "A mail from {sender}, which is not one of your addresses here,\n"
    "did this in your place:\n\n{done}\n\n"
    "If that was you, add the address to those of your account, and you are not told again.\n\n"
    "If not, whoever wrote it has a mail about your turn, perhaps forwarded. The address in\n"
    "that mail is invalid once the next move is made, and they are told no new one.\n"
    "Forward such mails only to people who may answer them for you."
)
DONE_BY_NOBODY = tr_later(
    "A mail that does not say who sent it did this in your place:\n\n{done}\n\n"
    "If that was not you, whoever wrote it has a mail about your turn, perhaps forwarded. The\n"
    "address in that mail is invalid once the next move is made, and they are told no new\n"
    "one. Forward such mails only to people who may answer them for you."
)
ASKED_THERE = tr_later(
    "Your mail came from an address that is not the player's. They are asked at their\n"
    "own address whether they want that; until they say yes, nothing is changed."
)
DELETE_FIRST = tr_later(
    "Shall the account {name} be deleted? Its games under way are resigned; all its games\n"
    "stay, without its name. Nothing brings it back."
)
DELETE_ALONE = tr_later("delete: send it in a mail of its own, without other commands")
DELETED = tr_later(
    "Your account {name} is deleted; your games stay, without your name.\n"
    "This is the last mail about it."
)
HELP_HINT = tr_later(
    "Your mail contains no command. A command is the subject of a mail, or its\n"
    "first line; a mail with the subject 'help' gets an answer that tells how to play."
)
GREETING = tr_later(
    "Hello. A program reads what is sent to this address. There is no command in\n"
    "your mail that it knows, so here is how to play with other people by mail.\n"
    "It is sent once."
)
HELP_TITLE = tr_later("How to play by mail")
HELP = tr_later("""\
People play {games} here
against each other, by mail alone. A command is the subject of a mail to
{address}.

1. Sign up. Send a mail to {address} with the subject

       signup NAME PASSWORD

   Choose both: letters and digits, no spaces; a password has 8 characters or
   more. An answer comes. Answer it with the one word yes: now you are told
   by mail when it is your turn.

2. Begin a game. Send a mail with the subject

       {game} challenge NAME OTHER

   Your name, and that of whom you want to play; first who begins. You are
   asked whether it was you: answer that mail with the one word yes.
   The computer is called level-1 (easy) to level-{most} (strong).
   Who else is here: {game} standings. Who waits for somebody to join:
   {game} games open. To join board 17: {game} join 17 NAME PASSWORD.

3. Play. When it is your turn a mail comes that shows the board. Answer it with
   your move alone in the first line; help {game} tells how moves are
   written. Instead of a move: resign, propose draw, undo, chat and a text.
   To say something with your move, write in a line below it

       chat: Well played!

More commands, each as the subject of a mail to {address}:

   help {game:<9} rules of the game, and how its moves are written
   help commands  all commands
   tournaments    tournaments to join; the answer tells how, and so does
                  ladders for those
   forgot NAME    a new password, where you have forgotten yours
   mail NAME PASSWORD daily
                  one mail a day instead of one for each move; none: no mails
   vacation NAME PASSWORD 7
                  your clocks of days are stopped for seven days
   language NAME PASSWORD de
                  mails in German; en: in English, fr: in French
""")
CONFIRMED_NEXT = tr_later(
    "To begin a game, send a mail to {address} with the subject\n\n"
    "    {game} challenge {name} OTHER\n\n"
    "where OTHER is whom you want to play: level-1 to level-{most} are the computer.\n"
    "A mail with the subject 'help' gets an answer that tells more."
)

ANSWER = tr_later(
    "To play, answer this mail with your move alone in its first line, written as in the list of "
    "moves. The answer help {game} tells how. Instead of a move: {words}. To say something "
    "with your move, write chat: and your text in a line below it."
)
ANSWER_FIRST = tr_later(
    "To play, answer this mail with your move alone in its first line, for example {example}. "
    "The answer help {game} tells how moves are written. Instead of a move: {words}. To say "
    "something with your move, write chat: and your text in a line below it."
)
ACCEPT_OR_REJECT = tr_later("Answer this mail with one word in its first line: accept or reject.")
ANSWER_OTHER = tr_later("Instead of a move, an answer to this mail may say: {words}.")
ANSWER_OVER = tr_later(
    "To play again, with the other player moving first, answer this mail with the word rematch "
    "in its first line."
)
ASKS = tr_later(
    "{name} has signed up at {site} and wants game notifications sent to this address.\n\n"
    "If that is you, answer this mail with the one word yes, or open this page and press its\n"
    "button:\n\n    {page}\n\n"
    "If it is not you, ignore this mail: no other comes."
)
FORGOTTEN = tr_later(
    "Somebody, most likely you, asked to reset the password of the account {name} at\n"
    "{site}.\n\n"
    "To choose a new one, open this page within an hour:\n\n    {page}\n\n"
    "If it was not you, ignore this mail: your password stays as it is."
)
GUESSED = tr_later(
    "Somebody has tried many wrong passwords for the account {name} at\n"
    "{site}.\n\n"
    "They have to wait now, longer after each try. You are not kept waiting where you have\n"
    "signed in before. No other mail comes while these tries go on.\n\n"
    "If it was you, choose a new password there:\n\n    {page}\n\n"
    "If it was not you, nothing needs to be done, as long as your password is hard to guess\n"
    "and you use it nowhere else."
)
END_OF_MAIL = tr_later("No more of these mails: {page}")

NO_MOVE_HERE = tr_later(
    "Nothing was done: that mail is about several games. Send a move to the address of\n"
    "its game, which is given there below each; a message has one, too."
)
NOTHING_DUE = tr_later("It is not your turn in any game.")
SINCE_FIRST = tr_later(
    "Much has happened within a short time. Here it is in one mail instead of many."
)
BY_MAIL = {
    "letter": tr_later("Answer {name} by mail: {address}"),
    "turn": tr_later("Play by mail: {address}"),
    "other": tr_later("Answer by mail: {address}"),
    "offer": tr_later("Accept or reject by mail: {address}"),
    "over": tr_later("Ask for a rematch by mail: {address}"),
}
"""Lines with the address of a board in a mail about several, by the kind of answer."""
PAGE_CONFIRM = tr_later("Shall mail about your games come to this address?")
PAGE_STOP = tr_later("Shall no more mail about games come to this address?")
PAGE_GONE = tr_later("that address is no longer valid")

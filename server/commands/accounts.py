"""Commands about accounts: signing up, changing settings, messages and vacation."""

from __future__ import annotations

from boche.engine.durations import in_words
from boche.engine.languages.catalogue import codes
from boche.engine.languages.choosing import NAMES
from boche.engine.languages.current import speaking, tr, tr_later
from boche.server.commands.aliases import argument_for, argument_of
from boche.server.commands.context import Command, Context
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.people import (
    accounts,
    mail_addresses,
    mailboxes,
    messages,
    password_reset,
    preferences,
    vacation,
)
from boche.server.play.account_deletion import leave

DELETE = "delete"


def check_address(text: str) -> str:
    """Return a mail address after checking it. Raises ``BadRequestError``."""
    if not mail_addresses.is_address(text) or not mail_addresses.has_dot(text):
        raise BadRequestError(tr("expected a mail address, such as ann@example.org"))
    if mail_addresses.is_robot(text):
        raise BadRequestError(
            tr("{address}: nobody reads mail there; give an address that you can answer from",
               address=text)
        )  # fmt: skip
    return text


def signup(transaction: Transaction, context: Context) -> str:
    """Create an account; the context holds the password already hashed."""
    name, hashed, *addresses = context.arguments
    mail = ",".join(map(check_address, addresses)) or None
    user = accounts.sign_up(
        transaction, name, hashed, context.now, mail, context.actor.payers,
        language=context.language,
    )  # fmt: skip
    return tr("welcome, {name}: you are signed up. 'help' lists what you can do", name=user.name)


def change(transaction: Transaction, context: Context) -> str:
    """Change the password or the mail addresses, where links to a new password go."""
    user = context.proved()
    field, *words = context.arguments
    if field == "password":
        accounts.set_password(transaction, user.id, words[0])
        return tr("your password is changed; sign in again where you were signed in")
    old = (user.mail or "").split(",") if context.line.verb == "add" and user.mail else []
    requested = [*old, *map(check_address, words)]
    mailboxes.set_addresses(transaction, user.id, requested, context.now, context.actor.payers)
    return _delivery_text(mailboxes.of_user(transaction, user.id))


def _delivery_text(box: mailboxes.Mailbox) -> str:
    """Describe where mail goes, and what new addresses still need."""
    unconfirmed = ", ".join(address.address for address in box.addresses if not address.confirmed)
    works = ", ".join(address.address for address in box.addresses if address.works)
    if not unconfirmed and not works:
        return tr("no mail is sent to you")
    if not unconfirmed:
        return tr("your mail goes to {addresses}", addresses=works)
    if not works:
        return tr(
            "a mail to {unconfirmed} asks whether it is yours; until then you get none",
            unconfirmed=unconfirmed,
        )
    return tr(
        "a mail to {unconfirmed} asks whether it is yours; until then mail goes to {addresses}",
        unconfirmed=unconfirmed, addresses=works,
    )  # fmt: skip


def forgot(transaction: Transaction, context: Context) -> str:
    """Send somebody who has forgotten their password a link to choose a new one."""
    password_reset.forgot(transaction, " ".join(context.arguments), "", context.now)
    return tr(password_reset.SENT)


def mail(transaction: Transaction, context: Context) -> str:
    """Choose how much mail the user gets, or report the current choice."""
    user = context.signed_in()
    if context.arguments:
        wanted = argument_of(context.arguments[0], mailboxes.WISHES).casefold()
        if wanted not in mailboxes.WISHES:
            choices = ", ".join(map(argument_for, mailboxes.WISHES))
            raise BadRequestError(tr("mail: choose how much: {choices}", choices=choices))
        mailboxes.set_mail_frequency(transaction, user.id, wanted, context.now)
    box = mailboxes.of_user(transaction, user.id)
    wish = tr(mailboxes.WISHES[box.wish])
    return "\n".join(
        [
            tr("mail: {choice}: {about}", choice=argument_for(box.wish), about=wish),
            *map(_listed, box.addresses),
        ]
    )


def _listed(address: mailboxes.Address) -> str:
    state = ""
    if address.refused:
        state = tr(" (refused our mail)")
    elif not address.confirmed:
        state = tr(" (not confirmed)")
    return f"  {address.address}{state}"


def language(transaction: Transaction, context: Context) -> str:
    """Choose the language of the user's mails and pages, or report the current choice."""
    user = context.signed_in()
    if context.arguments:
        chosen = _language_named(context.arguments[0])
        preferences.change(transaction, user.id, {"language": chosen})
    code = preferences.language_of(transaction, user.id)
    offered = ", ".join(f"{each} ({NAMES[each]})" for each in codes() if each in NAMES)
    with speaking(code):
        return "\n".join([
            tr("your language is {name}: mails and pages come in it", name=NAMES.get(code, code)),
            tr("available languages: {languages}", languages=offered),
        ])  # fmt: skip


def _language_named(word: str) -> str:
    """Return the code of a language, given as a code or by its own name."""
    by_name = {name.casefold(): code for code, name in NAMES.items()}
    code = by_name.get(word.casefold()) or preferences.check_language(word)
    if not code:
        raise BadRequestError(tr("unknown language {name}", name=repr(word[:20])))
    return code


def sign_off(transaction: Transaction, context: Context) -> str:
    """Sign the user out everywhere."""
    user = context.signed_in()
    accounts.sign_out_everywhere(transaction, user.id)
    return tr("you are signed out everywhere")


def delete_account(transaction: Transaction, context: Context) -> str:
    """Delete the account. Its active games are resigned; all its games stay, without its name."""
    leave(transaction, context.proved(), context.now)
    return tr("your account is deleted; your games stay, without your name")


def message(transaction: Transaction, context: Context) -> str:
    """Send the text below the command to the people named."""
    people = context.people(transaction)
    if not people:
        raise BadRequestError(tr("message: expected at least one name"))
    messages.send(
        transaction,
        context.signed_in(),
        people,
        context.line.body,
        context.now,
        context.actor.payers,
    )
    boxes = mailboxes.of_users(transaction, [user.id for user in people])
    read = [user.name for user in people if not _is_mailed(boxes.get(user.id))]
    names = ", ".join(user.name for user in people)
    if read:
        return tr(
            "sent to {names} (not by mail to {readers}: on the messages page)",
            names=names, readers=", ".join(read),
        )  # fmt: skip
    return tr("sent to {names}", names=names)


def _is_mailed(box: mailboxes.Mailbox | None) -> bool:
    """Return whether a user gets messages by mail, one by one or in a digest."""
    if box is None or box.wish == mailboxes.NONE:
        return False
    return any(address.works for address in box.addresses)


def broadcast(transaction: Transaction, context: Context) -> str:
    """Send the text below the command to everybody; for operators only."""
    count = messages.broadcast(
        transaction, context.signed_in(), context.line.body, context.now, context.actor.payers
    )
    return tr("sent to {count} people", count=count)


def away(transaction: Transaction, context: Context) -> str:
    """Start a vacation of some days, or report how much vacation is left."""
    user = context.signed_in()
    if not context.arguments:
        seconds = vacation.remaining(transaction, user.id, context.now)
        return tr("vacation: you have {duration} left", duration=in_words(seconds))
    try:
        days = float(context.arguments[0])
    except ValueError:
        raise BadRequestError(tr("vacation: give the number of days")) from None
    vacation.go_away(transaction, user.id, days, context.now, context.actor.payers)
    return tr(
        "vacation: your clocks of days are stopped for {duration}; 'back' ends it",
        duration=in_words(days * 86400),
    )


def back(transaction: Transaction, context: Context) -> str:
    """End the user's vacation."""
    unused = vacation.come_back(
        transaction, context.signed_in().id, context.now, context.actor.payers
    )
    return tr(
        "your clocks run again; {duration} of vacation were given back", duration=in_words(unused)
    )


def block(transaction: Transaction, context: Context) -> str:
    """Block or unblock people's messages and challenges."""
    user, is_block = context.signed_in(), context.line.verb == "block"
    for other in context.people(transaction):
        messages.block(transaction, user.id, other.id, is_block, context.now, context.actor.payers)
    return tr("blocked") if is_block else tr("no longer blocked")


COMMANDS = (
    Command("signup", "U P [address...]",
            tr_later(
                "make an account; no spaces, quotes or colons in name and password"
            ), signup),
    Command("change", "address U P [address...] | change password U old new",
            tr_later("change mail addresses or the password"), change),
    Command("add", "address U P address...", tr_later("one more mail address"), change),
    Command("forgot", "NAME | ADDRESS",
            tr_later("have a mail sent by which you choose a new password"),
            forgot),
    Command("signoff", "U P", tr_later("sign out everywhere"), sign_off),
    Command(DELETE, "U P",
            tr_later("delete the account; its games are resigned and stay, nameless"),
            delete_account),
    Command("mail", "U P [each|daily|none]",
            tr_later(
                "how much mail you get: whenever it is your turn, once a day, or none"
            ), mail,
            more=tr_later(
                "By mail a command is the subject, or the first line of the body with its text "
                "below it. A mail that says it is your turn is answered with the move alone in "
                "the first line, or with: swap, resign, propose draw, propose end, undo, "
                "accept, reject, show, rematch, or chat and a text; a line below the move that "
                "begins with chat: is said along with it. That address is good for that turn of "
                "that board alone. Mail goes to addresses that were confirmed by answering the "
                "mail that asks, or by its page."
            )),
    Command("language", "U P [LANGUAGE]",
            tr_later("the language of your mails and pages, as de for German"), language),
    Command("message", "U P to...", tr_later("send the text below the command to people"), message),
    Command("broadcast", "U P",
            tr_later("send the text below to everybody (who runs the server only)"),
            broadcast),
    Command("vacation", "U P [days]",
            tr_later("stop your clocks for days; none: how many are left"), away),
    Command("back", "U P", tr_later("let your clocks run again"), back),
    Command("block", "U P name...", tr_later("take no messages and challenges from people"), block),
    Command("unblock", "U P name...", tr_later("take them again"), block),
)  # fmt: skip

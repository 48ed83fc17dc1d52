"""Forms for online play: signing in or a link, the user's games, and a challenge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from boche.engine.languages.current import tr, tr_count, tr_later
from boche.viewer.hud.dialogs.model import Button, Field, Form, Values, localized
from boche.viewer.storage.settings import Settings
from boche.viewer.table.command_keys import shown_key

TITLE = tr_later("Play online")
ROWS = 6  # visible games
USUAL = Settings()
TIMES = (0, 1, 3, 7, 21)  # days per move, 0 for no clock
BEGINS = (("me", tr_later("You")), ("other", tr_later("They")), ("random", tr_later("Random")))
SEAT_TIP = tr_later("https://HOST/board/17#seat=SECRET")

LINK_HINT = tr_later("If you were sent a link, it is all you need.")
SERVER_HINT = tr_later("Or sign in to a server, by its address.")
NAME_HINT = tr_later("Your account there, or the name for a new one.")
PASSWORD_HINT = tr_later("Sent to the server only, and not stored here.")
CODE_HINT = tr_later("The code in your app, or a recovery code.")
RIVAL_HINT = tr_later("If empty, anybody at the server may play.")
BEGINS_HINT = tr_later("Who makes the first move of the game.")
DAYS_HINT = tr_later("Whoever takes longer over a move loses the game. None: no clock.")
RATED_HINT = tr_later("The result changes both players' ratings at this server.")


Rows = Sequence[tuple[Any, str]]
"""Games, each with its line in a list."""


@dataclass(frozen=True)
class OnlineActions:
    """The handlers of a form's buttons. Each may take time, and keeps the form open.

    Each raises ``BocheError`` if it cannot begin. ``own`` shows the user's games instead.
    """

    link: Callable[[str], None]
    known: Callable[[Any], None]
    sign_in: Callable[[str, str, str], None]
    sign_up: Callable[[str, str, str], None]
    sign_out: Callable[[], None]
    open: Callable[[Any], None]
    challenge: Callable[[str, str, int, bool], None]
    own: Callable[[], None]


def door(
    wishes: OnlineActions, seen: Rows, server: str, name: str, aloud: Callable[[str], str]
) -> Form:
    """Return the form with the games seen before, a seat's link, signing in, and a new account.

    ``aloud`` returns the warning to show about a server's address.
    """
    fields = [
        Field("link", "text", tr("Seat link"), "", tip=tr(SEAT_TIP), hint=tr(LINK_HINT)),
        Field("server", "text", tr("Server"), server, tip=tr("such as https://play.example"),
              hint=tr(SERVER_HINT)),
        Field("name", "text", tr("Name"), name, hint=tr(NAME_HINT)),
        Field("password", "text", tr("Password"), "", hint=tr(PASSWORD_HINT), hidden=True),
    ]  # fmt: skip
    if seen:
        fields.insert(0, Field("seen", "list", tr("Continue with"), None, choices=tuple(seen),
                               rows=ROWS))  # fmt: skip

    def go_on(given: Values) -> str | None:
        link = given["link"].strip()
        if _is_at_list(form):
            wishes.known(given["seen"])
        elif link:
            wishes.link(link)
        else:
            missing = tr("enter a seat link, or server, name and password")
            return sign(wishes.sign_in, given, missing)
        return None

    def sign(do: Callable[[str, str, str], None], given: Values, missing: str) -> str | None:
        who = given["server"].strip(), given["name"].strip(), given["password"]
        if not all(who):
            return missing
        do(*who)
        return None

    def sign_up(given: Values) -> str | None:
        return sign(wishes.sign_up, given, tr("enter server, name and password"))

    def live(given: Values) -> None:
        form.text = aloud(given["link"].strip() or given["server"].strip())

    buttons = (Button("go", tr("Continue"), go_on, stays=True), Button("cancel", tr("Cancel")),
               Button("new", tr("New account"), sign_up, stays=True))  # fmt: skip
    form = Form("far", tr(TITLE), fields, buttons, live)
    return form


def code(name: str, host: str, send: Callable[[str], None], back: Callable[[], object]) -> Form:
    """Return the form for the code of a second factor; ``back`` is called if the user cancels.

    ``send`` gets the code; it may take time, and keeps the form open.
    """

    def go_on(given: Values) -> str | None:
        typed = given["code"].strip()
        if not typed:
            return tr("enter a code")
        send(typed)
        return None

    fields = [Field("code", "text", tr("Code"), "", hint=tr(CODE_HINT))]
    buttons = (Button("go", tr("Continue"), go_on, stays=True), Button("cancel", tr("Cancel")))
    asked = tr("Signing in as {name} at {server} also takes a code.", name=name, server=host)
    return Form("far code", tr(TITLE), fields, buttons, text=asked, back=back)


def _time_label(days: int) -> str:
    """Return the label of a time per move."""
    return tr_count("{count} day", "{count} days", days) if days else tr("None")


def _is_at_list(form: Form) -> bool:
    """Return whether a game of the list is focused and chosen."""
    here = form.focused
    return here is not None and here.kind == "list" and here.value is not None


def games(
    wishes: OnlineActions, who: str, seats: Rows, what: str, due: int, more: Callable[[], None],
    last: Settings = USUAL,
) -> Form:  # fmt: skip
    """Return the form of a challenge, and of the seats that are open at a server.

    ``seats`` are boards with their lines, ``what`` describes the game of a challenge, ``due``
    counts the user's games that wait for them; ``more`` returns to signing in and links. It opens
    with what was chosen in the ``last`` challenge.
    """
    days = last.challenge_days if last.challenge_days in TIMES else USUAL.challenge_days
    fields = [
        Field("rival", "text", tr("Opponent"), "", tip=tr("a name at this server"),
              hint=tr(RIVAL_HINT)),
        Field("begins", "choice", tr("First move"), last.challenge_begins,
              choices=localized(BEGINS), hint=tr(BEGINS_HINT)),
        Field("days", "choice", tr("Time per move"), days,
              choices=tuple((each, _time_label(each)) for each in TIMES), hint=tr(DAYS_HINT)),
        Field("rated", "flag", tr("Rated"), last.challenge_rated, hint=tr(RATED_HINT)),
    ]  # fmt: skip
    if seats:
        fields.insert(0, Field("seats", "list", tr("Open seats: click one to play"), None,
                               choices=tuple(seats), rows=ROWS))  # fmt: skip

    def play(given: Values) -> None:
        if _is_at_list(form):
            wishes.open(given["seats"])
        else:
            rival = given["rival"].strip()
            wishes.challenge(rival, given["begins"], given["days"], given["rated"])

    own = tr("My games ({number})", number=due) if due else tr("My games")
    buttons = (
        Button("go", tr("Challenge"), play, stays=True), Button("cancel", tr("Cancel")),
        Button("own", own, lambda given: wishes.own()),
        Button("link", tr("Seat link"), lambda given: more()),
        Button("out", tr("Sign out"), lambda given: wishes.sign_out(), stays=True),
    )  # fmt: skip
    told = tr("{who}. Challenges are for {game}; another game: {key}.",
              who=who, game=what, key=shown_key("new"))  # fmt: skip
    form = Form("far games", tr(TITLE), fields, buttons, text=told)
    form.focus_on(-1)
    return form

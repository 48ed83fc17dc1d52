"""The front page, where a game and an opponent are chosen and a board is set up."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.errors import BocheError
from boche.engine.games.registry import DEFAULT, GAMES
from boche.engine.languages.current import tr, tr_later
from boche.engine.puzzles import daily
from boche.server.errors import NotAllowedError, NotFoundError
from boche.server.people import accounts
from boche.server.people.names import key_of
from boche.server.people.puzzles import day_of
from boche.server.play import lists
from boche.server.web import board_page
from boche.server.web.api import boards
from boche.server.web.authentication import Requester, anybody
from boche.server.web.pages import lobby
from boche.server.web.pages.boards import FRIEND_SEAT, MY_SEAT, links
from boche.server.web.pages.forms import Form, blank, integer, or_show
from boche.server.web.pages.game_fields import (
    CLOCKS,
    USUAL_CLOCK,
    as_guest,
    choices_of,
    remember,
    remembered,
    terms_of,
)
from boche.server.web.pages.layout import page, rendered
from boche.server.web.pages.lobby import asking_boards
from boche.server.web.service import service_of

USUAL: Form = {
    "against": boards.FRIEND, "level": "3", "name": "", "friend": "", "begins": "me", "as": "",
    "rated": "", **USUAL_CLOCK,
}  # fmt: skip
"""Initial values of the form, without the game and its options."""

NAME = "new game"
KEPT = {"against", "level", "begins", "rated", *USUAL_CLOCK}
"""The form's name, and the fields of it that are remembered: those that name nobody."""

AT_NAME = (NotAllowedError, NotFoundError)
"""A refusal of the opponent named: no such person, or one who accepts no challenges."""

ONESELF = tr_later(
    "you cannot challenge yourself; on the analysis board you can try moves for both sides"
)

ASKED = ("game", "against", "name", "level")
"""Fields that a link to the front page may fill in."""


async def front(
    request: Request, requester: Requester, form: Form, error: BocheError | None
) -> Response:
    """Return the page with the games and the form to begin one."""
    if error is None:
        query = request.query_params
        form = {name: query[name][:100] for name in ASKED if name in query}
        if form.get("against") == boards.NAME:
            requester.signed_in()
    game = GAMES.get(form.get("game", ""), DEFAULT)
    kept = {name: form[name] for name in ASKED if name != "game" and name in form}
    last, options = await remembered(request, requester, NAME, game)
    choices = choices_of(game, form if request.method == "POST" else options)
    if request.method != "POST":
        form = {**last, **form}
    return await page(
        request, "front.html", requester, error=error, game=game, choices=choices,
        at_name=isinstance(error, AT_NAME) and form.get("against") == boards.NAME,
        challenged=await _challenged(request, requester, form, error),
        kept=f"{urlencode(kept)}&" if kept else "",
        form={**USUAL, **form}, clocks=CLOCKS,
        asking=await asking_boards(service_of(request), requester),
        is_new=await _is_new(request, requester),
        puzzle=daily(day_of(service_of(request).now()), game.name),
        script=await service_of(request).in_thread(lambda: board_page.script_of_page("small")),
    )  # fmt: skip


async def _challenged(
    request: Request, requester: Requester, form: Form, error: BocheError | None
) -> str | None:
    """Return the name of the one player whom the page is about, or None for everybody's form."""
    own, name = requester.user, form.get("name", "").strip()
    from_form = request.method == "POST"
    if own is None or form.get("against") != boards.NAME or not name:
        return None
    if isinstance(error, NotFoundError) or (from_form and form.get("challenge") != "1"):
        return None
    found = await service_of(request).read(lambda transaction: accounts.find(transaction, name))
    return None if found is None or found.id == own.id else found.name


async def _is_new(request: Request, requester: Requester) -> bool:
    """Return whether to propose a first game: to guests, and to accounts that have not played."""
    user = requester.user
    return user is None or not await service_of(request).read(
        lambda transaction: lists.has_played(transaction, user.id)
    )


async def pending_challenges(request: Request) -> Response:
    """Render the list of pending challenges, for a front page that is already open."""
    return rendered(
        "asked.html", asking=await asking_boards(service_of(request), await anybody(request))
    )


@or_show(front)
async def begin(request: Request, requester: Requester, form: Form) -> Response:
    """Set up a board from the form, and lead to its links."""
    new_board = await boards.make(request, requester, payload_of(form, requester))
    # A page about one player leaves open whom one plays otherwise.
    kept = KEPT - {"against", "level"} if form.get("challenge") == "1" else KEPT
    await remember(request, requester, NAME, form, kept)
    if form.get("against") == boards.OPEN:
        return await lobby.show_found_board(request, requester, form, new_board)
    own = new_board["own"][0]
    secrets = {MY_SEAT: new_board["secrets"][own], FRIEND_SEAT: new_board["secrets"][1 - own]}
    return await links(request, requester, form, new_board, secrets)


def payload_of(form: Form, requester: Requester) -> dict[str, Any]:
    """Convert the form to the API's fields. Raises ``BadRequestError``."""
    payload = terms_of(form) | as_guest(form, requester)
    payload |= {"against": form.get("against", ""), "begins": form.get("begins", "")}
    if payload["against"] == boards.LEVEL:
        payload["level"] = integer(form, "level", tr("Level"))
    elif payload["against"] == boards.NAME:
        name = payload["name"] = form.get("name", "").strip()
        if not name:
            raise NotFoundError(tr("give the name of a player"))
        if requester.user is not None and key_of(name) == key_of(requester.user.name):
            raise NotAllowedError(tr(ONESELF))
    elif payload["against"] == boards.FRIEND and form.get("friend", "").strip():
        payload["name"] = form["friend"]
    return payload


ROUTES = [
    Route("/", blank(front)),
    Route("/", begin, methods=["POST"]),
    Route("/asked", pending_challenges),
]

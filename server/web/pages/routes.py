"""Routes of all pages other than the board's."""

from __future__ import annotations

from boche.server.web.pages import (
    account,
    boards,
    first_game,
    front,
    help,
    lessons,
    lobby,
    lobby_stream,
    messages,
    people,
    phone,
    puzzles,
    replay,
    signing,
    static,
    watch,
)

ROUTES = [
    *static.ROUTES,
    *phone.ROUTES,
    *front.ROUTES,
    *first_game.ROUTES,
    *boards.ROUTES,
    *watch.ROUTES,
    *replay.ROUTES,
    *lobby.ROUTES,
    *lobby_stream.ROUTES,
    *people.ROUTES,
    *signing.ROUTES,
    *account.ROUTES,
    *messages.ROUTES,
    *lessons.ROUTES,
    *puzzles.ROUTES,
    *help.ROUTES,
]

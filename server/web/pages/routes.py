"""Routes of all pages other than the board's."""

from __future__ import annotations

from boche.server.web.pages import (
    account,
    admin,
    admin_games,
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
    reports,
    search,
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
    *search.ROUTES,
    *reports.ROUTES,
    *people.ROUTES,
    *signing.ROUTES,
    *account.ROUTES,
    *messages.ROUTES,
    *lessons.ROUTES,
    *puzzles.ROUTES,
    *admin.ROUTES,
    *admin_games.ROUTES,
    *help.ROUTES,
]

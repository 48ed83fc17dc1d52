"""Routes of all pages other than the board's."""

from __future__ import annotations

from boche.server.web.pages import (
    account,
    boards,
    front,
    help,
    lobby,
    lobby_stream,
    messages,
    people,
    puzzle_scenes,
    puzzles,
    signing,
    static,
)

ROUTES = [
    *static.ROUTES,
    *front.ROUTES,
    *boards.ROUTES,
    *lobby.ROUTES,
    *lobby_stream.ROUTES,
    *people.ROUTES,
    *signing.ROUTES,
    *account.ROUTES,
    *messages.ROUTES,
    *puzzles.ROUTES,
    *puzzle_scenes.ROUTES,
    *help.ROUTES,
]

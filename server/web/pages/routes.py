"""Routes of all pages other than the board's."""

from __future__ import annotations

from boche.server.web.pages import (
    account,
    admin,
    admin_games,
    boards,
    front,
    help,
    messages,
    people,
    puzzle_scenes,
    puzzles,
    reports,
    search,
    signing,
    static,
)

ROUTES = [
    *static.ROUTES,
    *front.ROUTES,
    *boards.ROUTES,
    *search.ROUTES,
    *reports.ROUTES,
    *people.ROUTES,
    *signing.ROUTES,
    *account.ROUTES,
    *messages.ROUTES,
    *puzzles.ROUTES,
    *puzzle_scenes.ROUTES,
    *admin.ROUTES,
    *admin_games.ROUTES,
    *help.ROUTES,
]

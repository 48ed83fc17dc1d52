"""Routes of all pages other than the board's."""

from __future__ import annotations

from boche.server.web.pages import (
    account,
    boards,
    front,
    help,
    messages,
    people,
    puzzle_scenes,
    puzzles,
    signing,
    static,
    tournaments,
)

ROUTES = [
    *static.ROUTES,
    *front.ROUTES,
    *boards.ROUTES,
    *people.ROUTES,
    *signing.ROUTES,
    *account.ROUTES,
    *messages.ROUTES,
    *puzzles.ROUTES,
    *puzzle_scenes.ROUTES,
    *tournaments.ROUTES,
    *help.ROUTES,
]

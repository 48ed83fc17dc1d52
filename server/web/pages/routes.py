"""Routes of all pages other than the board's."""

from __future__ import annotations

from boche.server.web.pages import (
    account,
    analysis,
    boards,
    front,
    help,
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
    *people.ROUTES,
    *signing.ROUTES,
    *account.ROUTES,
    *messages.ROUTES,
    *puzzles.ROUTES,
    *puzzle_scenes.ROUTES,
    *analysis.ROUTES,
    *help.ROUTES,
]

"""Tests of the contract that every game meets, for the tests of a game's own package.

>>> from boche.engine.games.registry import DEFAULT
>>> from boche.testing import check_game
>>> check_game(DEFAULT)
"""

from __future__ import annotations

from boche.engine.game import Game
from boche.testing.definition import check_definition
from boche.testing.learning import check_learning
from boche.testing.positions import check_positions
from boche.testing.problem import ContractError
from boche.testing.records import check_records
from boche.testing.samples import samples_of
from boche.testing.search import check_search
from boche.testing.texts import check_texts
from boche.viewer.games.view import GameView

__all__ = ["ContractError", "check_game"]


def check_game(game: Game, view: GameView | None = None) -> None:
    """Check that a game and its view, if there is one, meet the contract; takes about a minute.

    The game must be registered. It is played at random, always in the same way, with several
    options. Raises ``ContractError`` for the first problem: one line on what is wrong and where.
    """
    check_definition(game)
    games = samples_of(game)
    check_positions(games)
    check_texts(games)
    check_records(games)
    check_search(games)
    check_learning(games)
    if view is not None:
        # Imported here, so that a game without a view needs no numpy.
        from boche.testing.views import check_view

        check_view(view, games)

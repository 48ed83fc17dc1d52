"""Computer players: one tree search for every game, the players built on it, matches, GTP.

>>> from engine import new
>>> from engine.search.searcher import Searcher
from engine.search.settings import Budget
>>> answer = Searcher(new("boche", size=2)).search(Budget(simulations=50_000))
>>> answer.proven
'dark'

=================  ===============================================================================
``searcher``       ``Searcher``: a position and a budget in, a ``SearchResult`` out
``analysis``       whole records
``steps``          moves as the search makes them, in steps; ``random_move``
``tree``           the search itself, compiled; ``worker``: a thread's tree and scratch;
                   ``step_searcher``: all threads, for one step of a move
``interface``      what the search asks of a game; ``rng``: its random source
=================  ===============================================================================

To be searched, a game ``G`` needs three modules and nothing in any other file:

- ``engine.G.rules``, which ``engine.jit.compile`` can compile;
- ``engine.search.G``: the functions of ``engine.search.interface``, for numba, calling the rules,
  which are its global name ``rules``; it may use ``engine.search.rng`` and ``contract`` too;
- ``engine.search.G_tables``, not compiled: ``make_state``, ``most_moves``, ``longest``,
  ``key_count``, ``number_of``, ``move_of``, ``way``, ``classes``, each a function of a
  ``Position``, as in ``boche_tables``. A game whose moves are made in steps has ``searchable``
  and ``steps_of`` too, one whose ``playout`` is many games at once ``games_at_once``, see
  ``steps``.

Importing this package, the players, matches and GTP costs little: numpy and numba are imported
when a ``Searcher`` is made. Making the first one compiles for seconds where nothing is cached; it
may be made in any thread.
"""

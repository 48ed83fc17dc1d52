"""One tree search for every game.

>>> from boche.engine.games.registry import DEFAULT
>>> from boche.engine.search.params import Budget
>>> from boche.engine.search.searcher import Searcher
>>> found = Searcher(DEFAULT.new(size=2)).search(Budget(simulations=50_000))
>>> found.proven
'dark'

=================  ===============================================================================
``search``         ``search``: one position searched by one call; its result is an ``Analysis``
``visits``         the visits of a search, counted for whole moves
``searcher``       ``Searcher``: turns a position and a budget into a ``SearchResult``
``analysis``       the analysis of whole records
``steps``          moves split into the steps that the search makes
``tree``           the search itself, compiled; ``worker``: a thread's tree and scratch memory;
                   ``step_searcher``: all threads, for one step of a move
``interface``      the functions that the search needs from a game; ``rng``: its random source
``encoding``       the conversion of positions and moves to states and numbers
=================  ===============================================================================

To be searched, a game needs three modules in its package and nothing in any other file:

- ``rules``, which ``engine.native`` can compile;
- ``search``: the functions of ``engine.search.interface``, compiled, which call the rules by the
  global name ``rules``; it may also use ``engine.search.rng`` and ``interface``;
- ``encoding``, not compiled, with ``ENCODING``: an ``engine.search.encoding.Encoding``, which
  converts positions and moves to what the compiled code uses.

Importing this package, players, matches and GTP is cheap: numpy is imported when a
``Searcher`` is created. Creating the first one takes seconds to compile if nothing is cached; it
may be done in any thread.
"""

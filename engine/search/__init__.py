"""One tree search for every game.

>>> from engine.games.registry import DEFAULT
>>> from engine.search.params import Budget
>>> from engine.search.searcher import Searcher
>>> found = Searcher(DEFAULT.new(size=2)).search(Budget(simulations=50_000))
>>> found.proven
'dark'

=================  ===============================================================================
``searcher``       ``Searcher``: a position and a budget in, a ``SearchResult`` out
``analysis``       whole records
``steps``          moves as the search makes them, in steps; ``random_move``
``tree``           the search itself, compiled; ``worker``: a thread's tree and scratch;
                   ``step_searcher``: all threads, for one step of a move
``interface``      what the search asks of a game; ``rng``: its random source
``encoding``       how its positions and moves become states and numbers
=================  ===============================================================================

To be searched, a game needs three modules in its room and nothing in any other file:

- ``rules``, which ``engine.jit.compile`` can compile;
- ``search``: the functions of ``engine.search.interface``, for numba, calling the rules, which are
  its global name ``rules``; it may use ``engine.search.rng`` and ``interface`` too;
- ``encoding``, not compiled, with ``ENCODING``: how positions and moves become what is compiled,
  an ``engine.search.encoding.Encoding``.

Importing this package, players, matches and GTP costs little: numpy and numba are imported
when a ``Searcher`` is made. Making the first one compiles for seconds where nothing is cached; it
may be made in any thread.
"""

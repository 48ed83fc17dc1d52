"""Games for programs that learn: integer actions, observations, rollouts, many games at once.

=================  ===============================================================================
``actions``        the actions and the observation of one position, interpreted
``interface``      the functions that a game has in its module ``learning``
``rollouts``       random games to the end, compiled
``vector``         many games at once, compiled; ``vector_game`` is its Python side
``stacking``       the states of many games in one state whose arrays have one more dimension
=================  ===============================================================================

An action is a number from 0 to ``num_actions`` - 1 and stands for one step of a move (see
``engine.search.steps``), whatever the position. A game has actions if its package has a module
``learning`` with the functions of ``interface``, and ``Encoding.actions``.
"""

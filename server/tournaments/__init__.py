"""Tournaments in the database: made by anybody with an account, and run by the server itself.

Every step is done by ``steps``, whenever a time is due or a game has ended, in transactions that
lock the tournament. Which process does it, and whether it is tried twice, makes no difference.
"""

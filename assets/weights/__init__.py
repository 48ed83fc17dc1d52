"""Learned weights, one file for each game: see ``engine.search.weights``."""

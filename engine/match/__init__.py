"""Matches between players, their openings and scores; the speeds of the search."""

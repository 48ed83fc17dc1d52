"""Compilation of the rules and the search with numba, and its cache."""

"""Compiling the rules and the search with numba, and keeping what was compiled."""

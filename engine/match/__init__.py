"""Matches between players, their openings and scores; search speed benchmarks."""

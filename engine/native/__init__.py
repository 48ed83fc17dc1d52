"""Rules and search compiled ahead of time: from a small subset of Python to C, loaded by ctypes.

``docs/compiled-rules.md`` describes the subset, and where the libraries come from.
"""

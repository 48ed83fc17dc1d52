"""The commands: one file for each, or for a few related ones."""

FILES = {
    "play": ("play",),
    "records": ("show", "legal", "check", "convert"),
    "rules": ("rules",),
    "shot": ("shot",),
    "figure": ("figure",),
    "film": ("film",),
    "page": ("page",),
    "model": ("model",),
    "games": ("new", "perft"),
    "analyse": ("analyse",),
    "explore": ("explore",),
    "puzzles": ("puzzles",),
    "match": ("match",),
    "tournament": ("tournament",),
    "bench": ("bench",),
    "gtp": ("gtp",),
    "serve": ("serve",),
    "remote": ("remote",),
}
"""The files and their commands, in the order in which the help lists them."""

"""The commands: a file each, or one for a few alike."""

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
    "match": ("match",),
    "bench": ("bench",),
    "gtp": ("gtp",),
    "serve": ("serve", "remote"),
}
"""The files by what they hold, in the order in which the help lists them."""

"""Each game's rules against a slow version of them, ply by ply: see ``tests.soak.rules``."""

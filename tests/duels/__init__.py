"""Each game's rules against their slow restatement, ply by ply: see ``tests.soak.rules``."""

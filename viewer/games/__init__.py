"""Board games as they are shown: one package per game, and the registry."""

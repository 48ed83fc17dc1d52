"""The games: a room each, and the registry."""

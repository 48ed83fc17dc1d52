"""The games, a package each, and their registry."""

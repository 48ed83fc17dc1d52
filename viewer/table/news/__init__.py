"""News that a player must not miss, in a banner over the board."""

"""What a player must not miss: said by one line over the board."""

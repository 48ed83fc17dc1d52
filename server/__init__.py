"""A server for games between players who are not at the same computer."""

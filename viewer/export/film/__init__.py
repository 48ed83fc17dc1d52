"""Films of games: what is to be seen when, and the ways it becomes a file."""

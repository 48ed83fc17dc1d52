"""Films of games: a timeline of what is shown, and the ways to write it to a file."""

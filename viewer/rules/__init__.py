"""The rules of a game as pages to read, and boards beside them that play. No GL."""

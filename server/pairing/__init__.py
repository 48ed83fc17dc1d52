"""The rules of tournaments: pairings, standings and tie-breaks, without a database."""

"""Computer players: levels, plain searches, other programs."""

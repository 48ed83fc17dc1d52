"""Who can play besides people: levels, plain searches, other programs."""

"""Computer players: thinking processes, and the dispatcher of boards to them."""

"""Drawing with GL: knows scenes and cameras, and no game."""

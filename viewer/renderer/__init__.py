"""Drawing with GL: depends on scenes and cameras, and on no game."""

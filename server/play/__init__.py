"""Games between two seats: turns, clocks, offers, and who may see what."""

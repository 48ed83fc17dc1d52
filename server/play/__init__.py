"""Games between two seats: whose turn it is, clocks, offers, what is seen of them and when."""

"""Games against remote opponents through a server, whose data is checked against the rules."""

"""What runs with the whole suite only."""

"""Computer players and analysis at the table."""

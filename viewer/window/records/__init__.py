"""Records on the table: opening, saving, exchanging, starting and recovering them."""

"""Records on the table: opened, saved, exchanged, begun anew, found again."""

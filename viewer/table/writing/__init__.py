"""Text at the table: lines being typed, questions, the status."""

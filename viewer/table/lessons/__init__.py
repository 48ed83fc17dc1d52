"""A lesson at the table: how it goes on, and what its commands do."""

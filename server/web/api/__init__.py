"""The JSON API: programs can do all that a page can. Its description is made of its own table."""

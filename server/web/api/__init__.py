"""The JSON API: whatever a page can do, a program can. Its description is made of its own table."""

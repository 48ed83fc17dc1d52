"""Lessons at the table: their progress and their commands."""

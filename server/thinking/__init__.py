"""Computers that play on boards: processes that think, and who hands them boards."""

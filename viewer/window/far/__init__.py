"""Somebody far away at the window's table: what comes from there, and finding one to play."""

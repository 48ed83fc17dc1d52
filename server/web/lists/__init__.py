"""Boards as lists on pages have them."""

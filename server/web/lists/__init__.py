"""Boards in the lists of pages."""

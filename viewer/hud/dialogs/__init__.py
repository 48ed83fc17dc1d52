"""Dialogs as data, and how they look."""

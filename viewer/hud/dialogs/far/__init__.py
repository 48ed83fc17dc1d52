"""Dialogs for playing somebody far away."""

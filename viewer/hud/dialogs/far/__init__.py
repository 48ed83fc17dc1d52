"""Dialogs for playing a remote opponent."""

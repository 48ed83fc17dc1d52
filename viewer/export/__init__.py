"""Scenes to files."""

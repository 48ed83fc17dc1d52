"""The user's files on disk."""

"""One user's table without a window."""

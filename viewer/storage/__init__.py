"""What lies on the user's disk."""

"""Training: exercises at the table whose answers are judged, and what is kept of them. No GL."""

"""Lessons: records that set tasks and answer every try. No GL."""

"""Lessons: records that ask for something to be done, and answer every try. No GL."""

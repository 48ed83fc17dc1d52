"""Tests of operators and what they do."""

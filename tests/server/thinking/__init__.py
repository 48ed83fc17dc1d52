"""Tests of the thinking queue."""

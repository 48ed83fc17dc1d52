"""All tests of the project, in the rooms of what they test."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

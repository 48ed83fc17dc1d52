"""Dates in the current language, as they stand on pages."""

from __future__ import annotations

from boche.engine.languages.formats import percent, written_day

__all__ = ["percent", "written_day"]

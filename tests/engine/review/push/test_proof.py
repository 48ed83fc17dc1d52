"""Proven wins in games of other packages, whose positions the solver may not tell apart."""

from __future__ import annotations

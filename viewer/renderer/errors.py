"""Errors of the renderer, in one line for the user."""

from __future__ import annotations


class RenderError(Exception):
    """A failure to draw; the message says what is wrong and what to do."""

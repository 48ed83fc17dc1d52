"""What the renderer cannot do, told in one line for the user."""

from __future__ import annotations


class RenderError(Exception):
    """No picture can be drawn; the message says what is wrong and what to do."""

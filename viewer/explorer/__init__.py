"""The explorer of one window: what was played from the position shown, without delaying a frame."""

"""The pages of the window: panels, timeline, start screen and help."""

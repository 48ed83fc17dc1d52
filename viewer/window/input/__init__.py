"""The user's input: events, keys, clicks on the HUD."""

"""What comes in from the user: events, keys, clicks on the HUD."""

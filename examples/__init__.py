"""Programs that show what the library is for; each runs by itself."""

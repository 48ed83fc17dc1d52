"""Other programs as processes: splitting a command, starting it, watching and ending it."""

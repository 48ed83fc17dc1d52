"""Other programs as processes: how a command is split, started, watched and ended."""

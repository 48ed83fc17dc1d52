"""Users: accounts, sessions, vacation, ratings and standings."""

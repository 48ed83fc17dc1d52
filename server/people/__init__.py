"""People: accounts, who is signed in, vacation, ratings, standings."""

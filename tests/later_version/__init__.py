"""Things that this version stores, opened by a version in which each game has one more option."""

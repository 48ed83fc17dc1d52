"""Online play at the window's table: finding an opponent, and the opponent's messages."""

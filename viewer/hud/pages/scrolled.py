"""What scrolls in the panel, by name: the wheel says which of them it turns over."""

LIST, COMMENT = "moves", "comment"

"""Review of an analysed record: what it keeps, how accurate the players were, what mattered."""

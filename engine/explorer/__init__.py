"""An index of the positions of many records: how often each move was played, and how it ended."""

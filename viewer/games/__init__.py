"""Games as people see them: a room each, and the registry."""

"""Parts that know nothing of games: threads, caches, news between processes, secrets."""

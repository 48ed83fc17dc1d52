"""Notifications of turns to browsers that asked for them, also when no page is open: Web Push."""

"""A server asked: addresses, requests, who one is there, and an account's games."""

"""Requests to a server: addresses, HTTP, logins and an account's games."""
